/**
 * Sessions that aren't what their ids say: shared, confused with others, or forgotten.
 *
 * @module
 */
import type { Message } from "../../agent/messages.ts";
import { builtWith, keyedBy, rewriting, taking } from "../coop_agents.ts";
import { leaks } from "../coop_leak.ts";
import type { CoopMutant } from "../coop_mutant.ts";
import { clean, fails } from "../mutant.ts";
import { memoryStore } from "../reference.ts";

const ISOLATED = "session.isolated";
const MEMORY = "session.memory";

/** Sessions whose ids are folded into fewer. */
function folded(
  id: string,
  what: string,
  key: (id: string) => string,
  more: Partial<CoopMutant> = {},
): CoopMutant {
  return {
    id: `coop-ids-${id}`,
    breaks: ISOLATED,
    what,
    ...keyedBy(key),
    ...more,
    expect: fails(ISOLATED),
  };
}

const thoroughly = {
  thorough: true,
  unseen: { ...clean, why: "only a thorough run has ids that show it" },
} as const;

const userTurns = (history: readonly Message[]) => history.filter(({ role }) => role === "user");

/** Broken sessions. */
export const coopSessionMutants: readonly CoopMutant[] = [
  folded("ignored", "all sessions share one conversation", () => "the one"),
  folded("cut-to-8", "ids are cut to 8 characters", (id) => id.slice(0, 8)),
  folded("cut-to-64", "ids are cut to 64 characters", (id) => id.slice(0, 64)),
  folded("lower-cased", "ids are lower-cased", (id) => id.toLowerCase()),
  folded("upper-cased", "ids are upper-cased", (id) => id.toUpperCase()),
  folded(
    "cut-at-the-last-hyphen",
    "what follows an id's last hyphen is dropped",
    (id) => id.replace(/-[^-]*$/, ""),
  ),
  folded("trimmed", "ids are trimmed", (id) => id.trim(), thoroughly),
  {
    id: "coop-session-continues-the-last",
    breaks: ISOLATED,
    what: "a new session goes on with the conversation of the one before it",
    ...builtWith(() => {
      const store = memoryStore();
      let last = "";
      return {
        store: {
          get: async (id) => await store.get(id) ?? await store.get(last),
          set(id, history) {
            last = id;
            return store.set(id, history);
          },
          clear: () => store.clear(),
        },
      };
    }),
    expect: fails(ISOLATED),
  },
  {
    id: "coop-session-sees-its-neighbours",
    breaks: ISOLATED,
    what: "a question finds what any session was told since the last reset",
    ...leaks({ when: (told, asking) => told.resets === asking.resets }),
    expect: fails(ISOLATED),
  },
  {
    id: "coop-history-never-kept",
    breaks: MEMORY,
    what: "each turn is the first, though the profile says that it recalls",
    ...rewriting({ get: () => undefined }),
    expect: {
      ...fails(MEMORY),
      unproven: [
        ISOLATED,
        "conformance.back-to-back",
        "conformance.canary",
        "reset.no-scope",
        "reset.synchronous",
        "reset.total",
      ],
      why:
        "the profile states that its recall_prompt makes this agent recall; nothing rests on silence",
    },
  },
  {
    id: "coop-history-lost-after-an-error",
    breaks: MEMORY,
    what: "a turn that fails takes its session's history with it",
    ...taking((agent) => {
      const lives = new Map<string, number>();
      return async (turn) => {
        const life = lives.get(turn.sessionId) ?? 0;
        const result = await agent.inject({ ...turn, sessionId: `${life}/${turn.sessionId}` });
        if (result.error !== undefined) lives.set(turn.sessionId, life + 1);
        return result;
      };
    }),
    expect: fails(MEMORY),
  },
  {
    id: "coop-history-lost-after-three-turns",
    breaks: MEMORY,
    what: "a session starts anew after three turns",
    ...taking((agent) => {
      const turns = new Map<string, number>();
      return (turn) => {
        const n = turns.get(turn.sessionId) ?? 0;
        turns.set(turn.sessionId, n + 1);
        return agent.inject({ ...turn, sessionId: `${Math.floor(n / 3)}/${turn.sessionId}` });
      };
    }),
    expect: fails(MEMORY),
  },
  {
    id: "coop-history-of-one-turn",
    breaks: MEMORY,
    what: "a session knows its last turn alone",
    ...rewriting({
      set(history) {
        const first = history.indexOf(userTurns(history).at(-1)!);
        return [...history.filter(({ role }) => role === "system"), ...history.slice(first)];
      },
    }),
    expect: fails(MEMORY),
  },
];
