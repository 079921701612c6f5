/**
 * Lists of checks and plans, for people.
 *
 * @module
 */
import type { dryRun, listChecks } from "../conform/run.ts";
import { plural } from "../report/words.ts";

/** One line a check: id, level, kind, title. */
export function checkListText(checks: ReturnType<typeof listChecks>): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  return checks.map(({ id, level, kind, title }) =>
    `${id.padEnd(width)}  ${level.padEnd(6)}  ${kind.padEnd(11)}  ${title}\n`
  ).join("");
}

/** What would be sent, and for which checks. */
export function planText({ probes, checks, turns }: ReturnType<typeof dryRun>): string {
  const width = Math.max(0, ...probes.map(({ id }) => id.length));
  const rows = probes.map(({ id, purpose, turns }) =>
    `  ${id.padEnd(width)}  ${String(turns).padStart(5)}  ${purpose}\n`
  );
  return `${plural(probes.length, "probe")} for ${plural(checks.length, "check")}, at most ` +
    `${plural(turns, "turn")} to the agent. Nothing was sent.\n\n` +
    `  ${"probe".padEnd(width)}  turns\n${rows.join("")}\nChecks\n` +
    checkListText(checks).replace(/^/gm, "  ").trimEnd() + "\n";
}
