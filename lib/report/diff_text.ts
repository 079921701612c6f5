/**
 * A diff of two runs for a person, and for programs.
 *
 * @module
 */
import { VERDICTS } from "../contract/result.ts";
import type { DiffChange, DiffCheck, DiffRun, ReportDiff } from "./diff.ts";
import { safeJson } from "./json.ts";
import { type Paint, painter, type Style, wrap } from "./style.ts";
import type { TextOptions } from "./text.ts";
import { brief, defuseLine, visible } from "./visible.ts";
import { plural, VERDICT_LOOKS } from "./words.ts";

/** The diff as JSON, indented by two, line feed at the end. */
export function diffJson(diff: ReportDiff): string {
  return `${safeJson(diff, 2)}\n`;
}

/** The diff as text, line feed at the end: what got worse first, the counts last. */
export function diffText(
  diff: ReportDiff,
  { color = false, width = 79 }: Pick<TextOptions, "color" | "width"> = {},
): string {
  const paint = painter(color);
  const list = (title: string, style: Style, lines: readonly string[][]): readonly string[] =>
    lines.length === 0 ? [] : ["", paint(style, `${title} (${lines.length})`), ...lines.flat()];
  const only = (title: string, checks: readonly DiffCheck[]): readonly string[] =>
    checks.length === 0 ? [] : [
      "",
      paint("strong", `${title} (${checks.length})`),
      ...nameLines(checks, paint, width),
    ];
  const check = (item: DiffCheck) => checkLines(item, width);
  const change = (item: DiffChange) => changeLines(item, width);
  const worse = diff.new_failures.length > 0;
  const lines = [
    paint("strong", "wt-inject report diff"),
    ...wrap(runText(diff.old), width, "  old: "),
    ...wrap(runText(diff.new), width, "  new: "),
    ...(diff.old.url === diff.new.url ? [] : ["  (not the same URL)"]),
    ...list("New failures", "bad", diff.new_failures.map(check)),
    ...list("Fixed", "good", diff.fixed.map(change)),
    ...list("Still failing", "bad", diff.still_failing.map(change)),
    ...list("Other verdicts", "caution", diff.changed.map(change)),
    ...only("Only in the new run", diff.appeared),
    ...only("Only in the old run", diff.vanished),
    "",
    `${paint(worse ? "bad" : diff.exit_code === 0 ? "good" : "caution", countsText(diff))}`,
    ...wrap(brief(diff.reason), width),
  ];
  return `${lines.map(defuseLine).join("\n")}\n`;
}

function runText({ url, label, started_at, tool, outcome, headline, checks }: DiffRun): string {
  const name = label === undefined ? "" : ` (${brief(label, 200)})`;
  return `${brief(headline ?? outcome, 200)}, ${checks} checks on ${brief(url, 2000)}${name}, ` +
    `${visible(started_at)}, ${brief(tool, 100)}`;
}

/** Checks that only one run knows, by verdict. */
function nameLines(checks: readonly DiffCheck[], paint: Paint, width: number): readonly string[] {
  return VERDICTS.flatMap((verdict) => {
    const ids = checks.filter((one) => one.verdict === verdict).map(({ check }) => check);
    if (ids.length === 0) return [];
    const { word, style } = VERDICT_LOOKS[verdict];
    return [`  ${paint(style, word)}`, ...wrap(brief(ids.join(", "), 10_000), width, "    ")];
  });
}

function checkLines({ check, required, codes, message }: DiffCheck, width: number): string[] {
  const nature = required ? "" : ", not required";
  return [
    `  ${brief(check, 200)}${codesText(codes)}${nature}`,
    ...wrap(brief(message), width, "    "),
  ];
}

function changeLines(change: DiffChange, width: number): string[] {
  const { check, old, new: now, old_codes, new_codes, message } = change;
  const name = `  ${brief(check, 200)}`;
  if (old === "failed" && now === "failed") {
    return old_codes.join() === new_codes.join() ? [name + codesText(new_codes)] : [
      `${name}: in another way, ${codesText(old_codes).trim()} then,` +
      `${codesText(new_codes)} now`,
    ];
  }
  const moved = `${name}: ${VERDICT_LOOKS[old].word}${codesText(old_codes)}, now ` +
    VERDICT_LOOKS[now].word;
  return now === "passed" ? [moved] : [moved, ...wrap(brief(message), width, "    ")];
}

function codesText(codes: readonly string[]): string {
  return codes.length === 0 ? "" : ` (${codes.map((code) => brief(code, 100)).join(", ")})`;
}

function countsText(diff: ReportDiff): string {
  return `${diff.new_failures.length} new, ${diff.fixed.length} fixed, ` +
    `${diff.still_failing.length} still failing; ` +
    `${plural(diff.changed.length, "other change")}, ` +
    `${diff.appeared.length} appeared, ${diff.vanished.length} vanished`;
}
