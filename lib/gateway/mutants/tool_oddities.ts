/**
 * Odd ways to tell an answer with calls: in other pieces, later, at once, behind a block of reasoning.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "../../contract/json.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { sseText } from "../sse.ts";
import { type GatewayOddity, oddity } from "./mutant.ts";
import { argumentsSplit, callsHeld } from "./odd_fragments.ts";
import { type Frame, frames, perDialect, told } from "./seams.ts";

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly tool_calls: readonly { function: { arguments: string } }[] };
  }[];
}

/** A call in one fragment, to clients of Chat: id, name and all of its arguments. */
function callsAtOnce(): Pick<GatewayParts, "streamWriter"> {
  return told((text, dialect, event) => {
    if (dialect !== "chat" || event.kind !== "call") return text;
    const found: Frame[] = [];
    frames(text, (frame) => {
      found.push(frame);
      return [];
    });
    const [first, rest] = found.map(({ data }) => JSON.parse(data) as Chunk);
    const call = first?.choices[0]?.delta.tool_calls[0];
    const more = rest?.choices[0]?.delta.tool_calls[0];
    if (call === undefined || more === undefined) return text;
    call.function.arguments = more.function.arguments;
    return sseText(JSON.stringify(first));
  });
}

/** What is thought in an event or in a whole answer of Chat's vendors and of Responses. */
function reasoningIn(value: JsonValue): string {
  if (value === null || typeof value !== "object") return "";
  if (Array.isArray(value)) return value.map(reasoningIn).join("");
  const own = value["reasoning_content"];
  if (typeof own === "string") return own;
  const { type, delta, text } = value;
  if (type === "response.reasoning_summary_text.delta" && typeof delta === "string") return delta;
  if (type === "summary_text" && typeof text === "string") return text;
  const { choices, message, output, summary } = value;
  const inner = [choices, message, value["delta"], output, summary];
  return inner.map((one) => one === undefined ? "" : reasoningIn(one)).join("");
}

/** Reasoning, told to clients of Messages as a block of thinking before all others: of whole answers. */
function reasoningKept(): Partial<GatewayParts> {
  const { readAnswer, writeAnswer } = gatewayParts;
  // A gateway of its own for each cell, in which one answer comes after the other.
  let thought = "";
  return {
    readAnswer: perDialect((dialect) => (doc: JsonDocument, steps) => {
      thought = reasoningIn(doc.value);
      return readAnswer[dialect](doc, steps);
    }),
    writeAnswer: {
      ...writeAnswer,
      messages(answer, context) {
        const text = writeAnswer.messages(answer, context);
        const block = { type: "thinking", thinking: thought, signature: "" };
        const before = thought === "" ? "" : `${JSON.stringify(block)},`;
        return text.replace('"content":[', () => `"content":[${before}`);
      },
    },
  };
}

/** The same of streams. */
function streamedReasoningKept(): Partial<GatewayParts> {
  const { streamReader, streamWriter } = gatewayParts;
  let thought = "";
  return {
    streamReader: perDialect((dialect) => (steps) => {
      const reader = streamReader[dialect](steps);
      thought = "";
      return {
        read(event) {
          if (event.data.startsWith("{")) thought += reasoningIn(JSON.parse(event.data));
          return reader.read(event);
        },
      };
    }),
    streamWriter: {
      ...streamWriter,
      messages(context) {
        const writer = streamWriter.messages(context);
        let shift = 0;
        let begun = false;
        return {
          write(event) {
            const text = writer.write(event);
            if (event.kind === "start" || event.kind === "ping") return text;
            const before = begun || thought === "" ? "" : thinking(thought);
            begun = true;
            if (before !== "") shift = 1;
            return before + frames(text, ({ event: name, data }) => [{
              event: name,
              data: data.replace(
                /"index":(\d+)/,
                (_, at: string) => `"index":${Number(at) + shift}`,
              ),
            }]);
          },
        };
      },
    },
  };
}

function thinking(text: string): string {
  return [
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: text } },
    { type: "content_block_stop", index: 0 },
  ].map((event) => sseText(JSON.stringify(event), event.type)).join("");
}

const KEEPS =
  "dialects 4.4, 4.6: reasoning is never visible text; where else it goes is the gateway's choice";

/** Answers with calls, told oddly. */
export const TOOL_ODDITIES: readonly GatewayOddity[] = [
  oddity(
    "arguments-split",
    "cuts a streamed call's arguments into single characters",
    "verdicts, Values: merged or split fragments are legal",
    argumentsSplit,
  ),
  oddity(
    "calls-held",
    "holds a stream's calls back until it ends",
    "verdicts, Gates: tool fragments may be buffered",
    callsHeld,
  ),
  oddity(
    "calls-at-once",
    "tells a client of Chat each streamed call in one fragment",
    "verdicts, Values: merged or split fragments are legal",
    callsAtOnce,
  ),
  oddity(
    "reasoning-kept",
    "tells a client of Messages what was thought, in a block before all others",
    KEEPS,
    reasoningKept,
  ),
  oddity(
    "streamed-reasoning-kept",
    "streams to a client of Messages what was thought, in a block before all others",
    KEEPS,
    streamedReasoningKept,
  ),
];
