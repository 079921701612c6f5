import { assertEquals, assertStringIncludes } from "@std/assert";
import { once } from "../../lib/wire/client.ts";
import { ExchangeLog, MAX_ARRIVALS } from "../../lib/wire/client_log.ts";
import { ResponseReader } from "../../lib/wire/http_read.ts";
import { post, testServer } from "./_server.ts";

const HEAD_LIMIT = 65536;
const BODY_LIMIT = 16777216;
const KIB = "x".repeat(1024);

/** A head of exactly `size` bytes, whose body is "ok". */
function headOf(size: number): string {
  const start = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: ";
  return `${start}${"y".repeat(size - start.length - 4)}\r\n\r\n`;
}

Deno.test("once() reads a head of 64 KiB and refuses one byte more", async () => {
  await using server = testServer((peer) =>
    peer.send(headOf(HEAD_LIMIT + (peer.request.includes("/over") ? 1 : 0)) + "ok")
  );
  const { response, fault, raw } = await once(post(server.url));
  assertEquals(fault, undefined);
  assertEquals(response?.headers[1]?.[1].length, HEAD_LIMIT - 43);
  assertEquals(raw.length, HEAD_LIMIT);
  const over = await once(post(`${server.url}/over`));
  assertEquals(over.response, undefined);
  assertEquals(over.fault, {
    kind: "head-too-large",
    phase: "head",
    message: "Cannot read the head: it is over 65536 bytes",
  });
});

Deno.test("once() bounds each interim head too, and their number", async () => {
  await using server = testServer(async (peer) => {
    if (peer.request.includes("/many")) await peer.endless("HTTP/1.1 102 A\r\n\r\n".repeat(10));
    await peer.send(`HTTP/1.1 103 Hints\r\nLink: ${"y".repeat(HEAD_LIMIT)}\r\n\r\n`);
  });
  const long = await once(post(server.url), { deadlineMs: 20_000 });
  assertEquals(long.fault?.kind, "head-too-large");
  const many = await once(post(`${server.url}/many`), { deadlineMs: 20_000 });
  assertEquals(many.fault?.kind, "head-too-large");
});

Deno.test("once() ends an endless head and an endless line in a head by its bound", async () => {
  await using server = testServer(async (peer) => {
    await peer.send("HTTP/1.1 200 OK\r\n");
    await peer.endless(peer.request.includes("/line") ? KIB : `X: ${KIB}\r\n`);
  });
  for (const path of ["/", "/line"]) {
    const { fault } = await once(post(server.url + path), { deadlineMs: 20_000 });
    assertEquals(fault?.kind, "head-too-large", path);
  }
});

Deno.test("once() refuses a declared length over the bound at once", async () => {
  await using server = testServer(async (peer) => {
    const length = peer.request.includes("/huge") ? "9".repeat(400) : String(BODY_LIMIT + 1);
    await peer.send(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
    await peer.gone();
  });
  for (const path of ["/", "/huge"]) {
    // No deadline: were it to wait for the body, this would never end.
    const { fault, response } = await once(post(server.url + path));
    assertEquals([fault?.kind, fault?.phase], ["body-too-large", "body"]);
    assertStringIncludes(fault?.message ?? "", "16777216");
    assertEquals(response?.status, 200);
  }
});

Deno.test("once() reads 16 MiB and refuses more, in every framing", async () => {
  const block = new Uint8Array(1024 * 1024).fill(0x61);
  await using server = testServer(async (peer) => {
    const over = peer.request.includes("/over");
    const chunked = peer.request.includes("chunked");
    const length = peer.request.includes("length");
    await peer.send("HTTP/1.1 200 OK\r\n");
    if (chunked) await peer.send("Transfer-Encoding: chunked\r\n");
    if (length) await peer.send(`Content-Length: ${BODY_LIMIT}\r\n`);
    await peer.send("\r\n");
    for (let i = 0; i < 16; i++) {
      if (chunked) await peer.send("100000\r\n");
      await peer.send(block);
      if (chunked) await peer.send("\r\n");
    }
    if (chunked) await peer.send(over ? "1\r\na\r\n0\r\n\r\n" : "0\r\n\r\n");
    else if (over) await peer.send("a");
  });
  for (const framing of ["length", "chunked", "close"]) {
    const { fault, response, raw } = await once(post(`${server.url}/${framing}`));
    assertEquals(fault, undefined, framing);
    assertEquals(response?.body.length, BODY_LIMIT, framing);
    assertEquals(raw.length, 65536);
    if (framing === "length") continue;
    const over = await once(post(`${server.url}/over-${framing}`));
    assertEquals([over.fault?.kind, over.fault?.phase], ["body-too-large", "body"], framing);
    assertEquals(over.response?.body.length, BODY_LIMIT, framing);
  }
});

Deno.test("once() ends an endless body by the caller's bound", async () => {
  await using server = testServer(async (peer) => {
    const chunked = peer.request.includes("/chunked");
    await peer.send(`HTTP/1.1 200 OK\r\n${chunked ? "Transfer-Encoding: chunked\r\n" : ""}\r\n`);
    await peer.endless(chunked ? `400\r\n${KIB}\r\n` : KIB);
  });
  for (const path of ["/", "/chunked"]) {
    const { fault, response } = await once(post(server.url + path), { maxBodyBytes: 10_000 });
    assertEquals(fault?.kind, "body-too-large");
    // A chunk that would pass the bound is refused by its size line.
    assertEquals(response?.body.length, path === "/" ? 10_000 : 9 * 1024);
  }
});

Deno.test("once() bounds trailers and chunk extensions like a head", async () => {
  const start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2";
  await using server = testServer(async (peer) => {
    const trailers = peer.request.includes("/trailers");
    await peer.send(start + (trailers ? "\r\nok\r\n0\r\n" : ";"));
    await peer.endless(trailers ? `X: ${KIB}\r\n` : KIB);
  });
  for (const path of ["/trailers", "/extension"]) {
    const { fault } = await once(post(server.url + path), { deadlineMs: 20_000 });
    assertEquals([fault?.kind, fault?.phase], ["head-too-large", "body"], path);
    assertStringIncludes(fault?.message ?? "", "is over 65536 bytes");
  }
});

Deno.test("ResponseReader reads a large body in one-byte pieces in linear time", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const time = (count: number) => {
    const reader = new ResponseReader("POST", BODY_LIMIT);
    reader.feed(encode("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
    const [size, data, end] = [encode("1\r"), encode("\na"), encode("\r\n")];
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      reader.feed(size);
      reader.feed(data);
      reader.feed(end);
    }
    assertEquals(reader.bodyLength, count);
    return performance.now() - start;
  };
  time(10_000);
  const [small, large] = [time(20_000), time(320_000)];
  // 16 times the work; quadratic growth would make it 256 times.
  assertEquals(large < Math.max(small, 5) * 80, true, `${small} ms, ${large} ms`);
});

Deno.test("ExchangeLog keeps a bounded number of arrivals and loses no byte", () => {
  const log = new ExchangeLog(post("http://127.0.0.1/"));
  for (let i = 0; i < MAX_ARRIVALS + 10; i++) log.arrived(Uint8Array.of(1, 2), i);
  const { arrivals } = log.exchange(0, undefined, undefined);
  assertEquals(arrivals.length, 4096);
  assertEquals(arrivals[0], [0, 2]);
  assertEquals(arrivals.at(-1), [4095, 22]);
});
