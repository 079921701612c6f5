import { assertEquals } from "@std/assert";
import { readSse, type SseEvent } from "../../lib/corpus/oracle/sse.ts";
import { oneByOne, randomReads, utf8 } from "./oracle_support.ts";

type Plain = readonly [event: string, data: string, id?: string];

const plain = ({ event, data, id }: SseEvent): Plain =>
  id === undefined ? [event, data] : [event, data, id];

function read(reads: Iterable<Uint8Array>) {
  const reader = readSse();
  const events: SseEvent[] = [];
  for (const bytes of reads) events.push(...reader.feed(bytes.slice(), 0));
  events.push(...reader.end(0));
  return { events, faults: reader.faults, retryMs: reader.retryMs };
}

/** Reads whole, byte by byte and in random reads: events, offsets and faults are always the same. */
function readEveryWay(stream: string | Uint8Array) {
  const bytes = typeof stream === "string" ? utf8(stream) : stream;
  const whole = read([bytes]);
  assertEquals(read(oneByOne(bytes)), whole);
  for (let seed = 1; seed <= 8; seed++) assertEquals(read(randomReads(bytes, seed)), whole);
  return whole;
}

// Quoted sentences are the HTML Standard's, section 9.2.5 and 9.2.6.
const STREAMS: readonly (readonly [name: string, stream: string, events: readonly Plain[]])[] = [
  ["LF", "data: a\n\ndata: b\n\n", [["message", "a"], ["message", "b"]]],
  ["CR", "data: a\r\rdata: b\r\r", [["message", "a"], ["message", "b"]]],
  ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", [["message", "a"], ["message", "b"]]],
  ["the three mixed", "data: a\rdata: b\r\ndata: c\n\r\n", [["message", "a\nb\nc"]]],
  ["LF and then CR, which are two ends", "data: a\n\rdata: b\n\n", [["message", "a"], [
    "message",
    "b",
  ]]],
  ["a byte order mark at the start", "\ufeffdata: a\n\n", [["message", "a"]]],
  ["only one byte order mark", "\ufeff\ufeffdata: a\n\ndata: b\n\n", [["message", "b"]]],
  ["a byte order mark later on", "data: a\n\n\ufeffdata: b\n\ndata: \ufeff\n\n", [
    ["message", "a"],
    ["message", "\ufeff"],
  ]],
  ["a byte order mark before a comment", "\ufeff: hi\ndata: a\n\n", [["message", "a"]]],
  ["a byte order mark before a blank line", "\ufeff\ndata: a\n\n", [["message", "a"]]],
  ["comments", ": one\n:\ndata: a\n:two\ndata: b\n\n: three\n\n", [["message", "a\nb"]]],
  ["several data lines", "data: a\ndata:\ndata: b\n\n", [["message", "a\n\nb"]]],
  ["one space after the colon, and no more", "data:a\ndata: b\ndata:  c\ndata:\td\n\n", [
    ["message", "a\nb\n c\n\td"],
  ]],
  ["data without a colon", "data\n\ndata\ndata\n\n", [["message", ""], ["message", "\n"]]],
  ["data with nothing in it", "data:\n\ndata: \n\n", [["message", ""], ["message", ""]]],
  ["a block without data, whose name is forgotten", "event: x\n\ndata: a\n\n", [["message", "a"]]],
  ["names", "event: ping\ndata: a\n\ndata: b\nevent: one\nevent: two\n\n", [
    ["ping", "a"],
    ["two", "b"],
  ]],
  ["an empty name", "event:\ndata: a\n\n", [["message", "a"]]],
  ["ids, which stay", "id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\nid\ndata: d\n\n", [
    ["message", "a", "1"],
    ["message", "b", "1"],
    ["message", "c", "2"],
    ["message", "d"],
  ]],
  ["an id with a NUL, which is ignored", "id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", [
    ["message", "a", "1"],
    ["message", "b", "1"],
  ]],
  [
    "unknown fields, other case and white space before",
    "DATA: a\n data: b\nfoo: c\ndata : d\n\n",
    [],
  ],
  ["a raw JSON line, which is a field nobody knows", '{"error":{}}\n\ndata: a\n\n', [
    ["message", "a"],
  ]],
  ["colons in the value", "data: a: b:c\n\n", [["message", "a: b:c"]]],
  ["blank lines alone", "\n\r\n\r\r\n\n", []],
  ["nothing", "", []],
  ["characters of two, three and four bytes", "data: é€😀\n\n", [["message", "é€😀"]]],
  ["the separators of JavaScript, which end no line", "data: a\u2028b\u0085c\vd\n\n", [
    ["message", "a\u2028b\u0085c\vd"],
  ]],
  ["many events at once", "data: a\n\nevent: e\ndata: b\n\n: c\n\ndata: d\n\n", [
    ["message", "a"],
    ["e", "b"],
    ["message", "d"],
  ]],
];

for (const [name, stream, expected] of STREAMS) {
  Deno.test(`readSse() reads ${name}`, () => {
    const { events, faults } = readEveryWay(stream);
    assertEquals(events.map(plain), expected);
    assertEquals(faults, []);
  });
}

Deno.test("readSse() reads the standard's own examples", () => {
  assertEquals(
    readEveryWay("data: This is the first message.\n\ndata: two\ndata: lines\n\n").events.map(
      plain,
    ),
    [["message", "This is the first message."], ["message", "two\nlines"]],
  );
  // "The first block has just a comment, and will fire nothing."
  const four =
    ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n";
  assertEquals(readEveryWay(four).events.map(plain), [
    ["message", "first event", "1"],
    ["message", "second event"],
    ["message", " third event"],
  ]);
  // "This stream fires two events": the third block lacks its blank line.
  assertEquals(readEveryWay("data\n\ndata\ndata\n\ndata:").events.map(plain), [
    ["message", ""],
    ["message", "\n"],
  ]);
});

Deno.test("readSse() takes a retry of digits alone", () => {
  assertEquals(readEveryWay("retry: 1500\n\n").retryMs, 1500);
  assertEquals(readEveryWay("retry: 1500\nretry: 2s\nretry: -1\nretry\n\n").retryMs, 1500);
  assertEquals(readEveryWay("data: a\n\n").retryMs, undefined);
});

Deno.test("readSse() says where each event begins and ends, in bytes", () => {
  const offsets = (stream: string) =>
    readEveryWay(stream).events.map(({ offset, endOffset }) => [offset, endOffset]);
  assertEquals(offsets("data: é\n\n: c\ndata: b\n\n"), [[0, 10], [10, 23]]);
  assertEquals(offsets("\ufeffdata: a\n\n"), [[3, 12]]);
  assertEquals(offsets("\n\ndata: a\n\n"), [[2, 11]]);
  // The CR of the blank line ends the event; its LF belongs to no block.
  assertEquals(offsets("data: a\r\n\r\ndata: b\r\n\r\n"), [[0, 10], [11, 21]]);
});

Deno.test("readSse() gives an event with the read that ends it, at once after a CR", () => {
  const reader = readSse();
  assertEquals(reader.feed(utf8("data: a\r\n"), 1), []);
  assertEquals(reader.feed(utf8("\r"), 2).map(({ data, atMs }) => [data, atMs]), [["a", 2]]);
  assertEquals(reader.feed(utf8("\ndata: b\n"), 3), []);
  assertEquals(reader.feed(utf8("\ndata: c\n\n"), 4).map(({ data, atMs }) => [data, atMs]), [
    ["b", 4],
    ["c", 4],
  ]);
  assertEquals(reader.end(5), []);
  assertEquals(reader.faults, []);
});
