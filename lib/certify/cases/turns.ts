/**
 * Good endpoints, and what a driver must hand on of their answers.
 *
 * @module
 */
import { GOOD_INJECT, ok } from "../answers.ts";
import type { DriverCase, ExpectedTurn } from "../case.ts";
import { accepted, agentError, LONG_RUN, runOf, table, turn } from "./build.ts";

const ONE_CALL = '{"wt_inject":1,"reply":"In bay 4.","tool_calls":[' +
  '{"name":"find_bay","arguments":{"pallet":"4417"}}]}';
const THREE_CALLS = '{"wt_inject":1,"reply":"In bay 4.","tool_calls":[' +
  '{"name":"find_bay","arguments":{"pallet":"4417"}},' +
  '{"name":"find_client","arguments":{"order":"A-1"}},' +
  '{"name":"find_bay","arguments":{"pallet":"4418"}}]}';
const NESTED =
  '{"a":{"b":[1,{"c":null},[]],"d":{}},"e":"\\u00e9\\n\\"x\\"","f":false,"g":"","h":0}';
const REPLY = '  Bay 4.\n\tGr\u00fc\u00dfe \u{1f69a} "quoted" \\ </b>\r\n ';

const shapes = table({
  family: "good",
  clause: "layer.normalization",
  mend: "Convert to OpenAI's shape without a change of value: reply, calls, order, arguments.",
}, [
  {
    id: "turn.plain",
    title: "a turn without calls, as a message of the assistant",
    script: turn(ok(GOOD_INJECT)),
    expect: { ...accepted(), shape: ["role"] },
  },
  {
    id: "turn.reply-verbatim",
    title: "a reply with white space, line breaks and an emoji",
    script: turn(ok(JSON.stringify({ wt_inject: 1, reply: REPLY, tool_calls: [] }))),
    expect: accepted({ content: REPLY }),
  },
  {
    id: "turn.one-call",
    title: "a turn with one call",
    script: turn(ok(ONE_CALL)),
    expect: accepted({
      content: "In bay 4.",
      calls: [{ name: "find_bay", arguments: '{"pallet":"4417"}' }],
    }),
  },
  {
    id: "turn.calls-in-order",
    title: "three calls, two of the same tool, in order and each with its own id",
    mend: "Keep the order of the calls, and give each an id of its own.",
    script: turn(ok(THREE_CALLS)),
    expect: {
      ...accepted({
        content: "In bay 4.",
        calls: [
          { name: "find_bay", arguments: '{"pallet":"4417"}' },
          { name: "find_client", arguments: '{"order":"A-1"}' },
          { name: "find_bay", arguments: '{"pallet":"4418"}' },
        ],
      }),
      shape: ["ids"],
    },
  },
  {
    id: "turn.call-without-arguments",
    title: "a call whose arguments are an empty object",
    script: turn(
      ok('{"wt_inject":1,"reply":"Two.","tool_calls":[{"name":"count","arguments":{}}]}'),
    ),
    expect: accepted({ content: "Two.", calls: [{ name: "count", arguments: "{}" }] }),
  },
  {
    id: "turn.nested-arguments",
    title: "arguments with nesting, empty values, null, false, 0 and escapes",
    script: turn(
      ok(`{"wt_inject":1,"reply":"Done.","tool_calls":[{"name":"put","arguments":${NESTED}}]}`),
    ),
    expect: accepted({ content: "Done.", calls: [{ name: "put", arguments: NESTED }] }),
  },
  {
    id: "turn.finish-reason",
    level: "SHOULD",
    title: 'finish_reason is "tool_calls" where there are calls',
    mend: 'Say finish_reason "tool_calls" where the turn has calls, else "stop".',
    script: turn(ok(ONE_CALL)),
    expect: {
      ...accepted({
        content: "In bay 4.",
        calls: [{ name: "find_bay", arguments: '{"pallet":"4417"}' }],
      }),
      shape: ["finish"],
    },
  },
  {
    id: "run.answers-in-order",
    title: "a run of three turns: each answer is handed on with its own turn",
    op: LONG_RUN,
    script: turn(
      ok('{"wt_inject":1,"reply":"One.","tool_calls":[]}'),
      ok('{"wt_inject":1,"reply":"Two.","tool_calls":[{"name":"count","arguments":{"n":2}}]}'),
      ok('{"wt_inject":1,"reply":"Three.","tool_calls":[]}'),
    ),
    expect: {
      outcome: ["ok"],
      requests: runOf(3),
      turns: [
        { content: "One." },
        { content: "Two.", calls: [{ name: "count", arguments: '{"n":2}' }] },
        { content: "Three." },
      ],
    },
  },
]);

/** An answer with an agent-level error. */
function failing(error: string, reply = "", calls = "[]"): string {
  const [e, r] = [JSON.stringify(error), JSON.stringify(reply)];
  return `{"wt_inject":1,"reply":${r},"tool_calls":${calls},"error":${e}}`;
}

const ERRORS: readonly (readonly [id: string, title: string, error: string])[] = [
  ["error.white-space", "an error with white space around it", "  model failed \n\t "],
  [
    "error.line-breaks",
    "an error of several lines",
    "Traceback:\n  line 1\r\n  line 2\n\nValueError: 4",
  ],
  [
    "error.unicode",
    "an error with an emoji, quotes and combining marks",
    'd\u00e9faut \u{1f525} "x" \\ e\u0301',
  ],
  ["error.long", "an error of 16 KiB", "tool crashed; ".repeat(1200).slice(0, 16_384)],
];

const DESK = "the freight desk is closed";
const CALL = '[{"name":"find_bay","arguments":{"pallet":"4417"}}]';

const errors = table({
  family: "good",
  clause: "error.verbatim",
  mend: "Hand the endpoint's error on as it came, and make up no reply beside it.",
}, [
  {
    id: "error.empty-reply",
    title: "an agent's failure with an empty reply: no reply is made up",
    script: turn(ok(failing(DESK))),
    expect: agentError({ content: "", error: DESK }),
  },
  {
    id: "error.with-reply",
    title: "an agent's failure beside a reply: both are handed on",
    script: turn(ok(failing(DESK, "I looked, but"))),
    expect: agentError({ content: "I looked, but", error: DESK }),
  },
  {
    id: "error.with-calls",
    title: "an agent's failure after a call: the call is handed on",
    script: turn(ok(failing(DESK, "", CALL))),
    expect: agentError({
      content: "",
      error: DESK,
      calls: [{ name: "find_bay", arguments: '{"pallet":"4417"}' }],
    }),
  },
  ...ERRORS.map(([id, title, error]) => ({
    id,
    title,
    script: turn(ok(failing(error))),
    expect: agentError({ content: "", error }),
  })),
  {
    id: "error.scoreable",
    clause: "error.scoreable",
    title: "an agent's failure in a run: the run doesn't fail",
    mend: "Score an agent's failure as the turn's outcome; it is no failure of the run.",
    op: LONG_RUN,
    script: turn(ok(GOOD_INJECT), ok(failing(DESK)), ok(GOOD_INJECT)),
    expect: {
      outcome: ["agent_error"],
      // Whether a run goes on past an agent's failure is the bench's own affair.
      requests: ["reset", "surface?", "inject", "inject", "inject?"],
      turns: [
        { content: "Bay 4." } satisfies ExpectedTurn,
        { content: "", error: DESK },
        { content: "Bay 4." },
      ],
    },
  },
]);

/** Cases about what a driver hands on. */
export const turnCases: readonly DriverCase[] = [...shapes, ...errors];
