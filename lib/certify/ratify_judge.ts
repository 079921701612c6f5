/**
 * Verdicts on a canary through a driver, and on a whole ratification. Pure.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { EXIT } from "../contract/result.ts";
import type {
  CanaryEndpoint,
  CanaryStep,
  DriverCanary,
  DriverRecord,
  RatificationOutcome,
  RatificationRecord,
} from "./ratify_record.ts";
import type { PlannedStep } from "./ratify_steps.ts";

/** A step that was taken. */
export interface StepSeen {
  readonly planned: PlannedStep;
  readonly step: CanaryStep;
  /** True where the driver handed on a turn in OpenAI's shape. */
  readonly gaveTurns: boolean;
  /** True where it ended for no reason of the driver's. */
  readonly blocked: boolean;
}

/** The verdict on one endpoint. The endpoints are ours: what they told, the driver must hand on. */
export function judgeCanary(
  leaks: boolean,
  seen: readonly StepSeen[],
): Pick<CanaryEndpoint, "leak_seen" | "verdict" | "message"> {
  const unknown = (verdict: "failed" | "could_not_run", message: string) =>
    ({ leak_seen: "unknown", verdict, message }) as const;
  const last = seen.at(-1)!;
  const { reported, detail } = last.step;
  const told = detail === undefined ? "" : `: ${detail}`;
  if (last.blocked) return unknown("could_not_run", `The canary was cut short${told}`);
  const odd = reported !== "ok" && reported !== "unsupported";
  if (odd) {
    const what = reported === "none" ? "printed no outcome line" : `reported ${reported}`;
    return unknown(
      "failed",
      `The driver ${what} where all went well (${last.step.purpose})${told}`,
    );
  }
  const control = seen.find(({ planned }) => planned.role === "control");
  if (control?.step.nonce !== true) {
    return control?.gaveTurns === false
      ? unknown("could_not_run", "The driver hands on no turn, so a leak can't be seen through it")
      : unknown("failed", "The nonce came back before the reset, and the driver didn't hand it on");
  }
  const where = seen.filter(({ planned, step }) => planned.role === "probe" && step.nonce)
    .map(({ step }) => step.purpose);
  const leak_seen = where.length > 0 ? "yes" : "no";
  const ok = (leak_seen === "yes") === leaks;
  const message = leak_seen === "yes"
    ? `The nonce came back after the reset (${where.join("; ")})` +
      (ok ? ", as it does there" : ", where nothing is left of it")
    : ok
    ? "No leak was seen, and there is none"
    : "The nonce came back after the reset, and the driver didn't hand it on";
  return { leak_seen, verdict: ok ? "passed" : "failed", message };
}

/** The verdict on all endpoints: none of them may have failed, and each must have been looked at. */
export function overall(
  route: DriverCanary["route"],
  endpoints: readonly CanaryEndpoint[],
): DriverCanary {
  if (endpoints.length === 0) {
    const message =
      "The driver offers neither turns and resets nor runs: nothing can be told to it";
    return { route, endpoints, verdict: "could_not_run", message };
  }
  const bad = endpoints.find(({ verdict }) => verdict === "failed") ??
    endpoints.find(({ verdict }) => verdict === "could_not_run");
  if (bad !== undefined) {
    return { route, endpoints, verdict: bad.verdict, message: `${bad.endpoint}: ${bad.message}` };
  }
  const message = "Leaks were seen where there are some, and none where there is none";
  return { route, endpoints, verdict: "passed", message };
}

/** What keeps a driver from counting; empty where nothing does. */
export function shortcomings(report: Report, canary: DriverCanary): readonly string[] {
  return [
    ...(report.outcome === "CONFORMS"
      ? []
      : [`Its certification says ${report.outcome}: ${report.reason}`]),
    ...(canary.verdict === "passed" ? [] : [
      `Its canary ${canary.verdict === "failed" ? "failed" : "could not run"}: ${canary.message}`,
    ]),
  ];
}

/** What the rule asks for. */
const NEEDED = 2;

/** The rule's verdict: two independent drivers conform and pass the canary, on every case there is. */
export function ruling(
  drivers: readonly DriverRecord[],
  cases: RatificationRecord["cases"],
  interrupted: boolean,
): Pick<RatificationRecord, "outcome" | "exit_code" | "reasons"> {
  const verdict = (
    outcome: RatificationOutcome,
    exit_code: number,
    reasons: readonly string[],
  ) => ({ outcome, exit_code, reasons });
  const of = ({ label, reasons }: DriverRecord) => reasons.map((reason) => `${label}: ${reason}`);
  const qualified = drivers.filter(({ qualifies }) => qualifies);
  const open = drivers.filter((driver) => !driver.qualifies && !isBroken(driver));
  const why = drivers.flatMap(of);
  if (interrupted) {
    return verdict("INTERRUPTED", EXIT.interrupted, ["It was interrupted; what ran is shown"]);
  }
  if (qualified.length + open.length < NEEDED) {
    const count = qualified.length === 0 ? "No driver counts" : "One driver alone counts";
    return verdict("NOT RATIFIED", EXIT.violation, [
      `${count}, and the rule asks for ${NEEDED}`,
      ...why,
    ]);
  }
  if (qualified.length < NEEDED) {
    const ours = open.some(({ certification }) => certification.outcome === "HARNESS ERROR");
    return ours
      ? verdict("HARNESS ERROR", EXIT.ourFault, ["A fault of this tool's own voided cases", ...why])
      : verdict("INCOMPLETE", EXIT.incomplete, ["Of some drivers nothing can be said yet", ...why]);
  }
  if (cases.selected < cases.available) {
    return verdict("INCOMPLETE", EXIT.incomplete, [
      `Only ${cases.selected} of ${cases.available} cases were played, and the rule asks for all`,
    ]);
  }
  return verdict("RATIFIABLE", EXIT.conforms, [
    `${qualified.map(({ label }) => label).join(" and ")} conform and pass the canary`,
    ...why,
  ]);
}

function isBroken({ certification, canary }: DriverRecord): boolean {
  return certification.outcome === "DOES NOT CONFORM" || canary.verdict === "failed";
}
