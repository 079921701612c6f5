/**
 * Mutants that tell an answer with calls wrongly: their numbers, the texts around them, why it ended.
 *
 * @module
 */
import type { NeutralCall, NeutralEvent } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { sseText } from "../sse.ts";
import type { Steps } from "../steps.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { calls, events, frames, perDialect } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks, kinds: ["across"], make: () => partsWith(parts()), kills };
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

/** A call that was cut, as if it had ended where it was cut. */
function closed(call: NeutralCall): NeutralCall {
  if (call.cut !== true) return call;
  const { id, name, arguments: text } = call;
  return { id, name, arguments: `${text.replace(/\\u?[0-9a-f]*$/, "")}"}` };
}

/** Calls by what they say. */
function onceByContent(): (event: NeutralEvent) => readonly NeutralEvent[] {
  const told = new Set<string>();
  return (event) => {
    if (event.kind !== "call") return [event];
    const key = `${event.call.name} ${event.call.arguments}`;
    const known = told.has(key);
    told.add(key);
    return known ? [] : [event];
  };
}

/** A Chat answer's own word for its end, whatever is in it. */
function believing(steps: Steps): Steps {
  return { ...steps, stop: (said) => said };
}

/** Answers with calls, told wrongly. */
export const TOOL_END_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "calls-numbered-as-blocks",
    "counts the texts between a stream's calls when it numbers these",
    "R006",
    numberedAsBlocks,
    [{ case: "stream-parallel-tool-index.text-between", code: "grammar-index-gap" }],
  ),
  mutant(
    "empty-text-block",
    "opens a block of text before a call where there is no text",
    "R006",
    emptyBlock,
    [{ case: "mixed-text-tool-stop-reason.empty-deltas", code: "grammar-block-empty" }, {
      case: "stream-parallel-tool-index.first-is-call",
      code: "grammar-block-empty",
    }],
  ),
  mutant(
    "text-after-call-lost",
    "drops a stream's texts after its first call",
    "R006",
    () =>
      events(() => {
        let called = false;
        return (event) => {
          called ||= event.kind === "call";
          return called && event.kind === "text" ? [] : [event];
        };
      }),
    [{ case: "mixed-text-tool-stop-reason.text-around-call", code: "part-missing" }],
  ),
  mutant(
    "calls-told-once",
    "drops a call that says what an earlier one said",
    "R006",
    () => events(onceByContent),
    [{ case: "stream-split-tool-json.snapshot-repeats", code: "part-missing" }],
  ),
  mutant(
    "said-stop-believed",
    "believes a Chat answer with a whole call that it ended for none",
    "R003",
    () => {
      const { readAnswer, streamReader } = gatewayParts;
      return {
        readAnswer: {
          ...readAnswer,
          chat: (doc, steps) => readAnswer.chat(doc, believing(steps)),
        },
        streamReader: {
          ...streamReader,
          chat: (steps) => streamReader.chat(believing(steps)),
        },
      };
    },
    [{ case: "mixed-text-tool-stop-reason.said-stop", code: "stop-reason" }, {
      case: "mixed-text-tool-stop-reason.said-stop-whole",
      code: "stop-reason",
    }],
  ),
  mutant(
    "cut-ends-for-calls",
    "ends an answer for its calls where the limit cut it",
    "R009",
    () => ({
      steps: {
        ...gatewayParts.steps,
        stop: (said, count, ...rest) =>
          said === "length" && count > 0
            ? "tool_calls"
            : gatewayParts.steps.stop(said, count, ...rest),
      },
    }),
    [
      { case: "length-inside-tool-call.after-whole-call", code: "false-success" },
      { case: "length-inside-tool-call.no-piece-yet", code: "false-success" },
      { case: "length-inside-tool-call.call-was-whole", code: "false-success" },
      { case: "length-inside-tool-call.whole-answer", code: "false-success" },
    ],
  ),
  mutant(
    "cut-call-closed",
    "closes the arguments that the limit cut, so that they are an object",
    "R009",
    () => calls(closed),
    [{ case: "length-inside-tool-call.after-whole-call", code: "arguments-repaired" }],
  ),
  mutant(
    "whole-call-lost-at-limit",
    "tells no call at all where the limit ends a whole answer",
    "R009",
    () => ({
      writeAnswer: perDialect((dialect) => (answer, context) =>
        gatewayParts.writeAnswer[dialect]({
          ...answer,
          parts: answer.stop === "length" ? [] : answer.parts,
        }, context)
      ),
    }),
    [{ case: "length-inside-tool-call.whole-answer", code: "part-missing" }],
  ),
];
