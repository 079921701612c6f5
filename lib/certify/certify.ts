/**
 * A certification: every selected case, one after another, each with a server of its own and one call of
 * the driver.
 *
 * @module
 */
import { LagWatch } from "../conform/lag.ts";
import type { Report, ReportExchange } from "../contract/report.ts";
import type { CheckResult } from "../contract/result.ts";
import type { DriverCase } from "./case.ts";
import { CASES, checkCases } from "./case_list.ts";
import { CLOCK, type Clock } from "./clock.ts";
import { caseSetDigest } from "./digest.ts";
import { CannotStart, type DriverUnderTest } from "./driver.ts";
import { evidenceOf } from "./evidence.ts";
import { inProcess, type InProcessDriver } from "./in_process.ts";
import { isTimed, judgeCase } from "./judge.ts";
import { readOutcome } from "./outcome.ts";
import { type Attachment, playCase } from "./play_case.ts";
import { processDriver } from "./process_driver.ts";
import type { CaseRecord } from "./record.ts";
import { certificationReport } from "./report.ts";
import { resultOf, turnsOf, unplayed } from "./results.ts";
import { availableCases, type CaseSelection, levelOf, selectCases } from "./select.ts";
import { smokeProblem } from "./smoke.ts";

/** What a certification is told. */
export interface CertifyOptions extends CaseSelection {
  /** A program with its arguments, a function of this process, or anything else that can be called. */
  readonly command: readonly string[] | InProcessDriver | DriverUnderTest;
  /** How reports call the driver; default: the command. */
  readonly label?: string;
  /** Play one good case first, and stop where the command is no adapter. */
  readonly smoke?: boolean;
  /** Cases are served one after another at this address, for a driver that starts itself. */
  readonly attach?: Attachment;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CertifyEvent) => void;
  /** The command line that repeats this run. */
  readonly repeat?: string;
  /** For self-tests alone. A report made by another clock than the true one says so. */
  readonly clock?: Clock;
  /**
   * For self-tests alone, which play thousands of cases: verdicts about time stand at once, and all cases
   * are served on one port, since each port of a closed connection is lost for a minute.
   */
  readonly selfTest?: boolean;
}

/** What happens while a certification goes on. */
export type CertifyEvent =
  | { readonly type: "plan"; readonly cases: number; readonly driver: string }
  | { readonly type: "case"; readonly id: string; readonly title: string; readonly index: number }
  | { readonly type: "result"; readonly result: CheckResult };

/**
 * Certifies a driver. Never throws for what the driver does; a command that can't be started, or is no
 * adapter, is the outcome NOT REACHABLE.
 *
 * @throws {UsageError} on a pattern that matches nothing, before anything is called.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  checkCases(options.cases ?? CASES);
  const cases = selectCases(options);
  const driver = driverOf(options);
  options.onEvent?.({ type: "plan", cases: cases.length, driver: driver.label });
  return await runCases(cases, driver, options);
}

/** The driver that options name. */
export function driverOf({ command, label }: CertifyOptions): DriverUnderTest {
  if (typeof command === "function") return inProcess(label ?? "a function", command);
  const driver = "call" in command ? command : processDriver(command);
  return label === undefined ? driver : { label, call: (call) => driver.call(call) };
}

async function runCases(
  cases: readonly DriverCase[],
  driver: DriverUnderTest,
  options: CertifyOptions,
): Promise<Report> {
  const { clock = CLOCK, runtime, signal = new AbortController().signal, onEvent, attach } =
    options;
  const begun = performance.now();
  const startedAt = new Date();
  const lag = new LagWatch();
  const repeat = options.repeat ?? repeatLine(driver.label, options);
  const context = {
    repeat: (id: string) => `${repeatLine(driver.label, { ...options, patterns: [id] })}`,
    clockAt: (atMs: number) => new Date(startedAt.getTime() + atMs - begun).toISOString(),
  };
  const results: CheckResult[] = [];
  const evidence: ReportExchange[] = [];
  const unsupported = new Map<string, number>();
  let sent = 0;
  let unreachable: string | undefined;
  let port = 0;
  const play = async (one: DriverCase) => {
    const level = levelOf(one, runtime);
    const record = await playCase(one, { driver, clock, lag, signal, attach, level, port });
    if (options.selfTest === true && one.settings === undefined && record.url !== "") {
      port = Number(new URL(record.url).port);
    }
    return record;
  };

  lag.start();
  try {
    if (options.smoke === true) unreachable = await smokeProblem(play);
    for (const [index, one] of cases.entries()) {
      if (unreachable !== undefined) break;
      if (signal.aborted) {
        results.push(unplayed(one, levelOf(one, runtime), "The run was interrupted"));
        continue;
      }
      onEvent?.({ type: "case", id: one.id, title: one.title, index });
      const { record, result } = await judged(
        one,
        play,
        attach === undefined && options.selfTest !== true,
      );
      sent += record.seen.filter(({ route }) => route === "inject").length;
      if (offersNot(record)) unsupported.set(one.op.op, (unsupported.get(one.op.op) ?? 0) + 1);
      if (result.verdict !== "passed") evidence.push(...evidenceOf(record, context));
      results.push(result);
      onEvent?.({ type: "result", result });
    }
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    unreachable = `${error.message}; nothing was tested`;
  } finally {
    lag.stop();
  }
  return certificationReport({
    driver: driver.label,
    runtime,
    results,
    evidence,
    startedAt: startedAt.toISOString(),
    durationMs: performance.now() - begun,
    selected: cases.length,
    available: availableCases(options).length,
    patterns: options.patterns ?? [],
    turns: { planned: turnsOf(cases), sent },
    unsupported: [...unsupported].map(([op, count]) =>
      `unsupported ${op} (${count} of ${cases.filter((one) => one.op.op === op).length} cases)`
    ),
    interrupted: signal.aborted,
    unreachable,
    notes: [
      `Case set: ${cases.length} cases, sha256 ${await caseSetDigest(cases)}.`,
      ...(clock === CLOCK ? [] : ["The clock is a self-test's: this certifies nothing."]),
    ],
    repeat,
  });
}

/** A verdict about time is reached once more before it counts, unless a person would have to help. */
async function judged(
  one: DriverCase,
  play: (one: DriverCase) => Promise<CaseRecord>,
  twice: boolean,
): Promise<{ readonly record: CaseRecord; readonly result: CheckResult }> {
  const record = await play(one);
  const judgement = judgeCase(record);
  const again = twice && isTimed(record) && record.run?.ended !== "aborted" &&
    ["failed", "warned", "harness_error"].includes(judgement.verdict);
  if (!again) return { record, result: resultOf(record, judgement) };
  const second = await play(one);
  const verdict = judgeCase(second);
  const differs = verdict.verdict !== judgement.verdict
    ? `${verdict.message} (the first time ${judgement.verdict}: ${judgement.message})`
    : verdict.message;
  return { record: second, result: resultOf(second, { ...verdict, message: differs }) };
}

function offersNot(record: CaseRecord): boolean {
  const reading = record.run === undefined ? undefined : readOutcome(record.run);
  return reading?.ok === true && reading.outcome.class === undefined;
}

function repeatLine(label: string, { runtime, patterns = [] }: CertifyOptions): string {
  const words = ["wt-inject certify"];
  if (runtime !== undefined) words.push(`--runtime ${runtime}`);
  words.push(...patterns.map((pattern) => `--select '${pattern}'`));
  return [...words, "--", label].join(" ");
}
