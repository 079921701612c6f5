/**
 * `wt-inject list`: what is judged, and by what.
 *
 * @module
 */
import { type CheckInfo } from "../conform/check.ts";
import { listChecks } from "../conform/run.ts";
import { type Clause, CLAUSES } from "../contract/clauses.ts";
import type { Arguments } from "./arguments.ts";
import { checkListText } from "./conform_lists.ts";
import type { Io } from "./io.ts";

/** Prints checks, clauses, or both. */
export function run(args: Arguments, io: Io): number {
  const what = args.positionals[0];
  const checks = listChecks();
  if (args.text("format") === "json") {
    const lists = {
      ...(what === "clauses" ? {} : { checks }),
      ...(what === "checks" ? {} : { clauses: CLAUSES.map((row) => clauseJson(row, checks)) }),
    };
    io.stdout.write(`${JSON.stringify(lists, null, 2)}\n`);
    return 0;
  }
  const parts = [];
  if (what !== "clauses") parts.push(checkListText(checks));
  if (what !== "checks") parts.push(clauseListText(checks));
  io.stdout.write(
    parts.length === 1 ? parts[0]! : `Checks\n\n${parts[0]}\nClauses\n\n${parts[1]}`,
  );
  return 0;
}

function checkIds(row: Clause, checks: readonly CheckInfo[]): readonly string[] {
  return checks.filter((check) => check.clause === row.id).map((check) => check.id);
}

function clauseJson(row: Clause, checks: readonly CheckInfo[]): Record<string, unknown> {
  return { ...row, checks: checkIds(row, checks) };
}

function clauseListText(checks: readonly CheckInfo[]): string {
  const width = Math.max(...CLAUSES.map(({ id }) => id.length));
  const levels = Math.max(...CLAUSES.map(({ level }) => level.length));
  return CLAUSES.map((row) => {
    const who = row.who.length === 0 ? "-" : row.who.join("+");
    const by = row.excluded === undefined ? "" : ` (not judged: ${row.excluded})`;
    return `${row.id.padEnd(width)}  ${row.level.padEnd(levels)}  ${who.padEnd(3)}  ` +
      `${checkIds(row, checks).length > 0 ? "checked" : "       "}  ${row.statement}${by}\n`;
  }).join("");
}
