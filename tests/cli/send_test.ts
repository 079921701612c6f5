import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { deadUrl, smallEndpoint } from "./endpoint.ts";
import { memoryIo, type MemoryOptions } from "./memory_io.ts";
import { start, wtInject } from "./subprocess.ts";

/** Exit code, standard output, standard error. */
async function send(
  words: readonly string[],
  options: MemoryOptions = {},
): Promise<readonly [number, string, string]> {
  const io = memoryIo(options);
  const code = await main(["send", ...words], io);
  return [code, io.out(), io.err()];
}

const TIMES = /; connected after \d+\.\d ms, first byte after \d+\.\d ms, done after \d+\.\d ms\n$/;

/** An answer, spelled as it is to stand on the wire. */
const json = (text: string) => () =>
  new Response(text, { headers: { "content-type": "application/json" } });

const TWO_CALLS = '{"wt_inject":1,"reply":"Bluewing.\\nOrder 4417.","tool_calls":[' +
  '{"name":"lookup","arguments":{"id":12345678901234567890,"weight":1.10}},' +
  '{"name":"status","arguments":{}}]}';

Deno.test("send shows the reply, the calls in order and the times", async () => {
  await using endpoint = smallEndpoint({ "/wt/inject": json(TWO_CALLS) });
  const words = ["Who?", "--url", endpoint.url, "--session", "demo", "--timeout", "2.5"];
  const [code, out, err] = await send(words);
  assertEquals([code, err], [0, ""]);
  assertEquals(
    out.replace(TIMES, "\n"),
    "Bluewing.\nOrder 4417.\n\nTool calls\n" +
      '  lookup {"id":12345678901234567890,"weight":1.10}\n  status {}\n\nsession demo\n',
  );
  assertMatch(out, TIMES);
  assertEquals(endpoint.paths, ["/wt/inject"]);
  assertEquals(endpoint.bodies, [
    { wt_inject: 1, session_id: "demo", text: "Who?", timeout_s: 2.5 },
  ]);
});

Deno.test("send takes URL and timeout from the environment, and mints a session", async () => {
  await using endpoint = smallEndpoint();
  const env = { WT_INJECT_URL: endpoint.url, WT_INJECT_TIMEOUT_S: "9" };
  await send(["a"], { env });
  await send(["b"], { env });
  const [a, b] = endpoint.bodies;
  assertEquals([a?.timeout_s, a?.text, b?.text], [9, "a", "b"]);
  assertMatch(String(a?.session_id), /^.{8,}$/);
  assertEquals(a?.session_id === b?.session_id, false);
});

Deno.test("send - reads the turn from standard input to the last byte", async () => {
  await using endpoint = smallEndpoint();
  const words = ["-", "--url", endpoint.url];
  await send(words, { input: "\ufeffZwölf Paletten\r\n\n" });
  assertEquals(endpoint.bodies[0]?.text, "\ufeffZwölf Paletten\r\n\n");
  const [code, out, err] = await send(words, { input: new Uint8Array([0x41, 0xe9]) });
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(err, "Cannot send standard input: it isn't UTF-8.\n");
  assertEquals(endpoint.paths.length, 1);
});

Deno.test("send sends an empty turn, and one that begins with a dash", async () => {
  await using endpoint = smallEndpoint();
  await send(["--url", endpoint.url, ""]);
  await send(["--url", endpoint.url, "--", "--help"]);
  assertEquals(endpoint.bodies.map(({ text }) => text), ["", "--help"]);
});

Deno.test("send exits 0 on an agent-level error, and shows it", async () => {
  await using endpoint = smallEndpoint({
    "/wt/inject": json('{"wt_inject":1,"reply":"","tool_calls":[],"error":"model\\u001b[2J gone"}'),
  });
  const [code, out, err] = await send(["x", "--url", endpoint.url]);
  assertEquals(code, 0);
  assertMatch(out, /^Error\n {2}model\\x1b\[2J gone\n\nsession /);
  assertEquals(err, "The agent reported an error. That is an answer: the contract is kept.\n");
});

Deno.test("send --format json keeps numbers as they came, and is safe to print", async () => {
  const answer = TWO_CALLS.replace("Bluewing", "\u202eBluewing\u009b");
  await using endpoint = smallEndpoint({ "/wt/inject": json(answer) });
  const words = ["x", "--url", endpoint.url, "--session", "s", "--format", "json"];
  const [code, out, err] = await send(words);
  assertEquals([code, err], [0, ""]);
  assertStringIncludes(out, '"arguments": {"id":12345678901234567890,"weight":1.10}');
  assertStringIncludes(out, "\\u202eBluewing\\u009b");
  const { times_ms, ...turn } = JSON.parse(out);
  assertEquals(turn, {
    outcome: "ok",
    url: endpoint.url,
    session_id: "s",
    reply: "\u202eBluewing\u009b.\nOrder 4417.",
    tool_calls: [
      { name: "lookup", arguments: { id: 12345678901234567000, weight: 1.1 } },
      { name: "status", arguments: {} },
    ],
    warnings: [],
  });
  assertEquals(Object.keys(times_ms), ["connected", "sent", "first_byte", "head", "end"]);
});

Deno.test("send --openai shows the answer as a bench sees it", async () => {
  await using endpoint = smallEndpoint({ "/wt/inject": json(TWO_CALLS) });
  const [code, out] = await send(["x", "--url", endpoint.url, "--openai"]);
  assertEquals(code, 0);
  const { choices } = JSON.parse(out);
  assertEquals(choices[0].finish_reason, "tool_calls");
  assertEquals(choices[0].message.tool_calls[0], {
    id: "call_0",
    type: "function",
    function: { name: "lookup", arguments: '{"id":12345678901234567890,"weight":1.10}' },
  });
  const [refused] = await send(["x", "--url", endpoint.url, "--openai", "--format", "text"]);
  assertEquals(refused, 2);
});

Deno.test("send exits 1 on an answer that breaks the contract, and cites the clause", async () => {
  await using endpoint = smallEndpoint({ "/wt/inject": json('{"wt_inject":1,"reply":"x"}') });
  const [code, out, err] = await send(["x", "--url", endpoint.url]);
  assertEquals([code, out], [1, ""]);
  assertMatch(err, /^wt-inject: Cannot inject a turn/);
  assertStringIncludes(err, "  response.tool-calls-present (tool-calls-missing)");
  assertStringIncludes(err, "  wt-inject explain response.tool-calls-present\n");
  const [again, json_] = await send(["x", "--url", endpoint.url, "--format", "json"]);
  const failure = JSON.parse(json_);
  assertEquals([again, failure.outcome, failure.status], [1, "contract_failure", 200]);
  assertEquals(failure.violations[0].code, "tool-calls-missing");
});

Deno.test("send exits 3 where nothing listens", async () => {
  const url = deadUrl();
  const [code, out, err] = await send(["x", "--url", url]);
  assertEquals([code, out], [3, ""]);
  assertStringIncludes(err, `wt-inject: Cannot inject a turn (POST ${url}/wt/inject)`);
  const [again, json_] = await send(["x", "--url", url, "--format", "json"]);
  const failure = JSON.parse(json_);
  assertEquals([again, failure.outcome, failure.fault], [3, "transport_failure", "refused"]);
});

Deno.test("send exits 2 on a mistake, and sends nothing", async () => {
  const { code, stdout, stderr } = await wtInject(["send", "two", "words"]);
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, 'Cannot use "words": send takes TEXT only.\nQuote words');
  const [none, , err] = await send([]);
  assertEquals(none, 2);
  assertStringIncludes(err, "Cannot run send: TEXT is missing.\n");
});

Deno.test({
  name: "send exits 130 when it is interrupted",
  ignore: Deno.build.os === "windows",
  async fn() {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<Response>();
    await using endpoint = smallEndpoint({
      "/wt/inject"() {
        asked.resolve();
        return gate.promise;
      },
    });
    const child = start(["send", "x", "--url", endpoint.url]);
    await asked.promise;
    child.kill("SIGINT");
    const { code } = await child.output();
    gate.resolve(new Response());
    assertEquals(code, 130);
  },
});

Deno.test("send reads a real standard input", async () => {
  await using endpoint = smallEndpoint();
  const words = ["send", "-", "--url", endpoint.url];
  const { code } = await wtInject(words, { input: "Wo ist die Palette?\n" });
  assertEquals([code, endpoint.bodies[0]?.text], [0, "Wo ist die Palette?\n"]);
});
