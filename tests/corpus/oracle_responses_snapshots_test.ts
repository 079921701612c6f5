import { assertEquals } from "@std/assert";
import { type Data, type FaultCase, readStream, testFaults } from "./oracle_support.ts";
import {
  begin,
  between,
  call,
  callAdded,
  callArgs,
  callDelta,
  callDone,
  callItem,
  delta,
  done,
  item,
  itemDone,
  lacking,
  messageItem,
  partDone,
  partEnd,
  piece,
  pieceDone,
  text,
  textAdded,
  textDone,
  theCall,
  wholeCall,
} from "./oracle_responses_events.ts";

// spec/dialects.md 4.1, RS: what comes again when it is done. Each stream breaks one rule of it.

const CASES: readonly FaultCase[] = [
  ["no output_index", between([lacking(textAdded, "output_index"), ...text.slice(1)]), [
    "index-missing",
  ]],
  [
    "a delta with another item_id",
    between([textAdded, begin, { ...delta, item_id: "i9" }, ...text.slice(3)]),
    [
      "item-id-changed",
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
  ["a part done without part", between([...text.slice(0, 4), lacking(partEnd, "part"), itemDone]), [
    "done-form",
  ]],
  ["an item done without item", between([...text.slice(0, 5), lacking(itemDone, "item")]), [
    "done-form",
  ]],
  [
    "arguments that hold no piece",
    between([callAdded, lacking(callDelta, "delta"), callArgs, callDone], [
      theCall,
    ]),
    ["delta-form"],
  ],
  [
    "a done without arguments",
    between([callAdded, callDelta, lacking(callArgs, "arguments"), callDone], [
      theCall,
    ]),
    ["done-form", "step-missing"],
  ],
  [
    "an item without arguments",
    between([...call.slice(0, 3), done(0, lacking(theCall, "arguments"))], [
      theCall,
    ]),
    ["arguments-type"],
  ],
  [
    "another type of part",
    between([
      ...text.slice(0, 4),
      pieceDone("content_part", 0, {
        part: { type: "refusal", refusal: "a" },
      }),
      itemDone,
    ]),
    ["snapshot-differs"],
  ],
  [
    "a text part without text",
    between([
      ...text.slice(0, 4),
      pieceDone("content_part", 0, {
        part: { type: "output_text" },
      }),
      itemDone,
    ]),
    ["part-form"],
  ],
  [
    "text for a refusal",
    between([
      textAdded,
      { ...begin, part: { type: "refusal" } },
      delta,
      pieceDone("content_part", 0, {
        part: { type: "refusal" },
      }),
      done(0, { ...item, content: [{ type: "refusal" }] }),
    ], [{ ...item, content: [{ type: "refusal" }] }]),
    [
      "delta-type",
    ],
  ],
];

testFaults("responses", CASES);

Deno.test("responses stream: a snapshot is never appended, and what came first stays", () => {
  const parts = (events: readonly Data[], output?: readonly Data[]) =>
    readStream("responses", between(events, output)).parts;
  assertEquals(parts([...text.slice(0, 4), partDone(0, "b"), itemDone]), [{ text: "a" }]);
  assertEquals(parts(text, [item, callItem(1, "c", "f", "{}")]), [{ text: "a" }]);
  assertEquals(parts([textAdded, begin, textDone, delta, partEnd, itemDone]), [{ text: "aa" }]);
});
