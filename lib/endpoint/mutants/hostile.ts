/**
 * Transport that means harm: answers without an end, answers a byte at a time, lengths beyond reason,
 * resets. None of them may cost more than a deadline or a bound, in time or in memory.
 *
 * @module
 */
import { MAX_HEAD_BYTES } from "../../wire/exchange.ts";
import type { Step } from "../../wire/raw_server.ts";
import {
  type Answer,
  type Asked,
  clean,
  type Expectation,
  fails,
  type Mutant,
  type Steps,
  warns,
} from "../mutant.ts";
import { headOf } from "../mutant_server.ts";
import { answers, bare, isSlow, isSmallTalk, joined, pause } from "../mutant_seams.ts";

const FRAMING = "transport.framing";
const JSON_UTF8 = "transport.json-utf8";
const DEADLINE = "error.own-deadline";

const CHUNKED = ["transfer-encoding: chunked", "connection: close"] as const;
const fin = { close: "fin" } as const;
const rst = { close: "rst" } as const;

/** Past our own bounds nothing can be said, for or against. */
const bound: Expectation = {
  ...clean,
  outcome: "INCOMPLETE",
  why: "past our own bounds nobody reads on; what can't be read can't be judged",
};

/** Each answer to ordinary words, in its own way. */
function spoken(
  id: string,
  what: string,
  wire: (answer: Answer) => Steps,
  expect: Expectation = bound,
): Mutant {
  return {
    id: `hostile-${id}`,
    breaks: expect.failed.length > 0 ? JSON_UTF8 : undefined,
    what,
    wire: (answer, asked) => isSmallTalk(asked) ? wire(answer) : undefined,
    expect,
  };
}

/** A beginning, and then the same bytes until the client has had enough. */
const without = (begin: (answer: Answer) => string, end: string) => (answer: Answer): Steps => [
  { send: begin(answer) },
  { endless: end },
];

/** Answers past every bound. */
const endless: readonly Mutant[] = [
  spoken(
    "body-until-close-endless",
    "a body without a length never ends",
    without((answer) => headOf(answer, ["connection: close"]), "so it goes on and on, "),
  ),
  spoken(
    "body-chunked-endless",
    "chunks come without end",
    without((answer) => headOf(answer, CHUNKED), `4000\r\n${"x".repeat(0x4000)}\r\n`),
  ),
  spoken(
    "length-of-an-exabyte",
    "Content-Length promises an exabyte, and the connection ends",
    (answer) => [{ send: headOf(answer, [`content-length: ${10n ** 18n}`]) }, fin],
  ),
  spoken(
    "chunk-of-an-exabyte",
    "a chunk promises an exabyte, and the connection ends",
    (answer) => [{ send: headOf(answer, CHUNKED) + `${(10n ** 18n).toString(16)}\r\n` }, fin],
  ),
  spoken(
    "header-endless",
    "a header's value never ends",
    without(() => "HTTP/1.1 200 OK\r\nx-trace: ", "0123456789abcdef"),
  ),
  spoken(
    "headers-endless",
    "headers come without end",
    without(() => "HTTP/1.1 200 OK\r\n", "set-cookie: crumb=1; path=/\r\n"),
  ),
  spoken(
    "reason-endless",
    "the status line's reason never ends",
    without(() => "HTTP/1.1 200 ", "Fine "),
  ),
  spoken(
    "chunk-extension-endless",
    "the extension of a chunk's size never ends",
    without((answer) => headOf(answer, CHUNKED) + "1;note=", "aaaaaaaa"),
  ),
  spoken(
    "trailers-endless",
    "trailers come without end",
    without((answer) => headOf(answer, CHUNKED) + "2\r\n{}\r\n0\r\n", "x-cost: 4417\r\n"),
  ),
  spoken(
    "interim-answers-endless",
    "interim answers come without end",
    without(() => "", "HTTP/1.1 102 Processing\r\n\r\n"),
  ),
  spoken(
    "noise-endless",
    "an answer is noise without end",
    without(() => "", "\u0000\u0001\u0002"),
    fails(FRAMING),
  ),
  {
    ...spoken(
      "head-just-below-our-bound",
      "a head has a header of 63 KiB",
      (answer) => [
        {
          send: joined(
            headOf({
              ...answer,
              headers: [...answer.headers, ["x-trace", "x".repeat(MAX_HEAD_BYTES - 1024)]],
            }),
            answer.body,
          ),
        },
        fin,
      ],
      clean,
    ),
  },
];

/** Between two pieces of a drip, ms: a deadline that each read starts anew would never pass. */
const DRIP_MS = 20;

/** The slow turn's answer begins at once, comes piece by piece, and is never whole. */
function dripping(id: string, what: string, begin: string, piece: string): Mutant {
  return {
    id: `hostile-${id}`,
    breaks: "request.timeout",
    what,
    ...answers(isSlow, () => bare(200)),
    wire: (_, asked) => isSlow(asked) ? drip(begin, piece, asked) : undefined,
    expect: {
      ...warns("request.timeout"),
      why: "the deadline is over the whole exchange, however often a byte comes",
    },
  };
}

async function* drip(begin: string, piece: string, { closing }: Asked): AsyncGenerator<Step> {
  yield { send: begin };
  // The server ends a script whose peer is gone.
  for (;;) {
    yield { send: piece };
    await pause(DRIP_MS, closing);
  }
}

const dripped: readonly Mutant[] = [
  dripping("head-dripped", "an expired turn's head comes a byte at a time", "HTTP/1.1 200 ", "O"),
  dripping(
    "headers-dripped",
    "an expired turn's headers come one at a time",
    "HTTP/1.1 200 OK\r\n",
    "x-progress: 1\r\n",
  ),
  dripping(
    "body-dripped",
    "an expired turn's body comes a byte at a time",
    "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{",
    " ",
  ),
  dripping(
    "chunks-dripped",
    "an expired turn's body comes in chunks of a byte",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
    "1\r\n \r\n",
  ),
  dripping(
    "interim-answers-dripped",
    "an expired turn gets one interim answer after another",
    "",
    "HTTP/1.1 102 Processing\r\n\r\n",
  ),
];

/** Connections that are reset, which a client sees as an error of the system. */
const resets: readonly Mutant[] = [
  {
    ...spoken(
      "reset-before-the-answer",
      "the connection is reset without a byte",
      () => [rst],
      fails(FRAMING),
    ),
    resets: true,
  },
  {
    id: "hostile-reset-of-a-reset",
    breaks: JSON_UTF8,
    what: "a reset is read, and the connection reset without a byte",
    ...answers(({ route, valid }) => route === "reset" && valid, () => bare(200)),
    wire: (_, { route, valid }) => route === "reset" && valid ? [rst] : undefined,
    resets: true,
    expect: { ...fails(FRAMING), unproven: ["reset.echo", "reset.idempotent", "reset.total"] },
  },
  {
    id: "hostile-reset-at-the-deadline",
    breaks: DEADLINE,
    what: "an expired turn's connection is reset, at its deadline",
    wire: (_, asked) => isSlow(asked) ? [rst] : undefined,
    resets: true,
    expect: { ...fails(DEADLINE), why: "the reset is the endpoint's answer to its own deadline" },
  },
  {
    id: "hostile-reset-at-the-deadline-in-the-body",
    breaks: DEADLINE,
    what: "an expired turn gets half a body, and its connection is reset",
    wire: (answer, asked) =>
      isSlow(asked)
        ? [{ send: joined(headOf(answer), answer.body.subarray(0, 20)) }, rst]
        : undefined,
    resets: true,
    expect: fails(DEADLINE),
  },
];

/** Hostile transport. */
export const hostileMutants: readonly Mutant[] = [...endless, ...dripped, ...resets];
