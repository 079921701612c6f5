/**
 * `wt-inject certify`: a driver against scripted endpoints, good, odd and hostile.
 *
 * @module
 */
import { attachedDriver } from "../certify/attached.ts";
import { certify, type CertifyOptions } from "../certify/certify.ts";
import { CLOCK } from "../certify/clock.ts";
import { levelOf } from "../certify/select.ts";
import { selfDriver } from "../certify/self.ts";
import type { Report } from "../contract/report.ts";
import { formatNames } from "../report/formats.ts";
import { safeJson } from "../report/json.ts";
import { visible } from "../report/visible.ts";
import type { Arguments } from "./arguments.ts";
import { type ChosenCases, chosenCases, refuseContradictions } from "./certify_options.ts";
import { attachedGreeting, attachedText, certifyTeller } from "./certify_progress.ts";
import { secondsFor } from "./certify_time.ts";
import { deliver } from "./conform_outputs.ts";
import { listenAddress, requireDriver, requireListen, SELF_LABEL } from "./drivers.ts";
import { judged } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { liveLine } from "./live_line.ts";
import { openReports } from "./outputs.ts";
import { commandLine } from "./quote.ts";

/** The driver of a run, and how reports name it. */
interface Chosen {
  readonly options: Pick<CertifyOptions, "command" | "attach">;
  /** What stands in the report's place for a URL. */
  readonly name: string;
  /** The words that choose it on a command line. */
  readonly words: readonly string[];
}

/** Runs the command; the exit code is the report's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseContradictions(args);
  const chosen = chosenCases(args);
  if (args.given("list")) return list(args, chosen, io);
  const driver = await driverOf(args, io);
  const line = liveLine(io.stderr, {
    quiet: args.given("quiet"),
    verbose: args.given("verbose"),
  });
  const inProcess = args.given("self");
  const seconds = args.given("listen") ? {} : { seconds: secondsFor(chosen.cases, { inProcess }) };
  try {
    const reports = await openReports(args, formatNames);
    const { cases, runtime } = chosen;
    const report = await judged(
      io,
      { note: line.say, end: line.end },
      { reports },
      (signal) =>
        certify({
          ...driver.options,
          cases,
          signal,
          smoke: args.given("smoke"),
          onEvent: certifyTeller(line, seconds),
          repeat: commandLine(["wt-inject", "certify", ...args.words]),
          ...(runtime === undefined ? {} : { runtime }),
        }),
    );
    const label = args.text("label");
    return await deliver(asAsked(report, chosen, driver, label), args, io, { reports });
  } finally {
    line.end();
  }
}

async function driverOf(args: Arguments, io: Io): Promise<Chosen> {
  if (args.given("self")) {
    return { options: { command: selfDriver }, name: SELF_LABEL, words: ["--self"] };
  }
  const listen = args.text("listen");
  if (listen === undefined) {
    const command = args.positionals;
    await requireDriver(command);
    return { options: { command }, name: commandLine(command), words: ["--", ...command] };
  }
  const address = listenAddress(listen);
  const url = await requireListen(address);
  const say = (text: string) => void (args.given("quiet") || io.stderr.write(text));
  const timeoutS = CLOCK.shortTimeoutS;
  let greeted = false;
  const command = attachedDriver({
    tell(told) {
      if (!greeted) say(attachedGreeting(url, timeoutS));
      greeted = true;
      say(attachedText({ ...told, line: visible(told.line) }));
    },
    lines: io.inputLines(),
  });
  return {
    options: { command, attach: { ...address, timeoutS } },
    name: `a driver that starts itself, at ${url}`,
    words: ["--listen", listen],
  };
}

/** The report with the driver, the selection and the lines that repeat cases as the user gave them. */
function asAsked(
  report: Report,
  { patterns, available, cases, runtime }: ChosenCases,
  { name, words }: Chosen,
  label: string | undefined,
): Report {
  const again = (id: string) =>
    commandLine([
      ...["wt-inject", "certify"],
      ...(runtime === undefined ? [] : ["--runtime", runtime]),
      ...["--select", id],
      ...words,
    ]);
  const labels = [label, report.target.label].filter((one) => one !== undefined);
  return {
    ...report,
    target: { url: name, ...(labels.length === 0 ? {} : { label: labels.join(", ") }) },
    selection: { patterns, selected: cases.length, available },
    exchanges: report.exchanges.map((one) =>
      one.request.method === "STDIN"
        ? { ...one, curl: again(one.id.replace(/\/driver$/, "")) }
        : one
    ),
  };
}

function list(args: Arguments, { cases, runtime }: ChosenCases, io: Io): number {
  const rows = cases.map((one) => {
    const { id, family, clause, side, title } = one;
    return { id, family, clause, side, level: levelOf(one, runtime), title };
  });
  if (args.text("format") === "json") {
    io.stdout.write(`${safeJson({ cases: rows }, 2)}\n`);
    return 0;
  }
  const width = Math.max(...rows.map(({ id }) => id.length));
  io.stdout.write(
    rows.map(({ id, family, level, title }) =>
      `${id.padEnd(width)}  ${level.padEnd(6)}  ${family.padEnd(7)}  ${title}\n`
    ).join(""),
  );
  return 0;
}
