/**
 * Requests that break the envelope, and requests with fields from the future.
 *
 * @module
 */
import { type Asked, clean, fails, type Mutant, warns } from "../mutant.ts";
import { answers, drops, json, on, smallTalk, text } from "../mutant_seams.ts";

const UNKNOWN = "version.unknown-fields";
const REFUSED = "request.refused";

const extraOn = (wanted: string) => (asked: Asked) => asked.route === wanted && asked.extra;
const broken = ({ route, valid, fields }: Asked) =>
  route === "inject" && !valid && fields.wt_inject !== 2;
const notJson = (asked: Asked) => broken(asked) && Object.keys(asked.fields).length === 0;
const lacks = (key: string) => (asked: Asked) =>
  broken(asked) && !notJson(asked) && !(key in asked.fields);

const reply = () => json({ wt_inject: 1, reply: "Good morning.", tool_calls: [] });
const refuse = () => json({ wt_inject: 1, error: "extra fields not permitted" }, 400);

function answersBroken(id: string, what: string, when: (asked: Asked) => boolean): Mutant {
  return {
    id: `broken-request-${id}`,
    breaks: REFUSED,
    what: `${what} is answered with a reply`,
    ...answers(when, reply),
    expect: warns(REFUSED),
  };
}

/** Endpoints that can't tell a request from another. */
export const requestMutants: readonly Mutant[] = [
  {
    id: "unknown-fields-400-on-inject",
    breaks: UNKNOWN,
    what: "a turn with fields that version 1 doesn't know is HTTP 400",
    ...answers(extraOn("inject"), refuse),
    expect: fails(UNKNOWN),
  },
  {
    id: "unknown-fields-400-on-reset",
    breaks: UNKNOWN,
    what: "a reset with fields that version 1 doesn't know is HTTP 400",
    ...answers(extraOn("reset"), refuse),
    expect: fails(UNKNOWN),
  },
  {
    id: "unknown-fields-400-on-surface",
    breaks: UNKNOWN,
    what: "a surface request with fields that version 1 doesn't know is HTTP 400",
    ...answers(extraOn("surface"), refuse),
    expect: { ...fails(UNKNOWN), why: "served without them, refused with them" },
  },
  {
    id: "unknown-fields-404-on-surface",
    breaks: UNKNOWN,
    what: "a surface request with fields that version 1 doesn't know is HTTP 404",
    ...answers(extraOn("surface"), () => text("Not Found", 404)),
    expect: fails(UNKNOWN),
  },
  {
    id: "unknown-fields-500-on-inject",
    breaks: UNKNOWN,
    what: "a turn with fields that version 1 doesn't know is HTTP 500",
    ...answers(extraOn("inject"), () => text("TypeError", 500)),
    expect: fails(UNKNOWN),
  },
  {
    id: "unknown-fields-an-error-on-inject",
    breaks: UNKNOWN,
    what: "a turn with fields that version 1 doesn't know is an error envelope, each time",
    ...answers(
      extraOn("inject"),
      () => json({ wt_inject: 1, reply: "", tool_calls: [], error: "unknown field x-trace" }),
    ),
    expect: { ...fails(UNKNOWN), why: "an error with them each time, and without them never" },
  },
  {
    id: "unknown-fields-an-error-on-inject-once",
    breaks: undefined,
    what: "the agent fails, once, in the turn that has fields that version 1 doesn't know",
    answer: (asked) =>
      extraOn("inject")(asked) && asked.extrasBefore === 0
        ? json({ wt_inject: 1, reply: "", tool_calls: [], error: "model overloaded" })
        : undefined,
    expect: { ...clean, why: "an agent may fail by chance in that turn as in any other" },
  },
  {
    id: "unknown-fields-an-error-on-surface",
    breaks: UNKNOWN,
    what: "a surface request with fields that version 1 doesn't know gets an error and no surface",
    ...on(
      "surface",
      (value, asked) => asked.extra ? { wt_inject: 1, error: "unknown field x-trace" } : value,
    ),
    expect: {
      ...fails(UNKNOWN, "surface.shape"),
      why: "no model is asked for a surface: the fields alone made the difference",
    },
  },
  {
    id: "unknown-fields-drop-the-connection",
    breaks: UNKNOWN,
    what: "a turn with fields that version 1 doesn't know has its connection closed",
    ...drops(extraOn("inject")),
    expect: {
      ...fails(UNKNOWN, "transport.framing"),
      why: "they aren't ignored, and a valid request gets no HTTP response",
    },
  },
  answersBroken("not-json", "a body that isn't JSON, or is no object", notJson),
  answersBroken("without-text", "a request without text", lacks("text")),
  answersBroken("without-session", "a request without session_id", lacks("session_id")),
  answersBroken("without-version", "a request without wt_inject", lacks("wt_inject")),
  answersBroken("of-any-kind", "whatever is posted to /wt/inject", broken),
  {
    id: "broken-request-drops-the-connection",
    breaks: REFUSED,
    what: "a body that isn't JSON has its connection closed without a byte",
    ...drops(notJson),
    expect: { ...warns(REFUSED), why: "no status and no error: neither of what the clause asks" },
  },
  {
    id: "broken-request-resets-the-connection",
    breaks: REFUSED,
    what: "a request without text has its connection reset",
    wire: (_, asked) => lacks("text")(asked) ? [{ close: "rst" }] : undefined,
    resets: true,
    expect: warns(REFUSED),
  },
  {
    id: "broken-request-kills-the-endpoint",
    breaks: REFUSED,
    what: "a body that isn't JSON ends the process: no connection is taken any more",
    wire: (_, asked) => {
      if (!notJson(asked)) return undefined;
      asked.crash();
      return [{ close: "fin" }];
    },
    expect: {
      outcome: "INCOMPLETE",
      failed: [],
      warned: [REFUSED],
      unproven: ["error.own-deadline", "session.memory"],
      why:
        "refusing is a SHOULD, and no MUST says how an endpoint stays alive; it was reachable, so " +
        "required checks that come after could not run, and that is exit 3",
    },
  },
  {
    id: "broken-request-ends-all-answers",
    breaks: REFUSED,
    what: "after a body that isn't JSON every connection is closed without a byte",
    ...drops((asked) => asked.afterBroken || notJson(asked)),
    expect: {
      outcome: "DOES NOT CONFORM",
      failed: ["transport.framing"],
      warned: [REFUSED],
      unproven: ["error.own-deadline"],
      why: "valid resets got no HTTP response any more; a drop before timeout_s is no expiry",
    },
  },
  {
    id: "broken-request-is-200-and-nothing",
    breaks: REFUSED,
    what: "a body that isn't JSON is HTTP 200 with an empty object",
    ...answers(notJson, () => json({})),
    expect: { ...warns(REFUSED), why: "neither another status nor an error envelope" },
  },
  {
    id: "reset-with-an-error-beside-the-echo",
    breaks: undefined,
    what: "a reset with fields that version 1 doesn't know is a 200 with the echo and an error",
    ...on("reset", (value, asked) => asked.extra ? { ...value, error: "unknown field" } : value),
    expect: {
      ...clean,
      why: "a 200 with the echo is all that a reset says; an error there is an unknown field",
    },
  },
  ...[0, 1].map((worker): Mutant => ({
    id: `error-from-worker-${worker}-of-two`,
    breaks: undefined,
    what: `two workers take turns, and worker ${worker} fails at ordinary words`,
    ...smallTalk((value, asked) =>
      asked.earlier % 2 === worker
        ? { wt_inject: 1, reply: "", tool_calls: [], error: "no model is configured" }
        : value
    ),
    expect: {
      ...clean,
      why: "an agent-level error is scored; which fields were sent has no part in it",
    },
  })),
];
