import { assertEquals } from "@std/assert";
import { compareSurfaces } from "../../lib/surface/stability.ts";
import { surfaceState } from "../../lib/surface/state.ts";
import { answered, reported } from "./support.ts";

/** A list of named entries as JSON. */
function named(...entries: readonly (readonly [name: string, content: string])[]): string {
  return JSON.stringify(entries.map(([name, content]) => ({ name, content })));
}

/** Codes with pointers of the differences between two lists of segments, and what was received. */
function segments(before: string, after: string): readonly string[] {
  return compareSurfaces(reported("[]", "[]", before), reported("[]", "[]", after))
    .map(({ code, pointer, received }) => `${code} ${pointer}: ${received}`);
}

const PLACE = "/surface/extra_segments";

Deno.test("compareSurfaces() finds nothing between equal surfaces", () => {
  const first = reported('[{"type":"text","content":"c"}]', '[{"name":"a","input_schema":{}}]');
  // Key order and white space are nothing, and neither is the spelling of a character.
  const later = reported(
    '[ {"content":"\\u0063", "type":"text"} ]',
    '[{"input_schema":{},"name":"a"}]',
  );
  assertEquals(compareSurfaces(first, later), []);
});

Deno.test("compareSurfaces() tells names from contents from order, and cites surface.stable", () => {
  const a = ["a", "1"] as const;
  const b = ["b", "2"] as const;
  assertEquals(segments(named(a), named(a, b)), [
    `names-changed ${PLACE}: new names: 1, names gone: 0`,
  ]);
  assertEquals(segments(named(a), named(b)), [
    `names-changed ${PLACE}: new names: 1, names gone: 1`,
  ]);
  assertEquals(segments(named(a, a), named(a)), [
    `names-changed ${PLACE}: new names: 0, names gone: 1`,
  ]);
  assertEquals(segments(named(a, b), named(a, ["b", "3"])), [
    `content-changed ${PLACE}: other content under 1 of the names (a date in a prompt is legal; goldens differ)`,
  ]);
  assertEquals(segments(named(a, b), named(b, a)), [
    `order-changed ${PLACE}: the same 2 entries in another order`,
  ]);
  assertEquals(segments(named(a, b), named(["a", "3"], ["c", "2"])), [
    `names-changed ${PLACE}: new names: 1, names gone: 1`,
    `content-changed ${PLACE}: other content under 1 of the names (a date in a prompt is legal; goldens differ)`,
  ]);
  const [difference] = compareSurfaces(
    reported("[]", "[]", named(a)),
    reported("[]", "[]", named(b)),
  );
  assertEquals([difference?.clause, difference?.severity], ["surface.stable", "warned"]);
});

Deno.test("compareSurfaces() compares parts of the instructions as one text without names", () => {
  const parts = (...contents: string[]) =>
    reported(JSON.stringify(contents.map((content) => ({ type: "text", content }))));
  const found = (before: string[], after: string[]) =>
    compareSurfaces(parts(...before), parts(...after)).map(({ code, received }) =>
      `${code}: ${received}`
    );
  assertEquals(found([], []), []);
  assertEquals(found(["a"], ["b"]), [
    "content-changed: 1 parts first, 1 later, and not the same",
  ]);
  assertEquals(found([], ["b"]), ["content-changed: 0 parts first, 1 later, and not the same"]);
  assertEquals(found(["b"], []), ["content-changed: 1 parts first, 0 later, and not the same"]);
  assertEquals(found(["a", "b"], ["b", "a"]), [
    "order-changed: the same 2 entries in another order",
  ]);
});

Deno.test("compareSurfaces() sees a number that only JSON.parse would round away", () => {
  const tool = (maximum: string) =>
    reported("[]", `[{"name":"a","input_schema":{"maximum":${maximum}}}]`);
  const codes = (before: string, after: string) =>
    compareSurfaces(tool(before), tool(after)).map(({ code }) => code);
  assertEquals(codes("12345678901234567890", "12345678901234567891"), ["content-changed"]);
  assertEquals(codes("1", "1.0"), ["content-changed"]);
  assertEquals(codes("1.0", "1.00"), []);
});

Deno.test("compareSurfaces() tells when the state itself changed", () => {
  const gone = surfaceState(answered("", 404));
  const broken = surfaceState(answered("{}"));
  const found = compareSurfaces(reported(), gone);
  assertEquals(found.map(({ code, where, received }) => [code, where, received]), [
    ["status-changed", "status", "reported first, unavailable later"],
  ]);
  assertEquals(compareSurfaces(gone, gone), []);
  assertEquals(compareSurfaces(broken, broken), []);
});

Deno.test("compareSurfaces() quotes nothing of a surface", () => {
  const first = reported('[{"type":"text","content":"hush1"}]', "[]", named(["hush2", "hush3"]));
  const later = reported('[{"type":"text","content":"hush4"}]', "[]", named(["hush5", "hush6"]));
  const found = JSON.stringify(compareSurfaces(first, later));
  assertEquals(found.includes("hush"), false);
});
