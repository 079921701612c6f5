/** Odd agents that break nothing. They are warned of at most, or couldn't be judged. */
import type { ChatMessage } from "./agent_live_chat.ts";
import { isUser, lastTurns, type LiveMutant } from "./agent_live_mutants.ts";

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
};
const NOT_OFFERED =
  "no request could be answered by the script: none offered the model the tools of " +
  "--agent-tool, or all asked for JSON";
const NO_TOOLS_OFFERED = {
  ...saysOf(TOOLS, `Turn 0: ${NOT_OFFERED}`),
  ...saysOf(BAD_CALLS, `Turn 1: ${NOT_OFFERED}`),
};

let clock = 0;

/** Odd agents, and nothing wrong with them. */
export const LIVE_ODDITIES: readonly LiveMutant[] = [
  { name: "asks for streams", seams: { stream: true }, verdicts: {} },
  {
    name: "makes up a title beside each turn",
    seams: { beside: (text) => [{ role: "user", content: `Make a title of this: ${text}` }] },
    verdicts: {},
  },
  {
    name: "plans beside each turn without the user's words",
    seams: { beside: () => [{ role: "user", content: "What may come next?" }] },
    verdicts: {},
  },
  {
    name: "tells the time in its system text",
    seams: { system: () => `It is ${++clock} o'clock.` },
    verdicts: { "history-grows": "warned: system-changed" },
  },
  {
    name: "wraps the user's words",
    seams: { user: (text) => `<turn>\n${text}\n</turn>` },
    verdicts: { "user-text": "warned: text-decorated" },
  },
  {
    name: "puts a reminder around the newest words alone",
    seams: {
      sends: (history) =>
        history.map((one, index) =>
          isUser(one) && index === history.findLastIndex(isUser)
            ? { ...one, content: `${one.content}\n(keep it short)` }
            : one
        ),
    },
    verdicts: {
      "user-text": "warned: text-decorated",
      "history-grows": "warned: history-decorated",
    },
  },
  {
    name: "puts earlier turns into a summary",
    seams: {
      sends: (history) => {
        const newest = lastTurns(history, 1);
        const sum: ChatMessage = { role: "user", content: "So far: ships were asked about." };
        return newest.length === history.length ? history : [sum, ...newest];
      },
    },
    verdicts: {
      "user-text": "warned: text-decorated",
      "history-grows": "warned: history-compacted",
      "answer-in-history": "warned: history-compacted",
      "calls-in-history": "warned: history-compacted",
    },
  },
  {
    name: "puts earlier turns into a summary of two turns",
    seams: {
      sends: (history) => {
        const newest = lastTurns(history, 1);
        const sum: readonly ChatMessage[] = [
          { role: "user", content: "What was said so far?" },
          { role: "assistant", content: "Ships were asked about." },
        ];
        return newest.length === history.length ? history : [...sum, ...newest];
      },
    },
    verdicts: {
      "history-grows": "warned: history-compacted",
      "answer-in-history": "warned: history-compacted",
      "calls-in-history": "warned: history-compacted",
    },
  },
  {
    name: "plans beside each turn, in JSON, with the user's words",
    seams: { plans: (text) => [{ role: "user", content: `Plan for: ${text}` }] },
    verdicts: {},
  },
  {
    name: "changes the user's words",
    seams: { user: (text) => text.toLowerCase() },
    verdicts: { "user-text": "warned: text-changed" },
  },
  {
    name: "puts the history into one text",
    seams: {
      sends: (history) => {
        const newest = lastTurns(history, 1);
        const past = history.slice(0, history.length - newest.length);
        const told = past.map(({ role, content }) => `${role}: ${content}`).join("\n");
        return past.length === 0 ? newest : [{ role: "user", content: told }, ...newest];
      },
    },
    verdicts: {
      "user-text": "warned: text-decorated",
      "history-grows": "warned: history-decorated",
      "answer-in-history": "warned: history-flattened",
      "calls-in-history": "warned: history-compacted history-flattened",
    },
  },
  {
    name: "says in words that a text was cut",
    seams: {
      ends: ({ text, finish }) =>
        finish === "length" ? { reply: `${text}… (cut short)` } : undefined,
    },
    verdicts: { "length-is-no-answer": "warned: no-error-told" },
  },
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
    verdicts: {},
  },
  {
    name: "has the model go on where a text was cut",
    seams: { again: ({ finish }) => finish === "length" ? "Go on." : undefined },
    verdicts: {},
  },
  {
    name: "tells the model in words that a call can't be run",
    seams: {
      again: ({ calls }) =>
        calls.some(({ function: { arguments: args } }) => !args.endsWith("}"))
          ? "The arguments are no JSON: call again."
          : undefined,
    },
    verdicts: { "malformed-arguments": "warned: call-replaced" },
  },
  {
    name: "gives a call that can't be run an object around its text",
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
                : JSON.stringify({ INVALID_JSON: call.function.arguments }),
            },
          })),
        }),
      }],
    },
    verdicts: { "malformed-arguments": "warned: arguments-wrapped" },
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
      ...saysOf(BAD_CALLS, "Turn 0: a good call had no result for the model either"),
    },
  },
  { name: "never asks the model", seams: { mute: true }, verdicts: NEVER_ASKED },
  { name: "offers the model no tools", seams: { toolless: true }, verdicts: NO_TOOLS_OFFERED },
];
