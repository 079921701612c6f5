/**
 * Agents from both ends, as a user runs it: a process for the agent, another for what judges it. Needs
 * --allow-run=deno,python3; what can't be run is ignored, with the reason in the test's name.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { start, wtInject } from "../cli/subprocess.ts";
import { type Example, start as startExample, whyNot } from "./runtimes.ts";

const PYTHON: Example = {
  name: "python agent",
  command: "python3",
  versionArgs: ["--version"],
  least: [3, 9],
  built: false,
  file: new URL("../../examples/agents/python/agent.py", import.meta.url),
  chunked: 413,
};

/** A port of 127.0.0.1 that nobody has. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** The report of `corpus run --agent`. */
async function judged(agent: string, modelPort: number, tools: readonly string[]) {
  const { code, stdout, stderr } = await wtInject([
    "corpus",
    "run",
    `--agent=${agent}`,
    `--model-listen=127.0.0.1:${modelPort}`,
    ...tools.map((tool) => `--agent-tool=${tool}`),
    "--agent-timeout=20",
    "--format=json",
  ]);
  assertEquals(stderr.split("\n").length, 2, stderr);
  const report = JSON.parse(stdout);
  const told = report.results.map(({ id, verdict, message }: Record<string, string>) =>
    `${id}: ${verdict} (${message})`
  );
  return { code, report, told };
}

for (const dialect of ["chat", "messages", "responses"]) {
  Deno.test(`serve --model-url passes corpus run --agent on ${dialect}`, async () => {
    const modelPort = freePort();
    const url = `http://127.0.0.1:${modelPort}`;
    const child = start([
      "serve",
      "--port=0",
      `--model-url=${url}`,
      `--model-dialect=${dialect}`,
    ]);
    try {
      const lines = child.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<
        string
      >;
      let greeting = "";
      for await (const text of lines) {
        greeting += text;
        if (greeting.includes("Ctrl-C")) break;
      }
      assertStringIncludes(greeting, `It asks its model at ${url} in ${dialect}.`);
      const [agent = ""] = /http:\/\/\S+/.exec(greeting) ?? [];
      const { code, report, told } = await judged(agent, modelPort, [
        'order_status={"order_id":"4417"}',
        'hub_inventory={"hub":"Reno"}',
      ]);
      assertEquals(
        [code, report.counts.passed, report.outcome],
        [0, 15, "CONFORMS"],
        told.join("\n"),
      );
      assertStringIncludes(report.notes.join("\n"), `${dialect}, not streamed`);
    } finally {
      child.kill();
      await child.stderr.cancel();
      await child.status;
    }
  });
}

const reason = await whyNot(PYTHON);
for (const flags of [[], ["--stream"]]) {
  const how = flags.length === 0 ? "" : ` ${flags.join(" ")}`;
  Deno.test({
    name: `python agent${how} passes corpus run --agent` +
      (reason === undefined ? "" : ` (${reason})`),
    ignore: reason !== undefined,
    async fn() {
      const modelPort = freePort();
      const args = ["--model-url", `http://127.0.0.1:${modelPort}`, ...flags];
      await using agent = await startExample(PYTHON, args);
      const { code, report, told } = await judged(agent.url, modelPort, [
        'find_order={"order_id":"4417"}',
        'find_hub={"hub_id":"H2"}',
      ]);
      assertEquals(
        [code, report.counts.passed, report.outcome],
        [0, 15, "CONFORMS"],
        told.join("\n"),
      );
      const form = flags.length === 0 ? "chat, not streamed" : "chat, streamed";
      assertStringIncludes(report.notes.join("\n"), form);
    },
  });
}

Deno.test({
  name: "python agent conforms on the wire" + (reason === undefined ? "" : ` (${reason})`),
  ignore: reason !== undefined,
  async fn() {
    await using agent = await startExample(PYTHON, ["--model-url", "http://127.0.0.1:9"]);
    const { code, stdout } = await wtInject(["conform", agent.url, "--format=json"]);
    // Nobody plays its model here: what needs one could not run, and nothing fails.
    const { counts } = JSON.parse(stdout);
    assertEquals([code, counts.failed, counts.harness_error], [3, 0, 0], stdout.slice(-2000));
  },
});
