import { assertEquals } from "@std/assert";
import { headOf } from "../../lib/corpus/compare_ending.ts";
import type { ClientRecord } from "../../lib/corpus/players/client.ts";
import { pathOf, routeOf } from "../../lib/corpus/players/routes.ts";
import type { FaultKind, WireResponse } from "../../lib/wire/exchange.ts";
import {
  asks,
  chunk,
  corpusOf,
  DONE,
  exchange,
  turns,
  verdictOf,
  whole,
} from "../corpus/chat_corpus.ts";
import { relayTarget } from "../corpus/relay.ts";
import { verdicts } from "./fake_target.ts";
import { playWith } from "./play_with.ts";

const STREAM = [chunk("a"), chunk("b"), chunk(undefined, "stop"), DONE];
const streamed = () =>
  corpusOf({ exchanges: [exchange({ ...asks("x"), stream: true }, { stream: STREAM })] }, {
    oracle: "transcript",
    exchanges: [{ upstream: [turns("x")], answer: whole("ab") }],
  });

Deno.test("runCorpus() sees a stream whose body never ends, though its last event came", async () => {
  assertEquals(await verdictOf(await streamed(), relayTarget()), ["passed"]);
  assertEquals(await verdictOf(await streamed(), relayTarget({ unfinished: true })), [
    "failed",
    "body-unfinished R007",
  ]);
});

Deno.test("runCorpus() lets a stream pass whose body its connection ends", async () => {
  assertEquals(await verdictOf(await streamed(), relayTarget({ framing: "until-close" })), [
    "passed",
  ]);
});

Deno.test("headOf() calls a body unfinished whose own framing says so, and no other", () => {
  const unfinished = (framing: WireResponse["framing"], kind?: FaultKind) => {
    const response = { ...RESPONSE, framing };
    const fault = kind === undefined
      ? {}
      : { fault: { kind, phase: "body", message: "" } as const };
    const exchange = { response, ...fault } as unknown as ClientRecord["exchange"];
    return headOf({ exchange } as unknown as ClientRecord).unfinished ?? false;
  };
  assertEquals(unfinished("chunked", "cut-body"), true);
  assertEquals(unfinished("chunked", "bad-chunk"), true);
  assertEquals(unfinished("content-length", "cut-body"), true);
  assertEquals(unfinished("chunked"), false);
  // Without a close_notify, and with a reset that may have come behind the last chunk.
  assertEquals(unfinished("until-close", "cut-body"), false);
  assertEquals(unfinished("chunked", "reset"), false);
  assertEquals(unfinished("chunked", "timeout"), false);
});

const RESPONSE = { status: 200, headers: [], body: new Uint8Array(0) };

Deno.test("an upstream takes a whole URL for its request's target", async () => {
  assertEquals(pathOf("http://127.0.0.1:9/v1/models?limit=3"), "/v1/models");
  assertEquals([pathOf("https://host"), pathOf("/?x"), pathOf("*")], ["/", "/", "*"]);
  const target = "http://127.0.0.1:9901/v1/chat/completions";
  assertEquals(routeOf({ method: "POST", target }), "chat");
  const report = await playWith(async (_post, body, upstream) => {
    const { hostname, port } = new URL(upstream);
    const conn = await Deno.connect({ hostname, port: Number(port) });
    const head =
      `POST ${upstream}/v1/chat/completions HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${body.length}\r\n\r\n`;
    await conn.write(new Uint8Array([...new TextEncoder().encode(head), ...body]));
    while (await conn.read(new Uint8Array(4096)) !== null) { /* to its end */ }
    conn.close();
  });
  assertEquals(verdicts(report), { a: "passed", b: "passed" });
});
