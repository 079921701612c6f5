import { assertEquals } from "@std/assert";
import { type Data, type FaultCase, readStream, testFaults } from "./oracle_support.ts";
import {
  added,
  callItem,
  created,
  done,
  ended,
  error,
  failed,
  messageItem,
  numbered,
  partAdded,
  partDone,
  piece,
  pieceDone,
  progress,
  wholeCall,
  wholeText,
} from "./oracle_responses_events.ts";

// spec/dialects.md 4.1, RS: the items of the output. Each stream breaks one rule of it.

const item = messageItem(0, "a");
const text = wholeText(0, ["a"]);
const [textAdded, begin, delta, textDone, partEnd, itemDone] = text as [
  Data,
  Data,
  Data,
  Data,
  Data,
  Data,
];
const call = wholeCall(0, "c", "f", ["{}"]);
const [callAdded, callDelta, callArgs, callDone] = call as [Data, Data, Data, Data];
const theCall = callItem(0, "c", "f", "{}");
const end = ended([item]);

/** A stream in which only these events are wrong, and whose response ends with these items. */
const between = (events: readonly Data[], output: readonly Data[] = [item]): string =>
  numbered(created(), ...events, ended(output));

/** Events with one of them left out. */
const without = (events: readonly Data[], left: Data): readonly Data[] =>
  events.filter((one) => one !== left);

const lacking = <K extends string>(event: Data, name: K): Data => {
  const { [name]: _, ...rest } = event;
  return rest;
};

const CASES: readonly FaultCase[] = [
  ["a first item at 1", between(wholeText(1, ["a"]), [messageItem(1, "a")]), ["index-gap"]],
  ["a skipped item", between([...text, ...wholeText(2, ["a"])], [item, messageItem(2, "a")]), [
    "index-gap",
  ]],
  ["an item added twice", between([textAdded, ...text]), [
    "index-reused",
    "item-not-done",
    "snapshot-differs",
  ]],
  ["no output_index", between([lacking(textAdded, "output_index"), ...text.slice(1)]), [
    "index-missing",
  ]],
  ["an item without type", between([added(0, {}), done(0, {})], [{}]), ["item-form"]],
  ["an item added with text", between([added(0, item), ...text.slice(1)]), ["start-not-empty"]],
  ["a call added with arguments", between([added(0, theCall), ...call.slice(1)], [theCall]), [
    "start-not-empty",
  ]],
  ["a part added with text", between([textAdded, partAdded(0, 0, "x"), ...text.slice(2)]), [
    "start-not-empty",
  ]],
  ["a part added twice", between([textAdded, begin, begin, ...text.slice(2)]), [
    "index-reused",
    "step-missing",
    "snapshot-differs",
    "snapshot-differs",
  ]],
  ["a part at 1", between([textAdded, partAdded(0, 1), ...text.slice(2)]), ["index-gap"]],
  ["a part that was never added", between(without(text, begin)), ["part-without-start"]],
  ["a delta for no item", between(without(text, textAdded)), ["delta-without-start"]],
  [
    "a delta without item_id",
    between([textAdded, begin, lacking(delta, "item_id"), ...text.slice(3)]),
    [
      "item-id-missing",
    ],
  ],
  [
    "a delta with another item_id",
    between([textAdded, begin, { ...delta, item_id: "i9" }, ...text.slice(3)]),
    [
      "item-id-changed",
    ],
  ],
  [
    "a delta that holds none",
    between([textAdded, begin, lacking(delta, "delta"), ...text.slice(3)]),
    [
      "delta-form",
    ],
  ],
  [
    "a done without text",
    between([textAdded, begin, delta, lacking(textDone, "text"), partEnd, itemDone]),
    [
      "done-form",
      "step-missing",
    ],
  ],
  ["text for a call", between([callAdded, delta, ...call.slice(1)], [theCall]), ["delta-type"]],
  ["arguments for a message", between([textAdded, callDelta, ...text.slice(1)]), ["delta-type"]],
  [
    "a delta after its text is done",
    between([textAdded, begin, textDone, delta, partEnd, itemDone]),
    [
      "delta-after-stop",
      "snapshot-differs",
      "snapshot-differs",
      "snapshot-differs",
    ],
  ],
  ["a delta after its item is done", between([...text, piece("output_text", 0, "")]), [
    "delta-after-stop",
    "delta-after-stop",
  ]],
  ["a text done twice", between([textAdded, begin, delta, textDone, textDone, partEnd, itemDone]), [
    "second-stop",
  ]],
  ["a part done twice", between([...text.slice(0, 5), partEnd, itemDone]), ["second-stop"]],
  [
    "arguments done twice",
    between([callAdded, callDelta, callArgs, callArgs, callDone], [theCall]),
    [
      "second-stop",
    ],
  ],
  ["an item done twice", between([...text, itemDone]), ["second-stop"]],
  ["an item done and never added", between([itemDone]), ["done-without-start"]],
  ["a text that is never done", between(without(text, textDone)), ["step-missing"]],
  ["a part that is never done", between(without(text, partEnd)), ["step-missing"]],
  ["arguments that are never done", between(without(call, callArgs), [theCall]), ["step-missing"]],
  ["an item that is never done", between(without(text, itemDone)), ["item-not-done"]],
  [
    "another text when done",
    between([
      textAdded,
      begin,
      delta,
      pieceDone("output_text", 0, {
        text: "b",
      }),
      partEnd,
      itemDone,
    ]),
    ["snapshot-differs"],
  ],
  ["another text in the part", between([...text.slice(0, 4), partDone(0, "b"), itemDone]), [
    "snapshot-differs",
  ]],
  ["another text in the item", between([...text.slice(0, 5), done(0, messageItem(0, "b"))]), [
    "snapshot-differs",
  ]],
  ["another text in the response", between(text, [messageItem(0, "b")]), ["snapshot-differs"]],
  [
    "another argument when done",
    between([
      callAdded,
      callDelta,
      pieceDone("function_call_arguments", 0, {
        arguments: '{"a":1}',
      }),
      callDone,
    ], [theCall]),
    ["snapshot-differs"],
  ],
  [
    "another digit in the item",
    between([
      callAdded,
      piece("function_call_arguments", 0, '{"a":1.10}'),
      pieceDone("function_call_arguments", 0, { arguments: '{"a":1.1}' }),
      done(0, callItem(0, "c", "f", '{"a":1.11}')),
    ], [callItem(0, "c", "f", '{"a":1.1}')]),
    [
      "snapshot-differs",
    ],
  ],
  [
    "another call_id in the item",
    between([...call.slice(0, 3), done(0, callItem(0, "d", "f", "{}"))], [
      theCall,
    ]),
    ["snapshot-differs"],
  ],
  ["another name in the response", between(call, [callItem(0, "c", "g", "{}")]), [
    "snapshot-differs",
  ]],
  ["another type in the response", between(call, [item]), ["snapshot-differs"]],
  ["an item that the response lacks", between([...text, ...wholeCall(1, "c", "f", ["{}"])]), [
    "snapshot-differs",
  ]],
  ["an item that only the response has", between(text, [item, callItem(1, "c", "f", "{}")]), [
    "snapshot-differs",
  ]],
  ["no output at the end", between(text).replace(/"output":\[\{/, '"out":[{'), ["output-missing"]],
];

testFaults("responses", CASES);

Deno.test("responses stream: a snapshot is never appended, and what came first stays", () => {
  const parts = (events: readonly Data[], output?: readonly Data[]) =>
    readStream("responses", between(events, output)).parts;
  assertEquals(parts([...text.slice(0, 4), partDone(0, "b"), itemDone]), [{ text: "a" }]);
  assertEquals(parts(text, [item, callItem(1, "c", "f", "{}")]), [{ text: "a" }]);
  assertEquals(parts([textAdded, begin, textDone, delta, partEnd, itemDone]), [{ text: "aa" }]);
});

Deno.test("responses stream: after a fault the rest is read as a client would read it", () => {
  const parts = (events: readonly Data[], output?: readonly Data[]) =>
    readStream("responses", between(events, output)).parts;
  const read = { call: { id: "c", name: "f", arguments: { kind: "object", json: "{}" } } } as const;
  assertEquals(parts([]), [{ text: "a" }]);
  assertEquals(parts([itemDone]), [{ text: "a" }]);
  assertEquals(parts([], [theCall]), [read]);
  assertEquals(parts(without(text, textAdded)), [{ text: "a" }]);
  assertEquals(parts(without(call, callAdded), [theCall]), [read]);
  assertEquals(readStream("responses", numbered(created(), failed(), ended([]))).ending, "error");
});
