/**
 * How a turn that was meant to outlast its `timeout_s` ended.
 *
 * @module
 */
import {
  answered200,
  type Entry,
  errorOf,
  type Evidence,
  member,
  replyOf,
  statusOf,
} from "../evidence.ts";
import { brokenError, ordinaryTurns, routeMissing, wentAway } from "./shared.ts";

/** What one turn did with its deadline. */
export type Fate =
  | "converted" // 200 with an error, when the deadline was due
  | "early" // a reply before timeout_s: nothing expired
  | "failed-early" // an error or another status well before timeout_s: not an expiry
  | "late" // a reply after timeout_s, within the grace
  | "silent" // nothing by timeout_s + grace
  | "broken" // another status, a dropped connection, or a broken envelope, when the deadline was due
  | "refused" // 4xx: the endpoint doesn't take this timeout_s
  | "lost"; // a fault that says nothing, or what every turn of this endpoint gets

/** A timer may fire a little early; what comes before this part of timeout_s is no expiry. */
const DUE = 0.9;

/** Sorts one turn's end. */
export function fateOf(evidence: Evidence, entry: Entry): Fate {
  const { fault, times } = entry.exchange;
  const dueMs = (entry.timeoutS ?? 0) * 1000;
  const due = times.endMs >= dueMs * DUE;
  const status = statusOf(entry);
  if (fault?.kind === "timeout") return "silent";
  if (wentAway(evidence, entry)) return "lost";
  // What ordinary turns get as well comes of no deadline.
  const usual = !ordinaryTurns(evidence).every(answered200);
  if (fault !== undefined && fault.kind !== "trailing-bytes") {
    const dropped = fault.kind === "no-response" || fault.kind === "reset" ||
      fault.kind === "cut-head" || fault.kind === "cut-body";
    return dropped && due && !usual ? "broken" : "lost";
  }
  if (status === undefined || routeMissing(status)) return "lost";
  if (status === 200) return fateOf200(evidence, entry, due, times.endMs < dueMs);
  if (usual) return "lost";
  // These two say themselves that a time-out was the reason.
  if (status === 408 || status === 504) return "broken";
  if (status >= 500 || status < 300) return due ? "broken" : "failed-early";
  return "refused";
}

function fateOf200(evidence: Evidence, entry: Entry, due: boolean, inTime: boolean): Fate {
  const prompted = evidence.settings.profile.slow_prompt !== undefined;
  if (member(entry, "error") !== undefined) {
    // An agent that fails every turn fails this one too, whatever the clock says.
    const usual = !prompted && ordinaryTurns(evidence).some((e) => errorOf(e) !== undefined);
    if (!due || usual) return "failed-early";
    return brokenError(entry).length > 0 ? "broken" : "converted";
  }
  if (!due) return "early";
  const says = (replyOf(entry) ?? "") !== "";
  if (!says && ordinaryTurns(evidence).some((e) => (replyOf(e) ?? "") !== "")) return "broken";
  return !says ? "lost" : inTime ? "early" : "late";
}
