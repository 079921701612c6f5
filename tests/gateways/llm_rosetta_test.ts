/**
 * A released gateway, met as anybody meets theirs: by the command, with a target file. What fails is
 * known, cell by cell and with its reason; one failure more or less is news.
 */
import { assertEquals } from "@std/assert";
import { parseReport } from "../../lib/cli/saved_report.ts";
import { canBeBaselined, failedCodes } from "../../lib/report/baseline.ts";
import { parseBaseline } from "../../lib/report/baseline_file.ts";
import { PATHS, TARGET, VERSION } from "./pinned.ts";

const BASELINE = new URL("llm_rosetta.baseline.json", import.meta.url);
const bin = Deno.env.get("WT_GATEWAY_BIN");

/** The command's report, in JSON, and what it said. */
async function played(): Promise<{ readonly report: string; readonly said: string }> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--allow-read",
      "--allow-write",
      "--allow-run",
      "--allow-env",
      "--allow-net=127.0.0.1,[::1],localhost",
      "cli.ts",
      "corpus",
      "run",
      "--target",
      TARGET,
      ...PATHS.flatMap((path) => ["--path", path]),
      "--format",
      "json",
    ],
    cwd: new URL("../../", import.meta.url),
    stdin: "null",
    env: { PATH: `${bin}:${Deno.env.get("PATH") ?? ""}` },
  }).output();
  const decoder = new TextDecoder();
  return { report: decoder.decode(stdout), said: decoder.decode(stderr) };
}

Deno.test({
  name: `llm-rosetta ${VERSION}: the corpus finds what its baseline knows, and nothing else`,
  ignore: bin === undefined,
  async fn() {
    const { report: text, said } = await played();
    const report = parseReport(text, "the report");
    assertEquals(canBeBaselined(report), true, said);
    const { entries } = parseBaseline(await Deno.readTextFile(BASELINE), {
      path: BASELINE.pathname,
      checks: report.results.map(({ id }) => id),
    });
    const known = entries.map(({ check, code }) => `${check} ${code}`);
    const found = report.results.flatMap((one) =>
      failedCodes(one).map((code) => `${one.id} ${code}`)
    );
    assertEquals(report.results.filter(({ verdict }) => verdict === "could_not_run"), []);
    assertEquals(found.filter((one) => !known.includes(one)), [], "failures that are new");
    assertEquals(known.filter((one) => !found.includes(one)), [], "known ones that are gone");
  },
});
