/**
 * An agent's failures, told in other ways than the contract's.
 *
 * @module
 */
import { taking } from "../coop_agents.ts";
import { type CoopMutant, incomplete } from "../coop_mutant.ts";
import { fails } from "../mutant.ts";
import { isFailing, json } from "../mutant_seams.ts";

const AGENT_LEVEL = "error.agent-level";
const TURN_STATUS = "error.turn-status";
const WITNESSED = "error.witnessed-calls";

function failureAs(status: number): Pick<CoopMutant, "head"> {
  return {
    head: (answer, asked) =>
      isFailing(asked) ? json({ wt_inject: 1, error: "model failure" }, status) : answer,
  };
}

/** Broken failures. */
export const coopFailureMutants: readonly CoopMutant[] = [
  {
    id: "coop-failure-as-500",
    breaks: AGENT_LEVEL,
    what: "a turn that fails, after the agent has called a tool, is HTTP 500",
    ...failureAs(500),
    expect: {
      ...fails(AGENT_LEVEL, TURN_STATUS),
      unproven: [WITNESSED],
      why:
        "on the wire a valid turn has another status than 200; and it is the failure that has it",
    },
  },
  {
    id: "coop-failure-as-502",
    breaks: AGENT_LEVEL,
    what: "a turn whose model fails is HTTP 502, like a gateway's",
    ...failureAs(502),
    expect: { ...fails(AGENT_LEVEL, TURN_STATUS), unproven: [WITNESSED] },
  },
  {
    id: "coop-failure-made-up",
    breaks: undefined,
    what: "a turn that fails is answered with a made-up reply, and no error",
    ...taking((agent) => async (turn) => {
      const { error, ...result } = await agent.inject(turn);
      return error === undefined ? result : { ...result, reply: "All is well." };
    }),
    expect: {
      ...incomplete(AGENT_LEVEL, WITNESSED),
      why: "a prompt that provoked no failure looks the same, so nobody is accused",
    },
  },
];
