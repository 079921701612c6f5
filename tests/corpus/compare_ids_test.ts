import { assertEquals } from "@std/assert";
import type { ExpectedTurn } from "../../lib/corpus/expectation.ts";
import { FREE, Ids } from "../../lib/corpus/ids.ts";
import type { Turn } from "../../lib/corpus/transcript.ts";
import { call, got, turnsDiffer, wants } from "./comparing.ts";

const EXPECTED: readonly ExpectedTurn[] = [
  { role: "assistant", parts: [call("a"), call("b")] },
  { role: "tool", parts: [wants("a", "one"), wants("b", "two")] },
];

const received = (calls: readonly [string, string], results: Turn["parts"]): readonly Turn[] => [
  { role: "assistant", parts: calls.map((id) => call(id)) },
  { role: "tool", parts: results },
];

const codes = (turns: readonly Turn[], verbatim = false): readonly string[] =>
  turnsDiffer(EXPECTED, turns, { verbatim }).map(([code, severity]) => `${severity} ${code}`);

Deno.test("compareResults() finds nothing where each result is with its call", () => {
  for (const verbatim of [true, false]) {
    assertEquals(codes(received(["a", "b"], [got("a", "one"), got("b", "two")]), verbatim), []);
  }
});

Deno.test("compareResults() warns of ids renamed one to one, where the dialects differ", () => {
  const renamed = received(["x", "y"], [got("x", "one"), got("y", "two")]);
  assertEquals(new Set(codes(renamed)), new Set(["warned id-renamed"]));
  assertEquals(codes(renamed, true).every((code) => code.startsWith("failed")), true);
});

Deno.test("compareResults() fails swapped results, though every id and text is there", () => {
  const swapped = received(["a", "b"], [got("b", "one"), got("a", "two")]);
  assertEquals(codes(swapped).filter((code) => code !== "warned results-reordered"), [
    "failed result-swapped",
    "failed result-swapped",
  ]);
});

Deno.test("compareResults() fails swapped results under renamed ids", () => {
  const swapped = received(["x", "y"], [got("y", "one"), got("x", "two")]);
  assertEquals(codes(swapped).includes("failed result-swapped"), true);
});

Deno.test("compareResults() fails results bound by their place, with the ids left out", () => {
  const bound = received(["a", "b"], [{ result: { text: "one" } }, { result: { text: "two" } }]);
  assertEquals(codes(bound), ["failed result-parted", "failed result-parted"]);
});

Deno.test("compareResults() only warns of another order", () => {
  const reordered = received(["a", "b"], [got("b", "two"), got("a", "one")]);
  assertEquals(codes(reordered), ["warned results-reordered"]);
});

Deno.test("compareResults() fails calls that were given one id", () => {
  const merged = received(["x", "x"], [got("x", "one"), got("x", "two")]);
  assertEquals(codes(merged).includes("failed ids-merged"), true);
});

Deno.test("compareResults() fails a result whose id isn't that of its call", () => {
  const parted = received(["a", "b"], [got("a", "one"), got("z", "two")]);
  assertEquals(codes(parted), ["failed result-parted"]);
});

Deno.test("compareResults() fails a result that is missing, and one that was added", () => {
  assertEquals(codes(received(["a", "b"], [got("a", "one")])), ["failed part-missing"]);
  const added = received(["a", "b"], [got("a", "one"), got("b", "two"), got("c", "three")]);
  assertEquals(codes(added), ["failed part-added"]);
});

Deno.test("compareResults() takes an empty result for a value", () => {
  const expected: readonly ExpectedTurn[] = [{ role: "tool", parts: [wants("a", "")] }];
  const turns = (text: string): readonly Turn[] => [{ role: "tool", parts: [got("a", text)] }];
  assertEquals(turnsDiffer(expected, turns("")), []);
  assertEquals(turnsDiffer(expected, turns("null"))[0]?.[0], "result-text");
});

Deno.test("compareResults() compares the mark of an error", () => {
  const expected: readonly ExpectedTurn[] = [
    { role: "tool", parts: [{ result: { id: "a", text: { values: ["no"] }, error: true } }] },
  ];
  const marked: Turn = { role: "tool", parts: [{ result: { id: "a", text: "no", error: true } }] };
  assertEquals(turnsDiffer(expected, [marked]), []);
  assertEquals(
    turnsDiffer(expected, [{ role: "tool", parts: [got("a", "no")] }])[0]?.[0],
    "result-error",
  );
});

Deno.test("Ids.pair() tells what became of an id, over several requests", () => {
  const ids = new Ids(false);
  assertEquals(ids.pair("a", "x"), "renamed");
  assertEquals(ids.pair("a", "x"), "renamed");
  assertEquals(ids.pair("b", "b"), "same");
  assertEquals(ids.pair("a", "y"), "split");
  assertEquals(ids.pair("c", "x"), "merged");
  assertEquals(ids.of("a"), "x");
  assertEquals(ids.of("z"), undefined);
  const copy = ids.copy();
  copy.pair("z", "z");
  assertEquals(ids.of("z"), undefined);
});

Deno.test("Ids.pair() lets nothing change where both ends speak one dialect", () => {
  const ids = new Ids(true);
  assertEquals(ids.pair("a", "a"), "same");
  assertEquals(ids.pair("a", "b"), "changed");
  assertEquals(ids.of("q"), "q");
});

Deno.test("a renaming that changes when a history is sent again is a split id", () => {
  const ids = new Ids(false);
  const first = received(["x", "y"], [got("x", "one"), got("y", "two")]);
  const again = received(["p", "q"], [got("p", "one"), got("q", "two")]);
  turnsDiffer(EXPECTED, first, { ids });
  const found = turnsDiffer(EXPECTED, again, { ids }).map(([code]) => code);
  assertEquals(found.includes("id-split"), true);
  assertEquals(
    turnsDiffer(EXPECTED, first, { ids }).every(([, level]) => level === "warned"),
    true,
  );
});

Deno.test("an id that may be any must be the same wherever its name stands", () => {
  const free = "\u0000made-up";
  const expected: readonly ExpectedTurn[] = [
    { role: "assistant", parts: [call(free), call("b")] },
    { role: "tool", parts: [wants(free, "one"), wants("b", "two")] },
  ];
  const found = (calls: readonly [string, string], results: Turn["parts"], verbatim = true) =>
    turnsDiffer(expected, received(calls, results), { verbatim }).map(([code]) => code);
  for (const verbatim of [true, false]) {
    assertEquals(found(["x", "b"], [got("x", "one"), got("b", "two")], verbatim), []);
    assertEquals(found(["x", "b"], [got("y", "one"), got("b", "two")], verbatim), [
      "result-parted",
    ]);
  }
  assertEquals(found(["x", "c"], [got("x", "one"), got("b", "two")]), ["id-changed"]);
});

Deno.test("Ids takes an empty id for none, also where any would do", () => {
  const ids = new Ids(false);
  assertEquals(ids.pair(`${FREE}a`, ""), "changed");
  assertEquals(ids.pair("call_1", ""), "changed");
  assertEquals(ids.pair(`${FREE}a`, "gen_1"), "same");
});
