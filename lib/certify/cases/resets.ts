/**
 * Resets that fail, and runs that must end there.
 *
 * @module
 */
import { GOOD_INJECT, GOOD_RESET, ok, status } from "../answers.ts";
import type { DriverCase, Expect } from "../case.ts";
import type { Answer } from "../script.ts";
import { LONG_RUN, RUN, table, turn } from "./build.ts";

const RESET = { op: "reset" } as const;
const FAILED: Expect = { outcome: ["run_failed"], requests: ["reset"] };

const NO_CONTENT: Answer = [{ send: "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" }];

/** id, title, answer: each asked once by itself and once before a run. */
const BROKEN: readonly (readonly [id: string, title: string, answer: Answer])[] = [
  ["500", "status 500 with a good echo", status(500, GOOD_RESET)],
  ["204", "status 204", NO_CONTENT],
  [
    "202",
    "status 202 with a good echo: an acknowledgement is no completion",
    status(202, GOOD_RESET),
  ],
  ["no-echo", "status 200 without the version", ok('{"status":"wiped"}')],
  ["version-two", "status 200 with version 2", ok('{"wt_inject":2}')],
  ["version-string", 'status 200 with version "1"', ok('{"wt_inject":"1"}')],
  ["version-true", "status 200 with version true", ok('{"wt_inject":true}')],
  ["empty", "status 200 without a body", ok("")],
  ["html", "status 200 with HTML", ok("<p>reset</p>")],
  ["dropped", "a connection that is closed without a byte", [{ close: "fin" }]],
];

const alone = table({
  family: "hostile",
  clause: "reset.failure-fatal",
  mend: "Validate the reset's answer like every other: 200, strict JSON, the version's echo.",
}, [
  {
    id: "reset.good",
    family: "good",
    clause: "version.echo-validated",
    title: "a reset with a good answer",
    mend: "Take a 200 with the version's echo for a reset that is done.",
    op: RESET,
    script: {},
    expect: { outcome: ["ok"], requests: ["reset"] },
  },
  ...BROKEN.map(([id, title, answer]) => ({
    id: `reset.${id}`,
    title: `a reset answered by ${title}`,
    ...(id.startsWith("version") || id === "no-echo" ? { clause: "version.echo-validated" } : {}),
    op: RESET,
    script: { reset: [answer, ok(GOOD_RESET)] },
    expect: FAILED,
  })),
]);

const before = table({
  family: "hostile",
  clause: "reset.failure-fatal",
  mend: "Treat a failed reset as fatal: send nothing after it.",
  op: RUN,
}, [
  ...BROKEN.filter(([id]) => ["500", "204", "no-echo", "version-two", "dropped"].includes(id)).map(
    ([id, title, answer]) => ({
      id: `run.reset-${id}`,
      title: `a run whose reset is answered by ${title}: nothing follows`,
      script: { reset: [answer, ok(GOOD_RESET)] },
      expect: FAILED,
    }),
  ),
  {
    id: "run.turn-refused",
    clause: "error.contract-level",
    title: "a run of three turns whose first answer breaks the contract: no turn follows",
    mend: "End the run at the first failure: send nothing after it.",
    op: LONG_RUN,
    script: turn(ok('{"wt_inject":1,"reply":"Bay 4."}'), ok(GOOD_INJECT)),
    expect: { outcome: ["run_failed"], requests: ["reset", "surface?", "inject"] },
  },
]);

/** Cases of resets. */
export const resetCases: readonly DriverCase[] = [...alone, ...before];
