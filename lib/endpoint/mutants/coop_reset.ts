/**
 * Resets that answer 200 and leave something behind.
 *
 * @module
 */
import type { Message } from "../../agent/messages.ts";
import { builtWith, leaving } from "../coop_agents.ts";
import { isOld, isOwn, leaks } from "../coop_leak.ts";
import { type CoopMutant, late, survives, survivesAnywhere } from "../coop_mutant.ts";
import { type Asked, clean, fails } from "../mutant.ts";
import { answers, json } from "../mutant_seams.ts";

const NO_SCOPE = "reset.no-scope";
const SYNCHRONOUS = "reset.synchronous";
const TOTAL = "reset.total";

const resetWith = (key: string) => ({ route, valid, fields }: Asked) =>
  route === "reset" && valid && key in fields;

/** How long a text must be for the index to keep it, characters. */
const WORTH_INDEXING = 500;

/** Broken resets. */
export const coopResetMutants: readonly CoopMutant[] = [
  {
    id: "coop-reset-does-nothing",
    breaks: TOTAL,
    what: "a reset is a 200 and nothing else",
    ...leaving((sessions) => sessions),
    expect: {
      ...survives,
      why: "sessions stay apart, so a new scenario sees nothing of the one before: its id is new",
    },
  },
  {
    id: "coop-reset-one-request-late",
    breaks: SYNCHRONOUS,
    what: "a reset answers 200; what it found is wiped once one more turn has been answered",
    ...builtWith(() => {
      const histories = new Map<string, readonly Message[]>();
      let doomed: readonly string[] = [];
      return {
        store: {
          get: (id) => histories.get(id),
          set(id, history) {
            histories.set(id, history);
            for (const old of doomed) histories.delete(old);
            doomed = [];
          },
          clear: () => void (doomed = [...histories.keys()]),
        },
      };
    }),
    expect: { ...late, why: "the second look finds nothing: late, not left behind" },
  },
  {
    id: "coop-reset-all-one-request-late",
    breaks: SYNCHRONOUS,
    what: "a reset answers 200; all sessions are wiped once one more turn has been answered",
    agent(agent) {
      let due = false;
      return {
        ...agent,
        async inject(turn) {
          const result = await agent.inject(turn);
          if (due) await agent.reset();
          due = false;
          return result;
        },
        reset: () => void (due = true),
      };
    },
    expect: {
      ...late,
      why:
        "the first turn after a reset is wiped with the rest: a seed there is lost, and only a later pair shows the delay",
    },
  },
  {
    id: "coop-reset-newest-only",
    breaks: TOTAL,
    what: "a reset wipes the session that was opened last, and no other",
    ...leaving((sessions) => sessions.slice(0, -1)),
    expect: survives,
  },
  {
    id: "coop-reset-oldest-only",
    breaks: TOTAL,
    what: "a reset wipes the session that was opened first, and no other",
    ...leaving((sessions) => sessions.slice(1)),
    expect: {
      ...survives,
      why: "a reset with a scope, and then one without, leave the session that was opened last",
    },
  },
  {
    id: "coop-reset-scope-field",
    breaks: NO_SCOPE,
    what: "a reset with a scope field wipes nothing but what the scope names",
    ...answers(resetWith("scope"), () => json({ wt_inject: 1 })),
    expect: fails(NO_SCOPE),
  },
  {
    id: "coop-reset-session-field",
    breaks: NO_SCOPE,
    what: "a reset with a session_id wipes nothing but that session",
    ...answers(resetWith("session_id"), () => json({ wt_inject: 1 })),
    expect: fails(NO_SCOPE),
  },
  {
    id: "coop-reset-leaves-an-index",
    breaks: TOTAL,
    what: "an index of long texts outlives the reset and answers whoever asks afterwards",
    ...leaks({
      when: (told, asking) => isOld(told, asking) && told.text.length > WORTH_INDEXING,
    }),
    expect: survivesAnywhere,
  },
  {
    id: "coop-reset-leaves-an-open-index",
    breaks: TOTAL,
    what: "an index of all texts answers whoever asks, before the reset and after it",
    ...leaks({ when: (told, asking) => isOld(told, asking) || !isOwn(told, asking) }),
    expect: {
      ...survivesAnywhere,
      ...fails(...survivesAnywhere.failed, "session.isolated"),
      why: "before the reset it is another session's turn, after it a turn that should be gone",
    },
  },
  {
    id: "coop-reset-index-one-question-late",
    breaks: SYNCHRONOUS,
    what: "an index answers a new session's question if that is the first after the reset",
    thorough: true,
    unseen: {
      ...clean,
      why: "a default run asks the old id first; its one conversation can't ask both first",
    },
    ...leaks({
      when: (told, asking) => isOld(told, asking) && asking.fresh && asking.asked === 0,
    }),
    expect: {
      ...survives,
      why:
        "rounds of many sessions ask a new one first in turn; no second look says that it was only late",
    },
  },
];
