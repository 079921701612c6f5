/**
 * Ends of turns whose model didn't answer whole: no success. To say so is always right.
 *
 * @module
 */
import type { LiveContext, LiveRequest, LiveTurn } from "./agent_live_record.ts";
import { notAsked, type Reason, warn } from "./agent_live_verdict.ts";
import { type Differences, text, word } from "./difference.ts";

/** A text that the model left unfinished is no answer, unless the agent says that it is none. */
export function judgeUnfinished({ play }: LiveContext, differences: Differences): Reason | void {
  const turn = play.turns[0];
  if (turn === undefined) return play.fault ?? "The turn was not played";
  const why = notAsked(turn, 0);
  if (why !== undefined) return why;
  const cut = turn.requests.filter(({ step }) => step === 0);
  if (cut.length === 0) return "No request of the turn was answered by the script";
  judgeEnding(turn, cut, "/turns/0", differences);
}

/** What a turn came to after these answers, none of which is one. */
export function judgeEnding(
  { outcome, requests }: LiveTurn,
  cut: readonly LiveRequest[],
  pointer: string,
  differences: Differences,
): void {
  if (outcome.kind === "lost") return;
  if (outcome.kind === "broken") {
    warn(differences, {
      subject: "ending",
      code: "failure-not-in-contract",
      clause: "R009",
      pointer,
      expected: word("an-error-in-the-envelope"),
      received: text(outcome.message),
    });
    return;
  }
  if (outcome.error !== undefined) return;
  const { reply } = outcome;
  const whole = requests.some(({ out, token, step }) =>
    step !== undefined && step > 0 && out.fault === undefined && reply.includes(token)
  );
  if (whole) return;
  const same = cut.some(({ out }) => out.text !== "" && plain(reply) === plain(out.text));
  const noted = {
    subject: "ending" as const,
    clause: "R009" as const,
    pointer: `${pointer}/reply`,
    expected: word("an-error"),
    received: text(reply),
  };
  if (same) differences.add({ ...noted, code: "false-success" });
  // It may say so in words, have another model to ask, or tell a fib: no judge can tell.
  else warn(differences, { ...noted, code: "no-error-told" });
}

function plain(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}
