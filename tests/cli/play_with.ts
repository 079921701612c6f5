import { liveTarget } from "../../lib/corpus/live/live_target.ts";
import type { CorpusReport } from "../../lib/corpus/report.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { corpusOfVariants, says } from "../corpus/chat_corpus.ts";
import { fakeTarget, relayedVariant } from "./fake_target.ts";

/**
 * Plays a gateway of this process, at an upstream whose address is known only when it is told. It answers
 * what `relay` gives, or what is expected.
 */
export async function playWith(
  relay: (
    post: (body: Uint8Array, path?: string) => Promise<unknown>,
    body: Uint8Array,
    upstream: string,
  ) => Promise<Uint8Array | void>,
  begun: (upstream: string) => Promise<void> = () => Promise.resolve(),
  variants: Readonly<Record<string, readonly [unknown, unknown]>> = {
    a: relayedVariant("x"),
    b: relayedVariant("x"),
  },
): Promise<CorpusReport> {
  let upstream = "";
  await using server = rawServer(async function* (request): AsyncIterable<Step> {
    const post = (body: Uint8Array, path = "/v1/chat/completions") =>
      once({ method: "POST", url: upstream + path, headers: [], body });
    const answer = await relay(post, request.body, upstream);
    yield { send: answer ?? httpAnswer(200, JSON.stringify(says("y").body)) };
  });
  const { process: _, ...file } = fakeTarget("relay");
  const target = liveTarget({ ...file, gateway: server.url }, {
    here: "/",
    env: () => undefined,
    say: () => {},
  });
  return await runCorpus({
    corpus: await corpusOfVariants(variants),
    target: {
      ...target,
      async begin(url, signal) {
        upstream = url;
        await begun(url);
        return await target.begin!(url, signal);
      },
    },
  });
}
