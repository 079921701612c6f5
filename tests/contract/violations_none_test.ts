// isFaultless() against the schemas, on documents from a seeded generator.
import { assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { closeViolations, type EnvelopeKind } from "../../lib/contract/violations.ts";
import { isFaultless } from "../../lib/contract/violations_none.ts";

const DOCUMENTS = 5_000;
const KINDS: readonly EnvelopeKind[] = [
  "inject-response",
  "reset-response",
  "reset-request",
  "surface-request",
];

/** Numbers in [0, 1) from a seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD = ["null", "true", '"1"', '""', "1", "1.0", "2", "0", "[]", "{}", "[{}]", '"{}"', '[""]'];

/** Envelopes that are nearly good: each part is good more often than not. */
function generator(seed: number): () => string {
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const mostly = (good: readonly string[]) => pick(random() < 0.85 ? good : ODD);
  const member = (key: string, value: string, chance: number) =>
    random() < chance ? [`"${key}":${value}`] : [];
  const object = (members: readonly string[]) => `{${members.toSorted(() => random() - 0.5)}}`;
  const call = () =>
    random() < 0.9
      ? object([
        ...member("name", mostly(['"a"', '"constructor"']), 0.95),
        ...member("arguments", mostly(["{}", '{"a":1}', '{"__proto__":[]}']), 0.95),
        ...member("id", '"x"', 0.2),
      ])
      : pick(ODD);
  const calls = () => `[${Array.from({ length: Math.floor(random() * 3) }, call)}]`;
  return () =>
    random() < 0.03 ? pick(ODD) : object([
      ...member("wt_inject", random() < 0.85 ? "1" : pick(ODD), 0.95),
      ...member("reply", mostly(['"r"', '"r"', '""']), 0.95),
      ...member("tool_calls", random() < 0.9 ? calls() : pick(ODD), 0.95),
      ...member("error", mostly(['"e"']), 0.3),
      ...member("__proto__", '{"error":"e","reply":"r","wt_inject":1}', 0.1),
      ...member("reply", '"again"', 0.03),
    ]);
}

Deno.test("isFaultless() is true of the envelopes in which the schemas find nothing, and no others", () => {
  const next = generator(7);
  const seen = { faultless: 0, faulty: 0 };
  for (let i = 0; i < DOCUMENTS; i++) {
    const text = next();
    const doc = parseJson(text);
    for (const kind of KINDS) {
      const found = closeViolations(kind, doc, 1);
      assertEquals(isFaultless(kind, doc, 1), found.length === 0, `${kind}: ${text}`);
      seen[found.length === 0 ? "faultless" : "faulty"]++;
    }
  }
  assertEquals(Math.min(seen.faultless, seen.faulty) > DOCUMENTS / 4, true, JSON.stringify(seen));
});

Deno.test("isFaultless() asks for the version that it is given", () => {
  const doc = parseJson('{"wt_inject":2,"reply":"r","tool_calls":[]}');
  assertEquals([1, 2].map((version) => isFaultless("inject-response", doc, version)), [
    false,
    true,
  ]);
});

Deno.test("isFaultless() leaves to the schemas what it doesn't know", () => {
  const calls = Array.from({ length: 1_001 }, () => '{"name":"a","arguments":{}}');
  const many = parseJson(`{"wt_inject":1,"reply":"r","tool_calls":[${calls}]}`);
  assertEquals(isFaultless("inject-response", many, 1), false);
  const surface = parseJson(
    '{"wt_inject":1,"surface":{"system_instructions":[],"tool_definitions":[],"extra_segments":[]}}',
  );
  assertEquals(isFaultless("surface-response", surface, 1), false);
});
