/**
 * Resets that answer 200 and leave something behind.
 *
 * @module
 */
import { builtWith, leaving } from "../coop_agents.ts";
import type { CoopMutant } from "../coop_mutant.ts";
import { isOld, leaks } from "../coop_leak.ts";
import { clean, fails } from "../mutant.ts";
import { answers, json } from "../mutant_seams.ts";
import { memoryStore } from "../reference.ts";
import type { Asked } from "../mutant.ts";

const CANARY = "conformance.canary";
const BACK_TO_BACK = "conformance.back-to-back";
const ISOLATED = "session.isolated";
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
      ...fails(TOTAL, CANARY),
      why: "",
    },
  },
  {
    id: "coop-reset-one-request-late",
    breaks: SYNCHRONOUS,
    what: "a reset answers 200 and wipes once one more request has been answered",
    ...builtWith(() => {
      const store = memoryStore();
      let due = false;
      return {
        store: {
          get: store.get,
          async set(id, history) {
            await store.set(id, history);
            if (due) await store.clear();
            due = false;
          },
          clear: () => void (due = true),
        },
      };
    }),
    expect: { ...fails(SYNCHRONOUS, CANARY), why: "" },
  },
  {
    id: "coop-reset-newest-only",
    breaks: TOTAL,
    what: "a reset wipes the session that was opened last, and no other",
    ...leaving((sessions) => sessions.slice(0, -1)),
    expect: { ...fails(TOTAL, CANARY), why: "" },
  },
  {
    id: "coop-reset-oldest-only",
    breaks: TOTAL,
    what: "a reset wipes the session that was opened first, and no other",
    ...leaving((sessions) => sessions.slice(1)),
    expect: { ...fails(TOTAL), why: "" },
  },
  {
    id: "coop-reset-scope-field",
    breaks: NO_SCOPE,
    what: "a reset with a scope field wipes no session but the one that it names",
    ...answers(resetWith("scope"), () => json({ wt_inject: 1 })),
    expect: { ...fails(NO_SCOPE), why: "" },
  },
  {
    id: "coop-reset-session-field",
    breaks: NO_SCOPE,
    what: "a reset with a session_id wipes that session alone",
    ...answers(resetWith("session_id"), () => json({ wt_inject: 1 })),
    expect: { ...fails(NO_SCOPE), why: "" },
  },
  {
    id: "coop-reset-leaves-an-index",
    breaks: TOTAL,
    what: "an index of long texts outlives the reset and answers whoever asks afterwards",
    ...leaks({
      when: (told, asking) => isOld(told, asking) && told.text.length > WORTH_INDEXING,
    }),
    expect: { ...fails(TOTAL, CANARY, BACK_TO_BACK), why: "" },
  },
  {
    id: "coop-reset-leaves-an-index-of-all",
    breaks: TOTAL,
    what: "an index of all sessions answers whoever asks, before the reset and after it",
    ...leaks({ when: (told, asking) => isOld(told, asking) || told.session !== asking.session }),
    expect: { ...fails(TOTAL, CANARY, BACK_TO_BACK, ISOLATED), why: "" },
  },
  {
    id: "coop-reset-leaves-the-newest-text",
    breaks: TOTAL,
    what: "the last text that was told outlives the reset, whatever its length",
    ...leaks(),
    expect: { ...fails(TOTAL, CANARY, BACK_TO_BACK), why: "" },
  },
  {
    id: "coop-reset-late-for-new-sessions",
    breaks: SYNCHRONOUS,
    what: "what was told is gone once a new session has asked: the first such question is answered",
    thorough: true,
    unseen: {
      ...clean,
      why: "a default run asks the old id first; the canary alone has rounds in either order",
    },
    ...leaks({
      when: (told, asking) => isOld(told, asking) && told.session !== asking.session,
    }),
    expect: { ...fails(SYNCHRONOUS, CANARY), why: "" },
  },
];
