/**
 * Contract C as a table: every normative statement, with an id that checks, violations, driver
 * cases and reports cite.
 *
 * @module
 */
import { CANARY, CONFORMANCE, LAYERING, RATIFICATION, RUNTIME } from "./clauses_around.ts";
import { ERRORS } from "./clauses_errors.ts";
import { RESET } from "./clauses_reset.ts";
import { RESPONSE } from "./clauses_response.ts";
import type { Clause, Party } from "./clauses_row.ts";
import { REQUEST, SESSION } from "./clauses_session.ts";
import { SURFACE } from "./clauses_surface.ts";
import { TRANSPORT, VERSIONING } from "./clauses_transport.ts";

export type { Clause, Party, Unbinding } from "./clauses_row.ts";

/** Every clause, in the contract's order. */
export const CLAUSES: readonly Clause[] = [
  ...TRANSPORT,
  ...VERSIONING,
  ...SESSION,
  ...REQUEST,
  ...RESPONSE,
  ...ERRORS,
  ...RESET,
  ...SURFACE,
  ...LAYERING,
  ...RUNTIME,
  ...CANARY,
  ...CONFORMANCE,
  ...RATIFICATION,
];

/** The ids, in the contract's order. */
export const CLAUSE_IDS: readonly string[] = CLAUSES.map(({ id }) => id);

const byId: ReadonlyMap<string, Clause> = new Map(CLAUSES.map((row) => [row.id, row]));

/**
 * The clause with this id.
 *
 * @throws {RangeError} where there is none: ids in code are literals, so that is a slip of ours.
 */
export function clause(id: string): Clause {
  const found = byId.get(id);
  if (found === undefined) {
    throw new RangeError(`Cannot find clause "${id}": the contract's table has no such id`);
  }
  return found;
}

/** The level at which a clause holds one party; `error.grace-five` is the case that differs. */
export function levelFor(row: Clause, party: Party): Clause["level"] {
  return row.level_for?.[party] ?? row.level;
}

/** True where a clause binds a party and can be judged of it. */
export function isJudgedFor(row: Clause, party: Party): boolean {
  return row.who.includes(party) && row.excluded === undefined &&
    !(row.unjudged?.includes(party) ?? false);
}
