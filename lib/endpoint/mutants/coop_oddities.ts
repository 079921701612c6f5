/**
 * Agents that are narrow, talkative or forgetful. None of them breaks the contract, so none may be
 * accused; where they don't play along, nothing is proven.
 *
 * @module
 */
import { FREIGHT_TOOLS } from "../../agent/freight.ts";
import type { TurnResult } from "../agent.ts";
import { builtWith, rewriting, saying, taking } from "../coop_agents.ts";
import { nonceIn } from "../coop_leak.ts";
import { type CoopMutant, incomplete, odd } from "../coop_mutant.ts";
import { REFERENCE_PROFILE } from "../reference.ts";

const { tool_prompt: _tool, expect_tools: _expect, error_tools: _errors, ...WITHOUT_TOOLS } =
  REFERENCE_PROFILE;
const { recall_prompt: _recall, ...WITHOUT_RECALL } = REFERENCE_PROFILE;
const { echo_prompt: _echo, ...WITHOUT_ECHO } = REFERENCE_PROFILE;

const TOOLS = [
  "conformance.must-call",
  "response.tool-calls-complete",
  "response.tool-calls-order",
] as const;
const AGENT_LEVEL = "error.agent-level";
const WITNESSED = "error.witnessed-calls";
const DEADLINE = "error.own-deadline";
const RECALL = [
  "conformance.back-to-back",
  "conformance.canary",
  "reset.no-scope",
  "reset.synchronous",
  "reset.total",
  "session.isolated",
  "session.memory",
] as const;

/** An agent of one answer. Nothing is said of it, since an honest user knows that it plays no part. */
function oneAnswer(id: string, what: string, result: TurnResult): CoopMutant {
  return odd(id, what, {
    ...taking(() => () => result),
    ownProfile: {},
    expect: incomplete(...TOOLS, AGENT_LEVEL, WITNESSED, ...RECALL, DEADLINE),
  });
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const WORDS = new Map(
  "zero one two three four five six seven eight nine alpha bravo charlie delta echo foxtrot"
    .split(" ").map((word, at) => [at.toString(16), word]),
);
const inWords = (nonce: string) =>
  [...nonce.replaceAll("-", "")].map((digit) => WORDS.get(digit)).join(", ");

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
      ...incomplete(...TOOLS, WITNESSED, ...RECALL, DEADLINE),
      why: "an agent-level error is no evidence, and the error_prompt did make it fail",
    },
  }),
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
  odd("says-codes-in-words", "an agent that says a code back in words, digit by digit", {
    ...saying((result) => ({ ...result, reply: result.reply.replace(UUID, inWords) })),
    ownProfile: WITHOUT_RECALL,
    expect: incomplete(...RECALL),
  }),
  odd("says-codes-in-capitals", "an agent that recalls a code in capitals, without hyphens", {
    ...saying((result) => ({
      ...result,
      reply: result.reply.replace(UUID, (nonce) => nonce.replaceAll("-", "").toUpperCase()),
    })),
    ownProfile: WITHOUT_ECHO,
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
  odd("no-tools", "an agent without tools, of which nobody says so", {
    ...builtWith(() => ({ tools: [] })),
    ownProfile: { ...WITHOUT_TOOLS, error_prompt: "Simulate a model failure." },
    expect: incomplete(...TOOLS, WITNESSED),
  }),
  odd("one-tool", "an agent with one tool", {
    ...builtWith(() => ({ tools: FREIGHT_TOOLS.slice(0, 1) })),
    profile: { expect_tools: ["client_lookup"] },
  }),
  odd("calls-more-tools", "an agent that calls other tools between the expected ones", {
    ...taking((agent) => (turn) =>
      agent.inject({
        ...turn,
        called(name, args) {
          turn.called("hub_inventory", { hub: "Reno" });
          turn.called(name, args);
          turn.called("hub_inventory", { hub: "Macon" });
        },
      })
    ),
  }),
  odd("error-prompt-does-not-fail", "an agent that answers the error_prompt like any other", {
    ...taking((agent) => (turn) =>
      turn.text === REFERENCE_PROFILE.error_prompt
        ? { reply: "I would rather not." }
        : agent.inject(turn)
    ),
    expect: incomplete(AGENT_LEVEL, WITNESSED),
  }),
];
