/**
 * Good endpoints, and what a driver must send to them.
 *
 * @module
 */
import { GOOD_INJECT, GOOD_SURFACE, ok } from "../answers.ts";
import type { DriverCase } from "../case.ts";
import { accepted, LONG_RUN, RUN, runOf, table, TURN, turn } from "./build.ts";

const SESSION = 'wt/3f 9a?&=%20"\\{}\u00e9\u{1f69a}';

const envelope = table({
  family: "good",
  clause: "request.fields",
  mend: "Send wt_inject, session_id, text and timeout_s with every turn, each of its type.",
  proof: "server",
}, [
  {
    id: "request.json",
    clause: "transport.json-utf8",
    title: "a turn: its body is strict JSON in UTF-8",
    mend: "Write the body with a JSON library, encode it as UTF-8, and send no byte order mark.",
    op: { op: "inject", session_id: "wt-json", text: "Caf\u00e9 \u{1f69a} \u4e2d \u0451" },
    script: {},
    expect: { ...accepted(), request: ["json"] },
  },
  {
    id: "request.version",
    clause: "version.request",
    title: "a run: every request carries wt_inject as the integer 1",
    mend: 'Send "wt_inject": 1 with every request, to all three routes.',
    op: RUN,
    script: { surface: [ok(GOOD_SURFACE)] },
    expect: { outcome: ["ok"], requests: runOf(1), request: ["version"] },
  },
  {
    id: "request.fields",
    title: "a turn: all four fields are there, with their types",
    script: {},
    expect: { ...accepted(), request: ["fields"] },
  },
  {
    id: "request.extra-fields",
    level: "SHOULD",
    title: "a run: requests carry no fields that version 1 doesn't know",
    mend: "Leave out what the contract doesn't name; an endpoint ignores it anyway.",
    op: RUN,
    script: {},
    expect: { outcome: ["ok"], requests: runOf(1), request: ["extras"] },
  },
  {
    id: "request.identities",
    clause: "session.identity-off-wire",
    title: "a run: no identity but the session_id crosses the wire",
    mend: "Send no user, chat or tenant ids: the endpoint derives its own from session_id.",
    op: RUN,
    script: {},
    expect: { outcome: ["ok"], requests: runOf(1), request: ["identities"] },
  },
  {
    id: "request.reset-alone",
    clause: "reset.request",
    title: "a reset: its body is the version alone, with no scope",
    mend: 'Send {"wt_inject": 1} to /wt/reset, and nothing more: there is no scope.',
    op: { op: "reset" },
    script: {},
    expect: { outcome: ["ok"], requests: ["reset"], request: ["alone", "version"] },
  },
  {
    id: "request.session-verbatim",
    clause: "session.driver-mints",
    title: "a turn in a session whose id has spaces, quotes, escapes and an emoji",
    mend: "Treat the session id as opaque: send it as it is.",
    op: { op: "inject", session_id: SESSION, text: "Which bay?" },
    script: {},
    expect: { ...accepted(), request: ["session-given"] },
  },
]);

const TEXTS: readonly (readonly [id: string, title: string, text: string])[] = [
  [
    "text.unicode",
    "text of many scripts, with an emoji of several code points",
    [
      "Gr\u00fc\u00dfe, \u043f\u0440\u0438\u0432\u0435\u0442, \u0645\u0631\u062d\u0628\u0627,",
      "\u4f60\u597d, \u{1f469}\u200d\u{1f4bb} \u{1f1ee}\u{1f1f8} \u2028\u2029\ufffe",
    ].join(" "),
  ],
  [
    "text.unnormalized",
    "text with combining marks, which must not be composed",
    "Cafe\u0301 \u212b",
  ],
  ["text.white-space", "text that begins and ends with white space", "  \t bay 4?\u00a0 \n "],
  [
    "text.line-breaks",
    "text of several lines, with every kind of break",
    "one\ntwo\r\nthree\rfour\n\n",
  ],
  [
    "text.json-looking",
    "text that looks like a request",
    '{"wt_inject":2,"text":"{\\"reply\\":null}"}',
  ],
  ["text.controls", "text with control characters", "a\u0001b\u0007c\u001bd\u007fe\u0085f"],
  [
    "text.markup",
    "text with markup and escapes that must stay as they are",
    "<b>&amp;</b> %41 \\n \\u0041 ${x} {{y}}",
  ],
  ["text.long", "text of 64 KiB", "Pallet 4417 stands in bay 4. ".repeat(2260).slice(0, 65_536)],
];

const texts = table(
  {
    family: "good",
    clause: "request.text-verbatim",
    mend: "Send the user's text as it is: no trimming, no normalizing, no template around it.",
    proof: "server",
  },
  TEXTS.map(([id, title, text]) => ({
    id,
    title,
    op: { op: "inject", session_id: "wt-text", text },
    script: {},
    expect: { ...accepted(), request: ["text" as const] },
  })),
);

const runs = table({
  family: "good",
  clause: "reset.before-every-run",
  mend: "Reset the endpoint before every run, before anything else is sent.",
  op: LONG_RUN,
  proof: "server",
}, [
  {
    id: "run.reset-first",
    title: "a run: the reset comes first, once",
    op: RUN,
    script: {},
    expect: { outcome: ["ok"], requests: runOf(1) },
  },
  {
    id: "run.surface-once",
    clause: "surface.once-per-run",
    title: "a run of three turns on an endpoint with a surface: asked once, after the reset",
    mend: "Probe the surface once a run, after the reset and before the first turn.",
    script: { surface: [ok(GOOD_SURFACE)] },
    expect: { outcome: ["ok"], requests: runOf(3) },
  },
  {
    id: "run.newest-turn",
    clause: "session.newest-turn",
    title: "a run of three turns: each request carries its own text and no earlier one",
    mend: "Send the newest user turn alone; the endpoint keeps the history.",
    script: {},
    expect: { outcome: ["ok"], requests: runOf(3), request: ["newest-turn", "text"] },
  },
  {
    id: "run.one-session",
    clause: "session.driver-mints",
    title: "a run of three turns: one session_id, which the driver mints",
    mend: "Mint one session_id a run, and send it with each of its turns.",
    script: {},
    expect: { outcome: ["ok"], requests: runOf(3), request: ["session-one"] },
  },
  {
    id: "run.one-at-a-time",
    clause: "session.serialized",
    title: "a run of three turns whose first answer takes a while: the next turn waits for it",
    mend: "Wait for the answer to a turn before the next one is sent in its session.",
    script: turn([{ overlap: 400 }, ...ok(GOOD_INJECT)], ok(GOOD_INJECT)),
    expect: { outcome: ["ok"], requests: runOf(3), request: ["serialized"] },
  },
]);

/** Cases about what a driver sends. */
export const requestCases: readonly DriverCase[] = [...envelope, ...texts, ...runs];

/** The turn of ordinary cases, for tests. */
export const ORDINARY = TURN;
