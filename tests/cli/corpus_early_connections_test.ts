/**
 * Gateways that open connections to their upstream before they need them.
 */
import { assertEquals } from "@std/assert";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { asks, chunk, exchange, says, turns } from "../corpus/chat_corpus.ts";
import { relayedVariant, verdicts } from "./fake_target.ts";
import { playWith } from "./play_with.ts";

/** A pool that is filled at the start, and how a request goes over one of its connections. */
function pool(size: number) {
  const open: Deno.Conn[] = [];
  return {
    async fill(upstream: string): Promise<void> {
      const { hostname, port } = new URL(upstream);
      while (open.length < size) open.push(await Deno.connect({ hostname, port: Number(port) }));
    },
    /** What came, and whether the connection was reset. */
    async send(body: Uint8Array, before = ""): Promise<{ text: string; reset: boolean }> {
      const conn = open.shift()!;
      const head = `${before}POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`;
      let text = "";
      try {
        await conn.write(new Uint8Array([...new TextEncoder().encode(head), ...body]));
        for await (const piece of conn.readable) text += new TextDecoder().decode(piece);
        return { text, reset: false };
      } catch (error) {
        return { text, reset: error instanceof Deno.errors.ConnectionReset };
      }
    },
    close: () => open.splice(0).forEach((conn) => conn.close()),
  };
}

Deno.test("runCorpus() plays a gateway that opens its connections before it needs them", async () => {
  const early = pool(2);
  const report = await playWith(async (_post, body) => {
    await early.send(body);
  }, early.fill);
  assertEquals(verdicts(report), { a: "passed", b: "passed" });
  assertEquals(report.notes.filter((note) => note.includes("came upstream")), []);
});

Deno.test("runCorpus() sees what is no request on a connection that was opened early", async () => {
  const early = pool(2);
  const report = await playWith(async (post, body) => {
    await early.send(body, "junk\r\n\r\n");
    await post(body);
  }, early.fill);
  assertEquals(verdicts(report), { a: "failed stray-request", b: "failed stray-request" });
});

const cut = [
  {
    exchanges: [
      exchange({ ...asks("x"), stream: true }, {
        stream: [chunk("y")],
        end: "reset",
      }),
    ],
  },
  {
    exchanges: [{
      upstream: [turns("x")],
      answer: { ending: { any_of: ["error", "truncated"] }, parts: { any: true } },
    }],
  },
] as const;

Deno.test({
  name: "runCorpus() resets a connection that was opened early as any other",
  ignore: Deno.build.os !== "linux", // no way to reset
  async fn() {
    const early = pool(2);
    const seen: boolean[] = [];
    const report = await playWith(
      async (_post, body) => {
        const { reset } = await early.send(body);
        seen.push(reset);
        if (!reset) return httpAnswer(200, JSON.stringify(says("y").body));
        return httpAnswer(502, '{"error":{"message":"m","type":"server_error"}}', {
          "content-type": "application/json",
        });
      },
      early.fill,
      { a: relayedVariant("x"), b: cut },
    );
    early.close();
    assertEquals(seen, [false, true]);
    assertEquals(verdicts(report), { a: "passed", b: "passed" });
  },
});
