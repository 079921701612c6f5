/**
 * The end of the text format, which must stand alone: the verdict line, its reason, and the line that
 * repeats the run.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { wrap } from "./style.ts";
import type { TextContext } from "./text_exchange.ts";
import { brief, visible } from "./visible.ts";
import { countsPhrase, duration, outcomeStyle, plural } from "./words.ts";

/**
 * Outcome, every verdict that fell, what was declared away, turns and time, on one line. A percentage
 * would hide what did not run, so there is none.
 */
export function verdictLine(report: Report, paint: TextContext["paint"]): string {
  const { turns, declarations, selection } = report;
  const facts = [countsPhrase(report.counts)];
  if (selection.selected < selection.available) {
    facts.push(`${selection.selected} of ${selection.available} checks selected`);
  }
  if (declarations.length > 0) facts.push(`declared: ${declarations.map(visible).join(", ")}`);
  if (turns.planned > 0 || turns.sent > 0) facts.push(`${plural(turns.sent, "turn")} sent`);
  facts.push(duration(report.duration_ms));
  return `${paint(outcomeStyle(report.outcome), report.headline ?? report.outcome)}: ${
    facts.join("; ")
  }`;
}

/** Notes, verdict, reason, and how to repeat it. */
export function summaryLines(report: Report, context: TextContext): string[] {
  const lines: string[] = [];
  for (const note of report.notes) {
    lines.push(...wrap(brief(note, 2000), context.width, "note: "));
  }
  if (report.notes.length > 0) lines.push("");
  return [
    ...lines,
    verdictLine(report, context.paint),
    ...wrap(brief(report.reason), context.width),
    `repeat: ${visible(report.repeat)}`,
  ];
}
