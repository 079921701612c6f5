/**
 * A ratification: each driver's whole certification, the canary through each, whether what they report
 * agrees, and what the contract's rule says of it. Nothing is softened to change that.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
import { runtimeName } from "../wire/runtime.ts";
import type { DriverCase } from "./case.ts";
import { certify, type CertifyEvent, driverOf } from "./certify.ts";
import { CLOCK, type Clock } from "./clock.ts";
import { caseSetDigest } from "./digest.ts";
import type { DriverUnderTest } from "./driver.ts";
import type { InProcessDriver } from "./in_process.ts";
import { driverCanary } from "./ratify_canary.ts";
import { ruling, shortcomings } from "./ratify_judge.ts";
import { agreementOf, caseOutcomes, type Heard, overheard } from "./ratify_outcomes.ts";
import type { DriverRecord, RatificationRecord } from "./ratify_record.ts";
import { availableCases, selectCases } from "./select.ts";

/** The clause that makes the rule. */
const RULE = "ratification.two-drivers";

/** A driver that is to count. */
export interface RatifyDriver {
  /** How the record names it; one of a kind. */
  readonly label: string;
  /** A program with its arguments, a function of this process, or anything else that can be called. */
  readonly command: readonly string[] | InProcessDriver | DriverUnderTest;
  readonly version?: string;
}

/** What a ratification is told. */
export interface RatifyOptions {
  /** Two at least, each another one. That they are independent is the word of whoever names them. */
  readonly drivers: readonly RatifyDriver[];
  /** Every driver is this built-in runtime, and is held to its clauses too. */
  readonly runtime?: "http_inject";
  /** As a certification's. A selection is never ratified: it says at most what stands in the way. */
  readonly patterns?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RatifyEvent) => void;
  /** The command line that repeats it. */
  readonly repeat?: string;
  /** The command line that certifies one driver again; with a case's id, on that case alone. */
  readonly again?: (driver: RatifyDriver, caseId?: string) => string;
  /** For self-tests alone. */
  readonly cases?: readonly DriverCase[];
  /** For self-tests alone. A record made by another clock than the true one says so. */
  readonly clock?: Clock;
  /** For self-tests alone: let a verdict about time stand at once. */
  readonly once?: boolean;
}

/** What happens while a ratification goes on. */
export type RatifyEvent =
  | { readonly type: "plan"; readonly drivers: number; readonly cases: number }
  | { readonly type: "certify"; readonly label: string; readonly event: CertifyEvent }
  | { readonly type: "canary"; readonly label: string; readonly endpoint: string }
  | { readonly type: "driver"; readonly driver: DriverRecord };

/**
 * Ratifies, one driver after another. Never throws for what a driver does.
 *
 * @throws {UsageError} before anything is called: fewer than two drivers, one of them twice, a pattern
 * that matches nothing.
 */
export async function ratify(options: RatifyOptions): Promise<RatificationRecord> {
  const { drivers, signal = new AbortController().signal, onEvent, clock = CLOCK } = options;
  refuseSame(drivers);
  const cases = selectCases(options);
  const begun = performance.now();
  const started_at = new Date().toISOString();
  onEvent?.({ type: "plan", drivers: drivers.length, cases: cases.length });
  const records: DriverRecord[] = [];
  const heardBy: Heard[] = [];
  for (const driver of drivers) {
    const { record, heard } = await examined(driver, { ...options, signal, clock });
    records.push(record);
    heardBy.push(heard);
    onEvent?.({ type: "driver", driver: record });
  }
  const outcomes = caseOutcomes(
    cases,
    records.map(({ certification }, index) => ({ report: certification, heard: heardBy[index]! })),
  );
  const counted = {
    selected: cases.length,
    available: availableCases(options).length,
    sha256: await caseSetDigest(cases),
  };
  return {
    wt_inject_ratification: 1,
    tool: { name: "wt-inject", version: VERSION, runtime: runtimeName() },
    contract: 1,
    started_at,
    duration_ms: Math.round(performance.now() - begun),
    rule: { clause: RULE, sentence: clause(RULE).sentence },
    cases: counted,
    ...ruling(records, counted, signal.aborted),
    drivers: records,
    outcomes,
    agreement: agreementOf(outcomes),
    notes: [
      "That the drivers are independent of each other is the word of whoever named them; what " +
      "is seen here is that no two are the same command.",
      "Where outcomes differ and no verdict is failed, the contract leaves both open.",
      ...(clock === CLOCK ? [] : ["The clock is a self-test's: this ratifies nothing."]),
    ],
    repeat: options.repeat ?? repeatLine(drivers),
  };
}

/** One driver's certification and canary. */
async function examined(
  named: RatifyDriver,
  options: RatifyOptions & { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<{ readonly record: DriverRecord; readonly heard: Heard }> {
  const { label, command, version } = named;
  const { runtime, patterns, cases, once, signal, clock, onEvent } = options;
  const { driver, heard } = overheard(driverOf({ command, label }));
  const certification = await certify({
    command: driver,
    smoke: true,
    signal,
    clock,
    onEvent: (event) => onEvent?.({ type: "certify", label, event }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(patterns === undefined ? {} : { patterns }),
    ...(cases === undefined ? {} : { cases }),
    ...(once === undefined ? {} : { once }),
  });
  const canary = await driverCanary(driver, {
    clock,
    signal,
    tell: (endpoint) => onEvent?.({ type: "canary", label, endpoint }),
  });
  const reasons = shortcomings(certification, canary);
  return {
    heard,
    record: {
      label,
      command: isWords(command) ? command : null,
      version: version ?? null,
      certification: repeatable(certification, named, options.again),
      canary,
      qualifies: reasons.length === 0,
      reasons,
    },
  };
}

/** The report with lines that repeat it as its reader can type them. */
function repeatable(report: Report, driver: RatifyDriver, again: RatifyOptions["again"]): Report {
  if (again === undefined) return report;
  return {
    ...report,
    repeat: again(driver),
    exchanges: report.exchanges.map((one) =>
      one.request.method === "STDIN"
        ? { ...one, curl: again(driver, one.id.replace(/\/driver$/, "")) }
        : one
    ),
  };
}

function refuseSame(drivers: readonly RatifyDriver[]): void {
  if (drivers.length < 2) {
    throw new UsageError(
      "Cannot ratify: the rule asks for two independent drivers",
      "Name two at least.",
    );
  }
  for (const [index, one] of drivers.entries()) {
    const before = drivers.slice(0, index);
    if (before.some(({ label }) => label === one.label)) {
      throw new UsageError(
        `Cannot ratify: two drivers are called ${one.label}`,
        "Name them apart.",
      );
    }
    if (before.some(({ command }) => sameCommand(command, one.command))) {
      throw new UsageError(
        `Cannot ratify: ${one.label} is another name for a driver that is there already`,
        "The rule asks for two independent drivers.",
      );
    }
  }
}

function sameCommand(one: RatifyDriver["command"], other: RatifyDriver["command"]): boolean {
  if (one === other) return true;
  if (!isWords(one) || !isWords(other)) return false;
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function isWords(command: RatifyDriver["command"]): command is readonly string[] {
  return Array.isArray(command);
}

function repeatLine(drivers: readonly RatifyDriver[]): string {
  return ["wt-inject ratify", ...drivers.map(({ label }) => `--driver '${label}'`)].join(" ");
}
