import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { cellsOf, selectCells } from "../../lib/corpus/cells.ts";
import { applies, inapplicable } from "../../lib/corpus/load.ts";
import { ADAPTER_PATHS, covers, endsOf, GATEWAY_PATHS } from "../../lib/corpus/paths.ts";
import { loadSmall, small } from "./small.ts";

const parts = small();
parts.fixture.variants.other = structuredClone(parts.fixture.variants.plain);
parts.expected.variants.other = structuredClone(parts.expected.variants.plain);
parts.manifest.cases[0].not_applicable.push({
  path: "chat-to-responses",
  variant: "other",
  reason: "A variant without a meaning here.",
});
const corpus = await loadSmall(parts);
const cells = cellsOf(corpus);

Deno.test("cellsOf() has every variant on every path once, with the reason where it doesn't apply", () => {
  assertEquals(cells.length, 2 * ADAPTER_PATHS.length);
  assertEquals(new Set(cells.map(({ id }) => id)).size, cells.length);
  assertEquals(cells[0]?.id, "greeting.plain.chat-to-chat");
  assertEquals(
    cells.filter(({ reason }) => reason !== undefined).map(({ id, reason }) => [id, reason]),
    [
      ["greeting.other.chat-to-responses", "A variant without a meaning here."],
      ["greeting.plain.agent", "It has no wire."],
      ["greeting.other.agent", "It has no wire."],
    ],
  );
});

Deno.test("applies() and inapplicable() agree", () => {
  const { about } = corpus.cases[0]!;
  for (const path of ADAPTER_PATHS) {
    for (const variant of ["plain", "other"]) {
      assertEquals(applies(about, variant, path), inapplicable(about, variant, path) === undefined);
    }
  }
});

Deno.test("selectCells() selects by path, case, variant, cell and glob", () => {
  const ids = (selection: Parameters<typeof selectCells>[1]) =>
    selectCells(cells, selection).map(({ id }) => id);
  assertEquals(ids({}).length, cells.length);
  assertEquals(ids({ paths: ["chat-to-chat"] }), [
    "greeting.plain.chat-to-chat",
    "greeting.other.chat-to-chat",
  ]);
  assertEquals(ids({ cases: ["greeting"] }).length, cells.length);
  assertEquals(ids({ cases: ["greeting.other"] }).length, ADAPTER_PATHS.length);
  assertEquals(ids({ cases: ["greeting.*.chat-to-messages"] }).length, 2);
  assertEquals(ids({ cases: ["**.messages-to-*"] }).length, 6);
  assertEquals(ids({ cases: ["greeting.plain"], paths: ["agent"] }), ["greeting.plain.agent"]);
});

Deno.test("selectCells() names what is near a name that doesn't exist", () => {
  const hint = (selection: Parameters<typeof selectCells>[1]) =>
    assertThrows(() => selectCells(cells, selection), UsageError).hint;
  assertEquals(hint({ cases: ["greting"] }), "Did you mean greeting?");
  assertEquals(hint({ paths: ["chat-to-chatt"] }), "Did you mean chat-to-chat?");
});

Deno.test("the table of adapter paths is nine ways through a gateway, and the agent", () => {
  assertEquals(GATEWAY_PATHS.length, 9);
  assertEquals(ADAPTER_PATHS.at(-1), "agent");
  for (const path of GATEWAY_PATHS) {
    const { client, upstream } = endsOf(path)!;
    assertEquals(path, `${client}-to-${upstream}`);
    assertEquals(covers(`${client}-to-*`, path), true);
    assertEquals(covers(`*-to-${upstream}`, path), true);
  }
  assertEquals(endsOf("agent"), undefined);
  assertEquals(covers("chat-to-*", "agent"), false);
  assertEquals(covers("chat-to-*", "messages-to-chat"), false);
});
