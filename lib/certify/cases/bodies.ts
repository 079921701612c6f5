/**
 * Answers to a turn whose body is not one JSON object in UTF-8, and answers with another status than
 * 200: each must fail the run.
 *
 * @module
 */
import { ELSEWHERE, GOOD_INJECT, GOOD_RESET, latin1, ok, status } from "../answers.ts";
import type { DriverCase } from "../case.ts";
import { REFUSED, refusedBodies, table, turn } from "./build.ts";

const HTML = "<!doctype html><title>Sign in</title><p>Please sign in.</p>";

/** UTF-16, little end first, with its byte order mark. */
function utf16(text: string): Uint8Array {
  const units = Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => [unit & 0xff, unit >> 8]));
}

/** A good turn whose reply ends in these bytes. */
function replyBytes(...bytes: readonly number[]): Uint8Array {
  const [before = "", after = ""] = GOOD_INJECT.split(".");
  return Uint8Array.from([...latin1(`${before}.`), ...bytes, ...latin1(after)]);
}

const bodies = refusedBodies(
  "hostile",
  "error.contract-level",
  "Read the body as one strict JSON value in UTF-8, and fail the run where it isn't.",
  [
    ["body.empty", "no body", ""],
    ["body.html", "HTML with status 200", HTML],
    ["body.text", "plain text", "Bay 4."],
    ["body.cut-json", "JSON that stops in the middle", GOOD_INJECT.slice(0, -12)],
    ["body.two-values", "two JSON objects", GOOD_INJECT + GOOD_INJECT],
    ["body.trailing", "a log line after the object", `${GOOD_INJECT}\nINFO turn done`],
    ["body.single-quotes", "a dict as Python prints it", GOOD_INJECT.replaceAll('"', "'")],
    ["body.trailing-comma", "a comma before the end", GOOD_INJECT.replace(/\}$/, ",}")],
    ["body.list", "the object inside a list", `[${GOOD_INJECT}]`],
    ["body.null", "null", "null"],
    ["body.string", "the object inside a string", JSON.stringify(GOOD_INJECT)],
    [
      "body.nan",
      "NaN among the arguments",
      '{"wt_inject":1,"reply":"Ok.","tool_calls":[{"name":"put","arguments":{"x":NaN}}]}',
    ],
    [
      "body.infinity",
      "-Infinity in a field that nobody knows",
      '{"wt_inject":1,"reply":"Ok.","tool_calls":[],"score":-Infinity}',
    ],
    ["body.latin-1", "a body in Latin-1", replyBytes(0xe9)],
    ["body.bad-utf8", "an overlong and a cut UTF-8 sequence", replyBytes(0xc0, 0xae, 0xe2, 0x82)],
    ["body.utf-16", "a body in UTF-16", utf16(GOOD_INJECT)],
    ["body.raw-control", "a bare line break inside a string", GOOD_INJECT.replace("4.", "4.\n")],
  ],
);

const statuses = table({
  family: "hostile",
  clause: "error.contract-level",
  mend: "Fail the run on every status but 200, and send nothing again.",
}, [
  ...[201, 202, 206, 400, 401, 404, 408, 413, 425, 500, 502, 504].map((code) => ({
    id: `status.${code}`,
    title: `status ${code} with a good envelope`,
    script: turn(status(code)),
    expect: REFUSED,
  })),
  {
    id: "status.204",
    title: "status 204, no body",
    script: turn([{ send: "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }]),
    expect: REFUSED,
  },
  {
    id: "status.429",
    clause: "error.no-retry",
    title: "status 429 with Retry-After: 0",
    script: turn(status(429, '{"detail":"slow down"}', { "retry-after": "0" })),
    expect: REFUSED,
  },
  {
    id: "status.503",
    clause: "error.no-retry",
    title: "status 503 with Retry-After: 0, and a good answer for whoever asks again",
    script: turn(status(503, '{"detail":"busy"}', { "retry-after": "0" }), ok(GOOD_INJECT)),
    expect: REFUSED,
  },
  {
    id: "status.500-then-good",
    clause: "error.no-retry",
    title: "status 500, and a good answer for whoever asks again",
    script: turn(status(500, '{"detail":"kaput"}'), ok(GOOD_INJECT)),
    expect: REFUSED,
  },
  {
    id: "status.detail",
    level: "SHOULD",
    title: "status 500: the detail has the status and the body",
    mend: "Put the status and the body's beginning into the failure's detail.",
    script: turn(status(500, '{"detail":"kaput-7351"}')),
    expect: { ...REFUSED, detail: ["500", "kaput-7351"] },
  },
]);

const redirects = table({
  family: "hostile",
  clause: "error.contract-level",
  mend: "Don't follow redirects: any status but 200 fails the run.",
}, [
  ...[301, 302, 303, 307, 308].map((code) => ({
    id: `redirect.${code}`,
    title: `status ${code} that leads to a good answer`,
    script: turn(status(code, GOOD_INJECT, { location: `${ELSEWHERE}/inject` })),
    expect: REFUSED,
  })),
  {
    id: "redirect.300",
    title: "status 300 with a Location and a good envelope",
    script: turn(status(300, GOOD_INJECT, { location: `${ELSEWHERE}/inject` })),
    expect: REFUSED,
  },
  {
    id: "redirect.reset",
    clause: "reset.failure-fatal",
    title: "a reset answered 302 that leads to a good answer",
    op: { op: "reset" as const },
    script: { reset: [status(302, GOOD_RESET, { location: `${ELSEWHERE}/reset` })] },
    expect: { outcome: ["run_failed" as const], requests: ["reset" as const] },
  },
]);

/** Cases of bodies and statuses that fail the run. */
export const bodyCases: readonly DriverCase[] = [...bodies, ...statuses, ...redirects];
