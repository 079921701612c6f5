/**
 * Every broken endpoint and every oddity that a self-test plays, by theme.
 *
 * @module
 */
import type { CoopMutant } from "../endpoint/coop_mutant.ts";
import { MUTANTS_BY_THEME } from "../endpoint/mutant_list.ts";
import { COOP_MUTANTS_BY_THEME } from "../endpoint/mutants/coop_all.ts";
import { hostileMutants } from "../endpoint/mutants/hostile.ts";

/** Mutants under one heading. */
export interface Theme {
  readonly name: string;
  readonly mutants: readonly CoopMutant[];
}

/** All themes: what bytes show, then what only an agent that plays along shows. */
export const THEMES: readonly Theme[] = [
  ...Object.entries(MUTANTS_BY_THEME).map(([name, mutants]) => ({ name, mutants })),
  { name: "hostile transport", mutants: hostileMutants },
  ...Object.entries(COOP_MUTANTS_BY_THEME).map(([name, mutants]) => ({
    name: `cooperative: ${name}`,
    mutants,
  })),
];

/** All mutants, in one list. */
export const ALL_MUTANTS: readonly CoopMutant[] = THEMES.flatMap(({ mutants }) => mutants);

const THEME_OF: ReadonlyMap<string, string> = new Map(
  THEMES.flatMap(({ name, mutants }) => mutants.map(({ id }) => [id, name] as const)),
);

/** The theme that a mutant stands under; `other` for one that isn't in the list. */
export function themeOf(id: string): string {
  return THEME_OF.get(id) ?? "other";
}
