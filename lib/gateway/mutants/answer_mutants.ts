/**
 * Mutants that tell the client something else than the upstream answered, in whole answers and in
 * streams, but with a sound grammar.
 *
 * @module
 */
import type { NeutralAnswer, NeutralCall, NeutralEvent, NeutralStop } from "../neutral.ts";
import type { GatewayParts } from "../parts.ts";
import { sum } from "../decimal.ts";
import { rounded, valueChanged, without } from "./arguments.ts";
import { across, type GatewayMutant } from "./mutant.ts";
import { answers, calls, events } from "./seams.ts";

/** The stop of an answer, whole or streamed. */
function stops(change: (stop: NeutralStop) => NeutralStop): Partial<GatewayParts> {
  return {
    ...answers((answer) => ({ ...answer, stop: change(answer.stop) })),
    ...events(() => (event) => [
      event.kind === "end" ? { ...event, stop: change(event.stop) } : event,
    ]),
  };
}

/** Holds the calls of a stream back until it ends, and tells others in their place. */
function heldCalls(change: (calls: readonly NeutralCall[]) => readonly NeutralCall[]) {
  return events(() => {
    const held: NeutralCall[] = [];
    return (event): readonly NeutralEvent[] => {
      if (event.kind === "call") {
        held.push(event.call);
        return [];
      }
      if (event.kind !== "end") return [event];
      return [...change(held).map((call) => ({ kind: "call", call } as const)), event];
    };
  });
}

/** The arguments of the first call in the second, and the other way round. */
function crossed(all: readonly NeutralCall[]): readonly NeutralCall[] {
  return all.map((call, at) => ({ ...call, arguments: (all[1 - at] ?? call).arguments }));
}

/** One call, with the second's arguments behind the first's. */
function merged(all: readonly NeutralCall[]): readonly NeutralCall[] {
  const [first, second] = all;
  if (first === undefined || second === undefined) return all;
  const both = { ...JSON.parse(first.arguments), ...JSON.parse(second.arguments) };
  return [{ ...first, arguments: JSON.stringify(both) }];
}

function wholeCalls(change: (calls: readonly NeutralCall[]) => readonly NeutralCall[]) {
  return answers((answer): NeutralAnswer => {
    const found = answer.parts.flatMap((part) => part.kind === "call" ? [part.call] : []);
    const others = answer.parts.filter(({ kind }) => kind !== "call");
    const told = change(found).map((call) => ({ kind: "call", call } as const));
    return { ...answer, parts: [...others, ...told] };
  });
}

const doubled = (text: string | undefined) => sum(text, text);

/** Answers across dialects. */
export const ANSWER_MUTANTS: readonly GatewayMutant[] = [
  across("calls-merged", "makes one call of an answer's two", "R003", () => wholeCalls(merged), [{
    case: "two-calls-one-turn.whole",
    code: "part-missing",
  }]),
  across(
    "streamed-calls-merged",
    "makes one call of a stream's two",
    "R006",
    () => heldCalls(merged),
    [{ case: "two-calls-one-turn.streamed", code: "part-missing" }],
  ),
  across(
    "fragments-crossed",
    "gives each call of a stream the other's fragments",
    "R006",
    () => heldCalls(crossed),
    [{ case: "two-calls-one-turn.streamed", code: "arguments-changed" }, {
      case: "stream-split-tool-json.interleaved",
      code: "arguments-changed",
    }],
  ),
  across(
    "call-dropped",
    "tells only the first call of an answer",
    "R003",
    () => ({ ...wholeCalls((all) => all.slice(0, 1)), ...heldCalls((all) => all.slice(0, 1)) }),
    [{ case: "two-calls-one-turn.whole", code: "part-missing" }, {
      case: "two-calls-one-turn.streamed",
      code: "part-missing",
    }],
  ),
  across(
    "call-ids-swapped",
    "gives each call of an answer the other's id",
    "R003",
    () => wholeCalls((all) => all.map((one, at) => ({ ...one, id: (all[1 - at] ?? one).id }))),
    [{ case: "two-calls-one-turn.whole", code: "attempt-missing" }],
  ),
  across(
    "argument-changed",
    "changes one value in a call's arguments",
    "R003",
    () => calls((call) => ({ ...call, arguments: valueChanged(call.arguments) })),
    [{ case: "tool-result-roundtrip", code: "arguments-changed" }, {
      case: "stream-split-tool-json",
      code: "arguments-changed",
    }],
  ),
  across(
    "numbers-rounded",
    "reads the numbers of a call as doubles",
    "R003",
    () => calls((call) => ({ ...call, arguments: rounded(call.arguments) })),
    [{ case: "unicode-arguments.exact-numbers", code: "arguments-changed" }, {
      case: "unicode-arguments.streamed",
      code: "arguments-changed",
    }],
  ),
  across(
    "null-dropped",
    "drops null members from a call's arguments",
    "R003",
    () =>
      calls((call) => ({
        ...call,
        arguments: without(call.arguments, (value) => value === null),
      })),
    [{ case: "unicode-arguments.values", code: "arguments-changed" }, {
      case: "unicode-arguments.streamed",
      code: "arguments-changed",
    }],
  ),
  across(
    "empty-dropped",
    'drops "" and [] from the arguments of a streamed call',
    "R006",
    () =>
      events(() => (event) => [
        event.kind !== "call" ? event : {
          ...event,
          call: {
            ...event.call,
            arguments: without(
              event.call.arguments,
              (value) => value === "" || (Array.isArray(value) && value.length === 0),
            ),
          },
        },
      ]),
    [{ case: "unicode-arguments.streamed", code: "arguments-changed" }],
  ),
  across(
    "false-dropped",
    "drops false and 0 from a call's arguments",
    "R003",
    () =>
      calls((call) => ({
        ...call,
        arguments: without(call.arguments, (value) => value === false || value === 0),
      })),
    [{ case: "unicode-arguments.values", code: "arguments-changed" }],
  ),
  across(
    "calls-ended-as-turn",
    "tells an answer with calls as one that ended without",
    "R003",
    () => stops((stop) => stop === "tool_calls" ? "stop" : stop),
    [{ case: "tool-result-roundtrip.whole", code: "stop-reason" }, {
      case: "tool-result-roundtrip.streamed",
      code: "stop-reason",
    }],
  ),
  across(
    "length-as-stop",
    "tells an answer that its limit cut as one that ended by itself",
    "R009",
    () => stops((stop) => stop === "length" ? "stop" : stop),
    [{ case: "budget-exhaustion.text", code: "false-success" }, {
      case: "budget-exhaustion.streamed-text",
      code: "false-success",
    }],
  ),
  across(
    "filter-as-stop",
    "tells an answer that was filtered as one that ended by itself",
    "R007",
    () => stops((stop) => stop === "content_filter" ? "stop" : stop),
    [{ case: "budget-exhaustion.filtered", code: "stop-reason" }],
  ),
  across(
    "answer-text-lost",
    "drops the text beside an answer's calls",
    "R003",
    () =>
      answers((answer) => ({
        ...answer,
        parts: answer.parts.some(({ kind }) => kind === "call")
          ? answer.parts.filter(({ kind }) => kind === "call")
          : answer.parts,
      })),
    [{ case: "two-calls-one-turn.whole", code: "part-kind" }],
  ),
  across(
    "usage-added-twice",
    "adds an answer's usage twice",
    "R002",
    () =>
      answers(({ usage, ...answer }) => ({
        ...answer,
        ...(usage === undefined ? {} : { usage: twice(usage) }),
      })),
    [{ case: "usage-cache-arithmetic.whole", code: "usage-changed" }],
  ),
  across(
    "streamed-usage-added-twice",
    "adds a stream's usage twice",
    "R002",
    () =>
      events(() => (event) => [
        event.kind === "end" && event.usage !== undefined
          ? { ...event, usage: twice(event.usage) }
          : event,
      ]),
    [{ case: "usage-cache-arithmetic.streamed", code: "usage-changed" }],
  ),
];

function twice(usage: NonNullable<NeutralAnswer["usage"]>): NonNullable<NeutralAnswer["usage"]> {
  const counts = Object.entries(usage).map(([key, count]) => [key, doubled(count)]);
  return Object.fromEntries(counts);
}
