/**
 * `reply` and `error`, and the whole envelope at once.
 *
 * @module
 */
import { fails, type Mutant } from "../mutant.ts";
import { having, isOrdinary, replies, turns, without } from "../mutant_seams.ts";

const REPLY = "response.reply";
const EMPTY = "response.reply-empty";
const ERROR = "response.error";
const CALLS = "response.tool-calls-present";

/** No key of the envelope is where it should be, the list of calls neither. */
const noKeys = fails("version.echo", REPLY, CALLS, "conformance.must-call");
/** Nothing that could list a call: whether the agent made one can't be said. */
const noEnvelope: Mutant["expect"] = {
  ...fails("version.echo", REPLY, CALLS),
  unproven: ["conformance.must-call"],
};

function reply(id: string, value: unknown): Mutant {
  return {
    id: `reply-${id}`,
    breaks: REPLY,
    what: `reply is ${JSON.stringify(value)}`,
    ...replies(having("reply", value)),
    expect: fails(REPLY),
  };
}

function error(id: string, value: unknown): Mutant {
  return {
    id: `error-${id}`,
    breaks: ERROR,
    what: `error stands beside a reply and is ${JSON.stringify(value)}`,
    ...replies(having("error", value)),
    expect: fails(ERROR),
  };
}

/** Broken replies and errors. */
export const replyAndErrorMutants: readonly Mutant[] = [
  {
    id: "reply-missing",
    breaks: REPLY,
    what: "an answer has no reply and no error",
    ...replies(without("reply")),
    expect: fails(REPLY),
  },
  {
    id: "reply-under-another-name",
    breaks: REPLY,
    what: "the reply is called response, as one of two drifted endpoints had it",
    ...replies((value) => without("reply")({ ...value, response: value.reply })),
    expect: fails(REPLY),
  },
  reply("null", null),
  reply("a-number", 4417),
  reply("an-object", { text: "Bluewing Logistics" }),
  reply("a-list-of-parts", [{ type: "text", text: "Bluewing Logistics" }]),
  {
    id: "reply-empty-without-error",
    breaks: EMPTY,
    what: "reply is empty and nothing says why",
    ...replies(having("reply", "")),
    expect: fails(EMPTY),
  },
  {
    id: "reply-empty-on-a-later-turn",
    breaks: EMPTY,
    what: "the second turn of a session has an empty reply",
    ...replies((value, { newSession }) => newSession ? value : { ...value, reply: "" }),
    expect: fails(EMPTY),
  },
  {
    id: "reply-empty-beside-a-null-error",
    breaks: EMPTY,
    what: "reply is empty and error is null",
    ...replies((value) => ({ ...value, reply: "", error: null })),
    expect: { ...fails(EMPTY, ERROR), why: "null is present, no string, and sets no error" },
  },
  {
    id: "reply-empty-beside-an-empty-error",
    breaks: EMPTY,
    what: "reply and error are both empty",
    ...replies((value) => ({ ...value, reply: "", error: "" })),
    expect: { ...fails(EMPTY, ERROR), why: "an empty error says nothing, so it isn't set" },
  },
  error("empty", ""),
  error("null", null),
  error("an-object", { message: "the model is overloaded" }),
  error("false", false),
  error("a-list", []),
  {
    id: "error-an-object-where-the-agent-fails",
    breaks: ERROR,
    what: "failures and expiries are told by an object beside an empty reply",
    ...turns((value) =>
      value.error === undefined ? value : { ...value, error: { message: value.error } }
    ),
    expect: {
      ...fails(ERROR, EMPTY, "error.own-deadline", "error.agent-level"),
      why:
        "a failure and an expiry need an error that is a non-empty string; without one the reply may not be empty",
    },
  },
  {
    id: "error-envelope-bare",
    breaks: "error.own-deadline",
    what: "failures and expiries are told by wt_inject and error alone",
    ...turns((value) => value.error === undefined ? value : { wt_inject: 1, error: value.error }),
    expect: {
      ...fails(REPLY, CALLS, "error.own-deadline", "error.agent-level", "error.witnessed-calls"),
      why: '"HTTP 200 with a full envelope": reply may be empty there, and may not be missing',
    },
  },
  {
    id: "answer-a-list",
    breaks: "version.echo",
    what: "the envelope stands in an array",
    ...replies((value) => [value]),
    expect: {
      ...noEnvelope,
      why: "an array is JSON, so transport holds; none of the required keys is there",
    },
  },
  {
    id: "answer-a-string-of-json",
    breaks: "version.echo",
    what: "the envelope is encoded twice",
    ...replies((value) => JSON.stringify(value)),
    expect: noEnvelope,
  },
  {
    id: "answer-null",
    breaks: "version.echo",
    what: "a turn is answered null",
    ...replies(() => null),
    expect: noEnvelope,
  },
  {
    id: "answer-wrapped",
    breaks: "version.echo",
    what: 'the envelope stands under a key "data"',
    ...replies((value) => ({ data: value })),
    expect: noKeys,
  },
  {
    id: "answer-broken-in-one-session-only",
    breaks: REPLY,
    what: "the reply is missing in the second session of the run, and nowhere else",
    ...replies((value, { sessionsBefore, newSession }) =>
      newSession && sessionsBefore === 1 ? without("reply")(value) : value
    ),
    expect: fails(REPLY),
  },
  {
    id: "answer-broken-beside-unknown-fields",
    breaks: CALLS,
    what: "tool_calls is missing where the request has unknown fields",
    ...turns((value, asked) =>
      isOrdinary(asked) && asked.extra ? without("tool_calls")(value) : value
    ),
    expect: {
      ...fails(CALLS, "version.unknown-fields"),
      why: "what is there without unknown fields and gone with them was not ignored",
    },
  },
];
