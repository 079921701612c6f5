import { assert, assertEquals } from "@std/assert";
import { SCENARIO_VERDICTS, verdictsOutcome } from "../../lib/run/outcome.ts";
import { scenario } from "./support.ts";

const text = await Deno.readTextFile(new URL("../../docs/scenarios.md", import.meta.url));
const rows = text.split("\n").filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim().replaceAll("`", "")));

Deno.test("docs/scenarios.md has every key of a scenario, with its default", () => {
  const defaults = scenario();
  for (const [key, value] of Object.entries(defaults)) {
    const row = rows.find(([name]) => name === key);
    assert(row !== undefined, `${key} is missing`);
    if (key === "name" || key === "prompt") continue;
    assertEquals(row[1], JSON.stringify(value), key);
  }
});

Deno.test("docs/scenarios.md gives each verdict its exit code", () => {
  for (const verdict of SCENARIO_VERDICTS) {
    const row = rows.find(([name]) => name === verdict);
    assertEquals(row?.at(-1), String(verdictsOutcome([verdict]).exit_code), verdict);
  }
});
