/**
 * Every mutant and every oddity for cooperative checks, by theme.
 *
 * @module
 */
import type { CoopMutant } from "../coop_mutant.ts";
import { coopDeclaredMutants } from "./coop_declared.ts";
import { coopFailureMutants } from "./coop_failures.ts";
import { coopSpellingMutants } from "./coop_leak_spelling.ts";
import { coopTimeMutants } from "./coop_leak_when.ts";
import { coopPlaceMutants } from "./coop_leak_where.ts";
import { coopOddities } from "./coop_oddities.ts";
import { coopHabits } from "./coop_oddities_habits.ts";
import { coopResetMutants } from "./coop_reset.ts";
import { coopSessionMutants } from "./coop_sessions.ts";
import { coopTextMutants } from "./coop_text.ts";
import { coopToolMutants } from "./coop_tools.ts";

/** All tables, each under its theme. */
export const COOP_MUTANTS_BY_THEME: Readonly<Record<string, readonly CoopMutant[]>> = {
  resets: coopResetMutants,
  sessions: coopSessionMutants,
  texts: coopTextMutants,
  "tool calls": coopToolMutants,
  failures: coopFailureMutants,
  "leaks by spelling": coopSpellingMutants,
  "leaks by place": coopPlaceMutants,
  "leaks by time": coopTimeMutants,
  declarations: coopDeclaredMutants,
  "odd agents": coopOddities,
  "odd habits": coopHabits,
};

/** All of them, in one list. */
export const COOP_MUTANTS: readonly CoopMutant[] = Object.values(COOP_MUTANTS_BY_THEME).flat();
