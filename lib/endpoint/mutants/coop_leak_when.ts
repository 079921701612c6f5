/**
 * Leaks that show to one question, in one session, or after some resets only.
 *
 * @module
 */
import { isOld, isOwn, type Leak, leaks } from "../coop_leak.ts";
import { type CoopMutant, survives, survivesAnywhere } from "../coop_mutant.ts";
import type { Expectation } from "../mutant.ts";

/** Told apart from the canary's first question, which is always the same. */
const RECALL = "Which code did I give you?";
const TOLD = "What did I just tell you?";

function timed(
  id: string,
  what: string,
  when: NonNullable<Leak["when"]>,
  expect: Expectation = survivesAnywhere,
): CoopMutant {
  return {
    id: `coop-leak-${id}`,
    breaks: "conformance.canary",
    what,
    profile: { recall_prompt: RECALL },
    ...leaks({ when: (told, asking) => isOld(told, asking) && when(told, asking) }),
    expect,
  };
}

/** Leaks in their own time. */
export const coopTimeMutants: readonly CoopMutant[] = [
  timed(
    "to-the-direct-question",
    "a new session knows the nonce when it is asked for it directly, and not before",
    (_, { fresh, text }) => fresh && text === RECALL,
  ),
  timed(
    "to-the-first-question",
    "a new session knows the nonce when it is asked what it was told, and not after",
    (_, { text }) => text === TOLD,
  ),
  timed(
    "under-the-old-id",
    "the old id alone still knows the nonce",
    isOwn,
    { ...survives, why: "no new session sees it" },
  ),
  timed(
    "under-new-ids",
    "new sessions know the nonce, the old id doesn't",
    (_, { fresh }) => fresh,
  ),
  timed(
    "from-the-second-reset-on",
    "the first reset is whole, every later one leaks",
    (told) => told.resets >= 1,
  ),
  timed(
    "from-the-second-wipe-on",
    "the first reset with something to wipe is whole, every later one leaks",
    (told) => told.wipes >= 1,
    {
      ...survives,
      why:
        "the second of a default run is the one with a scope; one without shows that the scope isn't why",
    },
  ),
  timed(
    "of-two-rounds-ago",
    "what was told comes back two resets later, and not after one",
    (told, asking) => asking.resets - told.resets === 2,
    {
      ...survives,
      why: "it comes back after the reset with a scope, which wipes nothing of the round before",
    },
  ),
];
