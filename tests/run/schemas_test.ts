import { assert, assertEquals } from "@std/assert";
import { parseAll } from "@std/yaml/parse";
import { Ajv2020 } from "ajv/2020";
import { runReportJsonSchema } from "../../lib/run/saved_run_report.ts";
import { parseScenario } from "../../lib/scenario/parse.ts";
import { scenarioJsonSchema } from "../../lib/scenario/schema.ts";
import { failedRun, line, report } from "./reports.ts";
import { scenario } from "./support.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false });

Deno.test("scenarioJsonSchema() has the keys of a scenario, and passes every example", async () => {
  const valid = ajv.compile(scenarioJsonSchema());
  // deno-lint-ignore no-explicit-any -- a schema, as it comes
  const { properties } = (scenarioJsonSchema() as any).oneOf[0];
  assertEquals(Object.keys(properties), Object.keys(scenario()));
  const folder = new URL("../../examples/scenarios/", import.meta.url);
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".yaml")) continue;
    for (
      const one of parseAll(await Deno.readTextFile(new URL(name, folder)), { schema: "core" })
    ) {
      assert(valid(one), `${name}: ${JSON.stringify(valid.errors)}`);
    }
  }
});

Deno.test("scenarioJsonSchema() refuses what the reader refuses", () => {
  const valid = ajv.compile(scenarioJsonSchema());
  const good = { name: "n", prompt: "p" };
  const refused: readonly unknown[] = [
    null,
    [],
    {},
    { prompt: "p" },
    { name: "n" },
    { ...good, name: " " },
    { name: "n", prompt: " " },
    { ...good, must_cal: [] },
    { ...good, target_facts: ["a"] },
    { ...good, target_numbers: [{ value: 1.5 }] },
    { ...good, target_numbers: [{ value: 1, unit: "" }] },
    { ...good, requires_tool_use: "yes" },
    { ...good, must_call: [[""]] },
    { ...good, gate_layers: ["integrity"] },
    { ...good, gate_layers: ["outcome", "outcome"] },
    { ...good, user_turns: ["a", " "] },
  ];
  for (const value of refused) {
    assertEquals(valid(value), false, JSON.stringify(value));
    let taken = true;
    try {
      parseScenario(value, "t");
    } catch {
      taken = false;
    }
    assertEquals(taken, false, JSON.stringify(value));
  }
  assertEquals(valid([good, { name: "m", user_turns: ["a"] }]), true);
});

Deno.test("runReportJsonSchema() passes a report, and one that has grown", () => {
  const valid = ajv.compile(runReportJsonSchema());
  const whole = report([line(), line({ verdict: "FAIL", runs: [failedRun({ trace: "t" })] })]);
  assert(valid(JSON.parse(JSON.stringify(whole))), JSON.stringify(valid.errors));
  assertEquals(valid({ ...whole, more: 1 }), true);
  assertEquals(valid({ ...whole, outcome: "GREEN" }), false);
});
