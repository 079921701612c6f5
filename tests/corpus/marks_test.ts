import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { JsonBody } from "../../lib/corpus/fixture.ts";
import { Marks } from "../../lib/corpus/marks.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const text = (value: Uint8Array) => new TextDecoder().decode(value);

const bodies: readonly (readonly [Dialect, JsonBody])[] = [
  ["chat", { messages: [{ role: "user", content: "a" }, { role: "tool", content: "b" }] }],
  ["chat", { messages: [{ role: "user", content: "ends in a blank " }] }],
  ["messages", { messages: [{ role: "user", content: [{ type: "text", text: "ø" }] }] }],
  [
    "messages",
    {
      messages: [
        { role: "user", content: "first" },
        { role: "user", content: [{ type: "tool_result", content: "r" }] },
      ],
    },
  ],
  ["responses", { input: "a" }],
  ["responses", { input: [{ role: "user", content: [{ type: "input_text", text: "a" }] }] }],
];

Deno.test("Marks puts a mark into the last user text, finds it, and takes it out again", () => {
  for (const [dialect, body] of bodies) {
    const cell = new Marks().cell("one", 4);
    const before = JSON.stringify(body);
    const marked = bytes(cell.put(body, dialect, 3));
    assertEquals(JSON.stringify(body), before, "the fixture stays as it is");
    assertNotEquals(text(marked), before);
    assertEquals(cell.find(marked, true), 3);
    assertEquals(text(cell.strip(marked)), before);
  }
});

Deno.test("Marks leaves a request alone that has no user text to carry one", () => {
  const cell = new Marks().cell("one", 4);
  for (const content of ["", "  ", " both "]) {
    const body = { messages: [{ role: "user", content }] };
    assert(cell.put(body, "chat", 0) === body, content);
  }
  assertEquals(cell.find(bytes({}), true), undefined);
});

Deno.test("Marks tells cells apart, also the first from the eleventh, and remembers what came late", () => {
  const marks = new Marks();
  const cells = Array.from({ length: 12 }, (_, index) => marks.cell(`cell-${index}`, 1));
  const body = { messages: [{ role: "user", content: "x" }] };
  const put = (exchange: number) => bytes(cells[11]!.put(body, "chat", exchange));
  assertEquals(cells[11]!.find(put(0), true), 0);
  assertEquals(cells[1]!.find(put(0), true), "late");
  marks.between(put(0), true);
  marks.between(put(1), true);
  assertEquals(marks.late, [
    { id: "cell-11", exchange: 0, before: 1, requests: 2 },
    { id: "cell-11", exchange: 1, before: 0, requests: 1 },
  ]);
});

Deno.test("Marks counts nothing before what only looked into the gateway", () => {
  const marks = new Marks();
  const cell = marks.cell("one", 1);
  const probe = bytes(cell.put({ messages: [{ role: "user", content: "x" }] }, "chat", 1));
  assertEquals([cell.find(probe, true), cell.find(probe, true)], [1, 1]);
  marks.between(probe, true);
  assertEquals(marks.late, [{ id: "one", exchange: 1, before: 0, requests: 1 }]);
});
