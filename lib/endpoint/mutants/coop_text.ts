/**
 * Texts that reach the agent changed. A text is judged by an agent that repeats it, so the reference agent
 * does, and hears something else.
 *
 * @module
 */
import { hearing } from "../coop_agents.ts";
import type { CoopMutant } from "../coop_mutant.ts";
import { clean, warns } from "../mutant.ts";

const RECEIVED = "request.text-received";

function hears(
  id: string,
  what: string,
  change: (text: string) => string,
  more: Partial<CoopMutant> = {},
): CoopMutant {
  return {
    id: `coop-text-${id}`,
    breaks: RECEIVED,
    what,
    ...hearing(change),
    ...more,
    expect: warns(RECEIVED),
  };
}

const thoroughly = {
  thorough: true,
  unseen: { ...clean, why: "only a thorough run sends a text that shows it" },
} as const;

function cutBytes(text: string, limit: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, limit));
}

/** Changed texts. */
export const coopTextMutants: readonly CoopMutant[] = [
  hears("trimmed", "white space at a text's edges is dropped", (text) => text.trim()),
  hears("trimmed-at-its-end", "white space at a text's end is dropped", (text) => text.trimEnd()),
  hears("composed", "texts are normalized to NFC", (text) => text.normalize("NFC")),
  hears("decomposed", "texts are normalized to NFD", (text) => text.normalize("NFD")),
  hears("crlf", "line feeds become CR LF", (text) => text.replaceAll("\n", "\r\n")),
  hears("lf", "CR LF becomes a line feed", (text) => text.replaceAll("\r\n", "\n")),
  hears("one-line", "line ends become spaces", (text) => text.replaceAll("\n", " ")),
  hears("tabs-as-spaces", "tabs become spaces", (text) => text.replaceAll("\t", "  ")),
  hears("single-spaced", "runs of spaces become one", (text) => text.replace(/ {2,}/g, " ")),
  hears(
    "without-emoji",
    "characters beyond the basic plane are dropped",
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ""),
  ),
  hears(
    "ascii",
    "what isn't ASCII becomes a question mark",
    (text) => text.replace(/[^\0-\x7f]/gu, "?"),
  ),
  hears(
    "html",
    "quotes and angle brackets are escaped as for HTML",
    (text) => text.replaceAll('"', "&quot;"),
  ),
  hears("unescaped", "backslash and n become a line feed", (text) => text.replaceAll("\\n", "\n")),
  hears(
    "cut-at-32-kib",
    "a text is cut at 32 KiB",
    (text) => cutBytes(text, 32 * 1024),
    thoroughly,
  ),
  hears(
    "without-controls",
    "control characters are dropped, but tabs and line ends",
    // deno-lint-ignore no-control-regex
    (text) => text.replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g, ""),
    thoroughly,
  ),
  hears(
    "cr-as-lf",
    "a carriage return alone becomes a line feed",
    (text) => text.replace(/\r(?!\n)/g, "\n"),
    thoroughly,
  ),
];
