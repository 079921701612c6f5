import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { smallEndpoint } from "./endpoint.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, start, wtInject } from "./subprocess.ts";

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

/** The part of a report that two judgements of the same bytes share. */
function verdicts(report: string): unknown {
  const { outcome, exit_code, reason, results } = JSON.parse(report);
  return { outcome, exit_code, reason, results };
}

Deno.test("conform writes every report that is asked for, and standard output besides", async () => {
  await using endpoint = smallEndpoint();
  await inFolder(async (folder) => {
    const { code, stdout } = await wtInject([
      "conform",
      endpoint.url,
      "--select=reset.echo",
      "--label=my agent",
      "--format=ndjson",
      `--report=json=${folder}/report.json`,
      `--report=junit=${folder}/report.xml`,
      `--report=text=${folder}/report.txt`,
    ]);
    assertEquals(code, 0);
    assertEquals(names(folder), ["report.json", "report.txt", "report.xml"]);
    const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line).type);
    assertEquals(lines, ["run", "result", "end"]);
    const report = JSON.parse(await Deno.readTextFile(`${folder}/report.json`));
    assertEquals([report.wt_inject_report, report.target.label], [1, "my agent"]);
    assertMatch(await Deno.readTextFile(`${folder}/report.xml`), /^<\?xml /);
    const text = await Deno.readTextFile(`${folder}/report.txt`);
    assertMatch(text, /^CONFORMS: /m);
    assertEquals(text.includes("\x1b"), false);
  });
});

Deno.test("conform --record makes a file from which --from reaches the same verdicts", async () => {
  await inFolder(async (folder) => {
    const select = ["--select", "reset.echo", "--select", "response.*", "--format", "json"];
    const recording = `${folder}/wire.ndjson`;
    let first;
    {
      await using endpoint = smallEndpoint({
        "/wt/inject": () => Response.json({ wt_inject: 1, reply: 5, tool_calls: [] }),
      });
      first = await wtInject(["conform", endpoint.url, ...select, "--record", recording]);
    }
    assertEquals(first.code, 1);
    assertEquals((await Deno.stat(recording)).mode! & 0o777, 0o600);
    const again = await wtInject(["conform", "--from", recording, ...select], {
      permissions: ["--allow-read"],
    });
    assertEquals([again.code, again.stderr], [1, ""]);
    assertEquals(verdicts(again.stdout), verdicts(first.stdout));
  });
});

Deno.test("conform --from refuses what isn't a recording", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/x`, "hello\n");
    const { code, stdout, stderr } = await wtInject(["conform", "--from", `${folder}/x`]);
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, "wt-inject: Cannot read the recording");
  });
});

Deno.test("conform --list and --dry-run send nothing, need no network, and speak JSON", async () => {
  const permissions = ["--allow-read", "--allow-env"];
  const select = ["--select", "reset.*", "--level", "must"];
  const list = await wtInject(["conform", "--list", ...select], { permissions });
  assertEquals([list.code, list.stderr], [0, ""]);
  assertMatch(list.stdout, /^reset\.echo +MUST +wire +\S/m);
  assertEquals(/^(?!reset\.)/m.test(list.stdout.trimEnd()), false);

  const json = await wtInject(["conform", "--list", "--format=json", ...select], { permissions });
  const ids = JSON.parse(json.stdout).checks.map(({ id }: { id: string }) => id);
  assertEquals(ids, list.stdout.trimEnd().split("\n").map((line) => line.split(" ")[0]));

  const plan = await wtInject(["conform", "--dry-run", "--select=reset.echo"], { permissions });
  assertEquals(plan.code, 0);
  assertStringIncludes(plan.stdout, "Nothing was sent.");
  const data = await wtInject(["conform", "--dry-run", "--format=json"], { permissions });
  const { probes, checks, turns } = JSON.parse(data.stdout);
  assertEquals(probes.length > 0 && checks.length > 0 && turns <= 25, true);
});

Deno.test("conform --quiet says nothing but its report", async () => {
  await using endpoint = smallEndpoint();
  const words = ["conform", endpoint.url, "--select=reset.echo", "--quiet", "--format=json"];
  const { code, stdout, stderr } = await wtInject(words);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(JSON.parse(stdout).outcome, "CONFORMS");
});

Deno.test("conform --verbose names each probe and each verdict on standard error", async () => {
  await using endpoint = smallEndpoint();
  const { stderr } = await wtInject(["conform", endpoint.url, "--select=reset.echo", "-v"]);
  assertMatch(stderr, /^probe reset: /m);
  assertMatch(stderr, /^passed +reset\.echo$/m);
});

Deno.test("conform colors its text on a terminal alone, and only where that is wanted", async () => {
  await using endpoint = smallEndpoint();
  const words = ["conform", endpoint.url, "--select=reset.echo"];
  const colored = async (io: ReturnType<typeof memoryIo>, ...more: string[]) => {
    assertEquals(await main([...words, ...more], io), 0);
    return io.out().includes("\x1b[32m");
  };
  assertEquals(await colored(memoryIo({ tty: true })), true);
  assertEquals(await colored(memoryIo({ tty: true }), "--no-color"), false);
  assertEquals(await colored({ ...memoryIo({ tty: true }), colorAllowed: false }), false);
  assertEquals(await colored(memoryIo({ tty: true }), "--format=json"), false);
  assertEquals(await colored(memoryIo()), false);
});

Deno.test("conform --wait judges an endpoint that comes up later", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const words = ["conform", `http://127.0.0.1:${port}`, "--select=reset.echo", "--wait=60s", "-v"];
  const child = start(words);
  const { value, stderr } = await readUntil(child.stderr, "waiting up to");
  assertStringIncludes(value, "is not reachable");
  await using _endpoint = smallEndpoint({}, port);
  await stderr.cancel();
  const stdout = await new Response(child.stdout).text();
  assertEquals((await child.status).code, 0);
  assertMatch(stdout, /^CONFORMS: /m);
});

/** Reads a stream until a text has come; the rest can still be read, or left. */
async function readUntil(stream: ReadableStream<Uint8Array>, wanted: string) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let value = "";
  while (!value.includes(wanted)) {
    const piece = await reader.read();
    if (piece.done) throw new Error(`${JSON.stringify(wanted)} never came, only: ${value}`);
    value += piece.value;
  }
  return { value, stderr: reader };
}
