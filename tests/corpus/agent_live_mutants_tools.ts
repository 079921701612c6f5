/**
 * Agents that are broken in what they make of a model's calls, and all that must be said of each.
 */
import type { LiveMutant } from "./agent_live_mutants.ts";

const mended = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(`${text}}`);
  }
};

/** Agents broken around tools. */
export const LIVE_TOOL_MUTANTS: readonly LiveMutant[] = [
  {
    name: "swaps the results of two calls",
    seams: {
      results: (results) =>
        results.map((one, index) => ({
          ...one,
          content: results[results.length - 1 - index]!.content,
        })),
    },
    verdicts: { "results-apart": "failed: result-swapped" },
  },
  {
    name: "gives both calls the last result",
    seams: {
      results: (results) => results.map((one) => ({ ...one, content: results.at(-1)!.content })),
    },
    verdicts: { "results-apart": "failed: result-swapped" },
  },
  {
    name: "loses the second result",
    seams: { results: (results) => results.slice(0, 1) },
    verdicts: {
      "result-attached": "failed: result-missing",
      "results-apart":
        "could_not_run: One of the two calls, or both, got no result of its own: a swap couldn't be seen",
    },
  },
  {
    name: "ties results to ids of its own",
    seams: {
      results: (results) => results.map((one, index) => ({ ...one, tool_call_id: `own_${index}` })),
    },
    verdicts: {
      "result-attached": "failed: result-missing result-parted",
      "results-apart":
        "could_not_run: Called alone, the two tools don't answer differently: a swap couldn't be seen",
      "malformed-arguments": "failed: result-missing",
      "unknown-tool": "failed: result-missing",
    },
  },
  {
    name: "sends each result twice",
    seams: { results: (results) => results.flatMap((one) => [one, one]) },
    verdicts: { "result-attached": "failed: result-duplicate" },
  },
  {
    name: "repairs arguments in silence",
    seams: { parse: mended },
    verdicts: { "malformed-arguments": "failed: error-hidden arguments-repaired" },
  },
  {
    name: "repairs arguments in silence, and asks for a title when all is said",
    seams: {
      parse: mended,
      after: (sent, { calls }) =>
        calls.length > 0 ? undefined : [{
          role: "user",
          content: `Give a title to: ${sent.findLast(({ role }) => role === "user")?.content}`,
        }],
    },
    verdicts: { "malformed-arguments": "failed: error-hidden arguments-repaired" },
  },
  {
    name: "mends and runs what the limit cut",
    seams: { parse: mended, limitless: true },
    verdicts: {
      "length-is-no-answer": "failed: false-success",
      "malformed-arguments": "failed: error-hidden arguments-repaired",
      "cut-call": "failed: error-hidden arguments-repaired",
    },
  },
  {
    name: "repairs arguments in the history",
    seams: {
      keeps: (message) => [{
        ...message,
        ...(message.tool_calls === undefined ? {} : {
          tool_calls: message.tool_calls.map((call) => ({
            ...call,
            function: {
              ...call.function,
              arguments: call.function.arguments.endsWith("}")
                ? call.function.arguments
                : `${call.function.arguments}}`,
            },
          })),
        }),
      }],
    },
    verdicts: { "malformed-arguments": "failed: arguments-repaired" },
  },
  {
    name: "takes malformed arguments for none",
    seams: {
      parse: (text) => {
        try {
          return JSON.parse(text);
        } catch {
          return {};
        }
      },
      keeps: (message) => [{
        ...message,
        ...(message.tool_calls === undefined ? {} : {
          tool_calls: message.tool_calls.map((call) => ({
            ...call,
            function: {
              ...call.function,
              arguments: call.function.arguments.endsWith("}") ? call.function.arguments : "{}",
            },
          })),
        }),
      }],
    },
    verdicts: { "malformed-arguments": "failed: arguments-repaired report-invented" },
  },
  {
    name: "hides errors of tools",
    seams: { failure: () => "" },
    verdicts: {
      "malformed-arguments": "failed: error-hidden",
      "unknown-tool": "failed: error-hidden",
    },
  },
  {
    name: "answers in place of a call that it can't run",
    seams: {
      ends: ({ text, calls }) =>
        calls.some(({ function: { name, arguments: args } }) =>
            !/^(?:berth|pilot)_of$/.test(name) || !args.endsWith("}")
          )
          ? { reply: text }
          : undefined,
    },
    verdicts: {
      "cut-call": "failed: false-success",
      "malformed-arguments": "failed: false-success",
      "unknown-tool": "failed: false-success",
    },
  },
  {
    name: "asks again until the model makes a call that can be run, and says nothing",
    seams: {
      again: ({ calls }) =>
        calls.some(({ function: { arguments: args } }) => !args.endsWith("}"))
          ? "the same"
          : undefined,
    },
    verdicts: { "cut-call": "warned: call-replaced", "malformed-arguments": "failed: call-hidden" },
  },
  {
    name: "reports no calls",
    seams: { reports: () => [] },
    verdicts: { "calls-reported": "failed: report-missing" },
  },
  {
    name: "reports the last call alone",
    seams: { reports: (calls) => calls.slice(-1) },
    verdicts: { "calls-reported": "failed: report-missing" },
  },
  {
    name: "reports calls in another order",
    seams: { reports: (calls) => calls.toReversed() },
    verdicts: { "calls-reported": "failed: report-reordered" },
  },
  {
    name: "reports other values",
    seams: {
      reports: (calls) =>
        calls.map(({ name, arguments: args }) => ({ name, arguments: { ...args, at: 1.5, x: 1 } })),
    },
    verdicts: { "calls-reported": "failed: report-changed" },
  },
  {
    name: "reports each call twice",
    seams: { reports: (calls) => calls.flatMap((call) => [call, call]) },
    verdicts: { "calls-reported": "failed: report-added" },
  },
  {
    name: "keeps the calls out of the history",
    seams: { keeps: ({ role, content }) => [{ role, content }] },
    verdicts: {
      "calls-in-history": "failed: answer-changed",
      "malformed-arguments": "warned: call-replaced",
      "unknown-tool": "warned: call-replaced",
    },
  },
];
