/**
 * Broken agents, and all that must be said of each: every check that doesn't pass, with its verdict and
 * the codes of its findings.
 */
import type { Seams } from "./agent_live_agents.ts";
import type { ChatMessage } from "./agent_live_chat.ts";

/** One agent. */
export interface LiveMutant {
  readonly name: string;
  readonly seams: Seams;
  /** By check, without `agent-live.`; what isn't there passes. */
  readonly verdicts: Readonly<Record<string, string>>;
}

/** True of the user's own words. */
export const isUser = ({ role }: ChatMessage) => role === "user";

/** The last so many turns of the user, with what follows them. */
export function lastTurns(history: readonly ChatMessage[], keep: number): readonly ChatMessage[] {
  const starts = history.flatMap((one, index) => isUser(one) ? [index] : []);
  return history.slice(starts.at(-keep) ?? 0);
}

/** Broken agents. */
export const LIVE_MUTANTS: readonly LiveMutant[] = [
  {
    name: "drops all but the newest turn",
    seams: { sends: (history) => lastTurns(history, 1) },
    verdicts: {
      "history-grows": "failed: turn-missing",
      "answer-in-history": "failed: answer-not-in-history",
      "calls-in-history": "failed: history-compacted answer-not-in-history",
    },
  },
  {
    name: "drops the oldest turn of three",
    seams: { sends: (history) => lastTurns(history, 2) },
    verdicts: {
      "history-grows": "failed: turn-missing",
      "answer-in-history": "failed: answer-not-in-history",
      "calls-in-history": "failed: history-compacted answer-not-in-history",
    },
  },
  {
    name: "sends the history newest first",
    seams: {
      sends: (history) => {
        const newest = lastTurns(history, 1);
        const earlier = history.slice(0, history.length - newest.length);
        const pairs: ChatMessage[][] = [];
        for (const one of earlier) isUser(one) ? pairs.push([one]) : pairs.at(-1)!.push(one);
        return [...pairs.toReversed().flat(), ...newest];
      },
    },
    verdicts: {
      "history-grows": "failed: history-reordered",
      "answer-in-history": "failed: history-reordered",
      "calls-in-history": "failed: history-reordered",
    },
  },
  {
    name: "rewrites what the user said before",
    seams: {
      sends: (history) =>
        history.map((one, index) =>
          isUser(one) && index < history.findLastIndex(isUser)
            ? { ...one, content: "(a question)" }
            : one
        ),
    },
    verdicts: { "history-grows": "failed: not-append-only" },
  },
  {
    name: "keeps another answer than the model's",
    seams: { keeps: (message) => [{ ...message, content: "Done." }] },
    verdicts: {
      "answer-in-history": "failed: answer-changed",
      "calls-in-history": "failed: answer-changed",
    },
  },
  {
    name: "keeps no answers",
    seams: { keeps: (message) => message.tool_calls ? [message] : [] },
    verdicts: {
      "answer-in-history": "failed: answer-not-in-history",
      "calls-in-history": "failed: answer-not-in-history",
    },
  },
  {
    name: "shares one history among sessions",
    seams: { key: () => "all" },
    verdicts: {
      "sessions-apart": "failed: session-mixed",
      "reset-forgets": "failed: session-mixed",
    },
  },
  {
    name: "keeps everything through a reset",
    seams: { resets: () => {} },
    verdicts: { "reset-forgets": "failed: session-mixed" },
  },
  {
    name: "gives a text that was cut as the answer",
    seams: { ends: ({ text, finish }) => finish === "length" ? { reply: text } : undefined },
    verdicts: {
      "cut-call": "failed: false-success",
      "length-is-no-answer": "failed: false-success",
    },
  },
  {
    name: "gives what came of a broken stream as the answer",
    seams: {
      stream: true,
      fails: (error, text) => text === "" ? { reply: "", error } : { reply: text },
    },
    verdicts: {
      "cut-is-no-answer": "failed: false-success",
      "model-error": "failed: false-success",
    },
  },
  {
    name: "hides that the model failed",
    seams: { fails: () => ({ reply: "All is well." }) },
    verdicts: {
      "cut-is-no-answer": "warned: no-error-told",
      "model-error": "warned: no-error-told",
    },
  },
];
