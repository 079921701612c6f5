import { assert, assertEquals } from "@std/assert";
import { createParser } from "eventsource-parser";
import { readSse } from "../../lib/corpus/oracle/sse.ts";
import { randomReads, utf8 } from "./oracle_support.ts";

// eventsource-parser is another hand's reading of the same standard. It takes text, so a decoder
// stands before it; and it gives an id with the block that holds it, where ours stays.

type Plain = readonly [event: string, data: string];

function theirs(reads: readonly Uint8Array[]) {
  const events: Plain[] = [];
  const ids: (string | undefined)[] = [];
  const parser = createParser({
    onEvent({ event, data, id }) {
      events.push([event === undefined || event === "" ? "message" : event, data]);
      ids.push(id);
    },
  });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const bytes of reads) parser.feed(decoder.decode(bytes, { stream: true }));
  return { events, ids };
}

function ours(reads: readonly Uint8Array[]) {
  const reader = readSse();
  const all = reads.flatMap((bytes) => reader.feed(bytes, 0));
  return {
    events: all.map(({ event, data }): Plain => [event, data]),
    ids: all.map(({ id }) => id),
  };
}

const LINES = [
  "data: a",
  "data:a",
  "data:  é",
  "data",
  "data:",
  "data: 😀: €",
  "event: ping",
  "event:x",
  "event",
  "id: 7",
  "id: a\0b",
  "retry: 10",
  "retry: x",
  ": comment",
  ":",
  "foo: bar",
  "data : no",
  " data: no",
  '{"error":{}}',
  "\ufeffdata: no",
  "",
  "",
  "",
];
const ENDS = ["\n", "\r\n", "\r"];

Deno.test("readSse() reads 2,000 random streams as eventsource-parser does", () => {
  let state = 20240;
  const next = (below: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return (state >>> 9) % below;
  };
  let compared = 0;
  for (let round = 0; round < 2000; round++) {
    const end = next(4);
    let text = next(4) === 0 ? "\ufeff" : "";
    for (let count = next(24); count >= 0; count--) {
      // One kind of line end in most streams, all kinds in some.
      text += LINES[next(LINES.length)]! + ENDS[end === 3 ? next(3) : end]!;
    }
    // Theirs waits for what follows a CR, ours doesn't: let something follow.
    const reads = [...randomReads(utf8(`${text}\n\n: end\n`), round)];
    const expected = theirs(reads);
    const seen = ours(reads);
    assertEquals(seen.events, expected.events, JSON.stringify(text));
    for (const [at, id] of expected.ids.entries()) {
      if (id !== undefined && id !== "") assertEquals(seen.ids[at], id, JSON.stringify(text));
    }
    compared += seen.events.length;
  }
  assert(compared > 2000, `${compared} events are too few to mean anything`);
});
