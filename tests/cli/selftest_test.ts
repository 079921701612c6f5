import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, start, wtInject } from "./subprocess.ts";

async function run(words: readonly string[]) {
  const io = memoryIo();
  const code = await main(["selftest", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

Deno.test("selftest shows what kills a check, and exits 0, with the loopback network alone", async () => {
  const { code, stdout, stderr } = await wtInject(["selftest", "reset.no-scope"], {
    permissions: ["--allow-net=127.0.0.1"],
  });
  assertEquals(code, 0);
  assertMatch(stderr, /^\d+ endpoints of our own on loopback; /);
  assertMatch(stdout, /^ {2}reset\.no-scope +\d+ {2}coop-reset-scope-field, /m);
  assertMatch(stdout, /^PASSED: 1 of 1 checks killed; /m);
  assertMatch(stdout, /^repeat: wt-inject selftest reset\.no-scope$/m);
});

Deno.test("selftest writes its reports in text, json and markdown", async () => {
  await inFolder(async (folder) => {
    const reports = ["text", "json", "markdown"].map((f) => `--report=${f}=${folder}/${f}`);
    const words = ["selftest", "coop-reset-scope-field", "--format=json", "-q", ...reports];
    const { code, stdout, stderr } = await wtInject(words);
    assertEquals([code, stderr], [0, ""]);
    const report = JSON.parse(stdout);
    assertEquals([report.wt_inject_selftest, report.outcome], [1, "PASSED"]);
    assertEquals(report.trials.map(({ id }: { id: string }) => id), ["coop-reset-scope-field"]);
    assertEquals(await Deno.readTextFile(`${folder}/json`), stdout);
    assertMatch(await Deno.readTextFile(`${folder}/markdown`), /^## wt-inject selftest: PASSED\n/);
    assertMatch(await Deno.readTextFile(`${folder}/text`), /^PASSED: /m);
  });
});

Deno.test("selftest --verbose has a line for each run, and on a terminal a live one", async () => {
  const { err } = await run(["coop-reset-scope-field", "-v"]);
  assertMatch(err, /^as pinned coop-reset-scope-field \(default\)$/m);
  const io = memoryIo({ tty: true });
  assertEquals(await main(["selftest", "coop-reset-scope-field", "--no-color"], io), 0);
  assertEquals(io.out().includes("\x1b["), false);
});

Deno.test("selftest --list shows endpoints and plays none", async () => {
  const { code, out, err } = await run(["--list"]);
  assertEquals([code, err], [0, ""]);
  assert(out.split("\n").length > 400);
  assertMatch(
    out,
    /^coop-reset-does-nothing +a reset is a 200 and nothing else \(reset\.total\)$/m,
  );
  const json = await run(["--list", "coop-reset-does-nothing", "--format=json"]);
  const { mutants } = JSON.parse(json.out);
  assertEquals(mutants, [{
    id: "coop-reset-does-nothing",
    theme: "cooperative: resets",
    what: "a reset is a 200 and nothing else",
    breaks: "reset.total",
    outcome: "DOES NOT CONFORM",
    failed: ["conformance.canary", "reset.synchronous", "reset.total"],
    warned: [],
  }]);
});

Deno.test("selftest exits 2 on a pattern that matches nothing, and on flags that don't go together", async () => {
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [["reset.totl"], "Did you mean reset.total?"],
    [["--list", "reset.totl"], "Did you mean reset.total?"],
    [["--list", "--format=markdown"], "Cannot use --format markdown here"],
    [["--list", "--report=json=x"], "Cannot use --list with --report"],
    [["--format=sarif"], "Cannot use --format sarif"],
    [["--report=sarif=x"], "there is no format sarif"],
    [["-q", "-v"], "Cannot use --quiet with --verbose"],
  ];
  for (const [words, says] of cases) {
    const { code, out, err } = await run(words);
    assertEquals([code, out], [2, ""], words.join(" "));
    assertStringIncludes(err, says);
  }
});

Deno.test({
  name: "selftest writes what it has when it is interrupted, and exits 130",
  ignore: Deno.build.os === "windows",
  async fn() {
    const child = start(["selftest", "coop-odd-slow*", "--format=json"]);
    const [seen, errors] = child.stderr.tee();
    for await (const piece of seen.pipeThrough(new TextDecoderStream())) {
      if (piece.includes("endpoints of our own")) break;
    }
    child.kill("SIGINT");
    const [stdout, stderr, { code }] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(errors).text(),
      child.status,
    ]);
    assertEquals([code, JSON.parse(stdout).outcome], [130, "INTERRUPTED"]);
    assertStringIncludes(stderr, "interrupted: the report is on its way");
  },
});
