import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { commandProbe } from "../../lib/cli/state_probe_command.ts";
import { urlProbe } from "../../lib/cli/state_probe_url.ts";
import { once } from "../../lib/wire/client.ts";
import type { Exchange, TransportOptions } from "../../lib/wire/exchange.ts";
import { httpAnswer, rawServer } from "../../lib/wire/raw_server.ts";

const ignore = Deno.build.os === "windows";
const BOUNDS = { timeoutMs: 30_000, maxBytes: 100_000 };

/** What a look says, or why it could not look. */
async function look(command: string, bounds = BOUNDS, signal?: AbortSignal): Promise<string> {
  try {
    return await commandProbe(command, bounds)(signal);
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : error}`;
  }
}

Deno.test({
  name: "commandProbe() sees standard output and standard error, and gives no standard input",
  ignore,
  async fn() {
    assertEquals(await look("echo out; echo err >&2"), "out\n\nerr\n");
    assertEquals(await look("cat; echo $?"), "0\n\n");
    assertEquals(await look("printf 'caf\\303'; sleep 0.05; printf '\\251'"), "café\n");
  },
});

Deno.test({
  name: "commandProbe() fails where its command does, and quotes the last line of its complaint",
  ignore,
  async fn() {
    assertEquals(
      await look("echo nonce; echo one >&2; echo '  two ' >&2; exit 3"),
      "failed: its command exited with 3: two",
    );
    assertEquals(await look("exit 1"), "failed: its command exited with 1");
    assertStringIncludes(
      await look("no-such-program-at-all"),
      "failed: its command exited with 127",
    );
    assertEquals(
      await look(`printf '${"x".repeat(300)}' >&2; exit 1`),
      `failed: its command exited with 1: ${"x".repeat(200)}`,
    );
    assertStringIncludes(await look("kill -TERM $$"), "SIGTERM");
  },
});

Deno.test({
  name: "commandProbe() waits no longer than its bound, whatever the command ignores",
  ignore,
  async fn() {
    const began = performance.now();
    assertEquals(
      await look("trap '' TERM INT HUP; echo x; sleep 30", { ...BOUNDS, timeoutMs: 300 }),
      "failed: its command failed: it did not end within 0.3 s",
    );
    assert(performance.now() - began < 10_000);
  },
});

Deno.test({
  name: "commandProbe() stops a command that prints without end",
  ignore,
  async fn() {
    const says = "failed: its command failed: it printed more than 100000 bytes";
    assertEquals(await look("yes"), says);
    assertEquals(await look("yes >&2"), says);
    assertEquals(await look("head -c 100001 /dev/zero"), says);
    assertEquals((await look("head -c 100000 /dev/zero")).length, 100_001);
  },
});

Deno.test({
  name: "commandProbe() kills what its command left in the background",
  ignore,
  async fn() {
    const began = performance.now();
    assertEquals(await look("sleep 30 & echo here"), "here\n\n");
    assertStringIncludes(await look("sleep 30 & exit 2"), "exited with 2");
    assert(performance.now() - began < 10_000);
  },
});

Deno.test({
  name: "commandProbe() ends with its signal, and doesn't begin after it",
  ignore,
  async fn() {
    const stop = new AbortController();
    const late = look("sleep 30", BOUNDS, stop.signal);
    stop.abort();
    assertStringIncludes(await late, "failed: ");
    assertStringIncludes(await look("echo x", BOUNDS, stop.signal), "failed: ");
  },
});

Deno.test("urlProbe() gives the body of a 200, and nothing for a 204", async () => {
  await using server = rawServer(({ target }) => [
    { send: target === "/none" ? httpAnswer(204, "") : httpAnswer(200, "a nonce, café") },
    { close: "fin" },
  ]);
  assertEquals(await urlProbe(`${server.url}/all?size=9`, once)(undefined), "a nonce, café");
  assertEquals(await urlProbe(`${server.url}/none`, once)(undefined), "");
  const [first] = server.requests;
  assertEquals([first!.method, first!.target, first!.body.length], ["GET", "/all?size=9", 0]);
});

Deno.test("urlProbe() fails on what it can't have looked at", async () => {
  await using server = rawServer(({ target }) => [
    {
      send: target === "/moved"
        ? httpAnswer(302, "", { location: "/all" })
        : target === "/gzip"
        ? httpAnswer(200, "x", { "content-encoding": "gzip" })
        : target === "/cut"
        ? "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx"
        : httpAnswer(500, "oh"),
    },
    { close: "fin" },
  ]);
  const cases: readonly (readonly [path: string, says: string])[] = [
    ["/moved", "its URL answered HTTP 302; a redirect is not followed"],
    ["/gzip", "its URL answered in gzip, though identity was asked for"],
    ["/cut", "its URL gave no whole answer: "],
    ["/broken", "its URL answered HTTP 500"],
  ];
  for (const [path, says] of cases) {
    const error = await assertRejects(() => urlProbe(server.url + path, once)(undefined), Error);
    assertStringIncludes(error.message, says);
  }
  assertEquals(server.requests.length, cases.length);
});

Deno.test("urlProbe() gives its store ten seconds and 16 MiB, and hands on the signal", async () => {
  let options: TransportOptions = {};
  const { signal } = new AbortController();
  const fault = { kind: "timeout", phase: "head", message: "late" } as const;
  const probe = urlProbe("http://127.0.0.1:1/", (_request, given = {}) => {
    options = given;
    return Promise.resolve({ fault } as unknown as Exchange);
  });
  await assertRejects(() => probe(signal), Error, "its URL gave no whole answer: late");
  assertEquals(options, { deadlineMs: 10_000, maxBodyBytes: 16_777_216, signal });
});
