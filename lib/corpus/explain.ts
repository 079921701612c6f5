/**
 * What a requirement of the corpus is for, and how it is kept.
 *
 * @module
 */
import { HINTS } from "./hints.ts";
import type { Corpus } from "./load.ts";
import type { RequirementId } from "./requirements.ts";

/** What there is to say of a requirement besides its own words. */
export interface RequirementExplanation {
  /** What goes wrong where it is broken. */
  readonly why: string;
  /** How to mend what breaks it. */
  readonly mend: string;
  /** Codes of differences that often stand for it; `hints.ts` says how to mend each. */
  readonly codes: readonly (keyof typeof HINTS)[];
  /** Where it is judged besides the cases that stand for it; or why no case does. */
  readonly elsewhere?: string;
}

/** An explanation for each requirement. */
export const REQUIREMENT_EXPLANATIONS: Readonly<Record<RequirementId, RequirementExplanation>> = {
  R001: {
    why:
      "A claim is worth something only where everybody can say which bytes it was made with. A " +
      "corpus that loads in spite of a misspelled key judges less than its author meant.",
    mend: 'Run "wt-inject corpus verify FOLDER": it names the file, the place and the kind of ' +
      "fault, and the digest that the files have. docs/corpus.md has the format.",
    codes: [],
    elsewhere: "It binds the corpus itself: every command that works with one loads it so.",
  },
  R002: {
    why: "An expectation that a translator made agrees with that translator. What is said beside " +
      "the conversation, a limit, a choice of tools, a count of tokens, changes what a client pays " +
      "for and what its model may do, and no answer shows it.",
    mend: "Carry each setting in the form that the upstream's dialect documents, or refuse it; " +
      "convert counts exactly.",
    codes: ["choice-changed", "parallel-changed", "limit-changed", "member", "usage-changed"],
    elsewhere: "Limits, choices, models and members are judged of every request in every case.",
  },
  R003: {
    why: "A model that is told another history gives another answer, and nobody is told of an " +
      "error. A result at the wrong call is the worst of them: all values are there, and wrong.",
    mend: "Tie results to calls by id, carry text and values as they are, add and drop nothing.",
    codes: ["result-swapped", "ids-merged", "arguments-changed", "text-changed", "turn-missing"],
    elsewhere: "Turns, calls and results are judged of every request in every case.",
  },
  R004: {
    why: "An agent that rewrites what it said before argues with a past that never was. Its last " +
      "answer may look right all the same.",
    mend:
      "Copy a request before it is handed on, and build the next one of the same messages, the " +
      "actual answer, and the results.",
    codes: ["not-append-only", "request-mutated", "answer-not-in-history"],
  },
  R005: {
    why: "What leaks from one conversation into another is somebody else's.",
    mend: "Keep nothing of one request for another: whatever outlives a request is shared.",
    codes: ["branch-mixed"],
  },
  R006: {
    why: "A stream that is held back is no stream, and a client that gets one event too many or " +
      "in the wrong place drops the answer, or hangs.",
    mend: "Pass events on as they come, cut nothing inside a character, and emit the client's " +
      "dialect as its vendor documents it.",
    codes: ["buffered", "grammar", "text-changed", "not-a-stream"],
    elsewhere: "The grammar of every stream is judged in every case.",
  },
  R007: {
    why:
      "Half an answer that ends as a whole one is believed. A lease that is lost takes a place " +
      "for good; one that is given back twice lets in more than there is room for.",
    mend:
      "End an answer as its upstream ended, in the client's own form of an error; give a lease " +
      "back once, on every way out.",
    codes: ["false-success", "error", "retry-after", "upstream-still-open", "lease-lost"],
    elsewhere: "Endings and leases are judged of every play in every case.",
  },
  R008: {
    why: "A hidden retry is paid for twice, and may do twice what was asked for once.",
    mend: "Send one attempt for each request of the client, and hand its outcome on.",
    codes: ["hidden-attempt", "attempt-missing", "stray-request", "model-changed"],
    elsewhere: "Attempts are counted in every case.",
  },
  R009: {
    why: "A repaired call is one that the model never made; a tool runs with it all the same.",
    mend: "Refuse what can't be carried, or carry it as it is where that is documented; tell a " +
      "limit as a limit.",
    codes: [
      "not-refused",
      "arguments-repaired",
      "id-invented",
      "ids-merged",
      "stop-reason",
      "content-changed",
    ],
  },
  R010: {
    why: "A case that is skipped where it fails hides what it is there to show.",
    mend: "Only the manifest makes a cell not applicable, with a reason that was reviewed; mend " +
      "the gateway, or change the contract in the open.",
    codes: [],
    elsewhere: "It binds reports: each path has its own counts, and its own claim.",
  },
  R011: {
    why: "Reports are passed around. What a conversation said doesn't belong in them.",
    mend: "Leave --show-values off where a report is kept, and point a run at nothing but a " +
      "gateway in front of the scripted upstream.",
    codes: [],
    elsewhere: "It binds runs and reports: loopback alone, ids, hashes, counts and codes.",
  },
  R012: {
    why:
      "A pass says that a gateway carries what these cases hold. It doesn't say that a model is " +
      "any good.",
    mend: "Claim the corpus by version, digest and path, and no more than that.",
    codes: [],
    elsewhere: "It binds claims: every report says what a pass doesn't mean.",
  },
};

/** The variants that stand for a requirement: case by case, in the corpus's order. */
export function variantsFor(
  corpus: Pick<Corpus, "cases">,
  id: RequirementId,
): readonly { readonly id: string; readonly variants: readonly string[] }[] {
  return corpus.cases.map(({ about, expected }) => ({
    id: about.id,
    variants: Object.entries(expected.variants).filter(([, { requirement }]) => requirement === id)
      .map(([variant]) => variant),
  })).filter(({ variants }) => variants.length > 0);
}
