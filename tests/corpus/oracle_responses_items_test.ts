import { assertEquals } from "@std/assert";
import { type Data, type FaultCase, readStream, testFaults } from "./oracle_support.ts";
import {
  added,
  begin,
  between,
  call,
  callAdded,
  callArgs,
  callDelta,
  created,
  delta,
  done,
  ended,
  failed,
  item,
  itemDone,
  lacking,
  messageItem,
  numbered,
  partAdded,
  partEnd,
  piece,
  text,
  textAdded,
  textDone,
  theCall,
  wholeText,
  without,
} from "./oracle_responses_events.ts";

// spec/dialects.md 4.1, RS: the items of the output, step by step. Each stream breaks one rule of it.

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
    "a delta that holds none",
    between([textAdded, begin, lacking(delta, "delta"), ...text.slice(3)]),
    [
      "delta-form",
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
  ["an item done and never added", between([itemDone]), ["done-without-start"]],
  ["a text that is never done", between(without(text, textDone)), ["step-missing"]],
  ["a part that is never done", between(without(text, partEnd)), ["step-missing"]],
  ["arguments that are never done", between(without(call, callArgs), [theCall]), ["step-missing"]],
  ["an item that is never done", between(without(text, itemDone)), ["item-not-done"]],
];

testFaults("responses", CASES);

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
