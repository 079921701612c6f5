/**
 * What differs between an expectation and a play, told so that a report can hold values back.
 *
 * @module
 */
import type { Where } from "../contract/result.ts";
import type { Grounds, Subject } from "./expectation.ts";
import { isProtected, type RequirementId } from "./requirements.ts";
import type { JsonText } from "./transcript.ts";

/** One side of a difference. Words and counts may always be shown; texts only where asked. */
export type Told =
  | { readonly kind: "absent" }
  /** From a closed vocabulary, or formed like a code. */
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "count"; readonly count: number; readonly of: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "json"; readonly text: JsonText }
  | { readonly kind: "any-of"; readonly of: readonly Told[] };

/** One difference. */
export interface Difference {
  readonly subject: Subject;
  /** A word for machines that never changes: `result-swapped`, `hidden-attempt`, … */
  readonly code: string;
  readonly clause: RequirementId;
  readonly severity: "failed" | "warned";
  readonly where: Where;
  /** RFC 6901 into the expectation: `/exchanges/0/upstream/0/turns/2`. */
  readonly pointer: string;
  readonly expected: Told;
  readonly received: Told;
}

/** A difference before its grounds are weighed. */
export interface Noted {
  readonly subject: Subject;
  readonly code: string;
  readonly pointer: string;
  readonly expected: Told;
  readonly received: Told;
  /** Default: the subject's. */
  readonly clause?: RequirementId;
  readonly where?: Where;
  /** Where a vendor's own types say so, whatever the expectation rests on. */
  readonly basis?: "documented";
  /** Never more than a warning, whatever the grounds. */
  readonly warned?: true;
}

const REQUIREMENT_OF: Readonly<Record<Subject, RequirementId>> = {
  turns: "R003",
  text: "R003",
  calls: "R003",
  arguments: "R003",
  results: "R003",
  tools: "R003",
  choice: "R002",
  parallel: "R002",
  limit: "R002",
  "stop-strings": "R002",
  other: "R002",
  model: "R002",
  mode: "R006",
  attempts: "R008",
  ending: "R007",
  stop: "R003",
  usage: "R002",
  error: "R007",
  grammar: "R006",
  timing: "R006",
  closes: "R007",
  leases: "R007",
  history: "R004",
};

/** How many differences of one play are kept; the first say it all. */
export const MAX_DIFFERENCES = 20;

/** Collects differences and weighs each by its grounds. */
export class Differences {
  readonly #list: Difference[] = [];
  readonly #grounds: Grounds;
  readonly #special: Readonly<Partial<Record<Subject, Grounds>>>;
  #more = 0;
  #failed = 0;

  constructor(grounds: Grounds, special: Readonly<Partial<Record<Subject, Grounds>>> = {}) {
    this.#grounds = grounds;
    this.#special = special;
  }

  /**
   * Notes one. It fails where a vendor documents the expectation, or where it protects one of R003 to
   * R009; a derived or policy expectation of anything else only warns (spec/verdicts.md, Gateways).
   */
  add(noted: Noted): void {
    const { subject, clause = REQUIREMENT_OF[subject] } = noted;
    const { basis } = noted.basis === undefined ? this.#special[subject] ?? this.#grounds : noted;
    const fails = noted.warned !== true && (basis === "documented" || isProtected(clause));
    if (fails) this.#failed++;
    if (this.#list.length === MAX_DIFFERENCES) {
      this.#more++;
      return;
    }
    const { code, pointer, expected, received, where = "body" } = noted;
    const severity = fails ? "failed" : "warned";
    this.#list.push({ subject, code, clause, severity, where, pointer, expected, received });
  }

  /** In the order in which they were found. */
  get list(): readonly Difference[] {
    return this.#list;
  }

  /** How many more there were. */
  get more(): number {
    return this.#more;
  }

  /** How many fail, those that aren't listed too. */
  get failed(): number {
    return this.#failed;
  }

  /** How many there are in all. */
  get total(): number {
    return this.#list.length + this.#more;
  }
}

/** Nothing. */
export const ABSENT: Told = { kind: "absent" };

/** A word where it is formed like one, else a text: what a target sends can be anything. */
export function word(text: string | undefined): Told {
  if (text === undefined) return ABSENT;
  return /^[A-Za-z0-9_.:+-]{1,48}$/.test(text) ? { kind: "word", text } : { kind: "text", text };
}

/** A text. */
export function text(value: string | undefined): Told {
  return value === undefined ? ABSENT : { kind: "text", text: value };
}

/** A JSON value. */
export function json(value: JsonText | undefined): Told {
  return value === undefined ? ABSENT : { kind: "json", text: value };
}

/** A number of things. */
export function count(value: number, of: string): Told {
  return { kind: "count", count: value, of };
}

/** One of several. */
export function anyOf(of: readonly Told[]): Told {
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: "any-of", of };
}
