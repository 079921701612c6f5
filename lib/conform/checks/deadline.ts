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
import { type Entry, type Evidence, statusOf, wholeResponse } from "../evidence.ts";
import { type Fate, fateOf } from "./fate.ts";
import { brokenError, outcomeWords } from "./shared.ts";

/** A stall of our own loop beyond this makes a timing verdict ours, ms. */
export const MAX_LAG_MS = 250;

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
  if (declared && expired.length > 0) return contradicted(clauseId, entries, expired);
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
  const best = fates.find(({ entry }) => wholeResponse(entry) !== undefined)?.entry;
  const last = silent.at(-1);
  // Judged alone, once more: one turn that was late and one that wasn't is no verdict against it.
  if (best !== undefined) {
    return passed(
      `An answer came ${
        seconds(best.exchange.times.endMs)
      } after the request (timeout_s ${best.timeoutS} s, grace ${evidence.settings.graceS} s)` +
        (last === undefined ? "" : "; the first try had none in time, the second did"),
      [best],
    );
  }
  if (last === undefined || silent.length < 2) {
    const lost = fates.find(({ fate }) => fate !== "silent")?.entry;
    return couldNotRun(
      (last === undefined ? "" : "A turn had no answer in time, and ") +
        (lost === undefined ? "could not be asked once more" : `one had ${outcomeWords(lost)}`),
      fates.map(({ entry }) => entry),
    );
  }
  if (silent.some(stalled)) return voided(silent);
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

function stalled(entry: Entry): boolean {
  return (entry.exchange.lagMs ?? 0) > MAX_LAG_MS;
}

function voided(entries: readonly Entry[]): Judgement {
  return harnessError(
    "Our own event loop stalled while the deadline ran, so its verdict is void",
    entries,
  );
}

function judgeShape(evidence: Evidence, fates: readonly Fated[]): Judgement {
  const broken = fates.filter(({ fate }) => fate === "broken").map(({ entry }) => entry);
  // By the clock alone these came when they were due; a 504 says so itself.
  const unsaid = broken.filter((e) => statusOf(e) !== 504 && statusOf(e) !== 408);
  if (broken.length > 0) {
    return unsaid.length === broken.length && broken.some(stalled)
      ? voided(broken)
      : fromFindings(broken.map(brokenExpiry), "");
  }
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

/** One turn that was slow may be chance, as everywhere; two contradict the declaration. */
function contradicted(
  clauseId: string,
  asked: readonly Entry[],
  expired: readonly Fated[],
): Judgement {
  const entries = expired.map(({ entry }) => entry);
  const first = entries[0]!;
  if (entries.length < 2) {
    return asked.length < 2
      ? couldNotRun("A turn outlasted its timeout_s, and could not be asked once more", asked)
      : notApplicable("Declared: no-slow-turn. One turn of two outlasted its timeout_s", asked);
  }
  if (entries.some(stalled)) return voided(entries);
  return fromFindings([finding({
    clause: clauseId,
    code: "declaration-false",
    severity: clauseId === "error.own-deadline" ? "failed" : "warned",
    where: "time",
    pointer: "",
    expected: "no turn to outlast its timeout_s, as no-slow-turn declares",
    received: `${entries.length} turns that did, the first: ${outcomeWords(first)} after ${
      seconds(first.exchange.times.endMs)
    }, timeout_s ${first.timeoutS} s`,
    hint: "Take the declaration no-slow-turn back: turns of this agent can outlast a deadline.",
  }, ...entries)], "");
}
