/**
 * Resets, as far as bytes show them.
 *
 * @module
 */
import { type Answer, type Asked, clean, fails, type Mutant, warns } from "../mutant.ts";
import { answers, bare, drops, HTML, json, pause, text } from "../mutant_seams.ts";

const ECHO = "reset.echo";
const IDEMPOTENT = "reset.idempotent";
const JSON_UTF8 = "transport.json-utf8";

/** What can't be shown without a reset that was answered 200. */
const WIPES = [
  "conformance.back-to-back",
  "conformance.canary",
  "reset.no-scope",
  "reset.synchronous",
  "reset.total",
] as const;

const everyReset = ({ route, valid }: Asked) => route === "reset" && valid;
const again = (asked: Asked) => everyReset(asked) && asked.resetsBefore > 0;

/** Resets that do their work, and say something else than 200 and the echo. */
function always(id: string, what: string, make: () => Answer, expect: Mutant["expect"]): Mutant {
  const head = (answer: Answer, asked: Asked) => everyReset(asked) ? make() : answer;
  const breaks = expect.failed.includes(ECHO) ? ECHO : JSON_UTF8;
  return { id: `reset-${id}`, breaks, what, head, expect };
}

/** Resets that aren't done, and say so: what is still there afterwards is no leak, and no proof. */
function never(status: number, make: () => Answer, why: string): Mutant {
  return {
    id: `reset-${status}`,
    breaks: ECHO,
    what: `each reset is HTTP ${status}, and nothing is reset`,
    ...answers(everyReset, make),
    expect: { ...fails(ECHO), unproven: [IDEMPOTENT, ...WIPES], why },
  };
}

/** A reset that takes its time. It is a deadline of ours that is judged, so time must pass. */
function slow(ms: number, when: (asked: Asked) => boolean): Pick<Mutant, "wire"> {
  return {
    wire: (answer, asked) =>
      when(asked)
        ? [
          { wait: pause(ms, asked.closing) },
          { send: `HTTP/1.1 200 OK\r\ncontent-length: ${answer.body.length}\r\n` },
          { send: "connection: close\r\n\r\n" },
          { send: answer.body },
          { close: "fin" },
        ]
        : undefined,
  };
}

/** With the first answer off, whether a second reset is as good as the first says nothing. */
const notReset = { unproven: [IDEMPOTENT] } as const;

/** Broken resets. */
export const resetMutants: readonly Mutant[] = [
  always(
    "202",
    "a reset is HTTP 202 with the echo: started, not done",
    () => json({ wt_inject: 1 }, 202),
    { ...fails(ECHO), ...notReset },
  ),
  always("204", "a reset is HTTP 204", () => bare(204), { ...fails(ECHO), ...notReset }),
  always("201", "a reset is HTTP 201 with the echo", () => json({ wt_inject: 1 }, 201), {
    ...fails(ECHO),
    ...notReset,
  }),
  never(
    500,
    () => json({ wt_inject: 1, error: "disk full" }, 500),
    "no reset was answered 200, so none has promised anything",
  ),
  never(503, () => text("wait", 503), "one route is no wall in front of an endpoint"),
  never(401, () => text("who?", 401), "one route is no wall in front of an endpoint"),
  always("without-echo", "a reset is a 200 with other words", () => json({ status: "ok" }), {
    ...fails(ECHO, "version.echo"),
    why: '"→ 200 { \\"wt_inject\\": 1 }", and every response carries the version',
  }),
  always("with-an-empty-body", "a reset is a 200 with an empty body", () => bare(200), {
    ...fails(JSON_UTF8),
    unproven: [ECHO],
    why: "an empty body is no JSON; an echo that can't be read is not an echo that passed",
  }),
  always("as-html", "a reset is a 200 with a page of HTML", () => text(HTML), {
    ...fails(JSON_UTF8),
    unproven: [ECHO],
  }),
  always("ok-in-plain-text", "a reset is a 200 that says OK", () => text("OK", 200, []), {
    ...fails(JSON_UTF8),
    unproven: [ECHO],
  }),
  always("null", "a reset is a 200 with null for a body", () => json(null), {
    ...fails(ECHO, "version.echo"),
    why: "null is JSON, and carries no version",
  }),
  {
    id: "reset-again-500",
    breaks: IDEMPOTENT,
    what: "a reset right after a reset is HTTP 500: there is nothing to delete",
    ...answers(again, () => json({ wt_inject: 1, error: "no such table" }, 500)),
    expect: { ...fails(ECHO, IDEMPOTENT), why: "each reset is a 200, a second one in a row too" },
  },
  {
    id: "reset-again-404",
    breaks: IDEMPOTENT,
    what: "a reset right after a reset is HTTP 404: there is nothing to delete",
    ...answers(again, () => json({ wt_inject: 1, error: "nothing to reset" }, 404)),
    expect: {
      ...fails(ECHO, IDEMPOTENT),
      why: "the route is there, as the first reset shows; it refuses a fresh endpoint",
    },
  },
  {
    id: "reset-again-204",
    breaks: IDEMPOTENT,
    what: "a reset right after a reset is HTTP 204",
    ...answers(again, () => bare(204)),
    expect: fails(ECHO, IDEMPOTENT),
  },
  {
    id: "reset-again-without-echo",
    breaks: ECHO,
    what: "a reset right after a reset is a 200 without the echo",
    ...answers(again, () => json({ status: "nothing to do" })),
    expect: { ...fails(ECHO, "version.echo"), why: "a 200 it is, so it is idempotent" },
  },
  {
    id: "reset-drops-the-connection",
    breaks: JSON_UTF8,
    what: "a reset is read, and the connection closed without a byte",
    ...drops(everyReset),
    expect: {
      ...fails("transport.framing"),
      unproven: [ECHO, IDEMPOTENT, "transport.reset-route", ...WIPES],
      why: "no status came; the other routes answer, so it isn't out of reach",
    },
  },
  {
    id: "reset-after-a-turn-500",
    breaks: ECHO,
    what: "a reset with a session to delete is HTTP 500, one without is a 200",
    ...answers(
      (asked) => everyReset(asked) && asked.openTexts.length > 0,
      () => json({ wt_inject: 1, error: "database is locked" }, 500),
    ),
    expect: { ...fails(ECHO), why: "a fresh endpoint resets well, and twice" },
  },
  {
    id: "reset-not-cheap",
    breaks: IDEMPOTENT,
    what: "a reset right after a reset takes more than a second, each time",
    ...slow(1100, (asked) => again(asked) && asked.earlier < 3),
    expect: {
      ...warns(IDEMPOTENT),
      why: 'a "cheap 200": past a second it is warned, never failed',
    },
  },
  {
    id: "reset-not-cheap-once",
    breaks: undefined,
    what: "one reset right after a reset takes more than a second, the next doesn't",
    ...slow(1100, (asked) => again(asked) && asked.earlier === 1),
    expect: { ...clean, why: "a timing verdict is judged once more before it counts" },
  },
  {
    id: "reset-slow-with-state",
    breaks: undefined,
    what: "a reset takes 0.3 s where there is a session to delete",
    ...slow(300, (asked) => everyReset(asked) && asked.openTexts.length > 0),
    expect: { ...clean, why: "a reset must await every store; it is cheap where there is nothing" },
  },
];
