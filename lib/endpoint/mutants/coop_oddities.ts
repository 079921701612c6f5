/**
 * Agents that are narrow, talkative, slow or forgetful, and endpoints with habits. None of them breaks the
 * contract, so none may be accused; where they don't play along, nothing is proven.
 *
 * @module
 */
import type { TurnResult } from "../agent.ts";
import { builtWith, keyedBy, rewriting, saying, taking, waited } from "../coop_agents.ts";
import { nonceIn } from "../coop_leak.ts";
import { type CoopMutant, incomplete, odd } from "../coop_mutant.ts";
import { clean, warns } from "../mutant.ts";
import { on } from "../mutant_seams.ts";
import { REFERENCE_PROFILE } from "../reference.ts";
import { FREIGHT_TOOLS } from "../../agent/freight.ts";

const { tool_prompt: _tool, expect_tools: _expect, error_tools: _errors, ...WITHOUT_TOOLS } =
  REFERENCE_PROFILE;
const { recall_prompt: _recall, ...WITHOUT_RECALL } = REFERENCE_PROFILE;

const TOOLS = [
  "conformance.must-call",
  "response.tool-calls-complete",
  "response.tool-calls-order",
] as const;
const FAILURE = ["error.agent-level", "error.witnessed-calls"] as const;
const RECALL = [
  "conformance.back-to-back",
  "conformance.canary",
  "reset.no-scope",
  "reset.synchronous",
  "reset.total",
  "session.isolated",
  "session.memory",
] as const;
const DEADLINE = "error.own-deadline";

/** An agent of one answer. Nothing is said of it, since an honest user knows that it plays no part. */
function oneAnswer(id: string, what: string, result: TurnResult): CoopMutant {
  return odd(id, what, {
    ...taking(() => () => result),
    ownProfile: {},
    expect: incomplete(...TOOLS, ...FAILURE, ...RECALL, DEADLINE),
  });
}

const inWords = (text: string) =>
  text.replace(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
    (nonce) => [...nonce.replaceAll("-", "")].map((digit) => WORDS.get(digit) ?? digit).join(", "),
  );
const WORDS = new Map(
  "zero one two three four five six seven eight nine alpha bravo charlie delta echo foxtrot"
    .split(" ").map((word, at) => [at.toString(16), word]),
);

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Never accused. */
export const coopOddities: readonly CoopMutant[] = [
  oneAnswer("refuses", "an agent that refuses whatever it is asked", {
    reply: "I am sorry, but I can't help with that request.",
  }),
  oneAnswer("fails-every-turn", "an agent that fails every turn, by an error envelope", {
    reply: "",
    error: "no model is configured",
  }),
  odd("fails-every-turn-under-a-profile", "an agent whose model is down, whatever is said of it", {
    ...taking(() => () => ({ reply: "", error: "the model is overloaded" })),
    expect: {
      ...incomplete(
        ...TOOLS,
        "error.witnessed-calls",
        ...RECALL,
        DEADLINE,
      ),
      why: "an agent-level error is no evidence, and the error_prompt did make it fail",
    },
  }),
  odd("says-codes-in-words", "an agent that says a code back in words, digit by digit", {
    ...saying((result) => ({ ...result, reply: inWords(result.reply) })),
    ownProfile: WITHOUT_RECALL,
    expect: incomplete(...RECALL),
  }),
  odd("chatters", "an agent that adds disclaimers around everything", {
    ...saying((result) => ({
      ...result,
      reply: `Thank you for asking! As an assistant I may err.\n\n${result.reply}\n\n` +
        "*Please check anything that matters. Is there anything else?*",
    })),
  }),
  odd("mentions-other-ids", "an agent with random UUIDs in every answer", {
    ...saying((result) => ({
      ...result,
      reply: `[${crypto.randomUUID()}] ${result.reply} (ticket ${crypto.randomUUID()})`,
    })),
  }),
  odd("quotes-the-question", "an agent that quotes what it was asked", {
    ...saying((result, { text }) => ({
      ...result,
      reply: `You asked: “${text}”. ${result.reply}`,
    })),
  }),
  odd("forgets-by-design", "an agent that takes each turn for the first, which nobody denies", {
    ...rewriting({ get: () => undefined }),
    ownProfile: WITHOUT_RECALL,
    expect: incomplete(...RECALL),
  }),
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
  odd("no-tools", "an agent without tools, of which nobody says so", {
    ...builtWith(() => ({ tools: [] })),
    ownProfile: { ...WITHOUT_TOOLS, error_prompt: "Simulate a model failure." },
    expect: incomplete(...TOOLS, "error.witnessed-calls"),
  }),
  odd("one-tool", "an agent with one tool", {
    ...builtWith(() => ({ tools: FREIGHT_TOOLS.slice(0, 1) })),
    profile: { expect_tools: ["client_lookup"] },
  }),
  odd("calls-more-tools", "an agent that calls other tools between the expected ones", {
    ...taking((agent) => async (turn) => {
      const { called } = turn;
      return await agent.inject({
        ...turn,
        called(name, args) {
          called("hub_inventory", { hub: "Reno" });
          called(name, args);
          called("hub_inventory", { hub: "Macon" });
        },
      });
    }),
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
  }),
  odd("error-prompt-does-not-fail", "an agent that answers the error_prompt like any other", {
    ...taking((agent) => (turn) =>
      turn.text === REFERENCE_PROFILE.error_prompt
        ? { reply: "I would rather not." }
        : agent.inject(turn)
    ),
    expect: incomplete(...FAILURE),
  }),
  ...[1, 2, 3].map((idle) =>
    odd(`no-tool-in-session-${idle}-of-3`, `of three sessions the ${idle}. calls no tool`, {
      ...taking((agent) => {
        let sessions = 0;
        return (turn) =>
          turn.text === REFERENCE_PROFILE.tool_prompt && ++sessions % 3 === idle % 3
            ? { reply: "Let me think about it." }
            : agent.inject(turn);
      }),
    })
  ),
  odd(
    "no-tool-in-one-of-three-with-an-error",
    "the first of three sessions calls no tool; one fails",
    {
      ...taking((agent) => {
        let sessions = 0;
        return (turn) => {
          const toFail = turn.text === REFERENCE_PROFILE.error_prompt;
          if (!toFail && turn.text !== REFERENCE_PROFILE.tool_prompt) return agent.inject(turn);
          const n = ++sessions;
          if (n === 2) return { reply: "", error: "429: rate limited" };
          if (n % 3 !== 1) return agent.inject(turn);
          return toFail
            ? { reply: "", error: "model failure" }
            : { reply: "Let me think about it." };
        };
      }),
      expect: {
        ...clean,
        why:
          "sessions 1 and 4 of those that should call a tool call none, and both happen to be made to fail: two are no proof",
      },
    },
  ),
  odd("fails-when-told", "an agent whose model fails whenever it is told something", {
    ...taking((agent) => (turn) =>
      nonceIn(turn.text) === undefined
        ? agent.inject(turn)
        : { reply: "", error: "the model is overloaded" }
    ),
    expect: {
      ...incomplete(...RECALL),
      why: "it was told nothing, so what it doesn't recall wasn't lost, whatever the profile says",
    },
  }),
  odd("remembers-in-its-own-words", "an agent that recalls a code in capitals, without hyphens", {
    ...saying((result) => ({
      ...result,
      reply: result.reply.replace(
        /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
        (nonce) => nonce.replaceAll("-", "").toUpperCase(),
      ),
    })),
    ownProfile: (({ echo_prompt: _, ...profile }) => profile)(REFERENCE_PROFILE),
  }),
  odd("slips-once", "an agent that doesn't name the code once, when asked again", {
    ...taking((agent) => {
      let asked = 0;
      return async (turn) => {
        const result = await agent.inject(turn);
        return turn.text === REFERENCE_PROFILE.recall_prompt && ++asked === 2
          ? { reply: "As I said before." }
          : result;
      };
    }),
  }),
];
