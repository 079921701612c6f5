/**
 * Compares JSON by what it says: numbers as exact decimals, objects without order.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "../contract/json.ts";
import { sameNumber } from "../contract/json_decimal.ts";

/** Where two documents first differ. */
export interface Difference {
  /** RFC 6901. */
  readonly pointer: string;
  /** What a person calls it. */
  readonly what: string;
}

interface Pair {
  readonly pointer: string;
  readonly one: JsonValue;
  readonly other: JsonValue;
  readonly spellings: () => readonly [string, string];
}

/** The first difference; undefined where they say the same. Never recurses. */
export function jsonDifference(one: JsonDocument, other: JsonDocument): Difference | undefined {
  const pairs: Pair[] = [{
    pointer: "",
    one: one.value,
    other: other.value,
    spellings: () => [one.numberAt("") ?? "", other.numberAt("") ?? ""],
  }];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const { pointer } = pair;
    const what = differs(pair);
    if (what !== undefined) return { pointer, what };
    const inside = parts(pair, one, other);
    if ("what" in inside) return inside;
    // The first in the order of the text is looked at first.
    pairs.push(...inside.pairs.toReversed());
  }
  return undefined;
}

function kindOf(value: JsonValue): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** How two values differ without a look inside. */
function differs({ one, other, spellings }: Pair): string | undefined {
  const kinds = [kindOf(one), kindOf(other)];
  if (kinds[0] !== kinds[1]) return `${kinds[1]} in place of ${kinds[0]}`;
  if (typeof one === "number") {
    const [mine, theirs] = spellings();
    return sameNumber(mine, theirs) ? undefined : `${theirs} in place of ${mine}`;
  }
  if (one !== null && typeof one === "object") return undefined;
  return one === other ? undefined : `${short(other)} in place of ${short(one)}`;
}

function short(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}

function parts(
  { pointer, one, other }: Pair,
  first: JsonDocument,
  second: JsonDocument,
): { readonly pairs: readonly Pair[] } | Difference {
  if (one === null || typeof one !== "object") return { pairs: [] };
  const mine = one as { readonly [key: string]: JsonValue };
  const theirs = other as { readonly [key: string]: JsonValue };
  const keys = Object.keys(mine);
  const at = (key: string) => `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const missing = keys.find((key) => !Object.hasOwn(theirs, key));
  if (missing !== undefined) return { pointer: at(missing), what: "it is missing" };
  const added = Object.keys(theirs).find((key) => !Object.hasOwn(mine, key));
  if (added !== undefined) return { pointer: at(added), what: "it was added" };
  const spelling = (doc: JsonDocument, container: object, key: string, value: JsonValue) =>
    doc.numberSource(container, Array.isArray(container) ? Number(key) : key) ?? String(value);
  return {
    pairs: keys.map((key) => {
      const [a, b] = [mine[key] as JsonValue, theirs[key] as JsonValue];
      return {
        pointer: at(key),
        one: a,
        other: b,
        spellings: () => [spelling(first, mine, key, a), spelling(second, theirs, key, b)],
      };
    }),
  };
}
