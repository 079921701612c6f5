import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { deadUrl, smallEndpoint } from "./endpoint.ts";
import { memoryIo, type MemoryOptions } from "./memory_io.ts";
import { ended, start, wtInject } from "./subprocess.ts";

/** Exit code, standard output, standard error. */
async function chat(
  words: readonly string[],
  input: string | Uint8Array,
  options: MemoryOptions = {},
): Promise<readonly [number, string, string]> {
  const io = memoryIo({ ...options, input });
  const code = await main(["chat", ...words], io);
  return [code, io.out(), io.err()];
}

/** Times differ from run to run. */
const timeless = (text: string) => text.replace(/\d+(?:\.\d+)? m?s\b/g, "T");

const json = (text: string) => () => new Response(text);

Deno.test("chat makes a transcript of piped lines: calls, reply, error, times, one session", async () => {
  await using endpoint = smallEndpoint({
    "/wt/inject": json(
      '{"wt_inject":1,"reply":"One.\\nTwo.","error":"the model gave up","tool_calls":[' +
        '{"name":"lookup","arguments":{"id":12345678901234567890,"weight":1.10}}]}',
    ),
  });
  const { code, stdout, stderr } = await wtInject(["chat", endpoint.url, "--session", "demo"], {
    input: "Who?\n\nAnd where?",
  });
  assertEquals([code, stderr], [0, ""]);
  const answer = '* lookup {"id":12345678901234567890,"weight":1.10}\n  One.\n  Two.\n' +
    "! error: the model gave up\n- first byte after T, done after T\n";
  assertEquals(timeless(stdout), `> Who?\n${answer}> And where?\n${answer}`);
  assertEquals(endpoint.bodies.map(({ text, session_id }) => [text, session_id]), [
    ["Who?", "demo"],
    ["And where?", "demo"],
  ]);
});

Deno.test("chat takes turns of several lines, and turns that look like commands", async () => {
  await using endpoint = smallEndpoint();
  const input = "one\\\ntwo\n/paste\n/new\n\nends with \\\n/end\n//slash\n/paste\n/end\nlast\\\n";
  const [code] = await chat([endpoint.url], input);
  assertEquals(code, 0);
  assertEquals(endpoint.bodies.map(({ text }) => text), [
    "one\ntwo",
    "/new\n\nends with \\",
    "/slash",
    "",
    "last",
  ]);
});

Deno.test("chat begins new sessions with /new, /session and /reset, and says which", async () => {
  await using endpoint = smallEndpoint();
  const input = "a\n/new\nb\n/session mine\nc\n/session\n/reset\nd\n/quit\nnever\n";
  const [code, out] = await chat([endpoint.url], input);
  assertEquals(code, 0);
  assertEquals(endpoint.paths.join(" "), "/wt/inject /wt/inject /wt/inject /wt/reset /wt/inject");
  const ids = endpoint.bodies.map(({ session_id }) => session_id);
  assertEquals([ids[2], ids[3], new Set(ids).size], ["mine", undefined, 5]);
  for (const id of [ids[1], "mine", ids[4]]) assertStringIncludes(out, `session ${id}\n`);
  assertStringIncludes(out, "- the endpoint was reset; ");
});

Deno.test("chat shows a surface's state with /surface, and its text with /surface show alone", async () => {
  await using endpoint = smallEndpoint({
    "/wt/surface": json(
      '{"wt_inject":1,"surface":{"system_instructions":[{"type":"text","content":"heron"}],' +
        '"tool_definitions":[],"extra_segments":[]}}',
    ),
  });
  const [code, out] = await chat([endpoint.url], "/surface\n");
  assertEquals([code, out.includes("heron")], [0, false]);
  assertStringIncludes(out, "withheld; /surface show prints them.");
  assertStringIncludes((await chat([endpoint.url], "/surface show\n"))[1], "heron");
  await using bare = smallEndpoint();
  assertStringIncludes((await chat([bare.url], "/surface\n"))[1], ": unavailable\n");
});

Deno.test("chat --format json says one JSON line a turn and command, numbers as they came", async () => {
  await using endpoint = smallEndpoint({
    "/wt/inject": json(
      '{"wt_inject":1,"reply":"\\u202ex\\n","tool_calls":[{"name":"n","arguments":{"v":1.10}}]}',
    ),
  });
  const words = [endpoint.url, "--session", "s", "--format", "json"];
  const [code, out] = await chat(words, "hello\n/reset\n/surface\n/session t\n");
  assertEquals(code, 0);
  const lines = out.split("\n");
  assertEquals([lines.length, lines[4]], [5, ""]);
  assertStringIncludes(lines[0]!, '{ "name": "n", "arguments": {"v":1.10} }');
  assertEquals(lines[0]!.includes("\u202e"), false);
  const [{ times_ms, ...turn }, reset, surface, session] = lines.slice(0, 4).map((l) =>
    JSON.parse(l)
  );
  assertEquals(turn, {
    type: "turn",
    text: "hello",
    outcome: "ok",
    url: endpoint.url,
    session_id: "s",
    reply: "\u202ex\n",
    tool_calls: [{ name: "n", arguments: { v: 1.1 } }],
    warnings: [],
  });
  assert(times_ms.end > 0);
  assertEquals([reset.type, reset.outcome], ["reset", "ok"]);
  assertEquals([surface.type, surface.status], ["surface", "unavailable"]);
  assertEquals(session, { type: "session", session_id: "t" });
});

Deno.test("chat lets no agent drive the terminal, or pass for somebody else", async () => {
  await using endpoint = smallEndpoint({
    "/wt/inject": json(
      '{"wt_inject":1,"reply":"\\u001b]0;x\\u0007\\r> typed\\n::error::x\\n\\u009b2J","tool_calls":[' +
        '{"name":"a\\nb","arguments":{"k":"\\u001b[2J\\u202e"}}],"error":"e\\u001b[1m\\n> f"}',
    ),
  });
  const [, out] = await chat([endpoint.url], "x\n");
  assertEquals(
    timeless(out),
    '> x\n* a\\nb {"k":"\\u001b[2J\\u202e"}\n  \\x1b]0;x\\x07\\r> typed\n  \\x3a:error::x\n' +
      "  \\x9b2J\n! error: e\\x1b[1m\n! > f\n- first byte after T, done after T\n",
  );
});

Deno.test("chat ends a piped conversation with the first turn that fails, and its exit code", async () => {
  await using broken = smallEndpoint({ "/wt/inject": json('{"wt_inject":1}') });
  const [code, out] = await chat([broken.url], "a\nb\n");
  assertEquals([code, broken.paths.length], [1, 1]);
  assertStringIncludes(out, "! wt-inject: Cannot inject a turn");
  assertStringIncludes(out, "wt-inject explain response.reply");
  const [dead, lines] = await chat([deadUrl(), "--format=json"], "a\nb\n");
  assertEquals(dead, 3);
  const { outcome, fault, text } = JSON.parse(lines);
  assertEquals([outcome, fault, text], ["transport_failure", "refused", "a"]);
  await using refusing = smallEndpoint({ "/wt/reset": () => new Response("", { status: 500 }) });
  assertEquals((await chat([refusing.url], "/reset\na\n"))[0], 1);
  assertEquals(refusing.paths, ["/wt/reset"]);
});

Deno.test("chat exits 2 on what is no turn and no command, and on what isn't UTF-8", async () => {
  await using endpoint = smallEndpoint();
  const cases: readonly (readonly [input: string | Uint8Array, says: string])[] = [
    ["/surfce\n", "There is no command /surfce: did you mean /surface?"],
    ["/x\u001b[2J\n", "There is no command /x\\x1b[2J"],
    ["/new now\n", "/new stands alone on its line."],
    ["/surface me\n", "/surface takes nothing, or show."],
    [new Uint8Array([0x41, 0xe9, 0x0a]), "standard input isn't UTF-8"],
  ];
  for (const [input, says] of cases) {
    const [code, , err] = await chat([endpoint.url], input);
    assertEquals(code, 2);
    assertStringIncludes(err, says);
  }
  assertEquals(endpoint.paths, []);
});

Deno.test("chat --reference talks to the reference endpoint, which remembers", async () => {
  const input = "Which client ordered the misrouted pallet?\n/help\n";
  const { code, stdout, stderr } = await wtInject(["chat", "--reference"], { input });
  assertEquals(code, 0);
  assertMatch(stdout, /^\* client_lookup \{.*\}$/m);
  assertStringIncludes(stdout, "Bluewing Logistics");
  assertStringIncludes(stderr, "/paste");
});

Deno.test({
  name: "chat is ended by a signal in the middle of a piped turn, with exit code 130",
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
    const child = start(["chat", endpoint.url], { input: "piped" });
    const output = child.output();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("a\nb\n"));
    await Promise.race([asked.promise, output]);
    child.kill("SIGINT");
    const { code, stdout } = ended(await output);
    await writer.close().catch(() => {});
    gate.resolve(new Response());
    assertEquals([code, endpoint.paths.length], [130, 1]);
    assertStringIncludes(stdout, "- The turn was ended here; ");
  },
});
