/**
 * The checks on a live agent, as data: what each asks, by which requirement, in which play. Ids never
 * change. They are no part of the corpus: its digest doesn't cover them, and they claim none.
 *
 * @module
 */
import type { Level } from "../contract/result.ts";
import { judgeCutCall, judgeMalformed, judgeUnknownTool } from "./agent_live_judge_calls.ts";
import { judgeUnfinished } from "./agent_live_judge_ends.ts";
import { judgeAnswers, judgeGrowth } from "./agent_live_judge_history.ts";
import { judgeSessions, judgeUserText } from "./agent_live_judge_sessions.ts";
import {
  judgeApart,
  judgeCallHistory,
  judgeReported,
  judgeResults,
} from "./agent_live_judge_tools.ts";
import type { LivePlayName } from "./agent_live_script.ts";
import type { LiveJudge } from "./agent_live_verdict.ts";
import type { RequirementId } from "./requirements.ts";

/** One check. */
export interface LiveCheck {
  /** `agent-live.` and words. */
  readonly id: string;
  readonly requirement: RequirementId;
  /** A SHOULD warns at most, and is not required. */
  readonly level: Level;
  readonly title: string;
  readonly play: LivePlayName;
  /** Its play makes the agent run a tool, so it needs --agent-tool. */
  readonly tools: boolean;
  readonly judge: LiveJudge;
}

const must = { level: "MUST", tools: false } as const;
const withTools = { level: "MUST", tools: true } as const;

/** Every check, in the order in which reports list them. */
export const LIVE_CHECKS: readonly LiveCheck[] = [
  {
    id: "agent-live.user-text",
    requirement: "R003",
    title: "What the user said comes to the model whole",
    play: "conversation",
    judge: judgeUserText,
    ...must,
    // An agent may rewrite a question on purpose: a reading of ours.
    level: "SHOULD",
  },
  {
    id: "agent-live.history-grows",
    requirement: "R004",
    title: "Each request of a session carries its earlier turns unchanged, in order",
    play: "conversation",
    judge: judgeGrowth,
    ...must,
  },
  {
    id: "agent-live.answer-in-history",
    requirement: "R004",
    title: "The model's actual answers stand in the session's next requests",
    play: "conversation",
    judge: judgeAnswers,
    ...must,
  },
  {
    id: "agent-live.sessions-apart",
    requirement: "R005",
    title: "Of two sessions that take turns, neither's words are sent for the other",
    play: "conversation",
    judge: judgeSessions,
    ...must,
  },
  {
    id: "agent-live.reset-forgets",
    requirement: "R005",
    title: "After a reset nothing that was said before it is sent to the model",
    play: "reset",
    judge: judgeSessions,
    ...must,
  },
  {
    id: "agent-live.length-is-no-answer",
    requirement: "R009",
    title: "A text that the length limit cut is not given as the answer",
    play: "length",
    judge: judgeUnfinished,
    ...must,
  },
  {
    id: "agent-live.cut-is-no-answer",
    requirement: "R007",
    title: "What came of an answer whose stream or body broke off is not given as the answer",
    play: "cut",
    judge: judgeUnfinished,
    ...must,
  },
  {
    id: "agent-live.model-error",
    requirement: "R007",
    title: "A model that fails makes the turn an error",
    play: "model-error",
    judge: judgeUnfinished,
    ...must,
  },
  {
    id: "agent-live.result-attached",
    requirement: "R003",
    title: "Each call gets one result, tied to it by its id",
    play: "tools",
    judge: judgeResults,
    ...withTools,
  },
  {
    id: "agent-live.results-apart",
    requirement: "R003",
    title: "Of two calls in one answer, each gets its own result",
    play: "tools",
    judge: judgeApart,
    ...withTools,
  },
  {
    id: "agent-live.calls-in-history",
    requirement: "R004",
    title: "The request with the results carries the model's own answer, text and calls",
    play: "tools",
    judge: judgeCallHistory,
    ...withTools,
  },
  {
    id: "agent-live.calls-reported",
    requirement: "R003",
    title: "The calls that the agent reports are those that the model made: names, values, order",
    play: "tools",
    judge: judgeReported,
    ...withTools,
  },
  {
    id: "agent-live.malformed-arguments",
    requirement: "R009",
    title: "Malformed arguments are handed on as they are or refused, never repaired or hidden",
    play: "malformed",
    judge: judgeMalformed,
    ...withTools,
  },
  {
    id: "agent-live.cut-call",
    requirement: "R009",
    title: "A call that the length limit cut is not run as if it were whole",
    play: "malformed",
    judge: judgeCutCall,
    ...withTools,
  },
  {
    id: "agent-live.unknown-tool",
    requirement: "R009",
    title: "A call of a tool that isn't there comes back to the model as an error, or is refused",
    play: "unknown-tool",
    judge: judgeUnknownTool,
    ...withTools,
  },
];
