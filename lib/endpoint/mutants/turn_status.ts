/**
 * Valid turns that get another status than 200, or no answer.
 *
 * @module
 */
import { fails, type Mutant } from "../mutant.ts";
import { answers, bare, drops, isFailing, isOrdinary, json, text } from "../mutant_seams.ts";
import type { Asked } from "../mutant.ts";

const STATUS = "error.turn-status";
const CLAUSE = "error.agent-level";
const DEADLINE = "error.own-deadline";

const everyTurn = ({ route, valid }: Asked) => route === "inject" && valid;

/** What rests on a turn that is answered 200, besides the keys of the answer. */
const RESTS_ON_TURNS = [
  CLAUSE,
  DEADLINE,
  "response.reply",
  "response.tool-calls-present",
  "session.unknown-is-fresh",
] as const;

/** Turns without a 200. */
export const turnStatusMutants: readonly Mutant[] = [
  {
    id: "agent-failure-as-500",
    breaks: CLAUSE,
    what: "an agent that fails is HTTP 500",
    ...answers(isFailing, () => json({ wt_inject: 1, error: "model failure" }, 500)),
    expect: fails(STATUS, CLAUSE),
  },
  {
    id: "agent-failure-as-500-with-a-stack",
    breaks: CLAUSE,
    what: "an agent that fails is an HTML page with a stack, HTTP 500",
    ...answers(isFailing, () => text("<h1>Internal Server Error</h1><pre>at inject</pre>", 500)),
    expect: fails(STATUS, CLAUSE),
  },
  {
    id: "agent-failure-as-422",
    breaks: CLAUSE,
    what: "an agent that fails is HTTP 422, as if the request were at fault",
    ...answers(isFailing, () => json({ wt_inject: 1, error: "model failure" }, 422)),
    expect: fails(STATUS, CLAUSE),
  },
  {
    id: "agent-failure-drops-the-connection",
    breaks: "transport.json-utf8",
    what: "an agent that fails takes the connection with it",
    ...drops(isFailing),
    expect: {
      ...fails("transport.framing"),
      why: "no status came, so what broke first is that a valid request got no HTTP response",
    },
  },
  {
    id: "every-turn-500",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 500 at once",
    ...answers(everyTurn, () => json({ wt_inject: 1, error: "no model is configured" }, 500)),
    expect: {
      ...fails(STATUS),
      unproven: RESTS_ON_TURNS,
      why:
        "a 500 long before timeout_s is no expiry; and where each turn gets it, it isn't what the " +
        "error prompt provokes",
    },
  },
  {
    id: "every-turn-503",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 503 at once, while resets work",
    ...answers(everyTurn, () => text("no healthy upstream", 503)),
    expect: { ...fails(STATUS), unproven: RESTS_ON_TURNS, why: "one route is no wall in front" },
  },
  {
    id: "every-turn-401",
    breaks: CLAUSE,
    what: "each turn is sent to a login page, whose words mention a session",
    ...answers(
      ({ route }) => route === "inject",
      () => text("<p>Your session has expired. Please log in.", 401),
    ),
    expect: {
      ...fails(STATUS),
      unproven: RESTS_ON_TURNS,
      why: "that a browser's session expired says nothing about session_id",
    },
  },
  {
    id: "every-turn-204",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 204 at once",
    ...answers(everyTurn, () => bare(204)),
    expect: {
      ...fails(STATUS),
      unproven: RESTS_ON_TURNS,
      why: "no turn outlasted anything: the deadline's turn was over at once, as the others were",
    },
  },
  {
    id: "every-turn-202",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 202 with a job to poll",
    ...answers(everyTurn, () => json({ wt_inject: 1, job: "4417" }, 202)),
    expect: { ...fails(STATUS), unproven: RESTS_ON_TURNS },
  },
  {
    id: "every-reply-201",
    breaks: CLAUSE,
    what: "each turn that doesn't fail is HTTP 201 with a good envelope",
    head: (answer, asked) =>
      isOrdinary(asked) && answer.status === 200 ? { ...answer, status: 201 } : answer,
    expect: fails(STATUS),
  },
  {
    id: "every-turn-400",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 400, for a reason that isn't the session",
    ...answers(everyTurn, () => json({ wt_inject: 1, error: "no model is configured" }, 400)),
    expect: { ...fails(STATUS), unproven: RESTS_ON_TURNS },
  },
  {
    id: "every-turn-400-and-the-body-back",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 422 for want of a user_id, with the request quoted",
    ...answers(
      everyTurn,
      ({ fields }) =>
        json({ detail: [{ type: "missing", loc: ["body", "user_id"], input: fields }] }, 422),
    ),
    expect: {
      ...fails(STATUS),
      unproven: RESTS_ON_TURNS,
      why: "session_id stands in the quoted request; what is refused is the lack of a user_id",
    },
  },
  {
    id: "every-turn-429-out-of-threads",
    breaks: CLAUSE,
    what: "each valid turn is HTTP 429, since no thread of a pool is free",
    ...answers(everyTurn, () => json({ error: "no thread of the worker pool is free" }, 429)),
    expect: { ...fails(STATUS), unproven: RESTS_ON_TURNS },
  },
  {
    id: "every-turn-dropped",
    breaks: "transport.json-utf8",
    what: "each valid turn is read, and the connection closed without a byte",
    ...drops(everyTurn),
    expect: {
      ...fails("transport.framing"),
      unproven: RESTS_ON_TURNS,
      why: "a connection that is dropped long before timeout_s is no expiry",
    },
  },
  {
    id: "second-turn-500",
    breaks: CLAUSE,
    what: "a session's first turn is served, each later one is HTTP 500",
    ...answers(
      (asked) => everyTurn(asked) && !asked.newSession,
      () => json({ wt_inject: 1, error: "the history is corrupt" }, 500),
    ),
    expect: {
      ...fails(STATUS),
      why: "an ordinary second turn gets it as well: it isn't what the error prompt provokes",
    },
  },
];
