/**
 * Answers that break off, never come, or break HTTP: each must fail the run, in time, and nothing may be
 * sent again.
 *
 * @module
 */
import { byteLength, chunked, GOOD_INJECT, GOOD_RESET, head, kept, ok } from "../answers.ts";
import type { DriverCase, Expect } from "../case.ts";
import { accepted, LONG_RUN, REFUSED, RUN, table, turn } from "./build.ts";

const LENGTH = `content-length: ${byteLength(GOOD_INJECT)}`;
const WHOLE = head(LENGTH, "connection: close") + GOOD_INJECT;
/** What a run of three turns sends where its second turn breaks off. */
const TWO_TURNS: Expect = {
  outcome: ["run_failed"],
  requests: ["reset", "surface?", "inject", "inject"],
};

const drops = table({
  family: "hostile",
  clause: "error.no-retry",
  mend: "Send each request once, whatever comes of it: switch off every retry of the client.",
}, [
  {
    id: "wire.dropped",
    title:
      "the connection is closed without a byte, and a good answer waits for whoever asks again",
    script: turn([{ close: "fin" }], ok(GOOD_INJECT)),
    expect: REFUSED,
  },
  {
    id: "wire.dropped-reused",
    title: "a run: a connection that was kept open is closed without a byte on the second turn",
    op: LONG_RUN,
    script: {
      reset: [kept(GOOD_RESET)],
      inject: [kept(GOOD_INJECT), [{ close: "fin" }], ok(GOOD_INJECT)],
    },
    expect: TWO_TURNS,
  },
  {
    id: "wire.dropped-second-turn",
    title: "a run: a new connection is closed without a byte on the second turn",
    op: LONG_RUN,
    script: turn(ok(GOOD_INJECT), [{ close: "fin" }], ok(GOOD_INJECT)),
    expect: TWO_TURNS,
  },
  {
    id: "wire.reset",
    title: "the connection is reset without a byte",
    script: turn([{ close: "rst" }], ok(GOOD_INJECT)),
    expect: REFUSED,
  },
  {
    id: "wire.cut-head",
    title: "the connection is closed in the middle of the head",
    script: turn([{ send: WHOLE.slice(0, 40) }, { close: "fin" }], ok(GOOD_INJECT)),
    expect: REFUSED,
  },
  {
    id: "wire.cut-body",
    title: "the connection is closed in the middle of the body",
    script: turn([{ send: WHOLE.slice(0, -12) }, { close: "fin" }], ok(GOOD_INJECT)),
    expect: REFUSED,
  },
  {
    id: "wire.reset-in-body",
    title: "the connection is reset in the middle of the body",
    script: turn([{ send: WHOLE.slice(0, -12) }, { close: "rst" }], ok(GOOD_INJECT)),
    expect: REFUSED,
  },
]);

const http = table({
  family: "hostile",
  clause: "error.contract-level",
  mend: "Fail the run where the answer is no whole HTTP/1.1 message.",
}, [
  {
    id: "wire.cut-chunks",
    title: "chunks that stop inside the JSON, without a last chunk",
    script: turn([
      {
        send: head("transfer-encoding: chunked", "connection: close") +
          chunked(GOOD_INJECT).slice(0, 40),
      },
      { close: "fin" },
    ]),
    expect: REFUSED,
  },
  {
    id: "wire.bad-chunk",
    title: "a chunk whose size is no number",
    script: turn([
      {
        send: head("transfer-encoding: chunked", "connection: close") +
          `zz\r\n${GOOD_INJECT}\r\n0\r\n\r\n`,
      },
      { close: "fin" },
    ]),
    expect: REFUSED,
  },
  {
    id: "wire.short-length",
    title: "a Content-Length that ends inside the JSON",
    script: turn([
      { send: head(`content-length: ${GOOD_INJECT.length - 12}`, "connection: close") },
      { send: GOOD_INJECT },
      { close: "fin" },
    ]),
    expect: REFUSED,
  },
  {
    id: "wire.long-length",
    level: "SHOULD",
    title: "the whole JSON, under a Content-Length of more bytes than come",
    mend: "Take a body for cut where fewer bytes come than its Content-Length says.",
    script: turn([
      { send: head(`content-length: ${GOOD_INJECT.length + 12}`, "connection: close") },
      { send: GOOD_INJECT },
      { close: "fin" },
    ]),
    expect: REFUSED,
  },
  {
    id: "wire.no-status-line",
    title: "a body without a head",
    script: turn([{ send: `${GOOD_INJECT}\r\n\r\n` }, { close: "fin" }]),
    expect: REFUSED,
  },
  {
    id: "wire.interim-alone",
    title: "103 Early Hints, and then nothing",
    script: turn([{ send: "HTTP/1.1 103 Early Hints\r\n\r\n" }, { close: "fin" }]),
    expect: REFUSED,
  },
]);

const late: Expect = { ...REFUSED, deadline: "refuse" };

const deadlines = table({
  family: "hostile",
  clause: "error.deadline",
  mend:
    "Give the whole exchange, to the body's last byte, one deadline: timeout_s and five seconds.",
  timeoutS: "short",
}, [
  {
    id: "deadline.late-answer",
    family: "odd",
    title: "nothing until a second after timeout_s, then a good answer",
    script: turn([{ pause: "in-grace" }, { send: WHOLE }]),
    expect: accepted(),
  },
  {
    id: "deadline.late-body",
    family: "odd",
    title: "a body in small pieces, complete a second after timeout_s",
    script: turn([
      { send: head(LENGTH, "connection: close") },
      { spread: GOOD_INJECT, until: "in-grace" },
    ]),
    expect: accepted(),
  },
  {
    id: "deadline.silence",
    title: "no answer at all",
    script: turn([{ pause: "too-late" }]),
    expect: late,
  },
  {
    id: "deadline.dripped-body",
    title: "a head at once, and a body in small pieces that is complete far too late",
    script: turn([
      { send: head(LENGTH, "connection: close") },
      { spread: GOOD_INJECT, until: "too-late" },
    ]),
    expect: late,
  },
  {
    id: "deadline.dripped-head",
    title: "a head in small pieces that is complete far too late",
    script: turn([{ spread: WHOLE, until: "too-late" }]),
    expect: late,
  },
  {
    id: "deadline.endless-body",
    title: "a body that doesn't end",
    mend: "Bound the body that you read, by time and by size.",
    script: turn([
      { send: `${head("connection: close")}{"wt_inject":1,"reply":"Bay 4.","tool_calls":[]` },
      { flood: "        ", until: "too-late" },
    ]),
    expect: late,
  },
  {
    id: "deadline.reset",
    clause: "reset.failure-fatal",
    title: "a run whose reset is never answered: nothing follows",
    op: RUN,
    script: { reset: [[{ pause: "too-late" }]] },
    expect: { outcome: ["run_failed"], requests: ["reset"], deadline: "refuse" },
  },
  {
    id: "deadline.grace-five",
    clause: "error.grace-five",
    level: "SHOULD",
    title: "no answer at all: the driver gives up five seconds after timeout_s",
    mend: "Give up at timeout_s and five seconds.",
    script: turn([{ pause: "too-late" }]),
    expect: { ...REFUSED, deadline: "five" },
  },
]);

/** Cases of connections and deadlines. */
export const wireCases: readonly DriverCase[] = [...drops, ...http, ...deadlines];
