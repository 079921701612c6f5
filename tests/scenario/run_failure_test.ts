import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { ContractError, TransportError } from "../../lib/driver/errors.ts";
import { ResetFailed, runScenario, type ScenarioDriver } from "../../lib/scenario/run.ts";
import { httpAnswer, jsonAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { driverOf, endpoint, reply, routes, scenario } from "./support.ts";

Deno.test("runScenario() dies of a failed reset, and sends nothing after it", async () => {
  const answers: readonly Uint8Array[] = [
    httpAnswer(500, "disk full"),
    httpAnswer(204, ""),
    jsonAnswer({ wt_inject: 2 }),
    jsonAnswer({}),
    httpAnswer(200, "wiped"),
  ];
  for (const answer of answers) {
    await using server = endpoint({ reset: () => answer });
    const error = await assertRejects(() => runScenario(driverOf(server), scenario()), ResetFailed);
    assertMatch(
      error.message,
      /^Cannot run the scenario "stock": the reset before it failed, and no run can be trusted/,
    );
    assert(error.cause instanceof ContractError);
    assertEquals(routes(server), ["/wt/reset"]);
  }
});

Deno.test("runScenario() dies of a reset that nobody answers", async () => {
  await using server = rawServer(() => [{ close: "fin" }]);
  const error = await assertRejects(() => runScenario(driverOf(server), scenario()), ResetFailed);
  assert(error.cause instanceof TransportError);
  assertEquals(routes(server), ["/wt/reset"]);
});

Deno.test("runScenario() makes a run INVALID that breaks the contract, and keeps no turn of it", async () => {
  await using server = endpoint({
    inject: (turn) => turn === 0 ? reply("12") : jsonAnswer({ wt_inject: 1, reply: "12" }),
  });
  const told: string[] = [];
  const run = await runScenario(
    driverOf(server),
    scenario({ user_turns: ["a", "b", "c"], target_facts: [["12"]] }),
    { onWarning: (warning) => told.push(warning) },
  );
  assertEquals(run.turns, []);
  assertEquals(run.score.verdict, "INVALID");
  assert(run.failure instanceof ContractError);
  assertEquals(run.failure.violations.map(({ code }) => code), ["tool-calls-missing"]);
  assertEquals(run.warnings.length, 1);
  assertMatch(run.warnings[0]!, /^runner_error: Cannot inject a turn .*tool-calls-missing/);
  assertEquals(told, run.warnings);
  // Sent once, and the third turn never.
  assertEquals(routes(server), ["/wt/reset", "/wt/surface", "/wt/inject", "/wt/inject"]);
});

Deno.test("runScenario() makes a run INVALID whose connection breaks, and doesn't try again", async () => {
  await using server = rawServer(({ target }) =>
    target === "/wt/inject"
      ? [{ close: "fin" }]
      : [{ send: target === "/wt/reset" ? jsonAnswer({ wt_inject: 1 }) : httpAnswer(404, "") }]
  );
  const run = await runScenario(driverOf(server), scenario());
  assertEquals([run.turns, run.score.verdict], [[], "INVALID"]);
  assert(run.failure instanceof TransportError);
  assertEquals(run.failure.kind, "no-response");
  assertMatch(run.warnings[0]!, /^runner_error: /);
  assertEquals(routes(server), ["/wt/reset", "/wt/surface", "/wt/inject"]);
  assertEquals(run.surface, { status: "unavailable" });
});

Deno.test("runScenario() warns of an invalid surface, stores nothing of it, and goes on", async () => {
  const answers: readonly Uint8Array[] = [
    jsonAnswer({
      wt_inject: 1,
      surface: { system_instructions: [{ type: "text", content: "SECRET" }] },
    }),
    httpAnswer(500, "SECRET"),
    httpAnswer(200, "SECRET"),
    new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nSECRET"),
  ];
  for (const answer of answers) {
    await using server = endpoint({ surface: () => answer });
    const told: string[] = [];
    const run = await runScenario(driverOf(server), scenario(), {
      onWarning: (warning) => told.push(warning),
    });
    assertEquals(run.score.verdict, "PASS");
    assertEquals(Object.keys(run.surface), ["status", "detail"]);
    assertEquals(run.surface.status, "invalid");
    assert(!JSON.stringify([run.surface, run.warnings]).includes("SECRET"));
    assertMatch(run.warnings[0]!, /^surface_invalid: Cannot read the surface /);
    assertEquals(told, run.warnings);
    assertEquals(routes(server), ["/wt/reset", "/wt/surface", "/wt/inject"]);
  }
});

Deno.test("runScenario() tells the surface's warning before the failure of the run", async () => {
  await using server = endpoint({
    surface: () => httpAnswer(500, ""),
    inject: () => httpAnswer(500, "no model"),
  });
  const { warnings } = await runScenario(driverOf(server), scenario());
  assertEquals(warnings.map((warning) => warning.split(":")[0]), [
    "surface_invalid",
    "runner_error",
  ]);
});

Deno.test("runScenario() ends with the signal's reason, whatever it was waiting for", async () => {
  for (const stopAt of ["/wt/reset", "/wt/surface", "/wt/inject"]) {
    const controller = new AbortController();
    const never = Promise.withResolvers<void>();
    await using server = rawServer(({ target }) => {
      if (target === stopAt) {
        controller.abort(new Error("interrupted"));
        return [{ wait: never.promise }];
      }
      return [{ send: jsonAnswer({ wt_inject: 1, surface: 7, reply: "12", tool_calls: [] }) }];
    });
    const { signal } = controller;
    await assertRejects(
      () => runScenario(driverOf(server), scenario(), { signal }),
      Error,
      "interrupted",
    );
    assertEquals(server.requests.at(-1)?.target, stopAt);
    never.resolve();
  }
});

Deno.test("runScenario() sends nothing where the signal was aborted before", async () => {
  await using server = endpoint();
  const signal = AbortSignal.abort(new Error("too late"));
  await assertRejects(
    () => runScenario(driverOf(server), scenario(), { signal }),
    Error,
    "too late",
  );
  assertEquals(server.connections, 0);
});

Deno.test("runScenario() passes on what is no fault of the endpoint", async () => {
  const driver: ScenarioDriver = {
    inject: () => Promise.reject(new UsageError("Cannot send the text")),
    reset: () => Promise.resolve(),
    surface: () => Promise.reject(new TypeError("a driver without a surface")),
  };
  const told: string[] = [];
  await assertRejects(
    () => runScenario(driver, scenario(), { onWarning: (warning) => told.push(warning) }),
    UsageError,
    "Cannot send the text",
  );
  // A surface that throws fails nothing.
  assertEquals(told, ["surface_invalid: a driver without a surface"]);
});
