import {
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { rendered } from "../../lib/cli/conform_outputs.ts";
import { shapeFault } from "../../lib/cli/json_shape.ts";
import { parseReport, readReport } from "../../lib/cli/saved_report.ts";
import type { JsonValue } from "../../lib/contract/json.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { applyBaseline } from "../../lib/report/baseline.ts";
import { formatNames } from "../../lib/report/formats.ts";
import { renderJson, renderNdjson } from "../../lib/report/json.ts";
import { reportJsonSchema } from "../../lib/report/schema.ts";
import { hostileReport } from "../report/hostile.ts";
import { ordinaryReport, report } from "../report/sample.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder } from "./subprocess.ts";

const today = "2026-07-07";
const entries = [{ check: "transport.json-utf8", reason: "known" }, { check: "no", reason: "x" }];
const baselined = () => applyBaseline(ordinaryReport(), { entries }, { today });

Deno.test("parseReport() gives back what renderJson() wrote", async () => {
  for (const saved of [ordinaryReport(), hostileReport(), report([], []), baselined()]) {
    const read = parseReport(renderJson(saved), "x");
    assertEquals(read, JSON.parse(JSON.stringify(saved)));
    for (const format of formatNames) {
      assertEquals(await rendered(format, read, {}), await rendered(format, saved, {}));
    }
  }
});

Deno.test("parseReport() names the place and what must stand there", () => {
  const saved = JSON.parse(renderJson(ordinaryReport()));
  const [first] = saved.results;
  const cases: readonly (readonly [value: unknown, says: string])[] = [
    [[], "it must be an object"],
    [5, "it must be an object"],
    [{}, 'it must have the key "wt_inject_report"'],
    [{ ...saved, wt_inject_report: 2 }, "/wt_inject_report must be 1"],
    [{ ...saved, outcome: "FINE" }, "/outcome must be one of CONFORMS, "],
    [{ ...saved, exit_code: 2 }, "/exit_code must be one of 0, 1, 3, 4, 130"],
    [{ ...saved, duration_ms: -1 }, "/duration_ms must be 0 or more"],
    [{ ...saved, duration_ms: "1" }, "/duration_ms must be a number"],
    [{ ...saved, started_at: "yesterday" }, "/started_at must match "],
    [{ ...saved, thorough: 1 }, "/thorough must be true or false"],
    [{ ...saved, notes: ["a", null] }, "/notes/1 must be a string"],
    [{ ...saved, turns: { planned: 1.5, sent: 0 } }, "/turns/planned must be a whole number"],
    [{ ...saved, results: [{ ...first, verdict: "ok" }] }, "/results/0/verdict must be one of "],
    [{ ...saved, results: [first, first] }, "/results/1/id stands there twice"],
    [{ ...saved, baseline: [] }, "/baseline must be an object"],
    [{ ...saved, baseline: { known: [] } }, '/baseline must have the key "new"'],
  ];
  for (const [value, says] of cases) {
    const error = assertThrows(() => parseReport(JSON.stringify(value), "wt.json"), UsageError);
    assertStringIncludes(error.message, "Cannot use wt.json as a report: ");
    assertStringIncludes(error.message, says);
  }
});

Deno.test("parseReport() refuses what isn't JSON, or is nested past any report", () => {
  const deep = renderJson(report([], [])).replace(
    "{",
    `{"x":${"[".repeat(5000)}${"]".repeat(5000)},`,
  );
  const cases: readonly (readonly [text: string, says: string])[] = [
    ["", "it isn't JSON (line 1, column 1: "],
    ["<testsuites/>", "it isn't JSON (line 1, column 1: "],
    [renderNdjson(ordinaryReport()), "it is ndjson, one value a line"],
    [deep, "it isn't JSON (line 1, column "],
  ];
  for (const [text, says] of cases) {
    const { message, hint } = assertThrows(() => parseReport(text, "x"), UsageError);
    assertStringIncludes(message, says);
    assertStringIncludes(hint!, "--report json=PATH");
  }
});

/** Every value inside of one, with a copy in which something else stands in its place. */
function* spoiled(value: JsonValue, junk: JsonValue): Generator<JsonValue> {
  yield junk;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      for (const bad of spoiled(item, junk)) yield value.with(i, bad);
    }
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      for (const bad of spoiled(item, junk)) yield { ...value, [key]: bad };
      const { [key]: _gone, ...rest } = value;
      yield rest;
    }
  }
}

Deno.test("a report with junk in any place is refused or shown, and never a crash", async () => {
  const { results, exchanges, ...rest } = baselined();
  const small = JSON.parse(JSON.stringify({
    ...rest,
    results: results.slice(0, 3),
    exchanges: exchanges.slice(1, 3),
  }));
  let refused = 0;
  let shown = 0;
  for (const junk of [null, 1.5, -1, "", "junk", true, [], {}, [null], { id: 1 }] as JsonValue[]) {
    for (const bad of spoiled(small, junk)) {
      try {
        const read = parseReport(JSON.stringify(bad), "x");
        for (const format of formatNames) await rendered(format, read, { verbose: true });
        shown++;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        refused++;
      }
    }
  }
  assertEquals(refused > 500 && shown > 100, true, `${refused} refused, ${shown} shown`);
});

Deno.test("readReport() reads a file or standard input, and says why it can't", async () => {
  const text = renderJson(ordinaryReport());
  const io = memoryIo({ input: text });
  assertEquals((await readReport("-", io)).wt_inject_report, 1);
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/wt.json`, text);
    assertEquals((await readReport(`${folder}/wt.json`, io)).wt_inject_report, 1);
    await Deno.writeFile(`${folder}/bad`, new Uint8Array([0x22, 0xff, 0x22]));
    const cases = [
      [`${folder}/none`, "there is no such file"],
      [folder, "it is a folder"],
      [`${folder}/bad`, "it isn't UTF-8"],
    ] as const;
    for (const [path, says] of cases) {
      const { message } = await assertRejects(() => readReport(path, io), UsageError);
      assertStringIncludes(message, says);
      assertMatch(message, /^Cannot (read|use) /);
    }
  });
});

Deno.test("shapeFault() refuses a schema that it can't hold anything against", () => {
  const cases = [{ type: "string", format: "date" }, { $ref: "#/$defs/none" }, {
    $ref: "other.json",
  }];
  for (const schema of cases) assertThrows(() => shapeFault(schema, "x"), RangeError);
  assertEquals(shapeFault(reportJsonSchema(), JSON.parse(renderJson(report([], [])))), undefined);
});

Deno.test("shapeFault() takes own keys alone, and lets keys through that it doesn't know", () => {
  const schema = {
    type: "object",
    required: ["constructor"],
    properties: { a: { type: "string" } },
  };
  assertEquals(shapeFault(schema, {})?.says, 'must have the key "constructor"');
  assertEquals(shapeFault(schema, { constructor: 1, b: 2 }), undefined);
  assertEquals(shapeFault(schema, { constructor: 1, a: 2 }), {
    pointer: "/a",
    says: "must be a string",
  });
});
