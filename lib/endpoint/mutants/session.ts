/**
 * Sessions that have to be known before they are used.
 *
 * @module
 */
import { type Asked, clean, fails, type Mutant } from "../mutant.ts";
import { answers, isSlow, json, text } from "../mutant_seams.ts";

const FRESH = "session.unknown-is-fresh";
const STATUS = "error.turn-status";

const fresh = (asked: Asked) => asked.route === "inject" && asked.valid;

/** Unknown sessions that are refused, in ways that show and in one that doesn't. */
export const sessionMutants: readonly Mutant[] = [
  {
    id: "unknown-session-404",
    breaks: FRESH,
    what: "a session that was never registered is HTTP 404, a broken body HTTP 400",
    ...answers(fresh, () => json({ wt_inject: 1, error: "no such session" }, 404)),
    expect: {
      ...fails(FRESH),
      why: "the route is there: it refuses a broken body otherwise than a valid one",
    },
  },
  {
    id: "unknown-session-404-in-few-words",
    breaks: FRESH,
    what: "a session that was never registered is HTTP 404 without a word, a broken body HTTP 400",
    ...answers(fresh, () => text("", 404)),
    expect: fails(FRESH),
  },
  {
    id: "unknown-session-404-for-all",
    breaks: "transport.inject-route",
    what: "a session that was never registered is HTTP 404, and so is a broken body",
    ...answers(
      ({ route }) => route === "inject",
      () => text("Not Found", 404),
    ),
    expect: {
      ...fails("transport.inject-route"),
      why: "on the wire it is a route that isn't there",
    },
  },
  {
    id: "unknown-session-400",
    breaks: FRESH,
    what: "a session that was never registered is HTTP 400, saying so",
    ...answers(
      fresh,
      () => json({ wt_inject: 1, error: "unknown session_id: register first" }, 400),
    ),
    expect: {
      ...fails(FRESH, STATUS),
      why: "a valid turn has another status than 200, and the answer says that the session is why",
    },
  },
  {
    id: "unknown-session-409-after-the-first",
    breaks: FRESH,
    what: "one session is served; a second is HTTP 409, saying that there can be one",
    ...answers(
      (asked) => fresh(asked) && asked.newSession && asked.sessionsBefore > 0,
      () => json({ wt_inject: 1, error: "session limit reached: unknown session refused" }, 409),
    ),
    expect: fails(FRESH, STATUS),
  },
  {
    id: "unknown-session-as-an-error",
    breaks: undefined,
    what: "a turn in a session that was never registered is an agent-level error",
    answer: (asked) =>
      fresh(asked)
        ? json({ wt_inject: 1, reply: "", tool_calls: [], error: "unknown session" })
        : undefined,
    expect: {
      ...clean,
      outcome: "INCOMPLETE",
      unproven: ["error.own-deadline"],
      why: "an agent may fail and say what it likes; only a cooperative check can prove more",
    },
  },
  {
    id: "unknown-session-drops-the-connection",
    breaks: "transport.json-utf8",
    what: "a turn in a second session has its connection closed without a byte",
    wire: (_, asked) =>
      fresh(asked) && asked.newSession && asked.sessionsBefore > 0 && !isSlow(asked)
        ? [{ close: "fin" }]
        : undefined,
    expect: { ...fails("transport.framing"), why: "nothing says that the session was the reason" },
  },
];
