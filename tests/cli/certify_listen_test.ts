import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { memoryIo } from "./memory_io.ts";
import { start, wtInject } from "./subprocess.ts";

/** A port that nothing listens on. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

Deno.test("certify --listen says what each case asks, and reads outcome lines", async () => {
  const port = freePort();
  const words = ["certify", `--listen=127.0.0.1:${port}`, "--select=turn.plain", "--format=json"];
  // A driver that says ok and sent nothing.
  const { code, stdout, stderr } = await wtInject(words, { input: '{"outcome":"ok"}\n' });
  const report = JSON.parse(stdout);
  assertEquals([code, report.outcome], [1, "DOES NOT CONFORM"]);
  assertEquals(report.target.url, `a driver that starts itself, at http://127.0.0.1:${port}`);
  assertStringIncludes(stderr, `WT_INJECT_URL=http://127.0.0.1:${port} and WT_INJECT_TIMEOUT_S=1`);
  assertStringIncludes(stderr, "\nturn.plain: ");
  assertStringIncludes(stderr, '\n{"op":"inject","session_id":"');
});

Deno.test("certify --listen judges what a driver sent that was started by somebody else", async () => {
  const port = freePort();
  const child = start(
    ["certify", `--listen=127.0.0.1:${port}`, "--select=turn.plain", "--format=json"],
    { input: "" },
  );
  const output = child.stdout;
  const errors = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let told = "";
  let asked: { session_id: string; text: string } | undefined;
  while (asked === undefined) {
    const { done, value } = await errors.read();
    if (done) throw new Error(`nothing was asked, only: ${told}`);
    told += value;
    const line = /^(\{"op":"inject".*\})$/m.exec(told)?.[1];
    if (line !== undefined) asked = JSON.parse(line);
  }
  const { session_id, text } = asked;
  const response = await fetch(`http://127.0.0.1:${port}/wt/inject`, {
    method: "POST",
    body: JSON.stringify({ wt_inject: 1, session_id, text, timeout_s: 1 }),
  });
  const { choices } = {
    choices: [{
      message: { role: "assistant", content: (await response.json()).reply, tool_calls: [] },
      finish_reason: "stop",
    }],
  };
  const writer = child.stdin.getWriter();
  const line = JSON.stringify({ outcome: "ok", response: { choices } });
  await writer.write(new TextEncoder().encode(`${line}\n`));
  const report = JSON.parse(await new Response(output).text());
  await writer.close().catch(() => {});
  await errors.cancel();
  assertEquals([(await child.status).code, report.outcome], [0, "CONFORMS"]);
});

Deno.test("certify --listen skips what a driver doesn't offer", async () => {
  const io = memoryIo({ input: "skip\n" });
  const words = ["certify", `--listen=127.0.0.1:${freePort()}`, "--select=surface.reported", "-q"];
  assertEquals(await main([...words, "--format=json"], io), 3);
  assertEquals(io.err(), "");
  assertEquals(JSON.parse(io.out()).results[0].verdict, "not_applicable");
});

Deno.test({
  name: "certify writes its report when it is interrupted, and exits 130",
  ignore: Deno.build.os === "windows",
  async fn() {
    const port = freePort();
    const child = start(
      ["certify", `--listen=127.0.0.1:${port}`, "--select=turn.*", "--format=json"],
      { input: "" },
    );
    const [seen, errors] = child.stderr.tee();
    for await (const piece of seen.pipeThrough(new TextDecoderStream())) {
      if (piece.includes('"op":')) break;
    }
    child.kill("SIGINT");
    const [stdout, stderr, { code }] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(errors).text(),
      child.status,
    ]);
    await child.stdin.close().catch(() => {});
    assertEquals([code, JSON.parse(stdout).outcome], [130, "INTERRUPTED"]);
    assertStringIncludes(stderr, "interrupted: the report is on its way");
  },
});
