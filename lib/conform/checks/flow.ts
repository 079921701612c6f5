/**
 * What the memory probe's conversation shows, in the terms in which its judges ask: which session was
 * told which nonce, whether the agent could recall it, and where it turned up later.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { couldNotRun, notApplicable } from "../check.ts";
import { answered200, type Entry, errorOf, type Evidence, readable } from "../evidence.ts";
import { sightIn, type Sighting } from "../nonce.ts";
import { nothingToJudge, outcomeWords } from "./shared.ts";

/** A nonce where it must not be. */
export interface Leak {
  readonly nonce: string;
  /** The turn that told it. */
  readonly seed: Entry;
  /** The answer that holds it. */
  readonly entry: Entry;
  readonly sighting: Sighting;
}

/** The conversation. */
export interface Flow {
  readonly entries: readonly Entry[];
  readonly seeds: readonly Entry[];
  /** Session A was asked for its nonce in time, and named it: leaks can be seen at all. */
  readonly control: Entry | undefined;
  /** Entries before the reset that must wipe; between it and the scoped one; after that. */
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
  readonly afterScoped: readonly Entry[];
}

/** The first entry with a role. */
export function playing(flow: Flow, role: string): Entry | undefined {
  return flow.entries.find((e) => e.role === role);
}

/** True where an entry's answer holds its own session's nonce, as it was told. */
export function recalls(flow: Flow, entry: Entry | undefined, seedRole: string): boolean {
  const nonce = playing(flow, seedRole)?.nonce;
  return entry !== undefined && nonce !== undefined && sightIn(nonce, entry)?.kind === "whole";
}

/** True where an agent answered, and not by an error: only then does its silence say something. */
export function said(entry: Entry): boolean {
  return readable(entry) && errorOf(entry) === undefined;
}

/** What came in place of an answer that says something, in a few words. */
export function mutedWords(entry: Entry): string {
  return errorOf(entry) !== undefined
    ? "an agent-level error"
    : answered200(entry)
    ? "a body that is no JSON object"
    : outcomeWords(entry);
}

/** Reads the flow out of the evidence. */
export function flowOf(evidence: Evidence): Flow {
  const entries = evidence.of("memory");
  const resetAt = entries.findIndex((e) => e.role === "reset");
  const scopedAt = entries.findIndex((e) => e.role === "reset-scoped");
  const cut = (from: number, to: number) =>
    from === -1 ? [] : entries.slice(from, to === -1 ? undefined : to);
  const flow: Flow = {
    entries,
    seeds: entries.filter((e) => e.nonce !== undefined),
    control: undefined,
    before: entries.slice(0, resetAt === -1 ? undefined : resetAt),
    after: cut(resetAt, scopedAt),
    afterScoped: cut(scopedAt, -1),
  };
  const asked = entries.filter((e) => e.role.startsWith("recall-a"));
  return { ...flow, control: asked.find((e) => recalls(flow, e, "seed-a")) };
}

/** Answers among `entries` that hold a nonce told by one of `seeds`, save where `fair` says it may be. */
export function leaksIn(
  entries: readonly Entry[],
  seeds: readonly Entry[],
  fair: (entry: Entry, seed: Entry) => boolean = () => false,
): readonly Leak[] {
  return entries.flatMap((entry) =>
    seeds.flatMap((seed) => {
      if (entry === seed || fair(entry, seed)) return [];
      const sighting = sightIn(seed.nonce!, entry);
      return sighting === undefined ? [] : [{ nonce: seed.nonce!, seed, entry, sighting }];
    })
  );
}

/**
 * Nonces that a reset should have destroyed, in later answers: every plain reset that was answered 200 wipes
 * all that was told before it.
 */
export function survivorsIn(entries: readonly Entry[]): readonly Leak[] {
  const told: Entry[] = [];
  let wiped: readonly Entry[] = [];
  const leaks: Leak[] = [];
  for (const entry of entries) {
    if (entry.route === "reset") {
      if (entry.sent === "plain" && answered200(entry)) wiped = [...told];
      continue;
    }
    leaks.push(...leaksIn([entry], wiped));
    if (entry.nonce !== undefined) told.push(entry);
  }
  return leaks;
}

/** What a leak is, in words. */
export function leakWords({ entry, sighting }: Leak): string {
  const what = sighting.kind === "whole"
    ? "the nonce"
    : `${sighting.digits} of the nonce's 32 hex digits in a row`;
  return `${what} in the answer to ${entry.id} (${entry.purpose})`;
}

/**
 * Why a check on memory can't run: declared away, never sent, or the agent can't recall, so that silence
 * proves nothing. Undefined where there is power to judge.
 */
export function powerless(evidence: Evidence, flow: Flow): Judgement | undefined {
  if (evidence.settings.declarations.includes("no-recall")) {
    return notApplicable(
      "Declared: no-recall. Nothing can be asked for, and stricter than the contract's canary is not possible here",
    );
  }
  const stopped = evidence.stopped("memory");
  if (flow.control !== undefined) return stopped === undefined ? undefined : couldNotRun(stopped);
  if (stopped !== undefined) return couldNotRun(stopped);
  const asked = flow.entries.find((e) => e.role === "recall-a");
  if (asked === undefined) return couldNotRun(nothingToJudge(evidence, "inject"));
  const error = errorOf(asked);
  const why = !answered200(asked)
    ? outcomeWords(asked)
    : error !== undefined
    ? "the turn ended in an agent-level error"
    : "its answer didn't hold the nonce that the session was told";
  return couldNotRun(
    `The agent did not recall in its own session (${why}), so nothing can be concluded. Give prompts that it understands (--seed-prompt with {nonce}, --recall-prompt), or declare no-recall`,
    [asked],
  );
}
