import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { pythonRefuses } from "../../lib/run/python_limits.ts";
import { sweep } from "../../lib/run/sweep.ts";
import { DEFAULT_IDENTITY } from "../../lib/run/identity.ts";
import type { ScenarioDriver } from "../../lib/scenario/run.ts";
import { memoryDisk, sourced, storeOn } from "./support.ts";

const nested = (levels: number) => '{"a":'.repeat(levels - 1) + "{}" + "}".repeat(levels - 1);

Deno.test("pythonRefuses() knows depth and long integers, and looks into no string", () => {
  assertEquals(pythonRefuses(nested(900)), undefined);
  assertEquals(pythonRefuses(nested(901)), "it is nested more than 900 levels deep");
  const digits = "9".repeat(4_300);
  for (
    const fine of [digits, `-${digits}`, `[${digits},${digits}]`, `${digits}.5`, `${digits}9e1`]
  ) {
    assertEquals(pythonRefuses(fine), undefined, fine.slice(-3));
  }
  for (const long of [`${digits}9`, `{"a":-${digits}9}`]) {
    assertEquals(pythonRefuses(long), "it holds an integer of more than 4300 digits");
  }
  const quoted = JSON.stringify([`${digits}9`, "\\", '"' + "[".repeat(1_000)]);
  assertEquals(pythonRefuses(quoted), undefined);
});

function driverWith(schema: string, args: string): ScenarioDriver {
  const document = parseJson(
    `{"system_instructions":[],"extra_segments":[],` +
      `"tool_definitions":[{"name":"t","input_schema":${schema}}]}`,
  );
  return {
    inject: () =>
      Promise.resolve({
        reply: "Three.",
        toolCalls: [{ name: "t", arguments: {}, argumentsJson: args }],
      }),
    reset: () => Promise.resolve(),
    surface: () =>
      Promise.resolve({ status: "reported", surface: document.value as never, document }),
  };
}

async function swept(schema: string, args: string) {
  const disk = memoryDisk();
  const warnings: string[] = [];
  const { records } = await sweep({
    scenarios: sourced({}),
    runs: 1,
    endpoints: [{ url: "http://127.0.0.1:1", driver: driverWith(schema, args) }],
    identity: DEFAULT_IDENTITY,
    store: storeOn(disk, true),
    onEvent: (event) => {
      if (event.type === "warning") warnings.push(event.warning);
    },
  });
  const endings = [...disk.files.keys()].map((name) => name.replace(/^[^.]*/, "")).sort();
  const trace = [...disk.files].find(([name]) => /\/[^.]+\.json$/.test(name))![1];
  return { record: records[0]![0]!, warnings, endings, trace: JSON.parse(trace) };
}

Deno.test("sweep() keeps no surface that would make Wind Tunnel's tools stumble over the trace", async () => {
  const { record, warnings, trace } = await swept(nested(2_000), "{}");
  const detail = "it was reported, and Wind Tunnel's tools can't read it: " +
    "it is nested more than 900 levels deep";
  assertEquals(trace.surface, { status: "invalid", detail });
  assertEquals(trace.worker_warnings, [`surface_invalid: ${detail}`]);
  assertEquals(warnings, [`surface_invalid: ${detail}`]);
  assertEquals(record.run.score.verdict, "PASS");
  const plain = await swept(nested(20), "{}");
  assertEquals([plain.trace.surface.status, plain.warnings], ["reported", []]);
  assertEquals(plain.endings, [".json", ".ndjsonl", ".score.json", ".wtin.json"]);
});

Deno.test("sweep() keeps no conversation that they can't read, and says so; the trace stays", async () => {
  const { record, warnings, endings, trace } = await swept("{}", `{"n":${"9".repeat(5_000)}}`);
  assertEquals(endings, [".json", ".ndjsonl", ".score.json"]);
  assertEquals(warnings.length, 1);
  assertMatch(warnings[0]!, /^no \.wtin\.json is kept, .* an integer of more than 4300 digits$/);
  assertEquals([record.run.warnings, trace.worker_warnings], [warnings, []]);
  assertStringIncludes(trace.turns[1].tool_calls[0].function.arguments, "9999");
});
