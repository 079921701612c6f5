import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandNamed } from "../../lib/cli/table.ts";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import { jsonAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { start, wtInject } from "./subprocess.ts";

const NET = { permissions: ["--allow-net=127.0.0.1,[::1],localhost"] };

/** Reads standard output until the greeting is whole. */
async function greetingOf(child: Deno.ChildProcess) {
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("Ctrl-C stops it.")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`no greeting, only: ${text}`);
    text += value;
  }
  return { text, reader };
}

/** A whole Chat Completions answer. */
const CHAT_ANSWER = {
  id: "c1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{
    index: 0,
    message: { role: "assistant", content: "Good day" },
    finish_reason: "stop",
  }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

Deno.test({
  name: "gateway carries a Messages client to a Chat upstream, and exits 0 when it is stopped",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using upstream = rawServer(() => [{ send: jsonAnswer(CHAT_ANSWER) }, { close: "fin" }]);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const words = ["--listen=127.0.0.1:0", "--upstream", upstream.url, "--capacity=2"];
      const child = start(["gateway", ...words, "--upstream-dialect=chat"], NET);
      const { text, reader } = await greetingOf(child);
      assertStringIncludes(text, `It asks ${upstream.url}/v1/chat/completions in chat.\n`);
      const route = /messages {3}(http:\/\/127\.0\.0\.1:\d+\/v1\/messages)\n/.exec(text)?.[1];
      assert(route !== undefined, text);
      const body = JSON.stringify({
        model: "m",
        max_tokens: 9,
        messages: [{ role: "user", content: "Hello" }],
      });
      const response = await fetch(route, { method: "POST", body });
      const answer = await response.json();
      assertEquals([response.status, answer.content[0].text], [200, "Good day"]);
      child.kill(signal);
      await reader.cancel();
      assertEquals(await new Response(child.stderr).text(), "");
      assertEquals((await child.status).code, 0);
    }
    assertEquals(upstream.requests.length, 2);
  },
});

Deno.test("gateway exits 2 where the upstream isn't named whole", async () => {
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [["--upstream-dialect=chat"], "Cannot run gateway: --upstream URL is missing.\n"],
    [["--upstream=http://127.0.0.1:1"], "--upstream-dialect DIALECT is missing.\n"],
    [["--upstream=127.0.0.1:1", "--upstream-dialect=chat"], "it must be an http or https URL"],
    [["--upstream=http://127.0.0.1:1", "--upstream-dialect=caht"], "Did you mean chat?\n"],
    [["--upstream=http://me:x@127.0.0.1:1", "--upstream-dialect=chat"], "a user name or a passw"],
    [["--upstream=http://192.0.2.1", "--upstream-dialect=chat"], "--allow-net=192.0.2.1.\n"],
  ];
  for (const [words, says] of wrong) {
    const { code, stdout, stderr } = await wtInject(["gateway", ...words], NET);
    assertEquals([code, stdout], [2, ""], words.join(" "));
    assertStringIncludes(stderr, says);
  }
});

Deno.test("gateway exits 2 where the address can't be listened on, and says why", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const upstream = ["--upstream=http://127.0.0.1:1", "--upstream-dialect=chat"];
  const taken = await wtInject(["gateway", ...upstream, `--listen=127.0.0.1:${port}`], NET);
  assertEquals([taken.code, taken.stdout], [2, ""]);
  assertStringIncludes(taken.stderr, `Cannot listen on 127.0.0.1:${port}: the port is in use.\n`);
  for (const listen of ["8648", "127.0.0.1:65536", "127.0.0.1", "http://127.0.0.1:8648"]) {
    const { code, stderr } = await wtInject(["gateway", ...upstream, `--listen=${listen}`], NET);
    assertEquals(code, 2);
    assertMatch(stderr, /^wt-inject: Cannot use --listen \S+: it isn't HOST:PORT\.\n/);
  }
  const { code, stderr } = await wtInject(["gateway", ...upstream, "--capacity=0"], NET);
  assertEquals([code, stderr.split("\n")[0]], [
    2,
    "wt-inject: Cannot use --capacity 0: it must be 1 or more.",
  ]);
});

Deno.test("gateway names the dialects that there are", () => {
  const flag = commandNamed("gateway")?.flags.find(({ name }) => name === "upstream-dialect");
  assertEquals(flag?.values, GATEWAY_DIALECTS);
});
