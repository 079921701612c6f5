/**
 * Findings of certification: a violation, and the entries of the report that show it.
 *
 * @module
 */
import type { Finding, Violation } from "../contract/result.ts";
import { type CaseRecord, driverId, requestId } from "./record.ts";

/** A violation, but for what a case knows by itself. */
export interface Breach {
  readonly code: string;
  readonly expected: string;
  readonly received: string;
  /** The case's own where absent. */
  readonly clause?: string;
  /** The case's own advice where absent. */
  readonly hint?: string;
  readonly where?: Violation["where"];
  readonly pointer?: string;
  /** Only warned, whatever the case's level. */
  readonly warned?: true;
}

/** How much of a value a finding quotes, characters. */
const QUOTED = 200;

/** A finding about requests (by index) and, with `driver`, about what the driver printed. */
export function finding(
  record: CaseRecord,
  breach: Breach,
  shows: { readonly requests?: readonly number[]; readonly driver?: boolean },
): Finding {
  const warned = breach.warned === true || record.level !== "MUST";
  const driver = shows.driver === true && record.run !== undefined ? [driverId(record)] : [];
  return {
    violation: {
      clause: breach.clause ?? record.case.clause,
      code: breach.code,
      severity: warned ? "warned" : "failed",
      where: breach.where ?? "body",
      pointer: breach.pointer ?? "",
      expected: breach.expected,
      received: breach.received,
      hint: breach.hint ?? record.case.mend,
    },
    exchanges: [...driver, ...(shows.requests ?? []).map((index) => requestId(record, index))],
  };
}

/** A violation that another part of the tool found in a request, at no higher severity than the case's. */
export function requestFinding(record: CaseRecord, violation: Violation, index: number): Finding {
  const severity = record.level === "MUST" ? violation.severity : "warned";
  return { violation: { ...violation, severity }, exchanges: [requestId(record, index)] };
}

/** A value as its JSON text, bounded. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > QUOTED ? `${text.slice(0, QUOTED).toWellFormed()}…` : text;
}
