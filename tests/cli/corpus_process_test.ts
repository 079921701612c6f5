import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { fakeTarget, playFake, relayedVariant, verdicts } from "./fake_target.ts";
import { inFolder } from "./subprocess.ts";

const ignore = Deno.build.os === "windows"; // no process groups

/** True where nobody listens there. */
async function refuses(url: string): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) })).close();
    return false;
  } catch {
    return true;
  }
}

Deno.test({
  name: "runCorpus() starts a gateway, plays it, and ends it",
  ignore,
  async fn() {
    const report = await playFake(fakeTarget("relay", { version: "1.2" }));
    assertEquals(verdicts(report), { one: "passed" });
    assertEquals(report.target.label, "fake 1.2");
    assert(await refuses(report.target.url));
    assert(report.notes.includes("fake was started once."), report.notes.join());
  },
});

Deno.test({
  name: "runCorpus() tests nothing where a gateway can't be started, and says what it said",
  ignore,
  async fn() {
    const said: string[] = [];
    const exits = await playFake(fakeTarget("exits"), undefined, { said });
    assertEquals([exits.outcome, exits.exit_code], ["NOT REACHABLE", 3]);
    assertEquals(
      exits.reason,
      "Cannot start fake: it ended before it was ready: exit code 3; nothing was tested",
    );
    assertEquals(said.at(-1), "  | fatal: no licence");
    const never = await playFake(fakeTarget("never", { patience: { start_s: 0.5 } }));
    assertEquals(never.exit_code, 3);
    assertStringIncludes(never.reason, "Cannot start fake: it wasn't ready within 0.5 s");
    const none = await playFake(fakeTarget("relay", {}, { argv: ["/nowhere/at/all"] }));
    assertEquals(
      none.reason,
      "Cannot start /nowhere/at/all: there is no such program; nothing was tested",
    );
  },
});

Deno.test({
  name: "runCorpus() tests nothing where somebody else listens at the gateway's address",
  ignore,
  async fn() {
    await using other = rawServer(() => []);
    const report = await playFake(fakeTarget("relay", { gateway: other.url }));
    assertEquals(
      report.reason,
      `Cannot start fake: somebody listens on ${other.url} already; nothing was tested`,
    );
  },
});

Deno.test({
  name: "runCorpus() waits for a gateway that takes its time to start",
  ignore,
  async fn() {
    const asked = Promise.withResolvers<void>();
    await using gate = rawServer(function* (): Iterable<Step> {
      asked.resolve();
      yield { wait: open.promise };
      yield { send: "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" };
    });
    const open = Promise.withResolvers<void>();
    const running = playFake(fakeTarget("gated", {}, { extra: gate.url }));
    await Promise.race([asked.promise, running]);
    open.resolve();
    assertEquals(verdicts(await running), { one: "passed" });
  },
});

Deno.test({
  name: "runCorpus() runs what is to run before a start, with the files in their folder",
  ignore,
  async fn() {
    const files = {
      "conf/a.txt": ["at ${UPSTREAM_PORT}", "$${kept}"],
      "b.json": { url: "${GATEWAY_URL}" },
    };
    const look = (test: string) => ["sh", "-c", `cd "$0" && ${test}`, "${FOLDER}"];
    const right = look(
      `grep -qx 'at [1-9][0-9]*' conf/a.txt && grep -qx '\${kept}' conf/a.txt && ` +
        `grep -q '"url": "http://127.0.0.1:[1-9]' b.json && test "$HOME" = "$0/home" && test -d "$HOME"`,
    );
    // A placeholder would be read into the test's own dollar signs.
    const before = right.map((word) => word.replace("${kept}", "$${kept}"));
    assertEquals(verdicts(await playFake(fakeTarget("relay", { files }, { before }))), {
      one: "passed",
    });
    const said: string[] = [];
    const failing = await playFake(
      fakeTarget("relay", {}, { before: look("echo out of luck >&2; exit 4") }),
      undefined,
      { said },
    );
    assertEquals(
      failing.reason,
      "Cannot start fake: what is to run before it failed: exit code 4; nothing was tested",
    );
    assertEquals(said.at(-1), "  | out of luck");
  },
});

Deno.test({
  name: "runCorpus() leaves no grandchild of a gateway behind",
  ignore,
  async fn() {
    using seen = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const running = playFake(fakeTarget("child", {}, { extra: String(seen.addr.port) }));
    using grandchild = await seen.accept();
    assertEquals(verdicts(await running), { one: "passed" });
    // Its connection ends with it and with nothing else.
    assertEquals(await grandchild.read(new Uint8Array(1)), null);
  },
});

Deno.test({
  name: "runCorpus() that is interrupted ends the gateway too",
  ignore,
  async fn() {
    const stop = new AbortController();
    await using told = rawServer(() => [{ wait: new Promise(() => {}) }]);
    const file = fakeTarget("hang", { patience: { any_s: 60 } }, { extra: told.url });
    const hanging = playFake(file, undefined, { signal: stop.signal });
    await told.received(1);
    stop.abort();
    const report = await hanging;
    assertEquals(report.outcome, "INTERRUPTED");
    assert(await refuses(report.target.url));
  },
});

Deno.test({
  name: "runCorpus() names a gateway that died, plays the cell once more, and goes on",
  ignore,
  async fn() {
    const said: string[] = [];
    const variants = { a: relayedVariant("poison"), b: relayedVariant("x") };
    const report = await playFake(fakeTarget("dies"), variants, { said });
    assertEquals(Object.keys(verdicts(report)), ["a", "b"]);
    const [first] = report.results;
    assertMatch(verdicts(report).a!, /^failed gateway-died /);
    assertEquals(verdicts(report).b, "passed");
    assertStringIncludes(first!.message, "the gateway ended while this was played: exit code 7");
    assertEquals(first!.findings[0]!.received, "exit-code-7");
    assertEquals(said, [
      "fake ended: exit code 7; its last words:",
      "  | fatal: cannot swallow",
      "fake ended: exit code 7; its last words:",
      "  | fatal: cannot swallow",
    ]);
    assert(!JSON.stringify(report).includes("swallow"), "last words are no code");
  },
});

Deno.test({
  name: "runCorpus() warns of a death that doesn't come again",
  ignore,
  async fn() {
    await inFolder(async (folder) => {
      const file = fakeTarget("once", {}, { extra: `${folder}/there` });
      const report = await playFake(file, { a: relayedVariant("poison") });
      assertEquals(verdicts(report), { a: "warned gateway-died" });
      assertEquals(report.exit_code, 0);
      assertStringIncludes(report.results[0]!.message, "; the first time failed: ");
    });
  },
});

Deno.test({
  name: "runCorpus() gives a gateway up that dies again and again",
  ignore,
  async fn() {
    const variants = Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [name, relayedVariant("poison")]),
    );
    const report = await playFake(fakeTarget("dies", {}, { deaths: 2 }), variants);
    const { a, b, c, d } = verdicts(report);
    assertMatch(a!, /^failed gateway-died/);
    assertMatch(b!, /^failed gateway-died/);
    assertEquals([c, d], ["could_not_run", "could_not_run"]);
    assertEquals(report.results[2]!.message, "fake ended 2 times, at last with exit code 7");
  },
});
