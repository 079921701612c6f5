import { assert, assertEquals, assertMatch } from "@std/assert";
import { runScenario, type ScenarioDriver } from "../../lib/scenario/run.ts";
import { jsonAnswer } from "../../lib/wire/raw_server.ts";
import { bodyOf, driverOf, EMPTY_SURFACE, endpoint, reply, routes, scenario } from "./support.ts";

Deno.test("runScenario() resets, asks for the surface once, then takes its turns in one session", async () => {
  await using server = endpoint({ inject: (turn) => reply(turn === 0 ? "Hello." : "12 lamps") });
  const run = await runScenario(
    driverOf(server),
    scenario({ user_turns: ["Good day.", "How many lamps?"], target_facts: [["12"]] }),
  );

  assertEquals(routes(server), ["/wt/reset", "/wt/surface", "/wt/inject", "/wt/inject"]);
  const [reset, surface, first, second] = server.requests.map(bodyOf);
  assertEquals([reset, surface], [{ wt_inject: 1 }, { wt_inject: 1 }]);
  const session_id = run.sessionId;
  assertMatch(session_id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assertEquals(first, { wt_inject: 1, session_id, text: "Good day.", timeout_s: 30 });
  assertEquals(second, { wt_inject: 1, session_id, text: "How many lamps?", timeout_s: 30 });

  assertEquals(run.turns.map(({ role, content }) => [role, content]), [
    ["user", "Good day."],
    ["assistant", "Hello."],
    ["user", "How many lamps?"],
    ["assistant", "12 lamps"],
  ]);
  assertEquals([run.scenario, run.score.verdict, run.failure], ["stock", "PASS", undefined]);
  assertEquals([run.surface, run.warnings], [{ status: "unavailable" }, []]);
  const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  assertMatch(run.startedAt, iso);
  assert(iso.test(run.finishedAt) && run.startedAt <= run.finishedAt);
});

Deno.test("runScenario() sends the prompt where there are no turns, and takes a given session", async () => {
  await using server = endpoint();
  const run = await runScenario(driverOf(server), scenario(), { sessionId: "wt-3f9a1c2e" });
  assertEquals(run.sessionId, "wt-3f9a1c2e");
  assertEquals(bodyOf(server.requests[2]).session_id, "wt-3f9a1c2e");
  assertEquals(bodyOf(server.requests[2]).text, "How many lamps?");
});

Deno.test("runScenario() keeps the calls, their numbers digit for digit", async () => {
  await using server = endpoint({
    inject: () =>
      new TextEncoder().encode(
        'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"wt_inject":1,"reply":"12","tool_calls":' +
          '[{"name":"shop.count","arguments":{"id":12345678901234567890}}]}',
      ),
  });
  const run = await runScenario(driverOf(server), scenario({ must_call: ["count"] }));
  const answer = run.turns[1];
  assert(answer?.role === "assistant");
  assertEquals(answer.toolCalls[0]?.argumentsJson, '{"id":12345678901234567890}');
  assert(answer.latencyMs > 0);
  assertEquals(run.score.trajectory.passed, true);
  assertEquals(run.score.verdict, "PASS");
});

Deno.test("runScenario() takes an agent's error for a turn, and keeps it word for word", async () => {
  await using server = endpoint({
    inject: (turn) =>
      turn > 0 ? reply("12") : jsonAnswer({
        wt_inject: 1,
        reply: "",
        tool_calls: [],
        error: "mcp_evidence: unavailable (the model gave up)",
      }),
  });
  const run = await runScenario(
    driverOf(server),
    scenario({ user_turns: ["a", "b"], target_facts: [["12"]], forbidden_calls: ["drop"] }),
  );
  assertEquals(run.turns.length, 4);
  const failed = run.turns[1];
  assert(failed?.role === "assistant");
  assertEquals([failed.content, failed.error], [
    "",
    "mcp_evidence: unavailable (the model gave up)",
  ]);
  assertEquals(run.warnings, ["mcp_evidence: unavailable (the model gave up)"]);
  // The endpoint's own words are no evidence for or against it.
  assertEquals(run.score.verdict, "PASS");
});

Deno.test("runScenario() fails an agent that only errs by its facts, and passes it without any", async () => {
  const error = { wt_inject: 1, reply: "", tool_calls: [], error: "no model" };
  await using server = endpoint({ inject: () => jsonAnswer(error) });
  const strict = await runScenario(driverOf(server), scenario({ target_facts: [["12"]] }));
  assertEquals(strict.score.verdict, "FAIL");
  const lax = await runScenario(driverOf(server), scenario());
  assertEquals(lax.score.verdict, "PASS");
});

Deno.test("runScenario() asks for the surface anew in every run", async () => {
  let probes = 0;
  await using server = endpoint({
    surface: () => {
      const content = `probe ${++probes}`;
      const extra_segments = [{ name: "n", content }];
      return jsonAnswer({ wt_inject: 1, surface: { ...EMPTY_SURFACE, extra_segments } });
    },
  });
  const driver = driverOf(server);
  for (const expected of ["probe 1", "probe 2"]) {
    const { surface } = await runScenario(driver, scenario());
    assert(surface.status === "reported");
    assertEquals(surface.surface.extra_segments[0]?.content, expected);
  }
  assertEquals(probes, 2);
});

Deno.test("runScenario() lets the driver mint the session", async () => {
  const said: string[] = [];
  const driver: ScenarioDriver = {
    inject: (sessionId, text) => {
      said.push(`${sessionId}: ${text}`);
      return Promise.resolve({ reply: "12", toolCalls: [] });
    },
    reset: () => Promise.resolve(),
    surface: () => Promise.resolve({ status: "unavailable" }),
    newSessionId: () => "minted",
  };
  const run = await runScenario(driver, scenario());
  assertEquals([run.sessionId, said], ["minted", ["minted: How many lamps?"]]);
});

Deno.test("runScenario() twice on a stateful agent keeps what each run said apart", async () => {
  const memory = new Map<string, string[]>();
  const driver: ScenarioDriver = {
    inject: (sessionId, text) => {
      const history = memory.get(sessionId) ?? [];
      memory.set(sessionId, [...history, text]);
      return Promise.resolve({ reply: history.join(" "), toolCalls: [] });
    },
    reset: () => Promise.resolve(memory.clear()),
    surface: () => Promise.resolve({ status: "unavailable" }),
  };
  const first = scenario({
    user_turns: ["The code is K7.", "Which code?"],
    target_facts: [["k7"]],
  });
  const second = scenario({
    user_turns: ["The code is M9.", "Which code?"],
    target_facts: [["m9"]],
    forbidden_facts: ["K7"],
  });
  assertEquals((await runScenario(driver, first)).score.verdict, "PASS");
  assertEquals((await runScenario(driver, second)).score.verdict, "PASS");
});
