/**
 * Mutants that say of a stream that it ended in another way than it did: a success where it was cut,
 * failed, or never said why.
 *
 * @module
 */
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { dialectOfUrl, emptyStream, forged, isError, success } from "./forged_ends.ts";
import { type GatewayMutant, mutantOn } from "./mutant.ts";
import { blockOf, bodies, frames, told } from "./seams.ts";

const EVERY = ["relay", "across"] as const;
const ACROSS = ["across"] as const;

function falseSuccess(...cases: readonly string[]): GatewayMutant["kills"] {
  return cases.map((one) => ({ case: one, code: "false-success" }));
}

/** A stop in every dialect, where it was another. */
function asStop(data: string): string {
  return data.replace(/"finish_reason":"[a-z_]+"/, '"finish_reason":"stop"')
    .replace(/"stop_reason":"[a-z_]+"/, '"stop_reason":"end_turn"')
    .replace('"type":"response.incomplete"', '"type":"response.completed"')
    .replaceAll('"status":"incomplete"', '"status":"completed"')
    .replace(/"incomplete_details":\{[^}]*\}/, '"incomplete_details":null');
}

function renamed(data: string) {
  const type = /^\{"type":"([a-z_.]+)"/.exec(data)?.[1];
  return [blockOf(data, type ?? "")];
}

const IS_LAST = /^\[DONE\]$|^\{"type":"message_stop"\}$/;
const IS_COUNT = /"choices":\[\],"usage":\{|"stop_reason":null,[^{]*"usage":|response\.in_progress/;
const ENDS_CUT =
  /"finish_reason":"length"|"stop_reason":"max_tokens"|"type":"response\.incomplete"/;

/** A stream that ends in a line of JSON that is no event, taken for one that ended well. */
function tailForgiven(): Pick<GatewayParts, "attempt"> {
  return bodies(async function* (answer, call) {
    const streamed = answer.headers.some(([, value]) => value.startsWith("text/event-stream"));
    for await (const bytes of answer.body) {
      const text = new TextDecoder().decode(bytes);
      if (!streamed || !/^\{.*\}\n$/.test(text)) yield bytes;
      // Without its first event, which has been.
      else yield* emptyStream(dialectOfUrl(call.url)).slice(-2);
    }
  });
}

/** Ends of streams. */
export const ENDING_MUTANTS: readonly GatewayMutant[] = [
  mutantOn(
    EVERY,
    "unknown-end-as-stop",
    "takes an end that only Messages has for a stop",
    "R009",
    () =>
      forged((data) =>
        data.includes("model_context_window_exceeded") ? renamed(asStop(data)) : undefined
      ),
    falseSuccess("truncation-terminal-event.context-window"),
  ),
  mutantOn(
    ACROSS,
    "pause-as-stop",
    "takes a turn that the model paused for one that is done",
    "R009",
    () => forged((data) => data.includes('"pause_turn"') ? renamed(asStop(data)) : undefined),
    falseSuccess("truncation-terminal-event.paused"),
  ),
  mutantOn(
    EVERY,
    "cut-before-text-as-stop",
    "takes a limit that comes before the first text for an empty answer",
    "R009",
    () =>
      forged((data, { text, called }) =>
        ENDS_CUT.test(data) && !text && !called ? renamed(asStop(data)) : undefined
      ),
    falseSuccess("truncation-terminal-event.before-text"),
  ),
  mutantOn(
    EVERY,
    "text-beside-finish-lost",
    "drops the text that stands in one chunk with the reason of its end",
    "R003",
    () =>
      forged((data) =>
        /"delta":\{"content":"[^"]+"\},"finish_reason":"/.test(data)
          ? [blockOf(data.replace(/"delta":\{[^}]*\}/, '"delta":{}'))]
          : undefined
      ),
    [{ case: "truncation-terminal-event.content-filter", code: "text-changed" }],
  ),
  mutantOn(
    EVERY,
    "counts-of-a-cut-lost",
    "drops the counts of an answer that its limit ended",
    "R002",
    () => {
      let cut = false;
      return forged((data) => {
        cut ||= ENDS_CUT.test(data);
        if (!cut) return undefined;
        if (data.includes('"choices":[],"usage":{')) return [];
        if (!data.includes('"type":"response.incomplete"')) return undefined;
        return renamed(data.replace(/"usage":\{.*\}(?=\}\}$)/, '"usage":null'));
      });
    },
    [{ case: "truncation-terminal-event.length", code: "usage-missing" }],
  ),
  mutantOn(
    ACROSS,
    "incomplete-as-completed",
    "ends every response with response.completed",
    "R009",
    () =>
      told((text, dialect) =>
        dialect !== "responses"
          ? text
          : frames(text, ({ event, data }) =>
            data.includes('"type":"response.incomplete"')
              ? [{ event: "response.completed", data: asStop(data) }]
              : [{ event, data }])
      ),
    falseSuccess("truncation-terminal-event.length", "truncation-terminal-event.content-filter"),
  ),
  mutantOn(
    EVERY,
    "last-marker-as-stop",
    "takes a stream's last marker for the reason of its end",
    "R007",
    () =>
      forged((data, told) =>
        IS_LAST.test(data) && !told.reason && !told.called ? success(told) : undefined
      ),
    falseSuccess("stream-end-without-finish.text", "stream-end-without-finish.nothing"),
  ),
  mutantOn(
    EVERY,
    "call-as-finish",
    "takes a whole call for the reason of an end that has none",
    "R007",
    () =>
      forged((data, told) =>
        IS_LAST.test(data) && !told.reason && told.called ? success(told) : undefined
      ),
    falseSuccess("stream-end-without-finish.call"),
  ),
  mutantOn(
    EVERY,
    "counts-as-finish",
    "takes the counts for the end",
    "R007",
    () =>
      forged((data, told) =>
        IS_COUNT.test(data) && told.text && !told.reason ? success(told) : undefined
      ),
    falseSuccess("stream-end-without-finish.counted"),
  ),
  mutantOn(
    EVERY,
    "error-in-envelope-missed",
    "sees no error in what looks like a usual event, and ends as if all were well",
    "R007",
    () =>
      forged((data, told) =>
        isError(data) && /"choices":\[|"request_id":|"response":\{/.test(data)
          ? success(told)
          : undefined
      ),
    falseSuccess("stream-inband-error.in-envelope"),
  ),
  mutantOn(
    EVERY,
    "call-run-on-error",
    "ends for its calls where the upstream fails after them",
    "R007",
    () => forged((data, told) => isError(data) && told.called ? success(told) : undefined),
    falseSuccess("stream-inband-error.behind-call"),
  ),
  mutantOn(
    EVERY,
    "raw-tail-as-end",
    "ends a stream well that breaks off with a line of JSON",
    "R007",
    tailForgiven,
    falseSuccess("stream-inband-error.raw-tail"),
  ),
  mutantOn(
    EVERY,
    "first-error-as-empty",
    "takes an error that comes first for an empty answer",
    "R007",
    () => forged((data, told) => isError(data) && !told.started ? success(told) : undefined),
    falseSuccess("error-before-first-byte.first-event"),
  ),
  mutantOn(
    ACROSS,
    "whole-error-as-answer",
    "takes an error in a body with status 200 for an empty answer",
    "R007",
    () => {
      const { readAnswer } = gatewayParts;
      const lenient = (read: typeof readAnswer.chat): typeof readAnswer.chat => (doc, steps) => {
        try {
          return read(doc, steps);
        } catch {
          return { parts: [], stop: "stop" };
        }
      };
      return {
        readAnswer: {
          chat: lenient(readAnswer.chat),
          messages: lenient(readAnswer.messages),
          responses: lenient(readAnswer.responses),
        },
      };
    },
    falseSuccess("stream-inband-error.whole"),
  ),
];
