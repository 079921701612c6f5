/**
 * `wt-inject selftest`: every check against every broken and odd endpoint there is, on this machine.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { formatNames } from "../report/formats.ts";
import { safeJson } from "../report/json.ts";
import { plural } from "../report/words.ts";
import { themeOf } from "../selftest/roster.ts";
import { carriedCorpus } from "../selftest/corpus_play.ts";
import { caseIds, selectSubjects } from "../selftest/corpus_selftest.ts";
import { selectMutants } from "../selftest/select.ts";
import { selftest, type SelftestEvent } from "../selftest/selftest.ts";
import { mutantListText } from "../selftest/serve.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import { textLook } from "./conform_outputs.ts";
import { judged } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { type LiveLine, liveLine } from "./live_line.ts";
import { deliverAs, openReports } from "./outputs.ts";
import { commandLine } from "./quote.ts";
import { renderSelftestAs } from "./selftest_formats.ts";

/** Runs the command; the exit code is the self-test's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [["list", ["report"]], ["quiet", ["verbose"]]], []);
  const patterns = args.positionals;
  const cases = caseIds(await carriedCorpus());
  if (args.given("list")) return list(args, io, cases);
  selectMutants(patterns, undefined, cases);
  const verbose = args.given("verbose");
  const line = liveLine(io.stderr, { quiet: args.given("quiet"), verbose });
  try {
    const reports = await openReports(args, formatNames);
    const onEvent = (event: SelftestEvent) => told(event, line);
    const found = await judged(
      io,
      { note: line.say, end: line.end },
      { reports },
      (signal) => selftest({ patterns, signal, onEvent }),
    );
    const report = { ...found, repeat: commandLine(["wt-inject", "selftest", ...args.words]) };
    const look = { color: textLook(args, io).color ?? false };
    return await deliverAs(
      {
        exitCode: report.exit_code,
        render: (format, where) =>
          renderSelftestAs(format, report, {
            verbose,
            ...(where === "screen" ? look : {}),
          }),
        reports,
      },
      args,
      io,
    );
  } finally {
    line.end();
  }
}

function list(args: Arguments, io: Io, cases: readonly string[]): number {
  const format = args.text("format") ?? "text";
  if (format !== "text" && format !== "json") {
    throw new UsageError(
      `Cannot use --format ${format} here: a list is text or json`,
      "Write --format json, or leave it out.",
    );
  }
  const { mutants } = selectMutants(args.positionals, undefined, cases);
  const { subjects } = selectSubjects(args.positionals, cases);
  const entries = mutants.map(({ id, what, breaks, expect }) => {
    const { outcome, failed, warned } = expect;
    return { id, theme: themeOf(id), what, breaks: breaks ?? null, outcome, failed, warned };
  });
  const others = subjects.map(({ id, theme, what, breaks, kills, warned }) => ({
    id,
    theme,
    what,
    breaks,
    kills,
    warned,
  }));
  const named = subjects.map(({ id, what, breaks }) => ({ id, what, breaks: breaks ?? undefined }));
  io.stdout.write(
    format === "json"
      ? `${safeJson({ mutants: entries, corpus: others }, 2)}\n`
      : mutantListText([...mutants, ...named]),
  );
  return 0;
}

function told(event: SelftestEvent, line: LiveLine): void {
  switch (event.type) {
    case "plan":
      line.say(
        `${
          [
            ...(event.mutants === 0 ? [] : [plural(event.mutants, "endpoint")]),
            ...(event.subjects === 0 ? [] : [plural(event.subjects, "gateway")]),
          ].join(" and ")
        } of our own on loopback; all that there are take about two minutes`,
      );
      line.begin();
      break;
    case "trial": {
      const { trial, done, of } = event;
      line.detail(`${trial.state.replaceAll("_", " ").padEnd(9)} ${trial.id} (${trial.run})`);
      line.at(`${done} of ${of} runs: ${trial.id}`);
      break;
    }
    case "corpus-trial": {
      const { trial, done, of } = event;
      line.detail(`${trial.state.replaceAll("_", " ").padEnd(9)} ${trial.id} (corpus)`);
      line.at(`${done} of ${of} gateways and loops: ${trial.id}`);
      break;
    }
    case "second-look":
      line.detail(`${event.id} is judged once more, alone: ${event.details.join("; ")}`);
      line.at(`${event.id}, once more`);
      break;
  }
}
