import { assert, assertEquals } from "@std/assert";
import { caseTables } from "../../lib/certify/case_table.ts";
import { CASES } from "../../lib/certify/case_list.ts";
import { adapterSchemas, OUTCOME_WORDS } from "../../lib/certify/protocol.ts";
import { readOutcomeLine } from "../../lib/certify/outcome.ts";

const docs = await Deno.readTextFile(new URL("../../docs/certify.md", import.meta.url));

Deno.test("docs/certify.md lists the cases that there are", () => {
  const [, listed] = /<!-- cases -->\n\n([\s\S]*)\n<!-- \/cases -->/.exec(docs) ?? [];
  assertEquals(
    listed,
    caseTables(),
    "docs/certify.md is stale: put what caseTables() of lib/certify/case_table.ts returns between " +
      "its two marks",
  );
  for (const { id } of CASES) assert(listed?.includes(`\`${id}\``), id);
});

Deno.test("docs/certify.md tells every word of the protocol", () => {
  for (const word of OUTCOME_WORDS) assert(docs.includes(`\`${word}\``), word);
  const { properties } = adapterSchemas().answer as { properties: Record<string, unknown> };
  for (const name of Object.keys(properties)) assert(docs.includes(`\`${name}\``), name);
});

Deno.test("docs/certify.md shows lines that are what they are said to be", () => {
  const lines = docs.split("\n").filter((line) => line.startsWith('{"outcome"'));
  assert(lines.length >= 4);
  for (const line of lines) assertEquals(readOutcomeLine(line).ok, true, line);
});
