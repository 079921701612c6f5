import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { LIVE_CHECKS } from "../../lib/corpus/agent_live_checks.ts";
import { runLiveAgent } from "../../lib/corpus/agent_live_run.ts";
import { isProtected } from "../../lib/corpus/requirements.ts";
import { renderReport } from "../../lib/report/formats.ts";
import { httpAnswer, jsonAnswer, rawServer, type Received } from "../../lib/wire/raw_server.ts";
import { judgeSeams, verdictsOf } from "./agent_live_agents.ts";

const ECHO = { wt_inject: 1 };

/** An endpoint that answers resets, and turns as it is told. */
function endpoint(turn: (request: Received) => Uint8Array | "never", reset = jsonAnswer(ECHO)) {
  return rawServer((request) => {
    if (request.target === "/wt/reset") return [{ send: reset }, { close: "fin" }];
    const answer = turn(request);
    if (answer === "never") return [{ wait: new Promise(() => {}) }];
    return [{ send: answer }, { close: "fin" }];
  });
}

const turnSays = (members: Record<string, unknown>) =>
  jsonAnswer({ ...ECHO, reply: "", tool_calls: [], ...members });

Deno.test("LIVE_CHECKS have stable ids, and each cites one of R003 to R009", () => {
  const ids = LIVE_CHECKS.map(({ id }) => id);
  assertEquals(new Set(ids).size, ids.length);
  for (const { id, requirement, title } of LIVE_CHECKS) {
    assert(/^agent-live\.[a-z-]+$/.test(id), id);
    assert(isProtected(requirement), id);
    assert(!title.endsWith("."), id);
  }
  assertEquals(ids, [
    "agent-live.user-text",
    "agent-live.history-grows",
    "agent-live.answer-in-history",
    "agent-live.sessions-apart",
    "agent-live.reset-forgets",
    "agent-live.length-is-no-answer",
    "agent-live.cut-is-no-answer",
    "agent-live.model-error",
    "agent-live.result-attached",
    "agent-live.results-apart",
    "agent-live.calls-in-history",
    "agent-live.calls-reported",
    "agent-live.malformed-arguments",
    "agent-live.cut-call",
    "agent-live.unknown-tool",
  ]);
});

Deno.test("runLiveAgent() without tools leaves what needs them undone, and the run incomplete", async () => {
  const report = await judgeSeams({}, { tools: [] });
  assertEquals([report.outcome, report.exit_code], ["INCOMPLETE", 3]);
  assertEquals(report.counts, {
    passed: 8,
    failed: 0,
    warned: 0,
    not_applicable: 0,
    could_not_run: 7,
    harness_error: 0,
  });
  assertStringIncludes(report.results.at(-1)!.message, "needs --agent-tool NAME=JSON");
  const selected = await judgeSeams({}, {
    tools: [],
    cases: ["agent-live.history-grows", "*apart"],
  });
  assertEquals(selected.results.map(({ id, verdict }) => [id, verdict]), [
    ["agent-live.history-grows", "passed"],
    ["agent-live.sessions-apart", "passed"],
    ["agent-live.results-apart", "could_not_run"],
  ]);
  assertEquals([selected.turns, selected.selection.selected], [{ planned: 5, sent: 5 }, 3]);
});

Deno.test("runLiveAgent() with one tool can't see a swap, and says so", async () => {
  const tools = [{ name: "berth_of", arguments: '{"ship":"Halcyon"}' }];
  assertEquals(verdictsOf(await judgeSeams({}, { tools })), {
    "results-apart": "could_not_run: It needs a second --agent-tool (another tool, or the same " +
      "with other arguments)",
  });
});

Deno.test("runLiveAgent() tells that nobody is there, and tests nothing", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const report = await runLiveAgent({ agentUrl: `http://127.0.0.1:${port}`, listen: {} });
  assertEquals([report.outcome, report.exit_code, report.results], ["NOT REACHABLE", 3, []]);
  assertStringIncludes(report.reason, "nothing was tested");
});

Deno.test("runLiveAgent() judges nothing behind a reset that fails", async () => {
  await using agent = endpoint(() => turnSays({ reply: "hi" }), httpAnswer(500, "no"));
  const report = await runLiveAgent({ agentUrl: agent.url, listen: {}, cases: ["user-text"] });
  assertEquals(report.exit_code, 3);
  assertEquals(report.results[0]?.message, "the reset failed with status 500");
});

Deno.test("runLiveAgent() costs an agent that hangs one turn, and what follows can't run", async () => {
  await using agent = endpoint(() => "never");
  const began = performance.now();
  const report = await runLiveAgent({
    agentUrl: agent.url,
    listen: {},
    timeoutS: 0.2,
    graceS: 0.1,
  });
  assert(performance.now() - began < 5_000);
  assertEquals([report.exit_code, report.turns], [3, { planned: 11, sent: 1 }]);
  assertStringIncludes(report.results[0]!.message, "a turn had no whole answer (timeout)");
  assertStringIncludes(report.results[5]!.message, "An earlier turn had no answer");
});

Deno.test("runLiveAgent() leaves answers that break the contract to conform", async () => {
  await using agent = endpoint(() => httpAnswer(200, "<html>"));
  const cases = ["user-text", "length-is-no-answer"];
  const report = await runLiveAgent({ agentUrl: agent.url, listen: {}, cases });
  assertEquals(report.exit_code, 3);
  for (const { message } of report.results) assertStringIncludes(message, "no request with the");
});

Deno.test("runLiveAgent() refuses a selection that matches nothing, and an address in use", async () => {
  const agentUrl = "http://127.0.0.1:1";
  const none = await assertRejects(
    () => runLiveAgent({ agentUrl, listen: {}, cases: ["agent-live.history-grow"] }),
    UsageError,
  );
  assertStringIncludes(none.hint ?? "", "Did you mean agent-live.history-grows?");
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await assertRejects(
    () => runLiveAgent({ agentUrl, listen: { port: taken.addr.port } }),
    UsageError,
    "the port is in use",
  );
});

Deno.test("a report on a live agent holds nothing that was said unless values are asked for", async () => {
  const seams = { keeps: () => [], user: (text: string) => `Secretly: ${text}` };
  const plain = await judgeSeams(seams);
  for (const format of ["text", "json", "junit", "ndjson"]) {
    const text = await renderReport(format, plain, { verbose: true });
    for (const said of ["Halcyon lies", "Secretly", "Brisk", "harbour"]) {
      assertEquals(text.includes(said), false, `${format} has ${said}`);
    }
    assertStringIncludes(text, "agent-live.answer-in-history");
  }
  assertEquals(plain.exchanges, []);
  const shown = await judgeSeams(seams, { showValues: true });
  assertStringIncludes(await renderReport("text", shown, { verbose: true }), "Halcyon lies");
  const [finding] = shown.results.find(({ verdict }) => verdict === "failed")!.findings;
  assert(finding!.exchanges.length > 0);
  for (const id of finding!.exchanges) assert(shown.exchanges.some((one) => one.id === id), id);
});

Deno.test("runLiveAgent() that is interrupted reports what there is", async () => {
  const stop = new AbortController();
  const report = await judgeSeams({
    beside: () => {
      stop.abort();
      return [{ role: "user", content: "one moment" }];
    },
  }, { signal: stop.signal });
  assertEquals([report.outcome, report.exit_code], ["INTERRUPTED", 130]);
  assertEquals(report.counts.could_not_run, LIVE_CHECKS.length);
});
