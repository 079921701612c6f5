import { assertEquals } from "@std/assert";
import { certify } from "../../lib/certify/certify.ts";
import type { Report } from "../../lib/contract/report.ts";

// The examples' adapters as processes, by the true clock, without the cases that wait for a deadline.
// Needs --allow-run and --allow-env; ignored without.
const mayRun = ["run", "env"].every((name) =>
  Deno.permissions.querySync({ name: name as "run" | "env" }).state === "granted"
);
const drivers = new URL("../../examples/drivers/", import.meta.url);
const path = (name: string) => decodeURIComponent(new URL(name, drivers).pathname);

/** One case of each kind, and those that these drivers are known to fail. */
const PATTERNS: readonly string[] = [
  "turn.*",
  "text.unicode",
  "request.fields",
  "run.newest-turn",
  "error.white-space",
  "error.scoreable",
  "number.*",
  "http.interim-*",
  "version.true",
  "calls.missing",
  "body.latin-1",
  "body.nan",
  "status.503",
  "redirect.302",
  "reset.204",
  "run.reset-500",
  "surface.reported",
  "wire.dropped",
  "wire.dropped-reused",
];

async function certified(...command: string[]): Promise<Report> {
  return await certify({ command, patterns: PATTERNS, smoke: true });
}

const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => !["passed", "not_applicable"].includes(verdict))
    .map(({ id }) => id);

/** True where a program is there to be run. */
async function answers(...command: string[]): Promise<boolean> {
  const [program = "", ...args] = command;
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

const python = mayRun && await answers("python3", "--version");
const bench = python && await answers("python3", "-c", "import windtunnel.runtimes.http_inject");

Deno.test({
  name: "examples/drivers/platform_fetch.ts fails where fetch does",
  ignore: !mayRun,
  async fn() {
    const report = await certified(
      Deno.execPath(),
      "run",
      "--no-config",
      "--allow-net=127.0.0.1",
      "--allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S",
      path("platform_fetch.ts"),
    );
    const numbers = ["number.big-integer", "number.long-fraction", "number.beyond-double"];
    const found = failed(report);
    assertEquals(found.filter((id) => !id.startsWith("wire.")), [...numbers, "body.latin-1"]);
    // Which dropped requests are sent again differs from one version of Deno to another.
    assertEquals(
      found.every((id) => !id.startsWith("wire.") || id.startsWith("wire.dropped")),
      true,
    );
    assertEquals(report.declarations, ["unsupported surface (1 of 1 cases)"]);
  },
});

Deno.test({
  name: "examples/drivers/urllib_driver.py fails where urllib does",
  ignore: !python,
  async fn() {
    const report = await certified("python3", path("urllib_driver.py"));
    assertEquals(failed(report), ["http.interim-102", "http.interim-103"]);
  },
});

Deno.test({
  name: "examples/drivers/windtunnel_bench.py certifies the runtime of windtunnel-bench",
  ignore: !bench,
  async fn() {
    const report = await certified("python3", path("windtunnel_bench.py"));
    // What 0.13.0 fails of these; see docs/results/windtunnel-bench.md.
    const known = [
      "number.long-fraction",
      "number.beyond-double",
      "http.interim-102",
      "http.interim-103",
      "version.true",
      "body.nan",
      "redirect.302",
    ];
    assertEquals(failed(report).filter((id) => !known.includes(id)), []);
    assertEquals(report.declarations, []);
  },
});
