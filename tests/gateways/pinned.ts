/**
 * The gateway that CI meets, by its target file, and the ways through it that are played.
 *
 * @module
 */

/** Below the project's folder. */
export const TARGET = "examples/targets/llm-rosetta.json";

/** Two within a dialect, one across: a minute or so. `docs/results/` has all nine. */
export const PATHS = ["chat-to-chat", "chat-to-messages", "messages-to-messages"] as const;

const file = JSON.parse(
  await Deno.readTextFile(new URL(`../../${TARGET}`, import.meta.url)),
) as { readonly version: string };

/** The released version that the target file names. */
export const VERSION = file.version;
