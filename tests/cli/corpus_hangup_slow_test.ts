import { assertEquals, assertMatch } from "@std/assert";
import { liveTarget } from "../../lib/corpus/live/live_target.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { corpusOfVariants, says } from "../corpus/chat_corpus.ts";
import { fakeTarget, relayedVariant, verdicts } from "./fake_target.ts";

const NAMES = Array.from({ length: 14 }, (_, index) => `v${String(index).padStart(2, "0")}`);

/** Plays a gateway that hangs up on as many requests as it is told to, and relays those after them. */
async function hangsUp(times: number) {
  let asked = 0;
  let upstream = "";
  await using server = rawServer(async function* (request): AsyncIterable<Step> {
    if (asked++ >= times) {
      await once({
        method: "POST",
        url: `${upstream}/v1/chat/completions`,
        headers: [],
        body: request.body,
      });
      yield { send: httpAnswer(200, JSON.stringify(says("y").body)) };
    }
    yield { close: "fin" };
  });
  const { process: _, ...file } = fakeTarget("relay");
  const target = liveTarget({ ...file, gateway: server.url }, {
    here: "/",
    env: () => undefined,
    say: () => {},
  });
  return await runCorpus({
    corpus: await corpusOfVariants(
      Object.fromEntries(NAMES.map((name) => [name, relayedVariant("x")])),
    ),
    target: {
      ...target,
      begin(url, signal) {
        upstream = url;
        return target.begin!(url, signal);
      },
    },
  });
}

Deno.test("runCorpus() plays a cell once more where the gateway hung up, and says that nothing came", async () => {
  const report = await hangsUp(2);
  assertEquals([report.exit_code, report.counts.passed], [0, 14]);
  assertMatch(report.results[0]!.message, /; the first time failed: .*no-answer/);
});

Deno.test("runCorpus() gives up a gateway that has hung up in twelve cells, and answered in none", async () => {
  const report = await hangsUp(Infinity);
  const all = verdicts(report);
  for (const name of NAMES.slice(0, 12)) assertMatch(all[name]!, /^failed .*no-answer/);
  assertEquals([all.v12, all.v13, report.exit_code], ["could_not_run", "could_not_run", 1]);
});

Deno.test("runCorpus() goes on with a gateway that refuses by hanging up, once it has answered", async () => {
  let asked = 0;
  const refused = Object.fromEntries(NAMES.map((name) => [name, relayedVariant("x")]));
  await using server = rawServer(() => {
    const first = asked++ === 0;
    return first
      ? [{ send: httpAnswer(200, JSON.stringify(says("y").body)) }, { close: "fin" }]
      : [{ close: "fin" }];
  });
  const { process: _, ...file } = fakeTarget("relay");
  const target = liveTarget({ ...file, gateway: server.url }, {
    here: "/",
    env: () => undefined,
    say: () => {},
  });
  const report = await runCorpus({ corpus: await corpusOfVariants(refused), target });
  assertEquals(report.counts.could_not_run, 0);
});
