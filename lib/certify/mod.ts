/**
 * Judge drivers of Contract C, in any language: each case is a scripted server that is good, odd but
 * legal, or hostile, and the driver is called once for it. Two drivers and more can be ratified.
 *
 * A driver is a command that speaks the adapter protocol (one JSON line in, one out; docs/certify.md), or
 * a function of this process. Needs loopback net, and leave to run the command where it is one.
 *
 * @example A driver on platform `fetch` meets a case that it passes
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { certify, type InProcessDriver } from "@wt/inject/certify";
 *
 * const onFetch: InProcessDriver = async (request, { env }) => {
 *   if (request.op !== "reset") return { outcome: "unsupported" };
 *   const url = `${env("WT_INJECT_URL")}/wt/reset`;
 *   try {
 *     const answer = await fetch(url, { method: "POST", body: '{"wt_inject": 1}' });
 *     await answer.body?.cancel();
 *     return { outcome: answer.status === 200 ? "ok" : "contract_failure" };
 *   } catch {
 *     return { outcome: "transport_failure" };
 *   }
 * };
 *
 * const report = await certify({ command: onFetch, label: "fetch", patterns: ["reset.500"] });
 * assertEquals(report.results.map(({ verdict }) => verdict), ["passed"]);
 * ```
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { Level } from "../contract/result.ts";
import type { Family } from "./case.ts";
import { certify as certifyCases, type CertifyEvent } from "./certify.ts";
import type { InProcessDriver } from "./in_process.ts";
import type { AdapterRequest } from "./protocol.ts";
import { ratify as ratifyDrivers, type RatifyEvent } from "./ratify.ts";
import type { RatificationRecord } from "./ratify_record.ts";
import { caseInfo } from "./results.ts";
import { levelOf, selectCases } from "./select.ts";

export type { Family };
export type { CertifyEvent } from "./certify.ts";
export type { InProcessDriver, InProcessSettings } from "./in_process.ts";
export {
  type AdapterAnswer,
  type AdapterRequest,
  type AdapterSchema,
  adapterSchemas,
  type OutcomeWord,
} from "./protocol.ts";
export type { RatifyEvent } from "./ratify.ts";
export {
  type CanaryEndpoint,
  type CanaryStep,
  type CaseOutcomes,
  disagreements,
  type DriverCanary,
  type DriverRecord,
  type RatificationOutcome,
  type RatificationRecord,
  type Reported,
} from "./ratify_record.ts";
export {
  RATIFICATION_FORMATS,
  type RatificationFormat,
  renderRatification,
} from "./ratify_render.ts";
export type { RatificationTextOptions } from "./ratify_text.ts";
export { selfDriver } from "./self.ts";

/** Which cases are meant. */
export interface CaseOptions {
  /** Case ids, globs over ids, sections of the contract, families (good, odd, hostile); all where empty. */
  readonly patterns?: readonly string[];
  /** The driver is Wind Tunnel's built-in runtime, and is held to the clauses for that too. */
  readonly runtime?: "http_inject";
}

/** What a certification is told. */
export interface CertifyOptions extends CaseOptions {
  /** A program with its arguments, started once a case; or a function of this process. */
  readonly command: readonly string[] | InProcessDriver;
  /** How the report calls the driver; default: the command. */
  readonly label?: string;
  /** Play one good case first, and stop where the command is no adapter (default false). */
  readonly smoke?: boolean;
  /** Ends the run early; the report of what there is comes all the same. */
  readonly signal?: AbortSignal;
  /** Told of each step as it is taken. */
  readonly onEvent?: (event: CertifyEvent) => void;
  /** The command line that repeats this run, for the report. */
  readonly repeat?: string;
}

/**
 * Certifies a driver: every selected case, one after another. Whatever the driver does is a verdict,
 * never a throw; a command that can't be started, or is no adapter, is the outcome NOT REACHABLE. All
 * cases take about 40 s.
 *
 * @throws {UsageError} on a pattern that matches nothing, before anything is called.
 *
 * @example This library's own driver, in one case
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { certify, selfDriver } from "@wt/inject/certify";
 *
 * const report = await certify({ command: selfDriver, patterns: ["turn.plain"] });
 * assertEquals([report.exit_code, report.counts.passed, report.counts.failed], [0, 1, 0]);
 * ```
 */
export function certify(options: CertifyOptions): Promise<Report> {
  return certifyCases(options);
}

/** A driver that is to count towards a ratification. */
export interface RatifyDriver {
  /** How the record names it; one of a kind. */
  readonly label: string;
  /** A program with its arguments, or a function of this process. */
  readonly command: readonly string[] | InProcessDriver;
  /** As the record states it. */
  readonly version?: string;
}

/** What a ratification is told. */
export interface RatifyOptions extends CaseOptions {
  /** Two at least, each another one. That they are independent is the word of whoever names them. */
  readonly drivers: readonly RatifyDriver[];
  /** Ends the run early; the record says INTERRUPTED then. */
  readonly signal?: AbortSignal;
  /** Told of each step as it is taken. */
  readonly onEvent?: (event: RatifyEvent) => void;
  /** The command line that repeats it, for the record. */
  readonly repeat?: string;
}

/**
 * Certifies each driver, plays the reset canary through each, and holds it all against the rule that
 * two independent drivers must conform (clause ratification.two-drivers). NOT RATIFIED is a result like
 * any other, and a selection of cases is never ratified.
 *
 * @throws {UsageError} before anything is called: fewer than two drivers, one of them twice, a pattern
 * that matches nothing.
 *
 * @example Two drivers in two cases: never ratified, as most cases weren't played
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { disagreements, ratify, renderRatification, selfDriver } from "@wt/inject/certify";
 *
 * const record = await ratify({
 *   drivers: [
 *     { label: "ours", command: selfDriver, version: "0.1.0" },
 *     { label: "lazy", command: () => Promise.resolve({ outcome: "unsupported" }) },
 *   ],
 *   patterns: ["turn.plain", "reset.500"],
 * });
 * assertEquals([record.outcome === "RATIFIABLE", disagreements(record).length], [false, 0]);
 * console.log(renderRatification(record, "text"));
 * ```
 */
export function ratify(options: RatifyOptions): Promise<RatificationRecord> {
  return ratifyDrivers(options);
}

/** What is known of a case before it is played. */
export interface DriverCaseInfo {
  /** As patterns and reports have it. */
  readonly id: string;
  /** What must come of it, one line. */
  readonly title: string;
  /** The clause that it rests on. */
  readonly clause: string;
  /** The contract's section with that clause. */
  readonly section: string;
  /** How strictly a driver is held to it. */
  readonly level: Level;
  /** True where a driver can't conform without it. */
  readonly required: boolean;
  /** An endpoint that is good, odd but legal, or hostile. */
  readonly family: Family;
  /** What the driver is asked to do. */
  readonly op: AdapterRequest["op"];
}

/**
 * The cases that a certification with these options would play, in its order.
 *
 * @throws {UsageError} on a pattern that matches nothing.
 *
 * @example The hostile cases about resets
 * ```ts
 * import { assert } from "@std/assert";
 * import { listCases } from "@wt/inject/certify";
 *
 * const resets = listCases({ patterns: ["hostile"] }).filter(({ op }) => op === "reset");
 * assert(resets.some(({ id, level }) => id === "reset.500" && level === "MUST"));
 * ```
 */
export function listCases(options: CaseOptions = {}): readonly DriverCaseInfo[] {
  return selectCases(options).map((one) => {
    const { id, title, clause, section, level, required } = caseInfo(
      one,
      levelOf(one, options.runtime),
    );
    return { id, title, clause, section, level, required, family: one.family, op: one.op.op };
  });
}
