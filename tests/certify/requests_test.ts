import { assertEquals } from "@std/assert";
import type { DriverCase, RequestCheck } from "../../lib/certify/case.ts";
import {
  caseOf,
  clausesOf,
  printed,
  recordOf,
  runOf,
  type SeenParts,
  turn,
  verdictOf,
} from "./_record.ts";

function asked(
  check: RequestCheck,
  requests: readonly SeenParts[],
  changes: Partial<DriverCase> = {},
) {
  const routes = requests.map(({ route }) => route) as DriverCase["expect"]["requests"];
  const expect = { outcome: ["ok" as const], requests: routes, request: [check] };
  return recordOf(caseOf({ ...changes, expect }), requests, printed({ outcome: "ok" }));
}

Deno.test("judgeRequests() json: bodies are strict JSON in UTF-8", () => {
  assertEquals(verdictOf(asked("json", [turn("caf\u00e9")])), ["passed"]);
  const bad = (body: unknown): SeenParts => ({ route: "inject", body });
  assertEquals(verdictOf(asked("json", [bad("{'wt_inject': 1}")])), ["failed", "not-json"]);
  assertEquals(verdictOf(asked("json", [bad('\ufeff{"wt_inject":1}')])), ["failed", "bom"]);
  assertEquals(verdictOf(asked("json", [bad(Uint8Array.of(0x22, 0xe9, 0x22))])), [
    "failed",
    "bad-utf8",
  ]);
  assertEquals(verdictOf(asked("json", [{ ...turn(), httpVersion: "1.0" }])), [
    "warned",
    "http-version",
  ]);
});

Deno.test("judgeRequests() version: every request carries the integer 1", () => {
  const good: SeenParts[] = [{ route: "reset" }, { route: "surface" }, turn()];
  assertEquals(verdictOf(asked("version", good)), ["passed"]);
  for (const version of ["1", true, 2, null]) {
    const record = asked("version", [{ route: "reset", body: { wt_inject: version } }]);
    assertEquals(clausesOf(record), ["version.request"]);
  }
  assertEquals(clausesOf(asked("version", [{ route: "surface", body: {} }])), ["version.request"]);
});

Deno.test("judgeRequests() fields: all four, each of its type", () => {
  assertEquals(verdictOf(asked("fields", [turn()])), ["passed"]);
  assertEquals(verdictOf(asked("fields", [turn("x", { timeout_s: "4" })])), [
    "failed",
    "timeout-type",
  ]);
  assertEquals(verdictOf(asked("fields", [turn("x", { session_id: 7 })])), [
    "failed",
    "session-id-type",
  ]);
  const { text: _, ...body } = turn().body as Record<string, unknown>;
  assertEquals(verdictOf(asked("fields", [{ route: "inject", body }])), ["failed", "text-missing"]);
});

Deno.test("judgeRequests() text: each turn's text is the one that was given", () => {
  const op = runOf(" one ", "two");
  const run: SeenParts[] = [{ route: "reset" }];
  assertEquals(verdictOf(asked("text", [...run, turn(" one "), turn("two")], { op })), ["passed"]);
  assertEquals(verdictOf(asked("text", [...run, turn("one"), turn("two")], { op })), [
    "failed",
    "text-changed",
  ]);
});

Deno.test("judgeRequests() session-given: an id that is given is sent as it is", () => {
  assertEquals(verdictOf(asked("session-given", [turn()])), ["passed"]);
  assertEquals(verdictOf(asked("session-given", [turn("x", { session_id: "S-1" })])), [
    "failed",
    "session-changed",
  ]);
});

Deno.test("judgeRequests() session-one: one id, and not an empty one, in all turns", () => {
  const op = runOf("one", "two");
  const run = (...ids: readonly unknown[]) =>
    verdictOf(
      asked("session-one", [
        { route: "reset" },
        ...ids.map((session_id, n) => turn(`${n}`, { session_id })),
      ], { op }),
    );
  assertEquals(run("a", "a"), ["passed"]);
  assertEquals(run("a", "b"), ["failed", "session-changed"]);
  assertEquals(run("", ""), ["failed", "session-changed"]);
  assertEquals(run(7, 7), ["failed", "session-changed"]);
});

Deno.test("judgeRequests() alone: a reset carries the version and nothing more; a scope fails, other fields are warned", () => {
  const reset = (body: unknown): SeenParts => ({ route: "reset", body });
  assertEquals(verdictOf(asked("alone", [reset({ wt_inject: 1 })])), ["passed"]);
  assertEquals(verdictOf(asked("alone", [reset({ wt_inject: 1, scope: "all" })])), [
    "failed",
    "scope",
  ]);
  assertEquals(verdictOf(asked("alone", [reset({ wt_inject: 1, who: "me" })])), [
    "warned",
    "extra-field",
  ]);
});

Deno.test("judgeRequests() newest-turn: no earlier turn travels along, wherever it is put", () => {
  const op = runOf("first words", "second words");
  const run = (second: SeenParts) =>
    verdictOf(asked("newest-turn", [{ route: "reset" }, turn("first words"), second], { op }));
  assertEquals(run(turn("second words")), ["passed"]);
  assertEquals(run(turn("first words\nsecond words")), ["failed", "earlier-turn"]);
  assertEquals(run(turn("second words", { messages: [{ content: "first words" }] })), [
    "failed",
    "earlier-turn",
  ]);
});

Deno.test("judgeRequests() identities: none but the session id; extras: warned", () => {
  assertEquals(verdictOf(asked("identities", [turn()])), ["passed"]);
  for (const field of ["user_id", "chatId", "tenant", "channel_name"]) {
    assertEquals(verdictOf(asked("identities", [turn("x", { [field]: "7" })])), [
      "failed",
      "identity",
    ], field);
  }
  assertEquals(verdictOf(asked("identities", [turn("x", { client: "c" })])), ["passed"]);
  assertEquals(verdictOf(asked("extras", [turn("x", { client: "c" })])), ["warned", "extra-field"]);
});

Deno.test("judgeRequests() serialized: a turn comes only after the answer to the one before it", () => {
  const op = runOf("one", "two");
  const run = (endedAtMs: number | undefined) =>
    verdictOf(
      asked("serialized", [
        { route: "reset" },
        { ...turn("one"), atMs: 1000, endedAtMs },
        { ...turn("two"), atMs: 1400, endedAtMs: 1500 },
      ], { op }),
    );
  assertEquals(run(1399), ["passed"]);
  assertEquals(run(1401), ["failed", "overlap"]);
  assertEquals(run(undefined), ["failed", "overlap"]);
});

Deno.test("judgeRequests() timeout: timeout_s is the setting, as a number of any spelling", () => {
  const body = (timeout: string): SeenParts => ({
    route: "inject",
    body: `{"wt_inject":1,"session_id":"s-1","text":"x","timeout_s":${timeout}}`,
  });
  for (const good of ["4", "4.0", "40e-1"]) {
    assertEquals(verdictOf(asked("timeout", [body(good)])), ["passed"], good);
  }
  for (const bad of ["120", '"4"', "4000"]) {
    assertEquals(verdictOf(asked("timeout", [body(bad)])), ["failed", "timeout-setting"], bad);
  }
});

Deno.test("judgeRequests() direct: a request that names the whole URL went to a proxy", () => {
  assertEquals(verdictOf(asked("direct", [turn()])), ["passed"]);
  const target = "http://127.0.0.1:8647/wt/inject";
  assertEquals(verdictOf(asked("direct", [{ ...turn(), target }])), ["failed", "through-proxy"]);
});
