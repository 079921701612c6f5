/**
 * `wt-inject explain`: all there is to say about a clause, about the clause of a check, about a check on
 * a live agent, or about a requirement of the session corpus.
 *
 * @module
 */
import type { CheckInfo } from "../conform/check.ts";
import { listChecks } from "../conform/run.ts";
import { type Clause, CLAUSE_IDS, CLAUSES, type Party } from "../contract/clauses.ts";
import { explainClause } from "../contract/explain.ts";
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";
import { LIVE_CHECKS } from "../corpus/agent_live_checks.ts";
import { REQUIREMENT_EXPLANATIONS, variantsFor } from "../corpus/explain.ts";
import { carriedFiles } from "../corpus/files.ts";
import { HINTS } from "../corpus/hints.ts";
import { loadCorpus } from "../corpus/load.ts";
import { isRequirement, type RequirementId, REQUIREMENTS } from "../corpus/requirements.ts";
import type { Arguments } from "./arguments.ts";
import { liveCheck, liveCheckText } from "./explain_agent.ts";
import type { Io } from "./io.ts";
import { columns, paragraph } from "./wrap.ts";

/**
 * Prints one explanation.
 *
 * @throws UsageError where there is no such check, clause or requirement
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  const id = args.positionals[0]!;
  if (isRequirement(id)) {
    io.stdout.write(await requirementText(id));
    return 0;
  }
  const live = liveCheck(id);
  if (live !== undefined) {
    io.stdout.write(liveCheckText(live));
    return 0;
  }
  const checks = listChecks();
  const check = checks.find((one) => one.id === id);
  const row = CLAUSES.find((one) => one.id === (check?.clause ?? id));
  if (row === undefined) {
    const known = [
      ...CLAUSE_IDS,
      ...[...checks, ...LIVE_CHECKS].map((one) => one.id),
      ...Object.keys(REQUIREMENTS),
    ];
    const near = nearest(id, [...new Set(known)]);
    throw new UsageError(
      `Cannot explain ${JSON.stringify(id)}: there is no such check or clause`,
      `${near === undefined ? "" : `Did you mean ${near}? `}"wt-inject list" lists them all.`,
    );
  }
  io.stdout.write(explanationText(row, check, checks));
  return 0;
}

async function requirementText(id: RequirementId): Promise<string> {
  const { why, mend, codes, elsewhere } = REQUIREMENT_EXPLANATIONS[id];
  const hints = codes.map((code) => [code, HINTS[code]!] as const);
  const cases = variantsFor(await loadCorpus(carriedFiles()), id);
  const asked = cases.map((one) => paragraph(`${one.id}: ${one.variants.join(", ")}`, 2));
  return [
    `${id}: a requirement of the session corpus`,
    `The requirement\n${paragraph(`"${REQUIREMENTS[id]}"`, 2)}`,
    `Why it matters\n${paragraph(why, 2)}`,
    ["How to mend it", paragraph(mend, 2), ...(hints.length === 0 ? [] : [columns(hints, 40)])]
      .join("\n"),
    [
      "Asked by",
      ...(asked.length === 0 ? [paragraph("no case of its own.", 2)] : asked),
      ...(elsewhere === undefined ? [] : [paragraph(elsewhere, 2)]),
    ].join("\n"),
    paragraph('"wt-inject corpus show CASE" says what each variant of a case expects, and why.'),
  ].join("\n\n") + "\n";
}

const PARTIES: Readonly<Record<Party, string>> = {
  E: "endpoints",
  D: "drivers",
  R: "the built-in runtime",
  T: "tooling",
};

/** The explanation as text, no line wider than help's. */
function explanationText(
  row: Clause,
  asked: CheckInfo | undefined,
  checks: readonly CheckInfo[],
): string {
  const parts = [`${asked?.id ?? row.id}: ${asked?.title ?? row.statement}`];
  if (asked !== undefined && asked.id !== row.id) {
    parts.push(`Judges the clause ${row.id}: ${row.statement}`);
  }
  const blocks = [parts.map((text) => paragraph(text)).join("\n"), paragraph(standing(row))];
  blocks.push(`The contract (${row.section})\n${paragraph(`"${row.sentence}"`, 2)}`);
  const explanation = explainClause(row.id);
  if (explanation !== undefined) {
    const { why, good, bad, mend } = explanation;
    blocks.push(`Why it matters\n${paragraph(why, 2)}`);
    blocks.push(`Good\n${indented(good)}`, `Bad\n${indented(bad)}`);
    blocks.push(`How to mend it\n${paragraph(mend, 2)}`);
  }
  blocks.push(judgedBy(row, checks));
  return blocks.join("\n\n") + "\n";
}

/** Whom it binds, how strongly, and on whose word. */
function standing(row: Clause): string {
  const who = row.who.map((party) => {
    const level = row.level_for?.[party];
    return level === undefined ? PARTIES[party] : `${PARTIES[party]} (${level})`;
  });
  const binds = who.length === 0
    ? `${row.level}: binds nobody at run time.`
    : `${row.level}, binds ${who.join(" and ")}.`;
  const derived = row.derived ? ` A reading of ours; it rests on the sentence below.` : "";
  const cooperative = row.cooperative
    ? " Cooperative: the agent must play along, and only positive evidence fails it."
    : "";
  return binds + derived + cooperative;
}

function judgedBy(row: Clause, checks: readonly CheckInfo[]): string {
  const mine = checks.filter((check) => check.clause === row.id);
  const rows = mine.map((check) => [check.id, check.title] as const);
  const unseen = [row.excluded, row.partly_excluded].filter((reason) => reason !== undefined)
    .map((reason) => paragraph(`Not judged: ${reason}`, 2));
  const none = mine.length === 0 && row.excluded === undefined
    ? [paragraph("No check of conform: it doesn't bind endpoints, or shows in none.", 2)]
    : [];
  return ["Judged by", ...(rows.length > 0 ? [columns(rows, 40)] : []), ...none, ...unseen]
    .join("\n");
}

function indented(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}
