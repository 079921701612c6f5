/** Odd agents that break nothing. They are warned of at most, or couldn't be judged. */
import type { ChatMessage } from "./agent_live_chat.ts";
import { isUser, lastTurns, type LiveMutant } from "./agent_live_mutants.ts";

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
    verdicts: {
      "cut-call": "warned: no-error-told",
      "length-is-no-answer": "warned: no-error-told",
    },
  },
];
