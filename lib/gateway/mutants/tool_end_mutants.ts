/**
 * Mutants that tell an answer with calls wrongly: the texts around them, what was cut, why it ended.
 *
 * @module
 */
import type { NeutralCall, NeutralEvent } from "../neutral.ts";
import { gatewayParts } from "../parts.ts";
import type { Steps } from "../steps.ts";
import { across, type GatewayMutant } from "./mutant.ts";
import { calls, events, perDialect } from "./seams.ts";

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
  across(
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
  across(
    "calls-told-once",
    "drops a call that says what an earlier one said",
    "R006",
    () => events(onceByContent),
    [{ case: "stream-split-tool-json.snapshot-repeats", code: "part-missing" }],
  ),
  across(
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
  across(
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
  across(
    "cut-call-closed",
    "closes the arguments that the limit cut, so that they are an object",
    "R009",
    () => calls(closed),
    [{ case: "length-inside-tool-call.after-whole-call", code: "arguments-repaired" }],
  ),
  across(
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
