/**
 * What several sections' judges share: who may be judged, and what to say when nobody can.
 *
 * @module
 */
import type { Judgement, Violation } from "../../contract/result.ts";
import type { Fault, FaultKind } from "../../wire/exchange.ts";
import { couldNotRun, type finding, fromFindings, notApplicable } from "../check.ts";
import {
  answered200,
  bodyOf,
  type Entry,
  envelopeOf,
  type Evidence,
  member,
  type Route,
  statusOf,
} from "../evidence.ts";

/** Statuses that say that a route isn't there. Redirects count: a driver follows none. */
export function routeMissing(status: number): boolean {
  return status === 404 || status === 405 || status === 410 || status === 501 ||
    (status >= 300 && status < 400);
}

/** Statuses by which an endpoint without a surface says so, or a server that never heard of one. */
export function surfaceAbsent(status: number): boolean {
  return status >= 300 && status < 500 || status === 501;
}

/** Statuses that are about who asks, how often, or what stands between: never about what was asked. */
export const OTHER_REASONS: readonly number[] = [401, 403, 407, 408, 429, 502, 503, 504];

/** Faults whose messages quote what came. */
const QUOTING: readonly FaultKind[] = ["bad-head", "bad-chunk"];

/** A fault's message; without the bytes that it quotes where those may be of a surface. */
export function faultWords({ route }: Pick<Entry, "route">, fault: Fault): string {
  return route === "surface" && QUOTING.includes(fault.kind)
    ? "The answer isn't HTTP/1.1 (its bytes are withheld)"
    : fault.message;
}

/** Faults by which a connection is lost, and no deadline of ours was the reason. */
const LOST: readonly FaultKind[] = ["no-response", "reset", "cut-head", "cut-body"];

/**
 * True where an entry's connection was lost and nobody listens any more right after it: that is the target's
 * end, and no answer of its.
 */
export function wentAway(evidence: Evidence, entry: Entry): boolean {
  const { fault } = entry.exchange;
  if (fault === undefined || !LOST.includes(fault.kind)) return false;
  const next = evidence.entries[evidence.entries.indexOf(entry) + 1];
  return next?.exchange.fault?.phase === "connect";
}

/** What one entry's answer was, in a few words. */
export function outcomeWords(entry: Entry): string {
  const { response, fault } = entry.exchange;
  if (fault !== undefined && fault.kind !== "trailing-bytes") {
    const words = faultWords(entry, fault);
    return response === undefined
      ? `no response (${fault.kind}: ${words})`
      : `HTTP ${response.status}, then ${fault.kind} (${words})`;
  }
  return response === undefined ? "nothing" : `HTTP ${response.status}`;
}

/** Why no answer of a route can be judged, as one sentence. */
export function nothingToJudge(evidence: Evidence, route: Route): string {
  const entries = evidence.valid(route);
  if (entries.length === 0) {
    const probe = evidence.stopped(route === "inject" ? "first-turn" : route);
    return probe ?? `No valid request was sent to /wt/${route}`;
  }
  const first = entries[0]!;
  const all200 = entries.every((e) => statusOf(e) === 200);
  return all200
    ? `No answer of /wt/${route} could be read as a JSON object`
    : `No answer of /wt/${route} was a 200 with a JSON object: the first was ${
      outcomeWords(first)
    }`;
}

/** Entries whose answers are whole 200s that parse: those that envelope checks judge. */
export function judgeable(evidence: Evidence, route: Route): readonly Entry[] {
  return evidence.valid(route).filter((e) => answered200(e) && bodyOf(e)?.ok === true);
}

/** The plain turns of the first-turn probe: what this endpoint does when nothing is asked of it. */
export function ordinaryTurns(evidence: Evidence): readonly Entry[] {
  return evidence.of("first-turn").filter((e) => e.sent === "plain" && e.route === "inject");
}

/** What an error's envelope still requires, word for word: the version, the calls, and the error itself. */
const ERROR_ENVELOPE = ["version.echo", "response.tool-calls-present", "response.error"];

/** What the envelope of an error lacks, in an answer that has an `error` of whatever kind. */
export function brokenError(entry: Entry): readonly Violation[] {
  return member(entry, "error") === undefined
    ? []
    : envelopeOf(entry).filter((v) => v.severity === "failed" && ERROR_ENVELOPE.includes(v.clause));
}

/** At most this many findings a check keeps; the message counts the rest. */
const MAX_FINDINGS = 5;

/** Judges a clause by the envelope violations that cite it, over every judgeable answer of the routes. */
export function judgeEnvelope(
  evidence: Evidence,
  clauseId: string,
  routes: readonly Route[],
  clean: (count: number) => string,
): Judgement {
  const entries = routes.flatMap((route) => judgeable(evidence, route));
  if (entries.length === 0) return couldNotRun(nothingToJudge(evidence, routes[0]!));
  const findings = entries.flatMap((entry) =>
    envelopeOf(entry).filter((v) => v.clause === clauseId).map((v) => ({
      violation: v,
      exchanges: [entry.id],
    }))
  );
  const all = distinct(findings).toSorted((a, b) => rank(a.violation) - rank(b.violation));
  const judgement = fromFindings(all, clean(entries.length));
  return { ...judgement, findings: all.slice(0, MAX_FINDINGS) };
}

function rank({ severity }: Violation): number {
  return severity === "failed" ? 0 : 1;
}

/** Judges a surface clause; a surface that isn't served is no matter of conformance. */
export function ifServed(
  evidence: Evidence,
  judge: (entries: readonly Entry[]) => Judgement,
): Judgement {
  const entries = evidence.valid("surface");
  const first = entries[0];
  if (first === undefined) {
    return couldNotRun(evidence.stopped("surface") ?? "/wt/surface was not asked");
  }
  const status = statusOf(first);
  if (status !== undefined && surfaceAbsent(status)) {
    return notApplicable(
      `The endpoint serves no surface (HTTP ${status}), which the contract leaves to it`,
      [first],
    );
  }
  if (entries.some((e) => e.withheld !== undefined)) {
    return couldNotRun(
      "The recording leaves the surface's bytes out; one made with --show-surface has them",
      [first],
    );
  }
  return judge(entries);
}

/**
 * One finding for each (code, pointer with its indices blanked): the same fault in every answer is one
 * fault, shown on the first exchange that has it and citing up to three.
 */
export function distinct(findings: readonly ReturnType<typeof finding>[]): {
  readonly violation: Violation;
  readonly exchanges: readonly string[];
}[] {
  const groups = new Map<string, { violation: Violation; exchanges: string[] }>();
  for (const { violation, exchanges } of findings) {
    const key = `${violation.code} ${violation.where} ${violation.pointer.replace(/\d+/g, "#")}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { violation, exchanges: [...exchanges] });
    else {
      for (const id of exchanges) {
        if (group.exchanges.length < 3 && !group.exchanges.includes(id)) group.exchanges.push(id);
      }
    }
  }
  return [...groups.values()];
}
