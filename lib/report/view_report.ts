/**
 * A run's report as a {@linkcode View}.
 *
 * @module
 */
import type { Report, ReportResult } from "../contract/report.ts";
import { type Verdict, VERDICTS } from "../contract/result.ts";
import { isBaselined } from "./baseline.ts";
import { entryReason } from "./baseline_words.ts";
import type { View, ViewItem, ViewVerdict, Weight } from "./view.ts";
import { casesByPaths, pathsByVerdicts, sectionsByVerdicts } from "./view_matrix.ts";
import { basisOf, countsPhrase, outcomeStyle, plural, VERDICT_LOOKS } from "./words.ts";

/** A known failure's look: it failed, and somebody said why that is. */
const KNOWN: ViewVerdict = { key: "known", word: "known failure", glyph: "~", tone: "caution" };

/** What a reader of any format for people needs of a report. */
export function viewOfReport(report: Report): View {
  const known = new Map(
    isBaselined(report)
      ? report.baseline.known.map((one) => [one.check, one.entries.map(entryReason).join("; ")])
      : [],
  );
  const items = report.results.map((result) => itemOf(result, known.get(result.id)));
  const outcome = report.headline ?? report.outcome;
  const { turns, declarations, selection } = report;
  const noun = nounOf(report);
  return {
    command: report.command,
    target: report.target.url,
    ...(report.target.label === undefined ? {} : { label: report.target.label }),
    basis: basisOf(report),
    basisShort: basisShortOf(report),
    tool: `${report.tool.name} ${report.tool.version}, ${report.tool.runtime}`,
    startedAt: report.started_at,
    durationMs: report.duration_ms,
    outcome: {
      word: outcome,
      tone: known.size > 0 && report.exit_code === 0 ? "caution" : toneOf(report),
    },
    exitCode: report.exit_code,
    reason: report.reason,
    counts: VERDICTS.filter((verdict) => report.counts[verdict] > 0).map((verdict) => ({
      verdict: lookOf(verdict),
      count: report.counts[verdict],
      phrase: countsPhrase({ ...NONE, [verdict]: report.counts[verdict] }),
    })),
    facts: [
      ...(selection.selected < selection.available
        ? [`${selection.selected} of ${plural(selection.available, noun)} selected`]
        : []),
      ...(declarations.length > 0 ? [`declared: ${declarations.join(", ")}`] : []),
      ...(report.runs === undefined ? [] : [`each of ${report.runs} runs counts`]),
      ...(turns.planned > 0 || turns.sent > 0 ? [`${plural(turns.sent, "turn")} sent`] : []),
    ],
    noun,
    items,
    exchanges: report.exchanges,
    nonces: report.nonces,
    matrices: report.corpus === undefined
      ? [sectionsByVerdicts(items)]
      : [casesByPaths(report, items), pathsByVerdicts(report, items)],
    notes: report.notes,
    repeat: report.repeat,
  };
}

function basisShortOf({ contract, command, corpus }: Report): string {
  if (corpus !== undefined) return `corpus ${corpus.version}`;
  return command === "corpus" ? "agent on the session corpus" : `inject contract ${contract}`;
}

const NONE = {
  passed: 0,
  failed: 0,
  warned: 0,
  not_applicable: 0,
  could_not_run: 0,
  harness_error: 0,
};

/** A verdict's look, in the words of every format. */
export function lookOf(verdict: Verdict): ViewVerdict {
  const { glyph, word, style } = VERDICT_LOOKS[verdict];
  return { key: verdict, word, glyph, tone: style === "strong" ? "faint" : style };
}

function toneOf({ outcome }: Report): View["outcome"]["tone"] {
  const style = outcomeStyle(outcome);
  return style === "strong" ? "faint" : style;
}

function nounOf({ command, corpus }: Report): string {
  if (command === "certify") return "case";
  return corpus === undefined ? "check" : "cell";
}

function weightOf({ verdict, required }: ReportResult): Weight {
  switch (verdict) {
    case "failed":
      return "error";
    case "harness_error":
      return "fault";
    case "could_not_run":
      return required ? "unrun" : "notice";
    case "warned":
      return "warning";
    case "passed":
    case "not_applicable":
      return "none";
  }
}

function itemOf(result: ReportResult, known: string | undefined): ViewItem {
  const { id, section, title, message, findings, exchanges, clause, level, kind, runs } = result;
  const knownHere = known !== undefined && result.verdict === "failed";
  return {
    id,
    section,
    title,
    verdict: knownHere ? KNOWN : lookOf(result.verdict),
    weight: knownHere ? "notice" : weightOf(result),
    nature: `${level}, ${kind}${result.required ? "" : ", not required"}`,
    message,
    findings,
    facts: runs === undefined || new Set(runs).size < 2
      ? []
      : [["each run", runs.map((verdict) => VERDICT_LOOKS[verdict].word).join(", ")]],
    exchanges,
    ...(result.verdict === "harness_error" ? {} : { clause }),
    ...(knownHere ? { known } : {}),
  };
}
