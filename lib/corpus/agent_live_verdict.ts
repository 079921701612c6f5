/**
 * What judges of live agents return, and how they come to it.
 *
 * @module
 */
import { Differences, type Noted } from "./difference.ts";
import type { PlayVerdict } from "./judge.ts";
import type { LiveContext, LiveTurn } from "./agent_live_record.ts";

/** A judge: pure, over what was recorded. */
export type LiveJudge = (
  context: LiveContext,
  differences: Differences,
) => string | undefined | void;

/** The situation that a check asks about did not come about: why. */
export type Reason = string;

/** What every expectation of a live agent rests on. */
export const GROUNDS = {
  basis: "derived",
  source: "R003 to R009, held against an agent in place of a gateway",
} as const;

/** Judges a play. A judge that gives a reason and has found nothing that fails could not run. */
export function judgeLive(judge: LiveJudge, context: LiveContext): PlayVerdict {
  const differences = new Differences(GROUNDS);
  const reason = judge(context, differences) ?? undefined;
  const { failed, total, list, more } = differences;
  const told = { differences: list, more, timed: false };
  if (failed > 0) return { verdict: "failed", ...told };
  if (reason !== undefined) {
    return { verdict: "could_not_run", reason, differences: [], more: 0, timed: false };
  }
  return { verdict: total > 0 ? "warned" : "passed", ...told };
}

/** Notes a difference that a reader should know of, and that nobody is failed for. */
export function warn(differences: Differences, noted: Noted): void {
  differences.add({ ...noted, warned: true });
}

/** Why a turn can't be judged as an ordinary one that was answered; undefined where it can. */
export function notPlayed({ play }: LiveContext, turn: number): Reason | undefined {
  const one = play.turns[turn];
  if (one === undefined) {
    return `Turn ${turn} was not played: ${play.fault ?? "the play ended before it"}`;
  }
  return notAsked(one, turn) ?? notAnswered(one, turn);
}

/** Why the model's side of a turn can't be judged. */
export function notAsked({ requests, outcome }: LiveTurn, turn: number): Reason | undefined {
  if (outcome.kind === "lost") return `Turn ${turn}: ${outcome.message}`;
  return requests.length > 0
    ? undefined
    : `Turn ${turn}: no request with the words of the turn came to the model's address: is the ` +
      "agent set to ask it there, and does it pass on what the user said?";
}

/** Why the script had nothing for the requests of a turn. */
export function notScripted({ requests }: LiveTurn, turn: number): Reason | undefined {
  return requests.some(({ step }) => step !== undefined)
    ? undefined
    : `Turn ${turn}: no request could be answered by the script: none offered the model the tools ` +
      "of --agent-tool, or all asked for JSON";
}

/** Why the agent's side of a turn can't be judged. */
export function notAnswered({ outcome }: LiveTurn, turn: number): Reason | undefined {
  if (outcome.kind === "lost") return `Turn ${turn}: ${outcome.message}`;
  if (outcome.kind === "broken") {
    return `Turn ${turn}: the answer breaks the contract (${outcome.message}); conform says how`;
  }
  return outcome.error === undefined ? undefined : `Turn ${turn}: the agent ended it with an error`;
}
