/**
 * The cases as a part of the documentation.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type { DriverCase, Family, OutcomeClass } from "./case.ts";
import { CASES } from "./case_list.ts";

const FAMILIES: readonly (readonly [family: Family, heading: string])[] = [
  ["good", "Good endpoints"],
  ["odd", "Odd but legal endpoints"],
  ["hostile", "Endpoints that break the contract"],
];

const OUTCOMES: Readonly<Record<OutcomeClass, string>> = {
  ok: "ok",
  agent_error: "agent_error",
  run_failed: "the run fails",
};

/** Markdown: each family, in it each clause, in it each case with what must come of it. */
export function caseTables(cases: readonly DriverCase[] = CASES): string {
  return FAMILIES.map(([family, heading]) => {
    const members = cases.filter((one) => one.family === family);
    const cited = [...new Set(members.map((one) => one.clause))];
    const parts = cited.map((id) => {
      const lines = members.filter((one) => one.clause === id).map(line).join("\n");
      return `**${id}**: ${clause(id).statement}\n\n${lines}\n`;
    });
    return `### ${heading} (${members.length})\n\n${parts.join("\n")}`;
  }).join("\n");
}

function line({ id, title, level, side, expect }: DriverCase): string {
  const outcome = expect.outcome.map((one) => OUTCOMES[one]).join(" or ");
  const surface = expect.surface === undefined ? "" : `, surface ${expect.surface}`;
  const about = [
    ...(level === "MUST" ? [] : ["warned"]),
    ...(side === "R" ? ["http_inject only"] : []),
  ];
  const note = about.length === 0 ? "" : ` (${about.join(", ")})`;
  return `- \`${id}\`${note}: ${escaped(title)} → ${outcome}${surface}`;
}

/** Characters of a title that Markdown would take for its own. */
function escaped(text: string): string {
  return text.replace(/[_*<[\]`\\]/g, "\\$&");
}
