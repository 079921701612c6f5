/**
 * What a model is sent in one session has nothing of another, nor of the time before a reset; and it
 * has what the user said.
 *
 * @module
 */
import type { LiveContext, LiveRequest, LiveTurn } from "./agent_live_record.ts";
import { notAsked, notPlayed, type Reason, warn } from "./agent_live_verdict.ts";
import { atomsOf, systemOf, threadOf } from "./agent_live_thread.ts";
import { ABSENT, type Differences, text, word } from "./difference.ts";

/** No request of a session carries a word of another, or of one that a reset ended. */
export function judgeSessions({ play }: LiveContext, differences: Differences): Reason | void {
  const { turns, others } = play;
  let reason: Reason | undefined = play.fault;
  for (const [index, turn] of turns.entries()) {
    reason ??= notAsked(turn, index);
    for (const [at, request] of turn.requests.entries()) {
      judgeForeign(request, foreignTo(turn, turns), `/turns/${index}/requests/${at}`, differences);
    }
  }
  // A request beside the turns belongs to whose words it carries; those of two sessions are one too many.
  for (const [at, request] of others.entries()) {
    const body = new TextDecoder().decode(request.body);
    const [own] = turns.filter(({ marker }) => body.includes(marker));
    if (own === undefined) continue;
    judgeForeign(request, foreignTo(own, turns), `/others/${at}`, differences);
  }
  return reason;
}

function foreignTo({ session, epoch }: LiveTurn, turns: readonly LiveTurn[]): readonly LiveTurn[] {
  return turns.filter((one) => one.session !== session || one.epoch !== epoch);
}

function judgeForeign(
  { body }: LiveRequest,
  foreign: readonly LiveTurn[],
  pointer: string,
  differences: Differences,
): void {
  const sent = new TextDecoder().decode(body);
  // What the agent was told and what it was answered both carry the marker.
  if (!foreign.some(({ marker }) => sent.includes(marker))) return;
  differences.add({
    subject: "history",
    code: "session-mixed",
    clause: "R005",
    pointer,
    expected: ABSENT,
    received: word("words-of-another-session"),
  });
}

/** The user's words come to the model whole. */
export function judgeUserText(context: LiveContext, differences: Differences): Reason | void {
  let reason: Reason | undefined = context.play.fault;
  for (const [index, turn] of context.play.turns.entries()) {
    const why = notPlayed(context, index);
    reason ??= why;
    const request = threadOf(turn)[0];
    if (why !== undefined || request === undefined) continue;
    const atoms = atomsOf(request.request.turns);
    const own = atoms.findLast(({ text }) => text.includes(turn.marker));
    const noted = {
      subject: "text" as const,
      pointer: `/turns/${index}/requests/${turn.requests.indexOf(request)}`,
      expected: text(turn.text),
      received: text(own?.text),
    };
    const whole = [systemOf(request.request.turns), ...atoms.map((atom) => atom.text)]
      .some((one) => one.includes(turn.text));
    // An agent may mean to rewrite, and words in a part that no reader knows are not changed words.
    if (own !== undefined && !whole) warn(differences, { ...noted, code: "text-changed" });
    else if (
      own === undefined || !own.text.includes(turn.text) || own.role !== "user" ||
      alone(own.text, turn, context) !== turn.text
    ) {
      warn(differences, { ...noted, code: "text-decorated" });
    }
  }
  return reason;
}

/** A text without what the user said in other turns: adjacent turns of a role are one. */
function alone(said: string, turn: LiveTurn, { play }: LiveContext): string {
  const others = play.turns.filter((one) => one !== turn);
  return others.reduce((rest, one) => rest.replaceAll(one.text, ""), said);
}
