/**
 * What becomes of a turn that outlasts its `timeout_s`. Run with a `slow_timeout_s` of a tenth of a
 * second: the reference answers at its own deadline, and these spoil that answer or never give one.
 *
 * @module
 */
import { type Answer, type Asked, clean, fails, type Mutant, warns } from "../mutant.ts";
import { answers, bare, isSlow, json, pause, text, turns } from "../mutant_seams.ts";

const DEADLINE = "error.own-deadline";

/** Another status for the expired turn, when it is due. */
function expiryAs(status: number, make: () => Answer, expect = fails(DEADLINE)): Mutant {
  return {
    id: `expiry-as-${status}`,
    breaks: DEADLINE,
    what: `an expired turn is HTTP ${status}`,
    head: (answer, asked) => isSlow(asked) ? make() : answer,
    expect,
  };
}

/** Answers a slow turn after so many milliseconds, whatever its deadline. */
function afterMs(ms: number, answer: Answer): Pick<Mutant, "answer"> {
  return answers(isSlow, async ({ closing }: Asked) => {
    await pause(ms, closing);
    return answer;
  });
}

const REPLY = json({ wt_inject: 1, reply: "I have taken my time.", tool_calls: [] });

/** Deadlines that are broken, and some that only look it. */
export const deadlineMutants: readonly Mutant[] = [
  expiryAs(201, () => json({ wt_inject: 1, reply: "", tool_calls: [], error: "timed out" }, 201)),
  expiryAs(204, () => bare(204)),
  expiryAs(504, () => text("upstream timed out", 504)),
  expiryAs(500, () => json({ wt_inject: 1, error: "TimeoutError" }, 500)),
  expiryAs(503, () => json({ wt_inject: 1, error: "busy" }, 503)),
  expiryAs(408, () => bare(408)),
  {
    id: "expiry-drops-the-connection",
    breaks: DEADLINE,
    what: "an expired turn's connection is closed without a byte, at its deadline",
    wire: (_, asked) => isSlow(asked) ? [{ close: "fin" }] : undefined,
    expect: { ...fails(DEADLINE), why: "the drop is the endpoint's answer to its own deadline" },
  },
  {
    id: "expiry-cuts-the-body",
    breaks: DEADLINE,
    what: "an expired turn gets a head, half a body, and the end of the connection",
    wire: (answer, asked) =>
      isSlow(asked)
        ? [
          { send: `HTTP/1.1 200 OK\r\ncontent-length: ${answer.body.length}\r\n\r\n` },
          { send: answer.body.subarray(0, 20) },
          { close: "fin" },
        ]
        : undefined,
    expect: {
      ...fails(DEADLINE, "transport.framing"),
      why: "it is no full envelope, and a body shorter than its Content-Length besides",
    },
  },
  {
    id: "expiry-as-html",
    breaks: DEADLINE,
    what: "an expired turn is a page of HTML with status 200",
    head: (answer, asked) => isSlow(asked) ? text("<h1>The request timed out</h1>") : answer,
    expect: {
      ...fails(DEADLINE, "transport.json-utf8"),
      why: "what came when the turn was due is no envelope, and no JSON",
    },
  },
  {
    id: "expiry-without-error",
    breaks: "response.reply-empty",
    what: "an expired turn is an empty reply without an error",
    ...turns((value, asked) => isSlow(asked) ? { wt_inject: 1, reply: "", tool_calls: [] } : value),
    expect: {
      ...fails("response.reply-empty", DEADLINE),
      why: "an empty reply when the turn is due is its expiry, and an expiry has an error",
    },
  },
  {
    id: "expiry-without-tool-calls",
    breaks: DEADLINE,
    what: "an expired turn is told by wt_inject, reply and error, without tool_calls",
    ...turns((value, asked) =>
      isSlow(asked) ? { wt_inject: 1, reply: "", error: value.error } : value
    ),
    expect: fails(DEADLINE, "response.tool-calls-present"),
  },
  {
    id: "deadline-ignored",
    breaks: "request.timeout",
    what: "a slow turn is never answered",
    ...answers(isSlow, async ({ closing }) => {
      await closing;
      return REPLY;
    }),
    expect: { ...warns("request.timeout"), why: "the endpoint SHOULD enforce timeout_s" },
  },
  {
    id: "deadline-ignored-once",
    breaks: undefined,
    what: "one slow turn is never answered, the next is",
    answer: (asked) => {
      if (!isSlow(asked) || asked.openTexts.includes(String(asked.fields.text))) return undefined;
      return asked.closing.then(() => REPLY);
    },
    expect: { ...clean, why: "a timing verdict is judged alone, once more, before it counts" },
  },
  {
    id: "no-turn-is-ever-answered",
    breaks: undefined,
    what: "resets are answered, and no turn is",
    ...answers(({ route, valid }) => route === "inject" && valid, async ({ closing }) => {
      await closing;
      return REPLY;
    }),
    timeoutS: 0.3,
    graceS: 0.2,
    expect: {
      ...clean,
      outcome: "INCOMPLETE",
      unproven: [DEADLINE, "request.timeout", "response.reply", "transport.inject-route"],
      why:
        "one turn without an answer is no verdict, and a silent route isn't asked again: it costs one " +
        "deadline, not one a check",
    },
  },
  {
    id: "deadline-body-never-ends",
    breaks: "request.timeout",
    what: "a slow turn gets its head at once and a body that never ends",
    ...answers(isSlow, () => REPLY),
    wire: (answer, asked) =>
      isSlow(asked)
        ? [
          { send: `HTTP/1.1 200 OK\r\ncontent-length: ${answer.body.length}\r\n\r\n{` },
          { wait: asked.closing },
          { close: "fin" },
        ]
        : undefined,
    expect: { ...warns("request.timeout"), why: "the deadline is over the whole exchange" },
  },
  {
    id: "deadline-passed-within-the-grace",
    breaks: undefined,
    what: "a slow turn's reply comes after timeout_s and before the grace is over",
    ...afterMs(250, REPLY),
    expect: { ...clean, why: "request.timeout asks for an answer by timeout_s and the grace" },
  },
  {
    id: "deadline-below-a-second-refused",
    breaks: undefined,
    what: "a timeout_s below a second is HTTP 400",
    ...answers(
      isSlow,
      () => json({ wt_inject: 1, error: "timeout_s must be 1 or more" }, 400),
    ),
    expect: {
      ...clean,
      outcome: "INCOMPLETE",
      unproven: [DEADLINE, "request.timeout"],
      why: "nothing expired, so nothing is known of the endpoint's own deadline",
    },
  },
  {
    id: "deadline-turn-fails-at-once",
    breaks: undefined,
    what: "the slow turn is an agent-level error at once",
    ...answers(
      isSlow,
      () => json({ wt_inject: 1, reply: "", tool_calls: [], error: "no such model" }),
    ),
    expect: { ...clean, outcome: "INCOMPLETE", unproven: [DEADLINE, "request.timeout"] },
  },
  {
    id: "deadline-turn-is-500-at-once",
    breaks: "error.agent-level",
    what: "the slow turn alone is HTTP 500 at once, long before its timeout_s",
    ...answers(isSlow, () => json({ wt_inject: 1, error: "model failure" }, 500)),
    profile: { slow_timeout_s: 1 },
    expect: {
      ...fails("error.turn-status"),
      unproven: [DEADLINE],
      why: "it is a failure of the agent as a status, and no expiry",
    },
  },
  {
    id: "deadline-turn-is-over-early",
    breaks: undefined,
    what: "the slow turn is answered with a reply at once",
    ...answers(isSlow, () => REPLY),
    expect: { ...clean, outcome: "INCOMPLETE", unproven: [DEADLINE, "request.timeout"] },
  },
];
