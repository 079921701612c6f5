import { assertEquals, assertThrows } from "@std/assert";
import { closedBlock, type SseBlock, sseSplitter, sseText } from "../../lib/gateway/sse.ts";
import { Trouble } from "../../lib/gateway/trouble.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** All blocks of a text that comes in pieces of so many bytes. */
function split(text: string, size: number): SseBlock[] {
  const splitter = sseSplitter();
  const bytes = encode(text);
  const blocks: SseBlock[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    blocks.push(...splitter.feed(bytes.subarray(at, at + size)));
  }
  const rest = splitter.rest();
  return rest === undefined ? blocks : [...blocks, rest];
}

const STREAM =
  "\uFEFFevent: a\ndata: Zürich 🚢\n\n: c\n\ndata:x\r\ndata: y\r\n\r\n\r\rid: 1\rdata\rdata: z\r\r";

Deno.test("sseSplitter() reads the same events and keeps every byte, wherever the pieces end", () => {
  for (let size = 1; size <= encode(STREAM).length; size++) {
    const blocks = split(STREAM, size);
    assertEquals(blocks.flatMap(({ event }) => event ?? []), [
      { event: "a", data: "Zürich 🚢" },
      { event: "", data: "x\ny" },
      { event: "", data: "\nz" },
    ]);
    assertEquals(blocks.map(({ bytes }) => decode(bytes)).join(""), STREAM);
    assertEquals(blocks.filter(({ comment }) => comment).length, 1);
  }
});

Deno.test("sseSplitter() hands a block on as soon as it is whole", () => {
  const splitter = sseSplitter();
  const [first] = splitter.feed(encode("data: x\r\n\r"));
  assertEquals(first?.event?.data, "x");
  assertEquals(decode(closedBlock(first!.bytes)), "data: x\r\n\r\n");
  assertEquals([...splitter.feed(encode("\ndata: y\n"))], []);
  const [second] = splitter.feed(encode("\n"));
  assertEquals(decode(second!.bytes), "\ndata: y\n\n");
  assertEquals(decode(closedBlock(encode("data: x\r\r"))), "data: x\r\r");
});

Deno.test("sseSplitter() tells lines of JSON, an event without its end, and bad UTF-8", () => {
  assertEquals(split('{"error":\n{}}\n\n', 5)[0]?.stray, '{"error":\n{}}'.split("\n")[0] + "\n{}}");
  assertEquals(split("data: cut", 4)[0]?.event?.data, "cut");
  const bad = Uint8Array.of(...encode("data: "), 0xff, 10, 10);
  assertThrows(() => [...sseSplitter().feed(bad)], Trouble, "not UTF-8");
  const cut = sseSplitter();
  assertEquals([...cut.feed(encode("data: 🚢").subarray(0, 8))], []);
  assertEquals(cut.rest(), undefined);
});

Deno.test("sseText() writes an event that reads back", () => {
  assertEquals(sseText("a\nb", "name"), "event: name\ndata: a\ndata: b\n\n");
  assertEquals(sseText("[DONE]"), "data: [DONE]\n\n");
});
