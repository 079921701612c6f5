/**
 * Looks for a nonce the way a leak may spell it: in any letter case, with other separators or none
 * between its digits, or in pieces.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import { bodyOf, type Entry, wholeResponse } from "./evidence.ts";

/** So many hex digits of a nonce in a row can't be chance: 16^12 is 2.8e14. */
export const FRAGMENT = 12;

/** Where a nonce was found, and how much of it. */
export interface Sighting {
  /** `whole`, or a fragment of at least {@linkcode FRAGMENT} of its 32 hex digits. */
  readonly kind: "whole" | "fragment";
  /** How many of its digits stood together. */
  readonly digits: number;
}

/**
 * Takes everything out of a text that is no letter and no digit, so that hyphens, spaces, colons and line
 * breaks between the digits of a nonce hide nothing; and folds letter case.
 */
function flatten(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Looks for a UUID in a text. */
export function sight(nonce: string, text: string): Sighting | undefined {
  return sightFlat(nonce, flatten(text));
}

function sightFlat(nonce: string, flat: string): Sighting | undefined {
  const digits = nonce.replaceAll("-", "").toLowerCase();
  if (flat.includes(digits)) return { kind: "whole", digits: digits.length };
  let longest = 0;
  for (let from = 0; from + FRAGMENT <= digits.length; from++) {
    let length = Math.max(longest, FRAGMENT - 1);
    while (
      from + length < digits.length && flat.includes(digits.slice(from, from + length + 1))
    ) length++;
    if (length >= FRAGMENT && length > longest) longest = length;
  }
  return longest >= FRAGMENT ? { kind: "fragment", digits: longest } : undefined;
}

/**
 * All that an answer says, as one text: escapes resolved where it is JSON, bytes as UTF-8 where it
 * isn't. Replies, tool calls, errors and fields that the contract doesn't know are all in it.
 */
export function answerText(entry: Entry): string {
  const body = bodyOf(entry);
  if (body?.ok === true) return unescaped(stringifyJson(body.doc));
  const response = wholeResponse(entry) ?? entry.exchange.response;
  return response === undefined ? "" : new TextDecoder().decode(response.body);
}

const SHORT: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
};

/** The letters of an escape must not stand between digits, and none may be taken for one. */
function unescaped(json: string): string {
  return json.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, code: string | undefined, short: string) =>
      code === undefined ? SHORT[short] ?? short : String.fromCharCode(parseInt(code, 16)),
  );
}

const flattened = new WeakMap<Entry["exchange"], string>();

/** Looks for a nonce in an answer. */
export function sightIn(nonce: string, entry: Entry): Sighting | undefined {
  if (entry.withheld !== undefined) {
    const held = entry.withheld.holds.find((one) => one.nonce === nonce);
    return held && { kind: held.digits === 32 ? "whole" : "fragment", digits: held.digits };
  }
  let flat = flattened.get(entry.exchange);
  if (flat === undefined) {
    flat = flatten(answerText(entry));
    flattened.set(entry.exchange, flat);
  }
  return sightFlat(nonce, flat);
}
