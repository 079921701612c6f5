/**
 * Declarations: true ones, which let a narrow agent conform, and false ones, which an exchange contradicts.
 *
 * @module
 */
import { builtWith, rewriting, taking } from "../coop_agents.ts";
import type { CoopMutant } from "../coop_mutant.ts";
import { clean, fails } from "../mutant.ts";
import { REFERENCE_PROFILE } from "../reference.ts";

const { tool_prompt: _tool, expect_tools: _expect, error_tools: _errors, ...WITHOUT_TOOLS } =
  REFERENCE_PROFILE;
const { recall_prompt: _recall, ...WITHOUT_RECALL } = REFERENCE_PROFILE;
const { slow_prompt: _slow, ...WITHOUT_SLOW } = REFERENCE_PROFILE;
const { error_prompt: _error, error_tools: _calls, ...WITHOUT_ERROR } = REFERENCE_PROFILE;

const honest = { ...clean, why: "what is declared away is not applicable, and all else holds" };

/** Honest and false declarations. */
export const coopDeclaredMutants: readonly CoopMutant[] = [
  {
    id: "coop-odd-declares-no-tools",
    breaks: undefined,
    what: "an agent without tools, declared so",
    ...builtWith(() => ({ tools: [] })),
    ownProfile: {
      ...WITHOUT_TOOLS,
      error_prompt: "Simulate a model failure.",
      declare: ["no-tools"],
    },
    expect: honest,
  },
  {
    id: "coop-odd-declares-no-recall",
    breaks: undefined,
    what: "an agent that forgets each turn by design, declared so",
    ...rewriting({ get: () => undefined }),
    ownProfile: { ...WITHOUT_RECALL, declare: ["no-recall"] },
    expect: honest,
  },
  {
    id: "coop-odd-declares-no-slow-turn",
    breaks: undefined,
    what: "an agent that answers at once whatever it is told, declared so",
    ...taking((agent) => async (turn) =>
      turn.text === REFERENCE_PROFILE.slow_prompt ? { reply: "Done." } : await agent.inject(turn)
    ),
    ownProfile: { ...WITHOUT_SLOW, declare: ["no-slow-turn"] },
    expect: honest,
  },
  {
    id: "coop-odd-declares-no-error",
    breaks: undefined,
    what: "an agent that nobody knows how to make fail, declared so",
    ownProfile: { ...WITHOUT_ERROR, declare: ["no-error-on-demand"] },
    expect: honest,
  },
  {
    id: "coop-odd-declares-all",
    breaks: undefined,
    what: "an agent that says the same thing always, with all four declarations",
    ...taking(() => () => ({ reply: "Good morning.", toolCalls: [] })),
    ownProfile: { declare: ["no-tools", "no-recall", "no-slow-turn", "no-error-on-demand"] },
    expect: honest,
  },
  {
    id: "coop-declared-no-tools",
    breaks: "conformance.must-call",
    what: "no-tools is declared, and an answer lists calls",
    profile: { declare: ["no-tools"] },
    expect: {
      ...fails("conformance.must-call"),
      why: "declaration-false, told once; the other checks of tools stay not applicable",
    },
  },
  {
    id: "coop-declared-no-tools-ordinary-turn",
    breaks: "conformance.must-call",
    what: "no-tools is declared, and an ordinary turn lists a call",
    ...taking((agent) => async (turn) => {
      if (turn.text === REFERENCE_PROFILE.prompt) turn.called("hub_inventory", { hub: "Reno" });
      return await agent.inject(turn);
    }),
    ownProfile: { ...WITHOUT_TOOLS, declare: ["no-tools"] },
    expect: fails("conformance.must-call"),
  },
  {
    id: "coop-declared-no-recall",
    breaks: "session.memory",
    what: "no-recall is declared, and the agent recalls",
    profile: { declare: ["no-recall"] },
    expect: { ...fails("session.memory"), why: "declaration-false, told once" },
  },
  {
    id: "coop-declared-no-slow-turn",
    breaks: "error.own-deadline",
    what: "no-slow-turn is declared, and a turn outlasts its deadline",
    profile: { declare: ["no-slow-turn"] },
    expect: {
      ...fails("error.own-deadline"),
      warned: ["request.timeout"],
      why: "declaration-false under both clauses that it would have covered, each at its level",
    },
  },
  {
    id: "coop-declared-no-error",
    breaks: "error.agent-level",
    what: "no-error-on-demand is declared, and the error_prompt makes the agent fail",
    profile: { declare: ["no-error-on-demand"] },
    expect: { ...fails("error.agent-level"), why: "declaration-false, told once" },
  },
];
