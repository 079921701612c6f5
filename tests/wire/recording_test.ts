import { assertEquals, assertThrows } from "@std/assert";
import { once } from "../../lib/wire/client.ts";
import type { Exchange } from "../../lib/wire/exchange.ts";
import { exchangeFromJson, exchangeToJson } from "../../lib/wire/recording.ts";
import { FAULT_KINDS, RecordingError } from "../../lib/wire/recording_read.ts";
import { post, testServer } from "./_server.ts";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const FULL: Exchange = {
  request: {
    method: "POST",
    url: "http://127.0.0.1:8647/wt/inject",
    headers: [["X-A", "caf\xe9"], ["X-A", ""]],
    body: new TextEncoder().encode('\ufeff{"é":\0}'),
  },
  response: {
    httpVersion: "1.1",
    status: 200,
    reason: "O\xffK",
    headers: [["Content-Type", "x"]],
    body: EVERY_BYTE,
    framing: "chunked",
    trailers: [["X-T", "1"]],
    interim: [100, 103],
  },
  fault: { kind: "cut-body", phase: "body", message: "cut" },
  startedAt: "2026-01-02T03:04:05.678Z",
  times: {
    connectedMs: 0.1,
    sentMs: 0.2,
    firstByteMs: 0.30000000000000004,
    headMs: 1e3,
    endMs: 2e3,
  },
  arrivals: [[0.5, 10], [1.5, 20]],
  raw: EVERY_BYTE,
  lagMs: 3.25,
};

const BARE: Exchange = {
  request: { method: "GET", url: "http://h.example/", headers: [], body: new Uint8Array() },
  startedAt: "2026-01-02T03:04:05.678Z",
  times: { endMs: 0 },
  arrivals: [],
  raw: new Uint8Array(),
};

/** Through JSON text, as a file would have it. */
function roundTrip(exchange: Exchange): Exchange {
  return exchangeFromJson(JSON.parse(JSON.stringify(exchangeToJson(exchange))));
}

Deno.test("exchangeFromJson() gives back what exchangeToJson() was given", () => {
  assertEquals(roundTrip(FULL), FULL);
  assertEquals(roundTrip(BARE), BARE);
  assertEquals(Object.keys(roundTrip(BARE)), Object.keys(BARE));
});

Deno.test("exchangeFromJson() gives back an exchange from a wire", async () => {
  await using server = testServer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n\u00e9\n");
  const exchange = await once(post(server.url));
  assertEquals(exchange.fault?.kind, "cut-body");
  assertEquals(roundTrip(exchange), exchange);
});

Deno.test("exchangeToJson() writes bytes as text where they are UTF-8, else as base64", () => {
  const json = exchangeToJson({
    ...BARE,
    raw: Uint8Array.of(0xff),
    response: FULL.response as never,
  });
  assertEquals(json.raw, { base64: "/w==" });
  assertEquals(json.request, {
    method: "GET",
    url: "http://h.example/",
    headers: [],
    body: { text: "" },
  });
  assertEquals(json.wt_exchange, 1);
  assertEquals(json.response?.http_version, "1.1");
});

Deno.test("exchangeFromJson() says where a recording is malformed", () => {
  const rows: [place: string, value: unknown, words: string][] = [
    ["/wt_exchange", undefined, "/wt_exchange should be 1 and is missing"],
    ["/wt_exchange", 2, "/wt_exchange should be 1 and is 2"],
    ["/request", [], "/request should be an object and is []"],
    ["/request/method", null, "/request/method should be a string and is null"],
    ["/request/body", {}, "/request/body/base64 should be a string and is missing"],
    ["/request/body", { base64: "*" }, '/request/body/base64 should be base64 and is "*"'],
    ["/request/headers", "x", '/request/headers should be an array and is "x"'],
    ["/request/headers/1", ["X"], '/request/headers/1 should be an array of two and is ["X"]'],
    ["/request/headers/0/1", 5, "/request/headers/0/1 should be a string and is 5"],
    ["/response/status", "200", '/response/status should be a whole number and is "200"'],
    ["/response/status", -1, "should be a whole number and is -1"],
    ["/response/framing", "odd", 'should be "content-length" or "chunked" or'],
    ["/response/interim/1", 1.5, "/response/interim/1 should be a whole number and is 1.5"],
    ["/fault/kind", "odd", '/fault/kind should be "dns" or "refused" or'],
    ["/fault/phase", "odd", '/fault/phase should be "connect" or "send" or'],
    ["/times_ms/end", undefined, "/times_ms/end should be a number and is missing"],
    ["/times_ms/sent", null, "/times_ms/sent should be a number and is null"],
    ["/arrivals/0", [1, 2, 3], "/arrivals/0 should be an array of two"],
    ["/arrivals/1/1", -1, "/arrivals/1/1 should be a whole number and is -1"],
    ["/lag_ms", "x", '/lag_ms should be a number and is "x"'],
  ];
  for (const [place, value, words] of rows) {
    const json = JSON.parse(JSON.stringify(exchangeToJson(FULL)));
    const path = place.slice(1).split("/");
    const key = path.pop() as string;
    // deno-lint-ignore no-explicit-any -- walks into JSON of any shape
    const parent = path.reduce((at: any, step) => at[step], json);
    parent[key] = value;
    const error = assertThrows(() => exchangeFromJson(json), RecordingError, words);
    assertEquals(error.message.startsWith("Cannot read the recording: "), true);
  }
  for (const value of [undefined, null, 1, "x", []]) {
    const error = assertThrows(
      () => exchangeFromJson(value),
      RecordingError,
      "the exchange should",
    );
    assertEquals(error.pointer, "");
  }
});

Deno.test("exchangeFromJson() takes every kind of fault, and ignores keys that it doesn't know", () => {
  assertEquals(FAULT_KINDS.length, 16);
  for (const kind of FAULT_KINDS) {
    const exchange: Exchange = { ...BARE, fault: { kind, phase: "after", message: "" } };
    assertEquals(roundTrip(exchange).fault?.kind, kind);
  }
  assertEquals(exchangeFromJson({ ...exchangeToJson(BARE), later: true }), BARE);
});
