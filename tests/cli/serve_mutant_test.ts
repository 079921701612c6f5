import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { splitWords } from "../../lib/cli/drivers.ts";
import { memoryIo } from "./memory_io.ts";
import { start, wtInject } from "./subprocess.ts";

/** Serves a mutant while work goes on. */
async function whileServed(id: string, work: (greeting: string) => Promise<void>): Promise<void> {
  const child = start(["serve", "--mutant", id, "--port", "0"]);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let text = "";
    while (!text.includes("Ctrl-C stops it.")) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`no greeting, only: ${text}`);
      text += value;
    }
    await work(text);
  } finally {
    child.kill("SIGINT");
    await reader.cancel();
    await child.stderr.cancel();
    const { code } = await child.status;
    if (Deno.build.os !== "windows") assertEquals(code, 0);
  }
}

Deno.test("serve --mutant says what it breaks, and the line that it prints makes conform say it", async () => {
  const mutants: readonly (readonly [id: string, failed: readonly string[]])[] = [
    [
      "coop-reset-does-nothing",
      ["conformance.canary", "reset.synchronous", "reset.total"],
    ],
    ["coop-odd-slow-reset", []],
  ];
  for (const [id, failed] of mutants) {
    await whileServed(id, async (greeting) => {
      assert(greeting.startsWith(`${id} (cooperative: `), greeting);
      assertMatch(greeting, new RegExp(`^ {2}failed +${failed.join(", ") || "nothing"}$`, "m"));
      assertMatch(greeting, /^It listens on http:\/\/127\.0\.0\.1:\d+$/m);
      const line = /^ {2}(wt-inject conform [\s\S]*?)\n\n/m.exec(greeting)?.[1] ?? "";
      const words = splitWords(line.replaceAll("\\\n", " ")).slice(1);
      const { code, stdout } = await wtInject([...words, "--format=json"]);
      const report = JSON.parse(stdout);
      assertEquals(code, failed.length === 0 ? 0 : 1);
      const ids = report.results.filter(({ verdict }: { verdict: string }) => verdict === "failed")
        .map(({ id }: { id: string }) => id).sort();
      assertEquals(ids, failed);
    });
  }
});

Deno.test("serve --mutant names the nearest, and serves nothing", async () => {
  const io = memoryIo();
  assertEquals(await main(["serve", "--mutant=coop-reset-does-nothin"], io), 2);
  assertEquals(io.out(), "");
  assertStringIncludes(io.err(), "Did you mean coop-reset-does-nothing?");
});

Deno.test("serve --mutant exits 2 where the port is taken", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const words = ["serve", "--mutant=coop-reset-does-nothing", "--port", String(port)];
  const { code, stdout, stderr } = await wtInject(words);
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, `Cannot listen on 127.0.0.1:${port}`);
});

Deno.test("serve --list-mutants has a line for each, and goes with no other flag", async () => {
  const io = memoryIo();
  assertEquals(await main(["serve", "--list-mutants"], io), 0);
  assertMatch(io.out(), /^coop-reset-does-nothing +a reset is a 200 .+ \(reset\.total\)$/m);
  const other = memoryIo();
  assertEquals(await main(["serve", "--list-mutants", "--port=1"], other), 2);
  assertStringIncludes(other.err(), "Cannot use --list-mutants with --port");
});
