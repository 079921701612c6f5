import { assertEquals } from "@std/assert";
import { type Data, type FaultCase, readStream, testFaults, unnamed } from "./oracle_support.ts";
import {
  created,
  ended,
  error,
  failed,
  messageItem,
  numbered,
  progress,
  wholeText,
} from "./oracle_responses_events.ts";

// spec/dialects.md 4.1, RS: the order of the whole stream. Each stream breaks one rule of it.

const item = messageItem(0, "a");
const text = wholeText(0, ["a"]);
const end = ended([item]);

/** A stream in which only these events are wrong, and whose response ends with these items. */
const between = (events: readonly Data[], output: readonly Data[] = [item]): string =>
  numbered(created(), ...events, ended(output));

/** Events with one of them left out. */
const CASES: readonly FaultCase[] = [
  ["nothing wrong", between(text), []],
  [
    "numbers with gaps",
    numbered(
      created(),
      { ...progress(), sequence_number: 7 },
      ...text.map(
        (one, index) => ({ ...one, sequence_number: 10 + 2 * index }),
      ),
      { ...end, sequence_number: 90 },
    ),
    [],
  ],
  ["no number", numbered(created(), ...text, { ...end, sequence_number: "x" }), [
    "sequence-missing",
  ]],
  [
    "a first number of 1",
    numbered({ ...created(), sequence_number: 1 }, { ...end, sequence_number: 2 }),
    [
      "sequence-start",
      "step-missing",
    ],
  ],
  ["a number that comes again", between([{ ...progress(), sequence_number: 0 }, ...text]), [
    "sequence-order",
  ]],
  ["another name than its type", between(text).replace("event: response.created", "event: x"), [
    "event-name",
  ]],
  ["no names at all", between(text).replaceAll(/event: .*\n/g, ""), ["event-unnamed"]],
  ["a name less", between(text).replace("event: response.created\n", ""), ["event-unnamed"]],
  ["no type", between([...text, { type: null }]).replace("event: null", "event: x"), [
    "type-missing",
  ]],
  ["no response.created", numbered(...text, end), ["start-missing"]],
  ["a terminal event alone", numbered(ended([])), ["start-missing"]],
  ["a failure alone", numbered(failed()), ["start-missing"]],
  ["a second response.created", between([created(), ...text]), ["second-start"]],
  ["no response in created", between(text).replace('"response":{', '"answer":{'), [
    "response-missing",
  ]],
  ["no response at the end", numbered(created(), ...text, { type: "response.completed" }), [
    "response-missing",
  ]],
  [
    "another status at the end",
    numbered(created(), ...text, {
      ...end,
      type: "response.incomplete",
    }),
    ["status-mismatch"],
  ],
  ["output in the terminal event alone", between([]), ["step-missing"]],
  ["a second terminal", between(text) + numbered({ ...end, sequence_number: 90 }), [
    "second-terminal",
  ]],
  ["an event after the end", between(text) + numbered({ ...progress(), sequence_number: 90 }), [
    "after-terminal",
  ]],
  ["an unknown event after the end", between(text) + numbered({ type: "x", sequence_number: 90 }), [
    "after-terminal",
  ]],
  ["an error after the end", between(text) + numbered({ ...error(), sequence_number: 90 }), [
    "after-terminal",
  ]],
  ["a failure after the end", between(text) + numbered({ ...failed(), sequence_number: 90 }), [
    "second-terminal",
  ]],
  ["a success after an error", numbered(created(), error(), ended([])), ["success-after-error"]],
  ["a success after a failure", numbered(created(), failed(), ended([])), ["success-after-error"]],
  ["an event after a failure", numbered(created(), failed(), progress()), ["after-terminal"]],
  ["a second failure", numbered(created(), failed(), failed()), ["second-terminal"]],
  ["a second error", numbered(created(), error(), error()), ["second-terminal"]],
  ["a failure without error", numbered(created(), failed({ error: null })), ["error-form"]],
  ["an error in a member", numbered(created(), { type: "error", error: { message: "m" } }), [
    "error-nested",
  ]],
  ["a [DONE] before the end", unnamed("[DONE]") + between(text), ["done-before-terminal"]],
  ["data that is no JSON", between(text).replace("data: {", "data: {{"), [
    "bad-json",
    "sequence-start",
    "start-missing",
  ]],
];

testFaults("responses", CASES);

Deno.test("responses stream: a success after a failure is none", () => {
  assertEquals(readStream("responses", numbered(created(), failed(), ended([]))).ending, "error");
});

Deno.test("responses stream: an id of the response that changes is no fault, and stays", () => {
  const answer = readStream("responses", between(text).replace('"id":"resp_1"', '"id":"resp_2"'));
  assertEquals([answer.faults, answer.other], [[], { id: '["resp_2","resp_1"]' }]);
});
