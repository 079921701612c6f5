/**
 * Mutants that break the grammar of a stream with calls: numbers, blocks, the ids of chunks.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { sseText } from "../sse.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { type Frame, frames, told } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks: "R006", kinds: ["across"], make: () => partsWith(parts()), kills };
}

/** Calls of a Chat stream, numbered as if each text after the first were one too. */
function numberedAsBlocks(): Partial<GatewayParts> {
  const { streamWriter } = gatewayParts;
  return {
    streamWriter: {
      ...streamWriter,
      chat(context) {
        const writer = streamWriter.chat(context);
        let texts = 0;
        let inText = false;
        return {
          write(event) {
            if (event.kind === "text" && !inText) texts++;
            if (event.kind !== "ping") inText = event.kind === "text";
            const told = writer.write(event);
            const more = Math.max(0, texts - 1);
            return told.replace(
              /("tool_calls":\[\{"index":)(\d+)/g,
              (_, before: string, index: string) => `${before}${Number(index) + more}`,
            );
          },
        };
      },
    },
  };
}

/** The events of a text block without a character. */
const EMPTY_BLOCK = [
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "" } },
  { type: "content_block_stop", index: 0 },
].map((event) => sseText(JSON.stringify(event), event.type)).join("");

/** A block for a text that doesn't come, before a Messages stream's first call. */
function emptyBlock(): Partial<GatewayParts> {
  const { streamWriter } = gatewayParts;
  return {
    streamWriter: {
      ...streamWriter,
      messages(context) {
        const writer = streamWriter.messages(context);
        let hasText = false;
        let shift = 0;
        return {
          write(event) {
            hasText ||= event.kind === "text";
            const begins = event.kind === "call" && !hasText && shift === 0;
            if (begins) shift = 1;
            const told = frames(writer.write(event), ({ event: name, data }) => [{
              event: name,
              data: data.replace(
                /"index":(\d+)/,
                (_, at: string) => `"index":${Number(at) + shift}`,
              ),
            }]);
            return begins ? EMPTY_BLOCK + told : told;
          },
        };
      },
    },
  };
}

/** The events that tell a call to a client of one dialect, changed together. */
function callTold(
  of: Dialect,
  change: (all: readonly Frame[]) => readonly Frame[],
): Partial<GatewayParts> {
  return told((text, dialect, event) => {
    if (dialect !== of || event.kind !== "call") return text;
    const found: Frame[] = [];
    frames(text, (frame) => {
      found.push(frame);
      return [];
    });
    return change(found).map(({ event: name, data }) => sseText(data, name)).join("");
  });
}

/** The stop of the block before a call, after the call's own. */
function stoppedLast([first, ...others]: readonly Frame[]): readonly Frame[] {
  if (first === undefined) return [];
  return first.event === "content_block_stop" ? [...others, first] : [first, ...others];
}

/** Streams with calls, in a grammar of their own. */
export const TOOL_BLOCK_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "calls-numbered-as-blocks",
    "counts the texts between a stream's calls when it numbers these",
    numberedAsBlocks,
    [{ case: "stream-parallel-tool-index.text-between", code: "grammar-index-gap" }],
  ),
  mutant(
    "streamed-text-block-empty",
    "opens a stream's block of text before a call where there is no text",
    emptyBlock,
    [{ case: "stream-parallel-tool-index.first-is-call", code: "empty-text" }],
  ),
  mutant(
    "blocks-overlap",
    "begins a call's block before the text's has stopped",
    () => callTold("messages", stoppedLast),
    [{ case: "mixed-text-tool-stop-reason.text-around-call", code: "grammar-block-open" }],
  ),
  mutant(
    "input-missing",
    "begins a call's block without the empty input",
    () =>
      callTold(
        "messages",
        (all) => all.map(({ event, data }) => ({ event, data: data.replace(',"input":{}', "") })),
      ),
    [{ case: "stream-parallel-tool-index.first-is-call", code: "grammar-input-missing" }],
  ),
  mutant(
    "chunk-ids-differ",
    "gives the chunks of a call an id of their own",
    () =>
      callTold(
        "chat",
        (all) =>
          all.map(({ event, data }) => ({ event, data: data.replace('"id":"', '"id":"call-') })),
      ),
    [{ case: "stream-split-tool-json.snapshot-repeats", code: "grammar-id-changed" }],
  ),
];
