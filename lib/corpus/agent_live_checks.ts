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
  /** What it fails on, or warns of where it is a SHOULD: the end of "it fails where". */
  readonly fails: string;
  /** The codes of what it finds, the warned ones too. */
  readonly codes: readonly string[];
  readonly play: LivePlayName;
  /** Its play makes the agent run a tool, so it needs --agent-tool. */
  readonly tools: boolean;
  readonly judge: LiveJudge;
}

const must = { level: "MUST", tools: false } as const;
const withTools = { level: "MUST", tools: true } as const;

const ANSWERS = [
  "answer-not-in-history",
  "answer-changed",
  "history-reordered",
  "history-flattened",
  "history-compacted",
];
const UNFINISHED = ["false-success", "no-error-told", "failure-not-in-contract"];
const MALFORMED = [
  "arguments-repaired",
  "arguments-changed",
  "arguments-emptied",
  "arguments-wrapped",
  "call-hidden",
  "call-replaced",
  "result-missing",
  "error-hidden",
  "error-flag-missing",
  "report-invented",
  ...UNFINISHED,
];

/** Every check, in the order in which reports list them. */
export const LIVE_CHECKS: readonly LiveCheck[] = [
  {
    id: "agent-live.user-text",
    requirement: "R003",
    title: "What the user said comes to the model whole",
    fails:
      "the user's words come to the model changed: an agent may rewrite on purpose, so it warns at most",
    codes: ["text-changed", "text-decorated"],
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
    fails: "an earlier turn of the session is gone, changed in its place, or in another order",
    codes: [
      "turn-missing",
      "not-append-only",
      "history-reordered",
      "history-flattened",
      "history-compacted",
      "history-decorated",
      "system-changed",
    ],
    play: "conversation",
    judge: judgeGrowth,
    ...must,
  },
  {
    id: "agent-live.answer-in-history",
    requirement: "R004",
    title: "The model's actual answers stand in the session's next requests",
    fails: "the model's actual answer is gone or another in the next request",
    codes: ANSWERS,
    play: "conversation",
    judge: judgeAnswers,
    ...must,
  },
  {
    id: "agent-live.sessions-apart",
    requirement: "R005",
    title: "Of two sessions that take turns, neither's words are sent for the other",
    fails: "of two sessions that take turns, one's words are sent for the other",
    codes: ["session-mixed"],
    play: "conversation",
    judge: judgeSessions,
    ...must,
  },
  {
    id: "agent-live.reset-forgets",
    requirement: "R005",
    title: "After a reset nothing that was said before it is sent to the model",
    fails: "after a reset something that was said before it is sent",
    codes: ["session-mixed"],
    play: "reset",
    judge: judgeSessions,
    ...must,
  },
  {
    id: "agent-live.length-is-no-answer",
    requirement: "R009",
    title: "A text that the length limit cut is not given as the answer",
    fails: "the text that the length limit cut is the reply, and there is no error",
    codes: UNFINISHED,
    play: "length",
    judge: judgeUnfinished,
    ...must,
  },
  {
    id: "agent-live.cut-is-no-answer",
    requirement: "R007",
    title: "What came of an answer whose stream or body broke off is not given as the answer",
    fails:
      "what came of a stream without its end, or of a body that broke off, is the reply, and there is no error",
    codes: UNFINISHED,
    play: "cut",
    judge: judgeUnfinished,
    ...must,
  },
  {
    id: "agent-live.model-error",
    requirement: "R007",
    title: "A model that fails makes the turn an error",
    fails: "what came before the model's error is the reply, and there is no error",
    codes: UNFINISHED,
    play: "model-error",
    judge: judgeUnfinished,
    ...must,
  },
  {
    id: "agent-live.result-attached",
    requirement: "R003",
    title: "Each call gets one result, tied to it by its id",
    fails: "a call has no result, or two, or a result is tied to no call",
    codes: ["result-missing", "result-duplicate", "result-parted", "id-renamed"],
    play: "tools",
    judge: judgeResults,
    ...withTools,
  },
  {
    id: "agent-live.results-apart",
    requirement: "R003",
    title: "Of two calls in one answer, each gets its own result",
    fails: "of two calls in one answer, one has the other's result",
    codes: ["result-swapped"],
    play: "tools",
    judge: judgeApart,
    ...withTools,
  },
  {
    id: "agent-live.calls-in-history",
    requirement: "R004",
    title: "The request with the results carries the model's own answer, text and calls",
    fails: "the request with the results lacks the model's own answer, text and calls",
    codes: ANSWERS,
    play: "tools",
    judge: judgeCallHistory,
    ...withTools,
  },
  {
    id: "agent-live.calls-reported",
    requirement: "R003",
    title: "The calls that the agent reports are those that the model made: names, values, order",
    fails:
      "tool_calls lacks a call that was run, or has other values, another order, or a call twice",
    codes: ["report-missing", "report-changed", "report-reordered", "report-added"],
    play: "tools",
    judge: judgeReported,
    ...withTools,
  },
  {
    id: "agent-live.malformed-arguments",
    requirement: "R009",
    title: "Malformed arguments are handed on as they are or refused, never repaired or hidden",
    fails:
      "they are mended in the history or the report, the call is hidden, has no result, or has one of a good call",
    codes: MALFORMED,
    play: "malformed",
    judge: judgeMalformed,
    ...withTools,
  },
  {
    id: "agent-live.cut-call",
    requirement: "R009",
    title: "A call that the length limit cut is not run as if it were whole",
    fails:
      "its arguments are mended in the history or the report, the call is hidden though the model was asked nothing else, has no result, or has one of a good call",
    codes: MALFORMED,
    play: "malformed",
    judge: judgeCutCall,
    ...withTools,
  },
  {
    id: "agent-live.unknown-tool",
    requirement: "R009",
    title: "A call of a tool that isn't there comes back to the model as an error, or is refused",
    fails:
      "the call is hidden or has another name, or its result is missing, empty, or that of a good call",
    codes: [
      "call-hidden",
      "call-replaced",
      "call-name",
      "result-missing",
      "error-hidden",
      "error-flag-missing",
      "false-success",
      "no-error-told",
      "failure-not-in-contract",
    ],
    play: "unknown-tool",
    judge: judgeUnknownTool,
    ...withTools,
  },
];
