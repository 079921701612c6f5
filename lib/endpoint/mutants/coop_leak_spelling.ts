/**
 * Leaks that spell the nonce in a way of their own. Each comes back in every answer to a question after a
 * reset, so only the spelling can hide it.
 *
 * @module
 */
import { leaks } from "../coop_leak.ts";
import { type CoopMutant, survivesAnywhere } from "../coop_mutant.ts";

const digits = (nonce: string) => nonce.replaceAll("-", "");
const between = (separator: string) => (nonce: string) => [...digits(nonce)].join(separator);
const inPairs = (separator: string) => (nonce: string) =>
  digits(nonce).match(/../g)!.join(separator);

function spelled(id: string, what: string, spell: (nonce: string) => string): CoopMutant {
  return {
    id: `coop-leak-${id}`,
    breaks: "conformance.canary",
    what,
    ...leaks({ spell }),
    expect: survivesAnywhere,
  };
}

/** Leaks in other spellings. */
export const coopSpellingMutants: readonly CoopMutant[] = [
  spelled("as-told", "a leak says the nonce as it was told", (nonce) => nonce),
  spelled("upper-cased", "a leak says the nonce in capitals", (nonce) => nonce.toUpperCase()),
  spelled("without-hyphens", "a leak says the nonce without hyphens", digits),
  spelled("spaced", "a leak has a space between any two digits of the nonce", between(" ")),
  spelled("in-pairs-with-colons", "a leak has colons between pairs of digits", inPairs(":")),
  spelled("one-digit-a-line", "a leak has a line for each digit of the nonce", between("\n")),
  spelled("crlf-pairs", "a leak has CR LF between pairs of digits", inPairs("\r\n")),
  spelled("tabbed", "a leak has tabs between pairs of digits", inPairs("\t")),
  spelled("comma-separated", "a leak lists the nonce's digits with commas", between(", ")),
  spelled(
    "in-markdown",
    "a leak sets the nonce's groups in bold",
    (nonce) => nonce.split("-").map((group) => `**${group}**`).join("-"),
  ),
  spelled("zero-width", "a leak has zero-width spaces between digits", between("\u200b")),
  spelled("soft-hyphens", "a leak has soft hyphens between digits", between("\u00ad")),
  spelled(
    "twelve-first",
    "a leak says the first 12 digits of the nonce",
    (nonce) => digits(nonce).slice(0, 12),
  ),
  spelled(
    "twelve-middle",
    "a leak says 12 digits from the nonce's middle",
    (nonce) => digits(nonce).slice(10, 22),
  ),
  spelled(
    "twelve-last",
    "a leak says the last 12 digits, in capitals and pairs",
    (nonce) => inPairs(" ")(nonce.slice(-12)).toUpperCase(),
  ),
];
