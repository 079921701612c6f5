import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { liveTarget } from "../../lib/corpus/live/live_target.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { once } from "../../lib/wire/client.ts";
import { jsonAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { corpusOfVariants, says } from "../corpus/chat_corpus.ts";
import { fakeTarget, playFake, relayedVariant, verdicts } from "./fake_target.ts";
import { playWith } from "./play_with.ts";

const ignore = Deno.build.os === "windows"; // no process groups
const four = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, relayedVariant("x")]));

Deno.test({
  name: "runCorpus() costs a gateway that hangs three waits, and leaves the rest alone",
  ignore,
  async fn() {
    const report = await playFake(fakeTarget("hang", { patience: { any_s: 0.2 } }), four);
    const { a, b, c, d } = verdicts(report);
    for (const one of [a, b, c]) assertMatch(one!, /^failed .*no-end/);
    assertEquals([d, report.exit_code], ["could_not_run", 1]);
    assertStringIncludes(
      report.results[3]!.message,
      "fake answers nothing: 3 cells in a row ended without a byte of an answer",
    );
  },
});

Deno.test({
  name: "runCorpus() fails a gateway that answers HTML, and one that holds its connection open",
  ignore,
  async fn() {
    const html = verdicts(await playFake(fakeTarget("html")));
    assertMatch(html.one!, /^failed attempt-missing /);
    const holds = verdicts(await playFake(fakeTarget("holds", { patience: { any_s: 0.3 } })));
    assertMatch(holds.one!, /^failed .*no-end/);
  },
});

Deno.test({
  name: "runCorpus() starts a gateway anew after an error that it would remember",
  ignore,
  async fn() {
    const cells = { a: relayedVariant("x", 500), b: relayedVariant("x") };
    const anew = await playFake(fakeTarget("cools"), cells);
    assertEquals(verdicts(anew).b, "passed");
    assert(anew.notes.includes("fake was started 2 times."), anew.notes.join());
    const never = await playFake(fakeTarget("cools", {}, { restart: "never" }), cells);
    assertMatch(verdicts(never).b!, /^failed attempt-missing/);
    assert(never.notes.includes("fake was started once."), never.notes.join());
  },
});

Deno.test("runCorpus() tests nothing where nobody listens", async () => {
  const { process: _, ...file } = fakeTarget("relay");
  const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const gateway = `http://127.0.0.1:${closed.addr.port}`;
  closed.close();
  const report = await playFake({ ...file, gateway });
  assertEquals([report.outcome, report.exit_code, report.results.length], ["NOT REACHABLE", 3, 0]);
  assertEquals(report.reason, `Nobody listens on ${gateway}; nothing was tested`);
});

Deno.test("runCorpus() could not run what is left where a gateway that it didn't start goes", async () => {
  const { process: _, ...file } = fakeTarget("relay");
  const server = rawServer(() => {
    gone = true;
    queueMicrotask(() => server.close());
    return [{ wait: new Promise(() => {}) }];
  });
  let gone = false;
  const report = await playFake({ ...file, gateway: server.url }, four);
  assert(gone);
  const { a, b, c, d } = verdicts(report);
  assertMatch(a!, /^failed gateway-died /);
  assertEquals([b, c, d], ["could_not_run", "could_not_run", "could_not_run"]);
  assertEquals(report.results[1]!.message, `Nobody listens on ${server.url}`);
});

Deno.test("runCorpus() counts a hidden retry, and holds no late request against another cell", async () => {
  const retried = await playWith(async (post, body) => {
    await post(body);
    await post(body);
  });
  assertEquals(verdicts(retried), { a: "failed hidden-attempt", b: "failed hidden-attempt" });
  let earlier: Uint8Array | undefined;
  const late = await playWith(async (post, body) => {
    if (earlier !== undefined) await post(earlier);
    earlier = body;
    await post(body);
  });
  assertEquals(verdicts(late), { a: "failed hidden-attempt", b: "passed" });
  const [a] = late.results;
  assertMatch(
    a!.message,
    /^hidden-attempt: 1 attempt more when the cell was over \(input sha256 [0-9a-f]{12}\)$/,
  );
  const [{ clause, pointer, expected, received } = {}] = a!.findings;
  assertEquals([clause, pointer, expected, received], [
    "R008",
    "/exchanges/0/upstream",
    "1 attempt",
    "2 attempts",
  ]);
  assertEquals([late.outcome, late.exit_code, late.counts.failed], ["DOES NOT CONFORM", 1, 1]);
  assert(
    late.notes.some((note) =>
      note === "A request of one.a.chat-to-chat came upstream when that cell was over: " +
          "more than its own, and none of another cell's."
    ),
    late.notes.join(),
  );
});

Deno.test("runCorpus() holds nothing late against a cell that goes to no route of a model's", async () => {
  let earlier: Uint8Array | undefined;
  const beside = await playWith(async (post, body) => {
    if (earlier !== undefined) await post(earlier, "/v1/moderations");
    earlier = body;
    await post(body);
  });
  assertEquals(verdicts(beside), { a: "passed", b: "passed" });
});

Deno.test("runCorpus() answers probes outside the script, also before and between cells", async () => {
  const seen: unknown[] = [];
  let upstream = "";
  await using server = rawServer(async function* (request): AsyncIterable<Step> {
    const ask = async (method: string, path: string) => {
      const { response } = await once({
        method,
        url: upstream + path,
        headers: [],
        body: new Uint8Array(),
      });
      return response?.status;
    };
    seen.push(
      await ask("GET", "/v1/models"),
      await ask("GET", "/models"),
      await ask("HEAD", "/"),
      await ask("GET", "/health"),
      await ask("GET", "/nowhere"),
    );
    await once({
      method: "POST",
      url: `${upstream}/chat/completions`,
      headers: [],
      body: request.body,
    });
    yield { send: jsonAnswer(says("y").body) };
  });
  const { process: _, ...file } = fakeTarget("relay", { model: "up,one", upstream_model: "one" });
  const target = liveTarget({ ...file, gateway: server.url }, {
    here: "/",
    env: () => undefined,
    say: () => {},
  });
  const report = await runCorpus({
    corpus: await corpusOfVariants({ a: relayedVariant("x") }),
    target: {
      ...target,
      async begin(url, signal) {
        upstream = url;
        const { response } = await once({
          method: "GET",
          url: `${url}/v1/models`,
          headers: [],
          body: new Uint8Array(),
        });
        const { data } = JSON.parse(new TextDecoder().decode(response?.body));
        assertEquals(data.map(({ id }: { id: string }) => id), ["one"]);
        return await target.begin!(url, signal);
      },
    },
  });
  assertEquals(seen, [200, 200, 200, 200, 404]);
  // It asked under the name that its client gave, and not the one that was to arrive.
  assertEquals(verdicts(report), { a: "warned model-changed" });
});
