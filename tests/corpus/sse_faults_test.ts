import { assertEquals, assertThrows } from "@std/assert";
import { MAX_FAULTS } from "../../lib/corpus/oracle/faults.ts";
import { readSse, type SseEvent } from "../../lib/corpus/oracle/sse.ts";
import { watchUtf8 } from "../../lib/corpus/oracle/utf8.ts";
import { oneByOne, randomReads, utf8 } from "./oracle_support.ts";

type Fault = readonly [code: string, offset: number];

function read(reads: Iterable<Uint8Array>, maxEventBytes?: number) {
  const reader = readSse(maxEventBytes === undefined ? {} : { maxEventBytes });
  const events: SseEvent[] = [];
  for (const bytes of reads) events.push(...reader.feed(bytes, 0));
  events.push(...reader.end(0));
  return {
    data: events.map(({ data }) => data),
    faults: reader.faults.map(({ code, offset }): Fault => [code, offset]),
  };
}

function readEveryWay(bytes: Uint8Array, maxEventBytes?: number) {
  const whole = read([bytes], maxEventBytes);
  assertEquals(read(oneByOne(bytes), maxEventBytes), whole);
  for (let seed = 1; seed <= 8; seed++) {
    assertEquals(read(randomReads(bytes, seed), maxEventBytes), whole);
  }
  return whole;
}

const bytesOf = (...pieces: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(pieces.flatMap((one) => typeof one === "string" ? [...utf8(one)] : [...one]));

const BAD_UTF8: readonly (readonly [
  name: string,
  bytes: Uint8Array,
  data: readonly string[],
  offsets: readonly number[],
])[] = [
  ["a lone byte of Latin-1", bytesOf("data: ", [0xe9], "x\n\n"), ["\ufffdx"], [6]],
  ["a continuation with no lead", bytesOf("data: ", [0x80, 0x80], "\n\n"), ["\ufffd\ufffd"], [
    6,
    7,
  ]],
  ["an overlong form", bytesOf("data: ", [0xc0, 0xaf], "\n\n"), ["\ufffd\ufffd"], [6, 7]],
  ["a surrogate", bytesOf("data: ", [0xed, 0xa0, 0x80], "\n\n"), ["\ufffd\ufffd\ufffd"], [6, 7, 8]],
  ["past U+10FFFF", bytesOf("data: ", [0xf4, 0x90], "\n\n"), ["\ufffd\ufffd"], [6, 7]],
  ["a character cut by a line end", bytesOf("data: ", [0xe2, 0x82], "\n\n"), ["\ufffd"], [6]],
  ["a character cut by a CR", bytesOf("data: ", [0xf0, 0x9f, 0x98], "\r\r"), ["\ufffd"], [6]],
  ["one cut by the next", bytesOf("data: ", [0xe2, 0xc3, 0xa9], "\n\n"), ["\ufffdé"], [6]],
  ["bad bytes in a comment", bytesOf(":", [0xff], "\ndata: a\n\n"), ["a"], [1]],
  ["bad bytes in an unknown field", bytesOf("x", [0xff], "\ndata: a\n\n"), ["a"], [1]],
  ["bad bytes in a name", bytesOf("event: ", [0xff], "\ndata: a\n\n"), ["a"], [7]],
  ["a byte order mark that isn't whole", bytesOf([0xef, 0xbb], "data: a\n\n"), [], [0]],
];

for (const [name, bytes, data, offsets] of BAD_UTF8) {
  Deno.test(`readSse() reports ${name}`, () => {
    const seen = readEveryWay(bytes);
    assertEquals(seen.data, data);
    assertEquals(seen.faults, offsets.map((offset): Fault => ["bad-utf8", offset]));
  });
}

const ENDS: readonly (readonly [name: string, stream: string, faults: readonly Fault[]])[] = [
  ["a last block without its blank line", "data: a\n\ndata: b\n", [["unterminated-block", 9]]],
  ["a last line without its end", "data: a\n\ndata: b", [["unterminated-block", 9]]],
  ["a block of a name alone", "event: x\n", [["unterminated-block", 0]]],
  ["a field behind a byte order mark", "\ufeffda", [["unterminated-block", 3]]],
  ["a field behind a comment", ": c\ndata", [["unterminated-block", 0]]],
  ["not a comment", "data: a\n\n: bye\n", []],
  ["not a comment that is cut", "data: a\n\n: by", []],
  ["not a byte order mark", "\ufeff", []],
  ["not a CR at the end", "data: a\r\r", []],
];

for (const [name, stream, faults] of ENDS) {
  Deno.test(`readSse() reports at the end: ${name}`, () => {
    const seen = readEveryWay(utf8(stream));
    assertEquals(seen.faults, faults);
    assertEquals(seen.data.includes("b"), false, "no unterminated block is dispatched");
  });
}

Deno.test("readSse() reports a character that the end of the stream cuts", () => {
  assertEquals(readEveryWay(bytesOf("data: a\n\ndata: ", [0xe2, 0x82])).faults, [
    ["bad-utf8", 15],
    ["unterminated-block", 9],
  ]);
});

Deno.test("readSse() drops an event larger than its bound, says so, and reads on", () => {
  const big = `data: ${"x".repeat(40)}\ndata: y\n\n`;
  assertEquals(readEveryWay(utf8(`data: a\n\n${big}data: b\n\n`), 32), {
    data: ["a", "b"],
    faults: [["event-too-large", 9]],
  });
  const lines = "data: 1234\n".repeat(4) + "\n";
  assertEquals(readEveryWay(utf8(lines + "data: b\n\n"), 32), {
    data: ["b"],
    faults: [["event-too-large", 0]],
  });
  assertEquals(readEveryWay(utf8("data: 1234\n".repeat(3) + "\n"), 32).faults, []);
  assertEquals(readEveryWay(utf8("data: " + "x".repeat(40)), 32).faults, [
    ["event-too-large", 0],
    ["unterminated-block", 0],
  ]);
});

Deno.test("readSse() holds no comment, however long", () => {
  const comment = `:${"x".repeat(100)}\n`.repeat(10);
  assertEquals(readEveryWay(utf8(`${comment}data: a\n\n`), 32), { data: ["a"], faults: [] });
});

Deno.test("readSse() lists the first faults and counts the rest", () => {
  const reader = readSse();
  reader.feed(new Uint8Array(1000).fill(0xff), 0);
  reader.end(0);
  assertEquals(reader.faults.length, MAX_FAULTS + 2);
  assertEquals(reader.faults.slice(-2).map(({ code, offset }) => [code, offset]), [
    ["unterminated-block", 0], // noise of one code hides no other
    ["more-faults", MAX_FAULTS],
  ]);
});

Deno.test("readSse() takes no bytes after the end, and stop() reports nothing unfinished", () => {
  const reader = readSse();
  reader.feed(utf8("data: a"), 0);
  reader.stop();
  assertEquals(reader.end(0), []);
  assertEquals(reader.faults, []);
  assertThrows(() => reader.feed(utf8("x"), 0), Error, "Cannot feed bytes: the stream has ended");
});

Deno.test("watchUtf8() counts one bad sequence for each U+FFFD of the platform's decoder", () => {
  const interesting = [0x0a, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf]
    .concat([0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff]);
  let state = 1;
  for (let round = 0; round < 3000; round++) {
    const bytes = Uint8Array.from({ length: 12 }, () => {
      state = (state * 1664525 + 1013904223) % 4294967296;
      return interesting[(state >>> 10) % interesting.length]!;
    });
    const bad: number[] = [];
    const watch = watchUtf8((offset) => bad.push(offset));
    watch.feed(bytes.subarray(0, round % 12));
    watch.feed(bytes.subarray(round % 12));
    watch.end();
    const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    assertEquals(bad.length, decoded.split("\ufffd").length - 1, bytes.join());
  }
});
