import { assert, assertEquals } from "@std/assert";
import { type Golden, goldenOf } from "../../lib/surface/golden.ts";
import { goldenChanges } from "../../lib/surface/golden_diff.ts";
import { type Segment, segmentsOf } from "../../lib/surface/segments.ts";
import { reported } from "./support.ts";

async function segments(
  instructions?: string,
  tools?: string,
  extra?: string,
): Promise<readonly Segment[]> {
  const state = reported(instructions, tools, extra);
  assert(state.status === "reported");
  const found = await segmentsOf(state);
  assert(found.ok);
  return found.segments;
}

/** `tool changed: a`, one line a change. */
async function titles(golden: Golden, now: readonly Segment[]): Promise<readonly string[]> {
  const changes = await goldenChanges(golden, now, { show: true });
  return changes.map(({ what, change, name, reported }) =>
    `${what} ${change}: ${name ?? reported?.shown?.name}`
  );
}

const BEFORE = [
  '[{"type":"text","content":"one"}]',
  '[{"name":"a"},{"name":"b"},{"name":"gone"}]',
  '[{"name":"n","content":"x"},{"name":"old","content":"x"}]',
] as const;

Deno.test("goldenChanges() finds nothing where nothing changed, key order and spelling aside", async () => {
  const golden = goldenOf(
    await segments('[{"type":"text","content":"é"}]', '[{"name":"a","x":1.0}]'),
  );
  const now = await segments('[{"content":"\\u00e9","type":"text"}]', '[{"x":1.00,"name":"a"}]');
  assertEquals(await goldenChanges(golden, now, { show: false }), []);
});

Deno.test("goldenChanges() tells 1 from 1.0", async () => {
  const golden = goldenOf(await segments("[]", '[{"name":"a","x":1.0}]'));
  assertEquals(await titles(golden, await segments("[]", '[{"name":"a","x":1}]')), [
    "tool changed: a",
  ]);
});

Deno.test("goldenChanges() lists changes in Wind Tunnel's order, names by code point", async () => {
  const golden = { ...goldenOf(await segments(...BEFORE)), status: "rendered" };
  const now = await segments(
    "[]",
    '[{"name":"\\ud83d\\ude00"},{"name":"\\uffff"},{"name":"b","x":1},{"name":"a"}]',
    '[{"name":"n","content":"y"},{"name":"new","content":"x"}]',
  );
  assertEquals(await titles(golden, now), [
    "status changed: undefined",
    "system instructions changed: ",
    "tool added: \uffff",
    "tool added: \u{1f600}",
    "tool removed: gone",
    "tool changed: b",
    "extra segment added: new",
    "extra segment removed: old",
    "extra segment changed: n",
  ]);
});

Deno.test("goldenChanges() tells another order only where the names are the same", async () => {
  const golden = goldenOf(await segments("[]", '[{"name":"a"},{"name":"b"}]'));
  const [change, ...others] = await goldenChanges(
    golden,
    await segments("[]", '[{"name":"b"},{"name":"a"}]'),
    { show: false },
  );
  assertEquals([change?.what, others.length], ["tool order", 0]);
  assertEquals(change?.golden?.pointer, "/tool_order");
  assertEquals(change?.reported?.pointer, "/surface/tool_definitions");
  assert(change?.golden?.sha256 !== change?.reported?.sha256);
  assertEquals(await titles(golden, await segments("[]", '[{"name":"b"},{"name":"c"}]')), [
    "tool added: c",
    "tool removed: a",
  ]);
});

Deno.test("goldenChanges() gives pointers, types, lengths and hashes, and text only where asked", async () => {
  const golden = goldenOf(await segments(...BEFORE));
  const now = await segments(
    BEFORE[0],
    '[{"name":"a","d":"hush"},{"name":"b"},{"name":"gone"},{"name":"hush_tool"}]',
    BEFORE[2],
  );
  const hidden = await goldenChanges(golden, now, { show: false });
  assertEquals(JSON.stringify(hidden).includes("hush"), false);
  assertEquals(hidden, [
    {
      change: "added",
      what: "tool",
      reported: {
        pointer: "/surface/tool_definitions/3",
        type: "object",
        bytes: 21,
        sha256: "sha256:da4dcf93f518d2f72349fffec25d79b5bd3fe471a9159778eb3cc57675290f1c",
      },
    },
    {
      change: "changed",
      what: "tool",
      name: "a",
      golden: {
        pointer: "/tool_definitions/a",
        sha256: "sha256:278ce8dfc5e512d86d0b49e07ea59ab73a1d68da1a30c54f514c5d228cabbbac",
      },
      reported: {
        pointer: "/surface/tool_definitions/0",
        type: "object",
        bytes: 26,
        sha256: "sha256:1e6cdbf98b0141612982f07069873541adcca39058eb558464429906576f675f",
      },
    },
  ]);
  const shown = await goldenChanges(golden, now, { show: true });
  assertEquals(shown.map(({ reported }) => reported?.shown?.text), [
    '{"name": "hush_tool"}',
    '{"d": "hush", "name": "a"}',
  ]);
});
