/**
 * Endpoints that are slow, or have habits, and agents with moods. None may be accused.
 *
 * @module
 */
import { keyedBy, saying, taking, waited } from "../coop_agents.ts";
import { nonceIn } from "../coop_leak.ts";
import { type CoopMutant, odd } from "../coop_mutant.ts";
import { clean, warns } from "../mutant.ts";
import { on } from "../mutant_seams.ts";
import { REFERENCE_PROFILE } from "../reference.ts";

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const IDLE = { reply: "Let me think about it." } as const;

/** Never accused. */
export const coopHabits: readonly CoopMutant[] = [
  odd("slow", "an agent that needs 0.3 s for a turn", {
    ...taking((agent) => async (turn) => {
      await waited(300, turn.signal);
      return await agent.inject(turn);
    }),
  }),
  odd("slow-reset", "a reset that waits 1.5 s for its stores where there is something to wipe", {
    agent(agent) {
      let told = false;
      return {
        ...agent,
        async inject(turn) {
          told ||= nonceIn(turn.text) !== undefined;
          return await agent.inject(turn);
        },
        async reset() {
          if (told) await waited(1500);
          told = false;
          await agent.reset();
        },
      };
    },
  }),
  odd("slow-first-resets", "the first three resets take 1.5 s each: its stores are cold", {
    agent(agent) {
      let resets = 0;
      return {
        ...agent,
        async reset() {
          if (++resets <= 3) await waited(1500);
          await agent.reset();
        },
      };
    },
    expect: {
      ...warns("reset.idempotent"),
      why: 'a "cheap 200": warned past a second, never failed',
    },
  }),
  odd("derives-identities", "an endpoint that keys its state by a hash of the session_id", {
    ...keyedBy(sha256),
  }),
  odd("says-what-a-reset-does", "an agent that tells a new session of destroyed ones", {
    ...saying((result) =>
      result.reply.startsWith("You have told me nothing")
        ? { reply: "I don't know any code; earlier sessions were destroyed." }
        : result
    ),
  }),
  odd("reset-tells-what-it-wipes", "a reset's 200 lists the texts that it destroyed", {
    ...on("reset", (value, { openTexts }) => ({ ...value, destroyed: openTexts })),
    expect: {
      ...clean,
      why: "an unknown field is legal, and a reset's own answer is no later turn",
    },
  }),
  ...[1, 2, 3].map((idle) =>
    odd(`no-tool-in-session-${idle}-of-3`, `of three sessions number ${idle} calls no tool`, {
      ...taking((agent) => {
        let sessions = 0;
        return (turn) =>
          turn.text === REFERENCE_PROFILE.tool_prompt && ++sessions % 3 === idle % 3
            ? IDLE
            : agent.inject(turn);
      }),
    })
  ),
  odd("no-tool-before-two-failures", "of three sessions the first calls no tool; another fails", {
    ...taking((agent) => {
      let sessions = 0;
      return (turn) => {
        const toFail = turn.text === REFERENCE_PROFILE.error_prompt;
        if (!toFail && turn.text !== REFERENCE_PROFILE.tool_prompt) return agent.inject(turn);
        const n = ++sessions;
        if (n === 2) return { reply: "", error: "429: rate limited" };
        if (n % 3 !== 1) return agent.inject(turn);
        return toFail ? { reply: "", error: "model failure" } : IDLE;
      };
    }),
    expect: {
      ...clean,
      why:
        "sessions 1 and 4 call no tool and happen to be the two that are made to fail: a third would list the call",
    },
  }),
];
