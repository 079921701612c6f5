import { assertEquals } from "@std/assert";
import { sequenceOf } from "../../lib/report/html/sequence.ts";
import { exchange } from "../report/sample.ts";

/** Steps as lines: lane to lane, time, label. */
function told(...args: Parameters<typeof sequenceOf>): readonly string[] {
  return sequenceOf(...args).steps.map((step) =>
    step.kind === "exchange"
      ? `= ${step.id}`
      : `${step.from}>${step.to} ${step.atMs ?? "-"} ${
        step.kind === "fault" ? "! " : ""
      }${step.label}`
  );
}

Deno.test("sequenceOf() tells a turn from the connection to the answer's end", () => {
  assertEquals(told([exchange("x1")], "conform"), [
    "= x1",
    "0>1 0.4 connected",
    "0>1 0.6 POST /wt/inject, 15 bytes",
    "1>0 3.3 HTTP 200, 1 header",
    "1>0 3.5 body, 31 bytes",
  ]);
});

Deno.test("sequenceOf() counts time from the first of several exchanges", () => {
  const later = exchange("x2", { started_at: "2026-07-07T12:00:00.050Z" });
  assertEquals(told([exchange("x1"), later], "conform").slice(5, 7), [
    "= x2",
    "0>1 50.4 connected",
  ]);
});

Deno.test("sequenceOf() ends with the fault where no answer came", () => {
  const { response: _response, raw: _raw, ...silent } = exchange("x1");
  const timeout = {
    ...silent,
    fault: { kind: "timeout", phase: "head", message: "No head in 6000 ms." },
    times_ms: { connected: 0.4, sent: 0.6, end: 6000 },
  };
  assertEquals(told([timeout], "conform").at(-1), "1>0 6000 ! timeout (head): No head in 6000 ms.");
  const nothing = { ...silent, times_ms: { end: 1 } };
  assertEquals(told([nothing], "conform").at(-1), "1>0 1 ! no answer is recorded");
});

Deno.test("sequenceOf() puts a driver between what it was told and the endpoint that it asked", () => {
  const { response: _response, ...base } = exchange("c/1", { times_ms: { end: 7 } });
  const driver = {
    ...base,
    id: "c/driver",
    request: { ...base.request, method: "STDIN", body: { text: "{}", size: 2, truncated: false } },
    raw: { text: "ok\n", size: 3, truncated: false },
    times_ms: { end: 9 },
  };
  const sequence = sequenceOf([driver, base], "certify");
  assertEquals(sequence.lanes, ["wt-inject", "driver", "endpoint (played)"]);
  assertEquals(told([driver, base], "certify"), [
    "= c/driver",
    "0>1 0 a line on standard input, 2 bytes",
    "= c/1",
    "1>2 0 POST /wt/inject, 15 bytes",
    "2>1 7 answered 70 bytes",
    "1>0 9 printed 3 bytes",
  ]);
});

Deno.test("sequenceOf() nests what the upstream was asked inside of what the client asked", () => {
  const { response: _response, raw: _raw, ...asked } = exchange("a.b.c/upstream/0.0");
  const upstream = {
    ...asked,
    request: { ...asked.request, url: "/v1/messages" },
    times_ms: { end: 0 },
  };
  const client = exchange("a.b.c/client/0");
  const sequence = sequenceOf([client, upstream], "corpus");
  assertEquals(sequence.lanes, ["client (played)", "gateway", "upstream (played)"]);
  assertEquals(told([client, upstream], "corpus").slice(2), [
    "0>1 0.6 POST /wt/inject, 15 bytes",
    "= a.b.c/upstream/0.0",
    "1>2 - POST /v1/messages, 15 bytes",
    "1>0 3.3 HTTP 200, 1 header",
    "1>0 3.5 body, 31 bytes",
  ]);
});

Deno.test("sequenceOf() names agent and model where an agent is judged from both ends", () => {
  const { lanes } = sequenceOf(
    [exchange("play/turns-0/inject"), exchange("play/turns-0/model-0")],
    "corpus",
  );
  assertEquals(lanes, ["wt-inject", "agent", "model (played)"]);
});
