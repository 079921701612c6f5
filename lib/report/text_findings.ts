/**
 * What a failure shows in the text format: the clause's own sentence, where it was broken, what was
 * expected and what came, how to mend it, and the exchanges that prove it.
 *
 * @module
 */
import type { ReportFinding, ReportResult } from "../contract/report.ts";
import { wrap } from "./style.ts";
import { conversationLines } from "./text_conversation.ts";
import { exchangeLines, type TextContext } from "./text_exchange.ts";
import { brief, visible } from "./visible.ts";
import { plural, VERDICT_LOOKS } from "./words.ts";

/** Findings of one check, and exchanges of one finding, that are shown unless all are asked for. */
const BRIEF_FINDINGS = 5;
const BRIEF_EXCHANGES = 2;
/** Columns of a field's label, its indent included. */
const LABEL_COLUMNS = 12;

function field(label: string, text: string, context: TextContext): string[] {
  return wrap(text, context.width, `  ${label}`.padEnd(LABEL_COLUMNS));
}

/** `body at /tool_calls/0`, `status`: a pointer means something in a body only. */
function place(finding: ReportFinding): string {
  if (finding.where !== "body") return `${finding.where} (${visible(finding.code)})`;
  const pointer = finding.pointer === "" ? "the whole document" : brief(finding.pointer, 200);
  return `body, ${pointer} (${visible(finding.code)})`;
}

function citedExchanges(ids: readonly string[], check: string, context: TextContext): string[] {
  const shown = context.verbose ? ids : ids.slice(0, BRIEF_EXCHANGES);
  const lines = shown.flatMap((id) => ["", ...exchangeLines(id, check, context)]);
  const rest = ids.slice(shown.length);
  if (rest.length > 0) {
    const first = rest.slice(0, 10).map(visible).join(", ");
    const more = rest.length > 10 ? ", …" : "";
    lines.push(
      "",
      ...wrap(`${plural(rest.length, "more exchange")}: ${first}${more}`, context.width, "  "),
    );
  }
  return lines;
}

function findingLines(
  finding: ReportFinding,
  check: string,
  told: Set<string>,
  context: TextContext,
): string[] {
  const lines = [...field("clause", visible(finding.clause), context)];
  if (!told.has(finding.clause)) {
    told.add(finding.clause);
    lines.push(...field("", `"${brief(finding.sentence, 1000)}"`, context));
  }
  lines.push(
    ...field("where", place(finding), context),
    ...field("expected", brief(finding.expected), context),
    ...field("received", brief(finding.received), context),
    ...field("mend", brief(finding.hint), context),
    `  explain   wt-inject explain ${visible(finding.clause)}`,
    ...citedExchanges(finding.exchanges, check, context),
  );
  return lines;
}

/** A check that failed, warned or met a fault of ours, with all its evidence. */
export function resultEvidence(result: ReportResult, context: TextContext): string[] {
  const look = VERDICT_LOOKS[result.verdict];
  const nature = `(${result.level}, ${result.kind}${result.required ? "" : ", not required"})`;
  const lines = [
    context.paint(look.style, `${look.glyph} ${look.word}`) +
    ` ${context.paint("strong", visible(result.id))} ${nature}`,
    ...wrap(brief(result.message), context.width, "  "),
  ];
  const quoted = new Set<string>();
  const shown = context.verbose ? result.findings : result.findings.slice(0, BRIEF_FINDINGS);
  for (const finding of shown) {
    lines.push("", ...findingLines(finding, result.id, quoted, context));
  }
  const left = result.findings.length - shown.length;
  if (left > 0) lines.push("", `  ${plural(left, "more finding")}: --format json has all of them`);
  if (result.findings.length === 0 && result.verdict !== "harness_error") {
    lines.push(`  explain   wt-inject explain ${visible(result.clause)}`);
  }
  const cited = new Set(shown.flatMap((finding) => finding.exchanges));
  const told = conversationLines(result.exchanges, visible(result.id), context.nonces, context);
  if (told.length > 0) return [...lines, ...told];
  const others = result.exchanges.filter((id) => !cited.has(id));
  return [...lines, ...citedExchanges(others, result.id, context)];
}
