/**
 * Checks as lines: the list by section, the line shown while a run goes on, and the groups of checks
 * that share a reason.
 *
 * @module
 */
import type { ReportResult } from "../contract/report.ts";
import type { Verdict } from "../contract/result.ts";
import { painter, wrap } from "./style.ts";
import { conversationLines } from "./text_conversation.ts";
import { exchangeLines, type TextContext } from "./text_exchange.ts";
import { brief, fit, visible } from "./visible.ts";
import { plural, VERDICT_LOOKS, WORD_COLUMNS } from "./words.ts";

/** Ids longer than this push their own title to the right, not everybody's. */
const ID_COLUMNS = 36;
/** A title with less room than this is left out: the id says enough. */
const LEAST_TITLE = 12;

/** Results by section, in the order in which the sections first come up. */
export function bySection(
  results: readonly ReportResult[],
): ReadonlyMap<string, readonly ReportResult[]> {
  const sections = new Map<string, ReportResult[]>();
  for (const result of results) {
    const section = sections.get(result.section);
    if (section === undefined) sections.set(result.section, [result]);
    else section.push(result);
  }
  return sections;
}

function verdictColumn(verdict: Verdict, paint: TextContext["paint"]): string {
  const { glyph, word, style } = VERDICT_LOOKS[verdict];
  const padding = " ".repeat(WORD_COLUMNS - word.length);
  return paint(style, `${glyph} ${word}`) + padding;
}

/** One line a check, under a heading a section. */
export function sectionLines(results: readonly ReportResult[], context: TextContext): string[] {
  const { paint, width } = context;
  const longest = Math.max(0, ...results.map((r) => visible(r.id).length));
  const idColumns = Math.min(ID_COLUMNS, longest);
  const lines: string[] = [];
  for (const [section, members] of bySection(results)) {
    lines.push("", paint("strong", brief(section, 100)));
    for (const { verdict, id, title } of members) {
      const name = brief(id, 100).padEnd(idColumns);
      const room = width - (2 + 2 + WORD_COLUMNS + 2 + name.length + 2);
      const end = room < LEAST_TITLE ? "" : `  ${fit(title, room)}`;
      lines.push(`  ${verdictColumn(verdict, paint)}  ${name}${end}`.trimEnd());
    }
  }
  return lines;
}

/**
 * The line for one result while a run goes on: one line, whatever the message holds. A message is
 * shown where the verdict isn't `passed`.
 */
export function renderResultLine(
  result: Pick<ReportResult, "id" | "verdict" | "title" | "message">,
  options: { readonly color?: boolean } = {},
): string {
  const told = result.verdict === "passed" ? result.title : result.message;
  const start = verdictColumn(result.verdict, painter(options.color ?? false));
  return `${start}  ${brief(result.id, 100)}  ${brief(told, 200)}`;
}

/**
 * Checks of one verdict, one group a reason: what 13 dependents of one fault have to say is said once.
 */
export function reasonGroups(results: readonly ReportResult[], context: TextContext): string[] {
  const groups = new Map<string, ReportResult[]>();
  for (const result of results) {
    const group = groups.get(result.message);
    if (group === undefined) groups.set(result.message, [result]);
    else group.push(result);
  }
  const lines: string[] = [];
  for (const [reason, members] of groups) {
    const required = members.filter((member) => member.required).length;
    const count = `${plural(members.length, "check")}, ${required} required`;
    lines.push("", ...wrap(`${brief(reason)} (${count})`, context.width, "  "));
    const ids = members.map((member) => visible(member.id)).join(", ");
    lines.push(...wrap(ids, context.width, "    "));
    const cited = [...new Set(members.flatMap((member) => member.exchanges))];
    const told = conversationLines(cited, visible(members[0]?.id ?? ""), context.nonces, context);
    if (told.length > 0) {
      lines.push(...told);
      continue;
    }
    // What was declared away needs no proof.
    const few = members[0]?.verdict === "not_applicable" ? 0 : 1;
    const shown = context.verbose ? cited : cited.slice(0, few);
    const check = members[0]?.id ?? "";
    lines.push(...shown.flatMap((id) => ["", ...exchangeLines(id, check, context)]));
  }
  return lines;
}
