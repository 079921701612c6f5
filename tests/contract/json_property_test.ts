// parseJson() against JSON.parse, property by property, on documents from a seeded generator.
import { assertEquals, fail } from "@std/assert";
import { type JsonValue, parseJson, stringifyJson } from "../../lib/contract/json.ts";

const DOCUMENTS = 2_000;

/** Numbers in [0, 1) from a seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function generator(seed: number) {
  const random = seeded(seed);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const digits = (n: number) => Array.from({ length: n }, () => below(10)).join("");
  const repeat = (n: number, make: () => string) => Array.from({ length: n }, make);
  const space = () => random() < 0.8 ? "" : pick([" ", "\n", "\t", "\r\n", "  "]);

  function number(): string {
    const whole = pick(["0", "1", "42", `${1 + below(9)}${digits(below(20))}`]);
    const fraction = random() < 0.3 ? `.${digits(1 + below(18))}` : "";
    const exponent = random() < 0.2
      ? pick(["e", "E"]) + pick(["", "+", "-"]) + digits(1 + below(3))
      : "";
    return (random() < 0.3 ? "-" : "") + whole + fraction + exponent;
  }

  function string(): string {
    const pieces = [
      "a",
      "Z",
      " ",
      "é",
      "\u{1f600}",
      "\ufeff",
      "\u2028",
      "\x7f",
      "/",
      "{",
      "]",
      ",",
    ];
    const escapes = ['\\"', "\\\\", "\\/", "\\b", "\\n", "\\u0000", "\\u00E9", "\\ud83d\\ude00"];
    const lone = ["\\ud800", "\\udfff"];
    return `"${repeat(below(12), () => pick(pick([pieces, pieces, escapes, lone]))).join("")}"`;
  }

  function key(): string {
    return pick([
      '"a"',
      '"b"',
      '"a/b"',
      '"__proto__"',
      '"constructor"',
      '"0"',
      '"\\u0061"',
      string(),
    ]);
  }

  function value(depth: number): string {
    const kind = below(depth <= 0 ? 5 : 9);
    const around = (text: string) => space() + text + space();
    if (kind < 2) return around(number());
    if (kind < 4) return around(string());
    if (kind === 4) return around(pick(["true", "false", "null"]));
    const count = below(5);
    if (kind < 7) return around(`[${repeat(count, () => value(depth - 1)) || space()}]`);
    const entries = repeat(count, () => `${space()}${key()}${space()}:${value(depth - 1)}`);
    return around(`{${entries || space()}}`);
  }

  function mutate(text: string): string {
    const at = below(text.length + 1);
    const odd = [
      ...'[]{},:"\\0123456789-+.eEtfnul \n\t\0\x0c\x1f\u00a0\ufeffNaI',
      "NaN",
      "]]",
      ",,",
    ];
    switch (below(4)) {
      case 0:
        return text.slice(0, at) + text.slice(at + 1);
      case 1:
        return text.slice(0, at) + pick(odd) + text.slice(at);
      case 2:
        return text.slice(0, at) + pick(odd) + text.slice(at + 1);
      default:
        return text.slice(0, at);
    }
  }

  return { document: () => value(1 + below(6)), mutate };
}

/** Equality with nothing forgiven: own keys in order, prototypes, -0, the kind of container. */
function assertIdentical(actual: JsonValue, expected: JsonValue, text: string): void {
  if (typeof expected !== "object" || expected === null) {
    if (!Object.is(actual, expected)) fail(`${String(actual)} for ${String(expected)} in ${text}`);
    return;
  }
  if (typeof actual !== "object" || actual === null) fail(`no container in ${text}`);
  assertEquals(Array.isArray(actual), Array.isArray(expected), text);
  assertEquals(Object.getPrototypeOf(actual) === Object.getPrototypeOf(expected), true, text);
  assertEquals(Reflect.ownKeys(actual), Reflect.ownKeys(expected), text);
  for (const key of Object.keys(expected)) {
    assertIdentical(own(actual, key), own(expected, key), text);
  }
}

function own(container: object, key: string): JsonValue {
  return Object.getOwnPropertyDescriptor(container, key)!.value;
}

/** The document without its white space, by a walk that knows strings alone. */
function compacted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[ \n\r\t]+/g, (part) => part.startsWith('"') ? part : "");
}

/** Numbers of a document in their order, as they are spelled. */
function numbersOf(text: string): readonly string[] {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, "_").match(/-?\d[\d.eE+-]*/g) ?? [];
}

Deno.test("parseJson() gives what JSON.parse gives", () => {
  const { document } = generator(1);
  for (let i = 0; i < DOCUMENTS; i++) {
    const text = document();
    assertIdentical(parseJson(text).value, JSON.parse(text), text);
  }
});

Deno.test("stringifyJson() writes what parses back equal, with every number as it came", () => {
  const { document } = generator(2);
  let compared = 0;
  for (let i = 0; i < DOCUMENTS; i++) {
    const text = document();
    const doc = parseJson(text);
    const written = stringifyJson(doc);
    assertIdentical(parseJson(written).value, doc.value, text);
    assertEquals(stringifyJson(parseJson(written)), written);
    // Duplicates drop values: then order can't be compared.
    if (doc.duplicateCount > 0) continue;
    assertEquals(numbersOf(written), numbersOf(text), text);
    assertEquals(JSON.stringify(JSON.parse(written)), JSON.stringify(JSON.parse(compacted(text))));
    compared++;
  }
  assertEquals(compared > DOCUMENTS / 4, true);
});

Deno.test("parseJson() refuses what JSON.parse refuses, and nothing else", () => {
  const { document, mutate } = generator(3);
  const outcomes = { accepted: 0, refused: 0 };
  for (let i = 0; i < DOCUMENTS; i++) {
    let text = document();
    for (let rounds = 1 + i % 3; rounds > 0; rounds--) text = mutate(text);
    const expected = outcomeOf(() => JSON.parse(text));
    const actual = outcomeOf(() => parseJson(text).value);
    if (expected === undefined || actual === undefined) {
      assertEquals(actual === undefined, expected === undefined, JSON.stringify(text));
      outcomes.refused++;
    } else {
      assertIdentical(actual.value, expected.value, text);
      outcomes.accepted++;
    }
  }
  assertEquals(outcomes.accepted > 100 && outcomes.refused > 100, true, JSON.stringify(outcomes));
});

function outcomeOf(parse: () => JsonValue): { readonly value: JsonValue } | undefined {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
