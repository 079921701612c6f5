/**
 * Lists of tool calls that differ from what the agent called.
 *
 * @module
 */
import { type CoopMutant, incomplete } from "../coop_mutant.ts";
import { fails } from "../mutant.ts";
import { isFailing, type Json, turns } from "../mutant_seams.ts";

const COMPLETE = "response.tool-calls-complete";
const MUST_CALL = "conformance.must-call";
const ORDER = "response.tool-calls-order";
const WITNESSED = "error.witnessed-calls";

/** Changes the list of every turn that calls something and doesn't fail. */
function lists(change: (calls: readonly Json[]) => readonly Json[]): Pick<CoopMutant, "value"> {
  return turns((value, asked) =>
    isFailing(asked) ? value : { ...value, tool_calls: change(value.tool_calls as Json[]) }
  );
}

/** The same for the turn that fails. */
function listsOnError(
  change: (calls: readonly Json[]) => readonly Json[],
): Pick<CoopMutant, "value"> {
  return turns((value, asked) =>
    isFailing(asked) ? { ...value, tool_calls: change(value.tool_calls as Json[]) } : value
  );
}

const cut = {
  ...fails(COMPLETE, MUST_CALL),
  unproven: [ORDER],
  why: "of the calls that the profile names some are listed and some aren't, in three sessions",
};

const none = {
  ...fails(MUST_CALL),
  unproven: [COMPLETE, ORDER],
  why: "an agent that called nothing looks the same, so nothing says that the list is cut",
};

/** Broken lists. */
export const coopToolMutants: readonly CoopMutant[] = [
  {
    id: "coop-calls-reversed",
    breaks: ORDER,
    what: "calls are listed last first",
    ...lists((calls) => calls.toReversed()),
    expect: { ...fails(ORDER), why: "a must_call scenario asks for the calls, in any order" },
  },
  {
    id: "coop-calls-last-only",
    breaks: COMPLETE,
    what: "the last call alone is listed",
    ...lists((calls) => calls.slice(-1)),
    expect: cut,
  },
  {
    id: "coop-calls-first-only",
    breaks: COMPLETE,
    what: "the first call alone is listed",
    ...lists((calls) => calls.slice(0, 1)),
    expect: cut,
  },
  {
    id: "coop-calls-once-a-name",
    breaks: COMPLETE,
    what: "of several calls of one tool the first alone is listed",
    profile: {
      tool_prompt: "What is the status of orders 4417 and 5120?",
      expect_tools: ["order_status", "order_status"],
    },
    ...lists((calls) =>
      calls.filter(({ name }, at) => calls.findIndex((call) => call.name === name) === at)
    ),
    expect: {
      ...fails(COMPLETE),
      why:
        "one call may serve several entries of must_call; and with one name no order can be wrong",
    },
  },
  {
    id: "coop-calls-none",
    breaks: MUST_CALL,
    what: "no call is ever listed",
    ...lists(() => []),
    expect: none,
  },
  {
    id: "coop-calls-with-a-path",
    breaks: MUST_CALL,
    what: "calls are listed under their server's path, not by the bare tool name",
    ...lists((calls) => calls.map((call) => ({ ...call, name: `freight/${call.name}` }))),
    expect: { ...none, why: "the profile gives bare names, and none of them is listed" },
  },
  {
    id: "coop-odd-calls-with-a-prefix",
    breaks: undefined,
    what: "calls are listed under their server's name, joined by underscores",
    ...lists((calls) => calls.map((call) => ({ ...call, name: `freight__${call.name}` }))),
    expect: {
      ...incomplete(COMPLETE, ORDER),
      why:
        "must_call takes such a name for the bare one; whether the agent did call it so can't be seen",
    },
  },
  {
    id: "coop-calls-lost-on-error",
    breaks: WITNESSED,
    what: "a failed turn lists no call",
    ...listsOnError(() => []),
    expect: fails(WITNESSED),
  },
  {
    id: "coop-calls-last-only-on-error",
    breaks: WITNESSED,
    what: "a failed turn lists its last call alone",
    profile: { error_tools: ["client_lookup", "order_status"] },
    agent: (agent) => ({
      ...agent,
      async inject(turn) {
        const result = await agent.inject(turn);
        // The reference fails after one call; here it would have failed after two.
        if (result.error !== undefined) turn.called("order_status", { order_id: "4417" });
        return result;
      },
    }),
    ...listsOnError((calls) => calls.slice(-1)),
    expect: fails(WITNESSED),
  },
];
