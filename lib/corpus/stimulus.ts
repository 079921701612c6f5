/**
 * Whether a play put to the gateway what its variant asks about.
 *
 * @module
 */
import type { FixtureExchange } from "./fixture.ts";
import { boundReached } from "./judge_around.ts";
import type { Play } from "./play.ts";

/** Why the stimulus could not be produced; undefined where it was. */
export function unproduced(
  { exchanges, coded }: Play,
  written: readonly FixtureExchange[],
): string | undefined {
  // In which mode it asks its upstream is a gateway's own affair. Once told, a later attempt is a
  // hidden one, whatever it asks for.
  const [untold] = exchanges.flatMap(({ attempts }) => attempts[0]?.untold ?? []);
  if (untold !== undefined) return UNTOLD[untold];
  // One that comes beside a readable one is a hidden attempt, however it is coded.
  const unread = exchanges.some(({ attempts: [first] }) =>
    first === undefined ? coded === true : first.unreadable === "coded"
  );
  if (unread) {
    return "the gateway's request has a content coding that this upstream doesn't know (it reads gzip)";
  }
  const bound = exchanges.map(({ client }) => boundReached(client)).find((one) =>
    one !== undefined
  );
  if (bound !== undefined) return bound;
  // A gateway that buffers is judged where that is the question.
  const stayed = exchanges.some(({ client: { leftAtMs = Infinity }, attempts }, index) =>
    written[index]?.leave === "first-text" &&
    attempts.some(({ holds }) =>
      holds.some(({ end, endedAtMs }) => end === "patience" && leftAtMs > endedAtMs)
    )
  );
  return stayed ? "the client never saw the text on which it was to leave" : undefined;
}

const UNTOLD = {
  stream:
    "the gateway asks its upstream for a stream, and what this variant has it answer can't be " +
    "told in one",
  whole:
    "the gateway asks its upstream for a whole answer, and what this variant has it answer is " +
    "told by a stream alone",
} as const;
