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
import { liveListJson, liveListText } from "./explain_agent.ts";
import type { Io } from "./io.ts";

/** Prints checks, clauses, checks on live agents, or all of them. */
export function run(args: Arguments, io: Io): number {
  const checks = listChecks();
  const lists: readonly List[] = [
    {
      what: "checks",
      heading: "Checks",
      text: () => checkListText(checks),
      json: () => ({ checks }),
    },
    {
      what: "clauses",
      heading: "Clauses",
      text: () => clauseListText(checks),
      json: () => ({ clauses: CLAUSES.map((row) => clauseJson(row, checks)) }),
    },
    {
      what: "agent-checks",
      heading: "Checks on a live agent and its model (corpus run --agent)",
      text: liveListText,
      json: () => ({ agent_checks: liveListJson() }),
    },
  ];
  const asked = args.positionals[0];
  const shown = asked === undefined ? lists : lists.filter(({ what }) => what === asked);
  if (args.text("format") === "json") {
    const all = Object.assign({}, ...shown.map(({ json }) => json()));
    io.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  } else {
    io.stdout.write(
      shown.map(({ heading, text }) => shown.length === 1 ? text() : `${heading}\n\n${text()}`)
        .join("\n"),
    );
  }
  return 0;
}

/** One of the lists, and how it is shown. */
interface List {
  readonly what: string;
  readonly heading: string;
  readonly text: () => string;
  readonly json: () => Readonly<Record<string, unknown>>;
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
