/**
 * Differences in words, with values or without: by default a report has ids, hashes, counts, pointers
 * and bounded codes, and nothing that was said (R011).
 *
 * @module
 */
import type { Finding, Violation } from "../contract/result.ts";
import type { Difference, Told } from "./difference.ts";
import { sha256 } from "./digest.ts";
import { HINTS } from "./hints.ts";
import { GRAMMAR_HINTS } from "./hints_grammar.ts";

/** How much of a value is shown where values are asked for. */
const SHOWN = 300;
/** How much of a digest tells two values apart. */
const HASH_DIGITS = 12;

/** A difference as a finding that cites the exchanges given. */
export async function findingOf(
  difference: Difference,
  showValues: boolean,
  exchanges: readonly string[],
): Promise<Finding> {
  const { clause, code, severity, where, pointer } = difference;
  const tell = showValues ? shown : withheld;
  const violation: Violation = {
    clause,
    code,
    severity,
    where,
    pointer,
    expected: await tell(difference.expected),
    received: await tell(difference.received),
    hint: hintOf(code),
  };
  return { violation, exchanges };
}

const GRAMMAR = "grammar-";

/** How to mend it, by its code. */
export function hintOf(code: string): string {
  const fault = code.startsWith(GRAMMAR) ? GRAMMAR_HINTS[code.slice(GRAMMAR.length)] : undefined;
  const known = fault ?? HINTS[code] ?? HINTS[code.split("-")[0] ?? ""];
  return known ?? "Carry it through unchanged, or refuse the request with an error.";
}

/** A side with what was said. */
async function shown(told: Told): Promise<string> {
  if (told.kind === "text") return quoted(told.text);
  if (told.kind === "json") return cut(told.text);
  if (told.kind === "any-of") return (await Promise.all(told.of.map(shown))).join(" or ");
  return await withheld(told);
}

/** A side without it. */
async function withheld(told: Told): Promise<string> {
  switch (told.kind) {
    case "absent":
      return "nothing";
    case "word":
      return told.text;
    case "count":
      return `${told.count} ${told.count === 1 ? told.of.replace(/^(\w+)s\b/, "$1") : told.of}`;
    case "text":
      return `a text of ${told.text.length} characters, ${await hash(told.text)}`;
    case "json":
      return `JSON of ${told.text.length} characters, ${await hash(told.text)}`;
    case "any-of":
      return (await Promise.all(told.of.map(withheld))).join(" or ");
  }
}

async function hash(text: string): Promise<string> {
  const digest = await sha256(new TextEncoder().encode(text));
  return `sha256 ${digest.slice(0, HASH_DIGITS)}`;
}

function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

function cut(text: string): string {
  return text.length <= SHOWN
    ? text
    : `${text.slice(0, SHOWN).toWellFormed()}\u2026 (${text.length} characters)`;
}
