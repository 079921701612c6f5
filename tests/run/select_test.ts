import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { dealt, selectionOf, shardOf, withTags } from "../../lib/run/select.ts";
import { IDENTITY, sourced } from "./support.ts";

const names = (list: ReturnType<typeof sourced>) => list.map(({ scenario }) => scenario.name);

Deno.test("withTags() takes scenarios that have any of the tags", () => {
  const all = sourced({ name: "a", tags: ["x"] }, { name: "b", tags: ["y", "z"] }, { name: "c" });
  assertEquals(names(withTags(all, [])), ["a", "b", "c"]);
  assertEquals(names(withTags(all, ["x", "z"])), ["a", "b"]);
  const error = assertThrows(() => withTags(all, ["x", "smoke"]), UsageError);
  assertEquals([error.message, error.hint], [
    "Cannot select by --tag smoke: no scenario has it",
    "Tags: x, y, z.",
  ]);
});

Deno.test("shardOf() counts from one, and takes nothing else", () => {
  assertEquals(shardOf("2/8"), { index: 2, of: 8 });
  for (const text of ["0/8", "9/8", "8", "1/0", "a/b", "1/8 ", "-1/8", "1.5/8", "/8"]) {
    assertThrows(() => shardOf(text), UsageError, "it isn't I/N with I from 1 to N");
  }
});

Deno.test("dealt() deals each scenario once, by name, whatever the order of files", () => {
  const all = sourced(..."gcaebfd".split("").map((name) => ({ name })));
  const shard = (index: number) => dealt(all, { index, of: 3 });
  assertEquals([1, 2, 3].map((index) => names(shard(index))), [
    ["g", "a", "d"],
    ["e", "b"],
    ["c", "f"],
  ]);
  assertEquals(shard(2).map(({ position }) => position), [3, 4]);
  const turned = dealt(all.toReversed(), { index: 1, of: 3 });
  assertEquals(names(turned), ["d", "a", "g"]);
  assertEquals(names(dealt(all, undefined)), names(all));
  assertEquals(dealt(all.slice(0, 1), { index: 2, of: 2 }), []);
});

Deno.test("selectionOf() differs where a scenario, the runs or a name do", async () => {
  const all = sourced({ name: "a" }, { name: "b" });
  const one = await selectionOf(all, 1, IDENTITY);
  assertEquals(one.scenarios, 2);
  assertEquals(/^sha256:[0-9a-f]{64}$/.test(one.digest), true);
  assertEquals(one, await selectionOf(sourced({ name: "a" }, { name: "b" }), 1, IDENTITY));
  const others = await Promise.all([
    selectionOf(all, 2, IDENTITY),
    selectionOf(all, 1, { ...IDENTITY, variant: "x" }),
    selectionOf(sourced({ name: "a" }, { name: "b", target_facts: [["1"]] }), 1, IDENTITY),
  ]);
  for (const other of others) assertNotEquals(other.digest, one.digest);
});
