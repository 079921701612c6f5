/**
 * Answers past this tool's own bounds. They may be legal; what can't be read can't be judged.
 *
 * @module
 */
import { MAX_BODY_BYTES, MAX_HEAD_BYTES } from "../../wire/exchange.ts";
import { clean, type Expectation, type Mutant } from "../mutant.ts";
import { bare, isSmallTalk, smallTalk } from "../mutant_seams.ts";

const bound: Expectation = {
  ...clean,
  outcome: "INCOMPLETE",
  why:
    "over our own bounds nothing can be said, for or against: could_not_run, with the bound named",
};

/** Deeper than what the parser follows. */
const DEPTH = 12_000;

/** Answers too large for us. */
export const boundOddities: readonly Mutant[] = [
  {
    id: "bound-head",
    breaks: undefined,
    what: "the head of the first answer to ordinary words is larger than 64 KiB",
    head: (answer, asked) =>
      isSmallTalk(asked) && asked.earlier === 0
        ? { ...answer, headers: [["x-trace", "x".repeat(MAX_HEAD_BYTES)]] }
        : answer,
    expect: bound,
  },
  {
    id: "bound-body",
    breaks: undefined,
    what: "the first answer to ordinary words is larger than 16 MiB",
    head: (answer, asked) =>
      isSmallTalk(asked) && asked.earlier === 0
        ? { ...bare(200), body: new Uint8Array(MAX_BODY_BYTES + 1024).fill(0x20) }
        : answer,
    expect: bound,
  },
  {
    id: "bound-depth",
    breaks: undefined,
    what: "an unknown field of answers to ordinary words nests 12,000 deep",
    ...smallTalk((value) => ({ ...value, deep: "@deep" })),
    text: (text) => text.replace('"@deep"', "[".repeat(DEPTH) + "]".repeat(DEPTH)),
    expect: { ...bound, unproven: ["transport.json-utf8"] },
  },
];
