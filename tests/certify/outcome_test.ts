import { assertEquals, assertStringIncludes } from "@std/assert";
import { readOutcome } from "../../lib/certify/outcome.ts";
import { judgeCase } from "../../lib/certify/judge.ts";
import { caseOf, judged, printed, recordOf, turn, verdictOf } from "./_record.ts";

Deno.test("judgeCase() passes an outcome that the case expects, and fails any other", () => {
  assertEquals(judged({}, { outcome: "ok" }), ["passed"]);
  assertEquals(judged({}, { outcome: "contract_failure" }), ["failed", "refused"]);
  assertEquals(judged({}, { outcome: "agent_error", detail: "x" }), ["failed", "outcome"]);
  const refused = { outcome: ["run_failed" as const] };
  assertEquals(judged(refused, { outcome: "ok" }), ["failed", "accepted"]);
  assertEquals(judged(refused, { outcome: "agent_error", detail: "x" }), ["failed", "outcome"]);
});

Deno.test("judgeCase() takes contract_failure and transport_failure for one class", () => {
  for (const outcome of ["contract_failure", "transport_failure"]) {
    assertEquals(judged({ outcome: ["run_failed"] }, { outcome, detail: "no" }), ["passed"]);
  }
});

Deno.test("judgeCase() only warns of a breach where the case is a SHOULD", () => {
  assertEquals(judged({}, { outcome: "contract_failure" }, { level: "SHOULD" }), [
    "warned",
    "refused",
  ]);
});

Deno.test("judgeCase() calls what is no outcome line no-outcome", () => {
  const bad: readonly string[] = [
    "",
    "\n\n",
    "Traceback (most recent call last):",
    '{"outcome":"ok"}\n{"outcome":"ok"}\n',
    'INFO starting\n{"outcome":"ok"}\n',
    "[]",
    "null",
    "{}",
    '{"outcome":"OK"}',
    '{"outcome":true}',
    '{"outcome":"ok","detail":4}',
    '{"outcome":"ok","response":"Bay 4."}',
    '{"outcome":"ok","responses":{}}',
    '{"outcome":"ok","responses":["Bay 4."]}',
    '{"outcome":"ok","surface":"reported"}',
    '{"outcome":"ok","surface":{}}',
    '{"outcome":"ok","x":NaN}',
    '\ufeff{"outcome":"ok"}',
  ];
  for (const line of bad) {
    assertEquals(verdictOf(recordOf(caseOf(), [turn()], printed(line))), ["failed", "no-outcome"]);
  }
  const latin1 = printed("", { stdout: Uint8Array.of(0x7b, 0xe9, 0x7d) });
  assertEquals(verdictOf(recordOf(caseOf(), [turn()], latin1)), ["failed", "no-outcome"]);
});

Deno.test("readOutcome() takes an outcome line with blank lines, CRLF and nulls around it", () => {
  const lines = [
    '{"outcome":"ok"}',
    '\r\n{"outcome":"ok"}\r\n\r\n',
    '  {"outcome":"ok","detail":null,"response":null,"responses":null,"surface":null} \n',
    '{"outcome":"ok","more":{"a":1},"responses":[]}',
  ];
  for (const line of lines) assertEquals(readOutcome(printed(line)).ok, true, line);
});

Deno.test("judgeCase() shows the end of standard error and the exit where there is no outcome", () => {
  const run = printed("", {
    exit: "exit code 1",
    stderr: "one\ntwo\nthree\nValueError: no such thing\n\n",
  });
  const { message } = judgeCase(recordOf(caseOf(), [turn()], run));
  assertStringIncludes(message, "(exit code 1)");
  assertStringIncludes(message, "two | three | ValueError: no such thing");
});

Deno.test("judgeCase() fails a driver that was ended, and says why it was", () => {
  const late = printed('{"outcome":"ok"}', { ended: "bound", exit: "signal SIGKILL" });
  const record = recordOf(caseOf(), [turn()], late);
  assertEquals(verdictOf(record), ["failed", "no-outcome"]);
  assertStringIncludes(judgeCase(record).message, "had not ended when its time was up");
  const much = printed("", { overflow: true, ended: "bound" });
  assertStringIncludes(judgeCase(recordOf(caseOf(), [turn()], much)).message, "more than 8388608");
});

Deno.test("judgeCase() says nothing about a driver that was interrupted", () => {
  const record = recordOf(caseOf(), [turn()], printed("", { ended: "aborted" }));
  assertEquals(verdictOf(record), ["could_not_run"]);
});

Deno.test("judgeCase() lets a driver not offer an operation, but not do it all the same", () => {
  const one = caseOf({ op: { op: "surface" } });
  const said = printed({ outcome: "unsupported", detail: "no surface here" });
  assertEquals(verdictOf(recordOf(one, [], said)), ["not_applicable"]);
  assertStringIncludes(judgeCase(recordOf(one, [], said)).message, "no surface here");
  assertEquals(verdictOf(recordOf(one, [{ route: "surface" }], said)), [
    "failed",
    "declaration-false",
  ]);
});

Deno.test("judgeCase() keeps our own faults and the machine's limits apart from the driver", () => {
  const run = printed({ outcome: "ok" });
  const record = recordOf(caseOf(), [turn()], run, { fault: "the script threw" });
  assertEquals(verdictOf(record), ["harness_error"]);
  const blocked = recordOf(caseOf(), [], undefined, { blocked: "port 8647 is taken" });
  assertEquals(verdictOf(blocked), ["could_not_run"]);
});

Deno.test("judgeCase() asks for status and body in a failure's detail", () => {
  const expect = { outcome: ["run_failed" as const], detail: ["500", "kaput"] };
  const said = (detail?: string) => ({
    outcome: "contract_failure",
    ...(detail ? { detail } : {}),
  });
  assertEquals(judged(expect, said("status 500: kaput")), ["passed"]);
  assertEquals(judged(expect, said("status 500")), ["failed", "detail"]);
  assertEquals(judged(expect, said()), ["failed", "detail"]);
});

Deno.test("judgeCase() without an outcome line judges what the endpoint saw, and no more", () => {
  const unseen = (proof: "server" | "outcome", ...requests: Parameters<typeof turn>[]) =>
    verdictOf(recordOf(
      caseOf({
        proof,
        expect: { outcome: ["ok"], requests: ["inject"], request: ["text"] },
      }),
      requests.map((parts) => turn(...parts)),
      undefined,
    ));
  assertEquals(unseen("server", []), ["passed"]);
  assertEquals(unseen("outcome", []), ["could_not_run"]);
  assertEquals(unseen("server", ["which bay?"]), ["failed", "text-changed"]);
  assertEquals(unseen("outcome", [], []), ["failed", "sent-again"]);
});
