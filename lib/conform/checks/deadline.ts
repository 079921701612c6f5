/**
 * What became of turns that were meant to outlast their `timeout_s`. One probe, two clauses: the
 * endpoint should answer in time, and what it makes of an expiry must keep the envelope.
 *
 * @module
 */
import type { Finding, Judgement } from "../../contract/result.ts";
import {
  couldNotRun,
  finding,
  fromFindings,
  harnessError,
  notApplicable,
  passed,
} from "../check.ts";
import {
  answered200,
  type Entry,
  errorOf,
  type Evidence,
  member,
  replyOf,
  statusOf,
} from "../evidence.ts";
import { brokenError, ordinaryTurns, outcomeWords, routeMissing } from "./shared.ts";

/** A stall of our own loop beyond this makes a timing verdict ours, ms. */
export const MAX_LAG_MS = 250;

/** What one turn did with its deadline. */
type Fate =
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
function fateOf(evidence: Evidence, entry: Entry): Fate {
  const { fault, times } = entry.exchange;
  const dueMs = (entry.timeoutS ?? 0) * 1000;
  const due = times.endMs >= dueMs * DUE;
  const status = statusOf(entry);
  if (fault?.kind === "timeout") return "silent";
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

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Judges `request.timeout` or `error.own-deadline` by the turns of the deadline probe. */
export function judgeExpiry(
  evidence: Evidence,
  clauseId: "request.timeout" | "error.own-deadline",
): Judgement {
  const entries = evidence.of("deadline").filter((e) => e.sent === "deadline");
  if (entries.length === 0) {
    return couldNotRun(evidence.stopped("deadline") ?? "No turn with a short deadline was sent");
  }
  const declared = evidence.settings.declarations.includes("no-slow-turn");
  const fates = entries.map((entry) => ({ entry, fate: fateOf(evidence, entry) }));
  const has = (...wanted: Fate[]) => fates.filter(({ fate }) => wanted.includes(fate));
  const expired = has("converted", "late", "silent", "broken");
  if (declared && expired.length > 0) return contradicted(clauseId, expired[0]!.entry);
  if (expired.length === 0) {
    const { entry, fate } = fates[0]!;
    const why = fate === "early"
      ? `The turn was over after ${
        seconds(entry.exchange.times.endMs)
      }, before its timeout_s of ${entry.timeoutS} s: nothing expired`
      : fate === "refused"
      ? `The endpoint refuses timeout_s: ${entry.timeoutS} (${
        outcomeWords(entry)
      }): nothing expired`
      : fate === "failed-early"
      ? "The turn failed before its timeout_s, or as every turn of this agent does: nothing expired"
      : `The turn with a short deadline had ${outcomeWords(entry)}`;
    if (declared) return notApplicable(`Declared: no-slow-turn. ${why}`, [entry]);
    return couldNotRun(
      `${why}. Give a prompt that keeps this agent busy for longer than a second (--slow-prompt), or declare no-slow-turn`,
      [entry],
    );
  }
  return clauseId === "request.timeout"
    ? judgeInTime(evidence, fates)
    : judgeShape(evidence, fates);
}

type Fated = { readonly entry: Entry; readonly fate: Fate };

function judgeInTime(evidence: Evidence, fates: readonly Fated[]): Judgement {
  const silent = fates.filter(({ fate }) => fate === "silent").map(({ entry }) => entry);
  const answered = fates.filter(({ fate }) => fate !== "silent");
  const last = silent.at(-1);
  // Judged alone, once more: one turn that was late and one that wasn't is no verdict against it.
  if (last === undefined || answered.length > 0) {
    const best = answered[0]!.entry;
    return passed(
      `An answer came ${
        seconds(best.exchange.times.endMs)
      } after the request (timeout_s ${best.timeoutS} s, grace ${evidence.settings.graceS} s)` +
        (last === undefined ? "" : "; the first try had none in time, the second did"),
      [best],
    );
  }
  if (silent.some((e) => (e.exchange.lagMs ?? 0) > MAX_LAG_MS)) {
    return harnessError(
      "Our own event loop stalled while the deadline ran, so its verdict is void",
      [
        last,
      ],
    );
  }
  return fromFindings([finding({
    clause: "request.timeout",
    code: "deadline-ignored",
    severity: "warned",
    where: "time",
    pointer: "",
    expected: `an answer by timeout_s + ${evidence.settings.graceS} s`,
    received: `none in ${silent.length} turns, the last waited for ${
      seconds(last.exchange.times.endMs)
    } with timeout_s ${last.timeoutS} s`,
    hint:
      "Run the turn under timeout_s and answer 200 with tool_calls and an error when it expires.",
  }, ...silent)], "");
}

function judgeShape(evidence: Evidence, fates: readonly Fated[]): Judgement {
  const findings = fates.filter(({ fate }) => fate === "broken").map(({ entry }) =>
    brokenExpiry(entry)
  );
  if (findings.length > 0) return fromFindings(findings, "");
  const converted = fates.find(({ fate }) => fate === "converted");
  if (converted !== undefined) {
    return passed("An expiry was answered with HTTP 200 and an error", [converted.entry]);
  }
  const { entry, fate } = fates.find(({ fate }) => fate === "late" || fate === "silent")!;
  return passed(
    fate === "late"
      ? `The endpoint answered ${
        seconds(entry.exchange.times.endMs)
      } after the request, past its timeout_s, with a whole reply: nothing was converted, and nothing was dropped`
      : `The endpoint let timeout_s and the grace pass (see request.timeout): in ${evidence.settings.graceS} s of grace it neither dropped the connection nor sent another status`,
    [entry],
  );
}

/** How an answer that was due at the deadline misses what an expiry must be. */
function brokenExpiry(entry: Entry): Finding {
  const dropped = entry.exchange.fault !== undefined &&
    entry.exchange.fault.kind !== "trailing-bytes";
  const after = `${
    seconds(entry.exchange.times.endMs)
  } after a request with timeout_s ${entry.timeoutS} s`;
  const base = {
    clause: "error.own-deadline",
    severity: "failed",
    pointer: "",
    expected: "an expiry to be answered with HTTP 200, the full envelope and an error",
    hint:
      "Catch your own time-out and answer 200 with wt_inject, the tool_calls seen so far and a non-empty error.",
  } as const;
  if (!dropped && statusOf(entry) === 200) {
    const lack = brokenError(entry)[0];
    return finding({
      ...base,
      code: "expiry-envelope",
      where: "body",
      pointer: lack?.pointer ?? "",
      received: `${lack?.received ?? "HTTP 200 without an error or a reply"}, ${after}`,
    }, entry);
  }
  return finding({
    ...base,
    code: dropped ? "expiry-dropped" : "expiry-status",
    where: dropped ? "connection" : "status",
    received: `${outcomeWords(entry)}, ${after}`,
  }, entry);
}

function contradicted(clauseId: string, entry: Entry): Judgement {
  return fromFindings([finding({
    clause: clauseId,
    code: "declaration-false",
    severity: clauseId === "error.own-deadline" ? "failed" : "warned",
    where: "time",
    pointer: "",
    expected: "no turn to outlast its timeout_s, as no-slow-turn declares",
    received: `a turn that did: ${outcomeWords(entry)} after ${
      seconds(entry.exchange.times.endMs)
    }, timeout_s ${entry.timeoutS} s`,
    hint: "Take the declaration no-slow-turn back: turns of this agent can outlast a deadline.",
  }, entry)], "");
}
