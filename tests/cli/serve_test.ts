import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { start, wtInject } from "./subprocess.ts";

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

Deno.test({
  name: "serve prints where it listens and lines that work, and exits 0 when it is stopped",
  ignore: Deno.build.os === "windows",
  async fn() {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const child = start(["serve", "--port", "0"]);
      const { text, reader } = await greetingOf(child);
      const url = /listens on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(text)?.[1];
      assert(url !== undefined, text);
      const lines = [...text.matchAll(/curl -s (\S+) -d '([^']+)'/g)];
      assertEquals(lines.map(([, to]) => to!.replace(url, "")), [
        "/wt/inject",
        "/wt/surface",
        "/wt/reset",
      ]);
      for (const [, to, body] of lines) {
        const response = await fetch(to!, { method: "POST", body: body! });
        assertEquals([response.status, (await response.json()).wt_inject], [200, 1]);
      }
      child.kill(signal);
      await reader.cancel();
      await child.stderr.cancel();
      assertEquals((await child.status).code, 0);
    }
  },
});

Deno.test("serve exits 2 where the port is taken, and says what to do", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const { code, stdout, stderr } = await wtInject(["serve", "--port", String(port)]);
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(
    stderr,
    `wt-inject: Cannot listen on 127.0.0.1:${port}: the port is in use.`,
  );
});

Deno.test("serve exits 2 on a port that can't be", async () => {
  for (const port of ["-1", "65536", "1.5", "http"]) {
    const { code, stdout, stderr } = await wtInject(["serve", "--port", port]);
    assertEquals([code, stdout], [2, ""]);
    assertMatch(stderr, /^wt-inject: Cannot use --port /);
  }
});

Deno.test("serve warns where others can reach it", async () => {
  const child = start(["serve", "--host", "0.0.0.0", "--port", "0"], {
    permissions: ["--allow-net"],
  });
  const { reader } = await greetingOf(child);
  child.kill();
  await reader.cancel();
  const stderr = await new Response(child.stderr).text();
  assertStringIncludes(stderr, "There is no authentication: whoever reaches this port can use it.");
  await child.status;
});
