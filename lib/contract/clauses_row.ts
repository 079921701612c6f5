/**
 * The type of a clause, and the short way in which the tables beside this file write one.
 *
 * @module
 */
import type { Level } from "./result.ts";

/**
 * Whom a clause binds: `E` an endpoint, `D` any driver, `R` the built-in runtime `http_inject`
 * (an `R` clause never fails another driver), `T` tooling around them.
 */
export type Party = "E" | "D" | "R" | "T";

/** A statement that binds nobody at run time: a thing left out, or a promise of the contract's keepers. */
export type Unbinding = "non-goal" | "governance";

/** One normative statement of the contract. */
export interface Clause {
  /** Words, never a position. An id never changes its meaning. */
  readonly id: string;
  /** Whom it binds; empty where it binds nobody at run time. */
  readonly who: readonly Party[];
  /** How strongly, as the text has it. */
  readonly level: Level | Unbinding;
  /** Where a party is held to another level than {@linkcode Clause.level}. */
  readonly level_for?: Readonly<Partial<Record<Party, Level>>>;
  /** A reading of ours: warned, never failed, unless the level is MUST. */
  readonly derived: boolean;
  /** Needs the agent to play along, so only positive evidence fails it. */
  readonly cooperative: boolean;
  /** What it asks for, in short. */
  readonly statement: string;
  /** The part of the contract in which it stands. */
  readonly section: string;
  /** Other parts that it draws on. */
  readonly also?: readonly string[];
  /** What it rests on, quoted word for word. */
  readonly sentence: string;
  /** Why nothing judges it. */
  readonly excluded?: string;
  /** Why a part of it is not judged. */
  readonly partly_excluded?: string;
  /** Parties whom it binds and nothing judges; {@linkcode Clause.partly_excluded} says why. */
  readonly unjudged?: readonly Party[];
}

/** A row as the tables write it: what is false or absent is left out. `B` is both sides. */
export type Row = Omit<Clause, "who" | "section" | "derived" | "cooperative"> & {
  readonly who: Party | "B" | readonly Party[];
  readonly derived?: true;
  readonly cooperative?: true;
};

/** Fills in what rows of one section leave out. */
export function section(name: string, rows: readonly Row[]): readonly Clause[] {
  return rows.map((row): Clause => ({
    ...row,
    who: parties(row.who),
    section: name,
    derived: row.derived ?? false,
    cooperative: row.cooperative ?? false,
  }));
}

function parties(who: Row["who"]): readonly Party[] {
  if (who === "B") return ["E", "D"];
  return typeof who === "string" ? [who] : who;
}
