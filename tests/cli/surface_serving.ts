/**
 * The command line's goldens, in one process.
 *
 * @module
 */
import { main } from "../../lib/cli/main.ts";
import type { Answers } from "./endpoint.ts";
import { memoryIo } from "./memory_io.ts";

/** Answers that serve these lists. */
export function serving(tools: unknown, instructions: unknown = [], extra: unknown = []): Answers {
  return {
    "/wt/surface": () =>
      Response.json({
        wt_inject: 1,
        surface: {
          system_instructions: instructions,
          tool_definitions: tools,
          extra_segments: extra,
        },
      }),
  };
}

/** Exit code, standard output, standard error. */
export async function surface(...words: string[]): Promise<readonly [number, string, string]> {
  const io = memoryIo();
  const code = await main(["surface", ...words], io);
  return [code, io.out(), io.err()];
}

/** A prompt that has a word of its own: heron. */
export const PROMPT = [{ type: "text", content: "The pass phrase is heron." }];
/** Of `{"name": "a"}`. */
export const A_HASH = "sha256:278ce8dfc5e512d86d0b49e07ea59ab73a1d68da1a30c54f514c5d228cabbbac";
