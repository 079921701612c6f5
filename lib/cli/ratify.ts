/**
 * `wt-inject ratify`: do two independent drivers conform and pass the canary?
 *
 * @module
 */
import { availableCases, selectCases } from "../certify/select.ts";
import { ratify, type RatifyDriver, type RatifyEvent } from "../certify/ratify.ts";
import {
  RATIFICATION_FORMATS,
  type RatificationFormat,
  renderRatification,
} from "../certify/ratify_render.ts";
import { selfDriver } from "../certify/self.ts";
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
import { plural } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { certifyTeller } from "./certify_progress.ts";
import { aboutTime, secondsFor } from "./certify_time.ts";
import { refuseTogether } from "./conform_options.ts";
import { textLook } from "./conform_outputs.ts";
import { requireDriver, SELF_LABEL, splitWords } from "./drivers.ts";
import { judged } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { type LiveLine, liveLine } from "./live_line.ts";
import { deliverAs, openReports } from "./outputs.ts";
import { commandLine } from "./quote.ts";

/** Runs the command; the exit code is the record's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [["quiet", ["verbose"]]], []);
  const drivers = namedDrivers(args);
  const runtime = args.given("runtime") ? { runtime: "http_inject" as const } : {};
  const patterns = args.list("select");
  const cases = selectCases({ patterns, ...runtime });
  for (const { command } of drivers) {
    if (Array.isArray(command)) await requireDriver(command);
  }
  const line = liveLine(io.stderr, { quiet: args.given("quiet"), verbose: args.given("verbose") });
  try {
    const reports = await openReports(args, RATIFICATION_FORMATS);
    const seconds = drivers.reduce(
      (sum, { command }) => sum + secondsFor(cases, { inProcess: !Array.isArray(command) }),
      0,
    );
    line.say(
      `${plural(drivers.length, "driver")}, ${cases.length} of ` +
        `${plural(availableCases(runtime).length, "case")} and a canary through each: ` +
        `${aboutTime(seconds)} for drivers that give up in time`,
    );
    line.begin();
    const record = await judged(
      io,
      { note: line.say, end: line.end },
      { reports },
      (signal) =>
        ratify({
          drivers,
          patterns,
          signal,
          onEvent: teller(line),
          repeat: commandLine(["wt-inject", "ratify", ...args.words]),
          again: (driver, caseId) => certifyLine(driver, caseId, runtime.runtime),
          ...runtime,
        }),
    );
    const color = textLook(args, io).color ?? false;
    return await deliverAs(
      {
        exitCode: record.exit_code,
        render: (format, where) =>
          renderRatification(
            record,
            format as RatificationFormat,
            where === "screen" ? { color } : {},
          ),
        reports,
      },
      args,
      io,
    );
  } finally {
    line.end();
  }
}

/** NAME=CMD, CMD, or self; NAME is letters, digits, dots and dashes. */
function namedDrivers(args: Arguments): readonly RatifyDriver[] {
  const versions = new Map(
    args.list("driver-version").map((value) => {
      const [, name, version] = /^(.+?)=(.+)$/.exec(value) ?? [];
      if (name === undefined || version === undefined) {
        throw new UsageError(
          `Cannot use --driver-version ${value}: it isn't NAME=VERSION`,
          "NAME is the name that --driver NAME=CMD gives.",
        );
      }
      return [name, version] as const;
    }),
  );
  const drivers = args.list("driver").map((value): RatifyDriver => {
    const [, name, rest] = /^([\w.-]+)=(.*)$/s.exec(value) ?? [];
    const words = splitWords(rest ?? value);
    if (words.length === 0) {
      throw new UsageError(
        `Cannot use --driver ${value}: it names no command`,
        "Write --driver 'NAME=CMD ARGS', --driver 'CMD ARGS', or --driver self.",
      );
    }
    if (words.length === 1 && words[0] === "self") {
      return { label: name ?? SELF_LABEL, command: selfDriver, version: VERSION };
    }
    const label = name ?? commandLine(words);
    const version = versions.get(label);
    return { label, command: words, ...(version === undefined ? {} : { version }) };
  });
  const stray = [...versions.keys()].find((name) =>
    !drivers.some(({ label, command }) => label === name && Array.isArray(command))
  );
  if (stray !== undefined) {
    throw new UsageError(
      `Cannot state a version of ${stray}: no command has that name`,
      "Give it one with --driver NAME=CMD; wt-inject's own driver states its version itself.",
    );
  }
  if (drivers.length < 2) {
    throw new UsageError(
      "Cannot ratify: the rule asks for two independent drivers",
      "Give --driver twice at least; --driver self is wt-inject's own.",
    );
  }
  return drivers;
}

function certifyLine({ command }: RatifyDriver, caseId?: string, runtime?: string): string {
  return commandLine([
    ...["wt-inject", "certify"],
    ...(runtime === undefined ? [] : ["--runtime", runtime]),
    ...(caseId === undefined ? [] : ["--select", caseId]),
    ...(Array.isArray(command) ? ["--", ...command] : ["--self"]),
  ]);
}

function teller(line: LiveLine): (event: RatifyEvent) => void {
  const tellers = new Map<string, ReturnType<typeof certifyTeller>>();
  return (event) => {
    switch (event.type) {
      case "plan":
        break;
      case "certify": {
        const { label } = event;
        const tell = tellers.get(label) ?? certifyTeller(line, { prefix: `${label}: ` });
        tellers.set(label, tell);
        tell(event.event);
        break;
      }
      case "canary":
        line.detail(`${event.label}: canary on ${event.endpoint}`);
        line.at(`${event.label}: canary on ${event.endpoint}`);
        break;
      case "driver": {
        const { label, certification, canary } = event.driver;
        const outcome = canary.verdict.replaceAll("_", " ");
        line.say(`${label}: ${certification.outcome}; canary ${outcome}`);
        break;
      }
    }
  };
}
