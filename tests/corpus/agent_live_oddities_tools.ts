/** Odd agents around calls and endings; nothing is wrong with them, or nothing can be told. */
import type { ChatMessage } from "./agent_live_chat.ts";
import { lastTurns, type LiveMutant } from "./agent_live_mutants.ts";

const PLAIN = [
  "user-text",
  "history-grows",
  "answer-in-history",
  "sessions-apart",
  "reset-forgets",
  "length-is-no-answer",
  "cut-is-no-answer",
  "model-error",
];
const TOOLS = ["result-attached", "results-apart", "calls-in-history", "calls-reported"];
const BAD_CALLS = ["malformed-arguments", "unknown-tool"];

const saysOf = (checks: readonly string[], says: string) =>
  Object.fromEntries(checks.map((check) => [check, `could_not_run: ${says}`]));

const NOT_ASKED =
  "no request with the words of the turn came to the model's address: is the agent set to " +
  "ask it there, and does it pass on what the user said?";
const NEVER_ASKED = {
  ...saysOf([...PLAIN, ...TOOLS], `Turn 0: ${NOT_ASKED}`),
  ...saysOf(BAD_CALLS, `Turn 1: ${NOT_ASKED}`),
  ...saysOf(["cut-call"], `Turn 2: ${NOT_ASKED}`),
};
const NOT_OFFERED =
  "no request could be answered by the script: none offered the model the tools of " +
  "--agent-tool, or all asked for JSON";
const NO_TOOLS_OFFERED = {
  ...saysOf(TOOLS, `Turn 0: ${NOT_OFFERED}`),
  ...saysOf(BAD_CALLS, `Turn 1: ${NOT_OFFERED}`),
  ...saysOf(["cut-call"], `Turn 2: ${NOT_OFFERED}`),
};

/** A message with other arguments where they are malformed. */
function withArguments(message: ChatMessage, mend: (text: string) => string): ChatMessage {
  if (message.tool_calls === undefined) return message;
  const calls = message.tool_calls.map(({ function: { name, arguments: text }, ...call }) => ({
    ...call,
    function: { name, arguments: text.endsWith("}") ? text : mend(text) },
  }));
  return { ...message, tool_calls: calls };
}

/** Odd agents, the second half. */
export const LIVE_TOOL_ODDITIES: readonly LiveMutant[] = [
  {
    name: "refuses calls that it can't run",
    seams: {
      ends: ({ calls }) =>
        calls.some(({ function: { name, arguments: args } }) =>
            !/^(?:berth|pilot)_of$/.test(name) || !args.endsWith("}")
          )
          ? { reply: "", error: "the model made a call that can't be run" }
          : undefined,
    },
    verdicts: {},
  },
  {
    name: "drops calls and results once a turn is over",
    seams: {
      sends: (history) => {
        const newest = lastTurns(history, 1);
        const past = history.slice(0, history.length - newest.length);
        return [
          ...past.filter(({ role, tool_calls }) => role !== "tool" && !tool_calls),
          ...newest,
        ];
      },
    },
    verdicts: { "calls-in-history": "warned: history-compacted" },
  },
  { name: "sends results backwards", seams: { results: (all) => all.toReversed() }, verdicts: {} },
  {
    name: "renames ids, alike on call and result",
    seams: {
      sends: (history) =>
        history.map(({ tool_calls, tool_call_id, ...one }) => ({
          ...one,
          ...(tool_call_id === undefined ? {} : { tool_call_id: `own-${tool_call_id}` }),
          ...(tool_calls === undefined
            ? {}
            : { tool_calls: tool_calls.map((call) => ({ ...call, id: `own-${call.id}` })) }),
        })),
    },
    verdicts: { "result-attached": "warned: id-renamed" },
  },
  {
    name: "asks once more where a text was cut",
    seams: { again: ({ finish }) => finish === "length" ? "the same" : undefined },
    verdicts: { "cut-call": "warned: call-replaced" },
  },
  {
    name: "has the model go on where a text was cut",
    seams: { again: ({ finish }) => finish === "length" ? "Go on." : undefined },
    verdicts: { "cut-call": "warned: call-replaced" },
  },
  {
    name: "tells the model in words that a call can't be run",
    seams: {
      again: ({ calls }) =>
        calls.some(({ function: { arguments: args } }) => !args.endsWith("}"))
          ? "The arguments are no JSON: call again."
          : undefined,
    },
    verdicts: {
      "cut-call": "warned: call-replaced",
      "malformed-arguments": "warned: call-replaced",
    },
  },
  {
    name: "gives a call that can't be run an object around its text",
    seams: {
      keeps: (
        message,
      ) => [withArguments(message, (text) => JSON.stringify({ INVALID_JSON: text }))],
    },
    verdicts: { "malformed-arguments": "warned: arguments-wrapped" },
  },
  {
    name: "keeps an empty object where a call can't be run, and quotes its text in the error",
    seams: {
      parse: (text) => {
        if (!text.endsWith("}")) throw new Error(`no JSON: ${text}`);
        return JSON.parse(text);
      },
      keeps: (message) => [withArguments(message, () => "{}")],
    },
    verdicts: { "malformed-arguments": "warned: arguments-emptied" },
  },
  {
    name: "answers a failure of the model with a status",
    seams: {
      fails: () => {
        throw new Error("the model failed");
      },
    },
    verdicts: {},
  },
  {
    name: "takes the text beside a call for the answer",
    seams: { ends: ({ text, calls }) => calls.length > 0 ? { reply: text } : undefined },
    verdicts: {
      ...saysOf(TOOLS, "No request brought the model the result of a call"),
      ...saysOf(
        [...BAD_CALLS, "cut-call"],
        "Turn 0: a good call had no result for the model either",
      ),
    },
  },
  {
    name: "asks everything twice, and goes by the first answer",
    seams: { after: (sent) => sent },
    verdicts: {},
  },
  {
    name: "asks for a title behind each answer, with its tools",
    seams: {
      after: (sent, { text }) => [
        ...sent,
        { role: "assistant", content: text },
        { role: "user", content: "Name this conversation in three words." },
      ],
    },
    verdicts: {},
  },
  {
    name: "asks for a title of the user's words behind each answer, with its tools",
    seams: {
      after: (sent) => [{
        role: "user",
        content: `Give a title to: ${sent.findLast(({ role }) => role === "user")?.content}`,
      }],
    },
    verdicts: {},
  },
  { name: "never asks the model", seams: { mute: true }, verdicts: NEVER_ASKED },
  { name: "offers the model no tools", seams: { toolless: true }, verdicts: NO_TOOLS_OFFERED },
];
