/**
 * `wt-inject run`: scenarios on endpoints, with traces.
 *
 * @module
 */
import { checkTarget } from "../conform/target.ts";
import { UsageError } from "../contract/usage.ts";
import { HttpInject } from "../driver/http_inject.ts";
import { DEFAULT_TIMEOUT_S } from "../driver/settings.ts";
import { crashingOnDemand } from "../endpoint/crash.ts";
import { formatNames } from "../report/formats.ts";
import { brief } from "../report/visible.ts";
import { plural } from "../report/words.ts";
import { DEFAULT_IDENTITY, type Identity } from "../run/identity.ts";
import { loadScenarios } from "../run/load.ts";
import { openRunsFolder, refuseAmongScenarios, refuseAmongTraces } from "../run/runs_folder.ts";
import { renderRunAs } from "../run/formats.ts";
import { type DealtScenario, type RunReport, runReport } from "../run/run_report.ts";
import { dealt, selectionOf, shardOf, withTags } from "../run/select.ts";
import { sweep, type SweepEvent } from "../run/sweep.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import { textLook } from "./conform_outputs.ts";
import { judged, withTarget } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { type LiveLine, liveLine } from "./live_line.ts";
import { deliverAs, openReports } from "./outputs.ts";
import { requireNet } from "./permission.ts";
import { commandLine } from "./quote.ts";
import { reportTargets } from "./report_files.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/** Runs the command; the exit code is the report's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [["reference", ["url", "destroy-state"]], ["quiet", ["verbose"]]], []);
  if (args.given("interchange") && !args.given("out")) {
    throw new UsageError(
      "Cannot use --interchange: no folder is named",
      "Add --out DIR: conversations are written beside their traces.",
    );
  }
  const runs = args.number("runs") ?? 1;
  const identity: Identity = {
    agent: args.text("agent") ?? DEFAULT_IDENTITY.agent,
    variant: args.text("label") ?? DEFAULT_IDENTITY.variant,
    model: args.text("model") ?? DEFAULT_IDENTITY.model,
  };
  const shardText = args.text("shard");
  const shard = shardText === undefined ? undefined : shardOf(shardText);
  const all = withTags(await loadScenarios(args.positionals), args.list("tag"));
  const scenarios = dealt(all, shard);
  const selection = await selectionOf(all, runs, identity);
  const urls = args.given("reference") ? undefined : urlsOf(args, io);
  const fromEnvironment = args.given("timeout") ? undefined : timeoutFromEnvironment(io);
  const timeoutS = args.number("timeout") ?? fromEnvironment ?? DEFAULT_TIMEOUT_S;
  const out = args.text("out");
  const targets = reportTargets(args.list("report"), formatNames);
  await refuseAmongScenarios(all, args.positionals, targets.map(({ path }) => path), out);
  const folder = out === undefined ? undefined : await openRunsFolder(out, scenarios, identity);
  if (folder !== undefined) refuseAmongTraces(out!, targets.map(({ path }) => path));

  const line = liveLine(io.stderr, { quiet: args.given("quiet"), verbose: args.given("verbose") });
  try {
    return await onTargets(urls, async (endpoints) => {
      const reports = await openReports(args, formatNames);
      const progress = { note: line.say, end: line.end };
      const report = await judged(io, progress, { reports }, async (signal) => {
        const startedAt = new Date().toISOString();
        const begun = performance.now();
        const swept = await sweep({
          scenarios,
          runs,
          endpoints: endpoints.map((url) => ({
            url,
            driver: new HttpInject({ baseUrl: url, timeoutS }),
          })),
          identity,
          signal,
          onEvent: teller(line, scenarios, runs, endpoints),
          ...(folder === undefined
            ? {}
            : { store: { ...folder, interchange: args.given("interchange") } }),
        });
        return runReport(scenarios, swept, {
          endpoints,
          identity,
          runs,
          startedAt,
          durationMs: performance.now() - begun,
          selection,
          ...(shard === undefined ? {} : { shard }),
          notes: notesOn(folder === undefined, scenarios, shardText),
          repeat: repeatOf(args, urls, fromEnvironment),
        });
      });
      return await deliverRun(report, args, io, reports);
    });
  } finally {
    line.end();
  }
}

/** Writes a sweep's report; why it ended early is told on standard error where no person reads the report. */
export async function deliverRun(
  report: RunReport,
  args: Arguments,
  io: Io,
  reports: Awaited<ReturnType<typeof openReports>>,
): Promise<number> {
  const format = args.text("format") ?? "text";
  const early = report.outcome === "HARNESS ERROR" ||
    report.scenarios.some(({ verdict }) => verdict === "INCOMPLETE");
  if (format !== "text" && early && report.outcome !== "INTERRUPTED") {
    io.stderr.write(`wt-inject: ${brief(report.reason, 2000)}\n`);
  }
  const options = { verbose: args.given("verbose") };
  const look = { ...options, ...textLook(args, io) };
  return await deliverAs(
    {
      exitCode: report.exit_code,
      render: (name, where) => renderRunAs(name, report, where === "screen" ? look : options),
      reports,
    },
    args,
    io,
  );
}

/** The endpoints, each once. */
function urlsOf(args: Arguments, io: Io): readonly string[] {
  const given = args.list("url");
  const mayDestroy = args.given("destroy-state");
  const urls = (given.length === 0 ? [undefined] : given)
    .map((url) => checkTarget(targetUrl(url, io), mayDestroy));
  const twin = urls.find((url, index) => urls.slice(0, index).some((other) => meet(url, other)));
  if (twin === undefined) return urls;
  throw new UsageError(
    `Cannot use ${twin} twice: two runs would meet on one endpoint`,
    "Give each copy of the agent an address of its own.",
  );
}

/**
 * True for two URLs of one place, whichever of its names this machine is called by. A server that
 * listens on all of its addresses is at 127.0.0.1 and at [::1].
 */
function meet(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  for (const url of [a, b]) if (HERE.test(url.hostname)) url.hostname = "localhost";
  return a.href === b.href;
}

/** This machine's own names; ::ffff:127.0.0.1 is 127.0.0.1, written as IPv6. */
const HERE = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f00:1|0:0)\])$/;

async function onTargets(
  urls: readonly string[] | undefined,
  work: (urls: readonly string[]) => Promise<number>,
): Promise<number> {
  if (urls === undefined) {
    return await withTarget(undefined, (url) => work([url]), crashingOnDemand);
  }
  for (const url of urls) await requireNet(url);
  return await work(urls);
}

function notesOn(
  keepsNothing: boolean,
  scenarios: readonly DealtScenario[],
  shard: string | undefined,
): readonly string[] {
  const empty = scenarios.length === 0 && shard !== undefined
    ? [`no scenario falls to shard ${shard}: there are more shards than scenarios`]
    : [];
  return keepsNothing ? [...empty, "no traces were kept; --out DIR keeps them"] : empty;
}

function repeatOf(
  args: Arguments,
  urls: readonly string[] | undefined,
  timeoutS: number | undefined,
): string {
  const words = ["wt-inject", "run"];
  if (urls !== undefined && !args.given("url")) words.push(...urls.map((url) => `--url=${url}`));
  if (timeoutS !== undefined) words.push(`--timeout=${timeoutS}`);
  return commandLine([...words, ...args.words]);
}

/** Turns events into lines. The first says what will be done, and that state is destroyed. */
function teller(
  line: LiveLine,
  scenarios: readonly DealtScenario[],
  runs: number,
  urls: readonly string[],
): (event: SweepEvent) => void {
  const of = scenarios.length * runs;
  const where = urls.length === 1 ? urls[0] : plural(urls.length, "endpoint");
  line.say(
    `${plural(scenarios.length, "scenario")}, ${plural(of, "run")} on ${where}; ` +
      "its state is destroyed before each",
  );
  line.begin();
  let done = 0;
  return (event) => {
    switch (event.type) {
      case "begin":
        line.at(`${done} of ${of} runs: ${event.scenario} (run ${event.index + 1})`);
        break;
      case "warning":
        line.say(`warning: ${event.scenario}: ${event.warning}`);
        break;
      case "end": {
        const { scenario, index, run } = event.record;
        done = event.done;
        line.detail(`${run.score.verdict.padEnd(7)} ${scenario.name} (run ${index + 1})`);
        line.at(`${done} of ${of} runs`);
      }
    }
  };
}
