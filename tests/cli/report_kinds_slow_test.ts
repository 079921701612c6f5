import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { formatNames } from "../../lib/report/formats.ts";
import { renderJson } from "../../lib/report/json.ts";
import { ordinaryReport } from "../report/sample.ts";
import { readXml } from "../report/xml_scanner.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const STARTS: Readonly<Record<(typeof formatNames)[number], RegExp>> = {
  text: /\S/,
  json: /^\{\n {2}"wt_inject_/,
  ndjson: /^\{"type":"run",/,
  junit: /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="wt-inject /,
  markdown: /^## wt-inject /,
  github: /^::(error|notice) title=wt-inject /,
  html: /^<!doctype html>\n/,
};

async function report(words: readonly string[], input = "") {
  const io = memoryIo({ input });
  const code = await main(["report", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

/** Each format of a command's own report, and the same of what it saved as JSON. */
async function alike(words: readonly string[], code: number): Promise<void> {
  await inFolder(async (folder) => {
    const reports = formatNames.map((format) => `--report=${format}=${folder}/${format}`);
    const first = await wtInject([...words, ...reports, "-q"]);
    assertEquals(first.code, code, first.stderr);
    for (const format of formatNames) {
      const own = await Deno.readTextFile(`${folder}/${format}`);
      assertMatch(own, STARTS[format], format);
      const shown = await report(["view", `${folder}/json`, "--format", format]);
      assertEquals([shown.code, shown.err], [0, ""]);
      assertEquals(shown.out, own, format);
      if (format === "junit") readXml(own);
      if (format === "ndjson") {
        const lines = own.trimEnd().split("\n").map((line) => JSON.parse(line));
        assertEquals([lines[0].type, lines.at(-1).type], ["run", "end"]);
        assert(lines.slice(1, -1).every(({ type }) => type === "result"));
        assertEquals(lines.at(-1).exit_code, code);
      }
    }
    const badge = await report(["badge", `${folder}/json`]);
    assertEquals(JSON.parse(badge.out).schemaVersion, 1);
  });
}

Deno.test("report view shows a self-test in every format, as the self-test did", () =>
  alike(["selftest", "reset.idempotent", "result-ids-swapped"], 0));

Deno.test("report view shows a sweep in every format, as run did", () =>
  alike([
    "run",
    "examples/scenarios/wrong_answer.yaml",
    "examples/scenarios/numbers.yaml",
    "--reference",
  ], 1));

Deno.test("report view shows a corpus run in every format, as corpus run did", () =>
  alike(["corpus", "run", "--case=two-calls-one-turn"], 0));

Deno.test("report view shows a certification in every format, as certify did", () =>
  alike(["certify", "--self", "--select=turn.plain"], 0));

Deno.test("report badge says contract, verdict and day, and exits 0 whatever the verdict", async () => {
  const saved = renderJson(ordinaryReport());
  const json = await report(["badge", "-"], saved);
  assertEquals([json.code, JSON.parse(json.out).message], [0, "does not conform, 2026-07-07"]);
  const svg = await report(["badge", "-", "--format=svg"], saved);
  assertEquals(svg.code, 0);
  assertMatch(svg.out, /^<svg xmlns=/);
  assertEquals((await report(["badge", "-", "--format=png"], saved)).code, 2);
});

Deno.test("report view says of other JSON of ours what it is, and of a broken report where", async () => {
  const cases: readonly (readonly [value: unknown, says: string])[] = [
    [{ wt_inject_ratification: 1 }, "it is a ratification"],
    [{ wt_inject_diff: 1 }, "it is a diff of two reports"],
    [{ wt_inject_rescore: 1 }, "it is what rescore found"],
    [{ wt_inject_baseline: 1 }, "it is a baseline"],
    [{ wt_inject_selftest: 1 }, "Cannot use standard input as the report of a self-test: "],
    [{ wt_inject_run_report: 1 }, "Cannot use standard input as the report of a sweep: "],
    [{}, 'it must have the key "wt_inject_report"'],
    [[], "it must be an object"],
  ];
  for (const [value, says] of cases) {
    const { code, out, err } = await report(["view", "-"], JSON.stringify(value));
    assertEquals([code, out], [2, ""]);
    assertStringIncludes(err, says);
  }
});
