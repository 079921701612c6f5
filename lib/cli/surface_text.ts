/**
 * A comparison of a surface with its golden, for people and for programs. Names that stand in the golden
 * are told; names and text that only the endpoint has told are not, unless showing was asked for.
 *
 * @module
 */
import { safeJson } from "../report/json.ts";
import { visible, visibleLines } from "../report/visible.ts";
import type { Change } from "../surface/golden_diff.ts";
import { REPORTED_NOTE } from "../surface/render.ts";
import type { SegmentFault } from "../surface/segments.ts";
import { redactUrl } from "../wire/redact.ts";
import type { Comparison } from "./surface_compare.ts";

const BENCH_NOTE =
  "A changed surface is a changed agent: run the bench, then record the golden again.";
const NO_PROOF_NOTE =
  "An unchanged surface proves nothing of how the agent behaves: skip no run for it.";

/** For a person; a line feed at its end. */
export function comparisonText(comparison: Comparison): string {
  const { compared, path, url, action } = comparison;
  const lines = [
    `Reported surface of ${shownUrl(url)} beside ${path}: ${headline(comparison)}`,
    `  ${REPORTED_NOTE}`,
  ];
  switch (compared.outcome) {
    case "unchanged":
      lines.push(`  ${NO_PROOF_NOTE}`);
      break;
    case "changed":
      lines.push(...compared.changes.flatMap((change) => ["", ...changeLines(change)]));
      lines.push("", `  ${BENCH_NOTE}`);
      break;
    case "not comparable":
      lines.push("  No golden can hold this surface, so it can't be the one that was recorded:");
      lines.push(...faultLines(compared.faults));
      break;
    case "unavailable":
      lines.push("  The golden promises a surface, and the endpoint serves none (404 or 501).");
      break;
    case "invalid":
      lines.push("  The golden promises a surface, and this is none:");
      lines.push(`  ${compared.described.detail ?? ""}`);
      for (const { code, clause, pointer, expected, received } of compared.described.violations) {
        lines.push(`    ${code} at ${pointer || "the answer"} (${clause})`);
        lines.push(`      expected: ${expected}`, `      received: ${received}`);
      }
      break;
    case "unreachable":
      lines.push(`  Nothing was compared: ${compared.reason}.`);
  }
  if (action === "diff" && compared.outcome !== "unchanged" && comparison.exitCode === 0) {
    lines.push("  diff only informs; check fails on this.");
  }
  return `${lines.map(visible).join("\n")}\n`;
}

/** What came of it, in few words. */
export function headline({ compared }: Pick<Comparison, "compared">): string {
  if (compared.outcome !== "changed") return compared.outcome;
  const { length } = compared.changes;
  return `${length} ${length === 1 ? "change" : "changes"}`;
}

/** One line a fault. */
export function faultLines(faults: readonly SegmentFault[]): readonly string[] {
  return faults.map(({ pointer, says }) => `    ${pointer} ${says}`);
}

/** What changed, in few words: `tool changed: client_lookup`. */
export function changeTitle({ what, change, name, reported }: Change): string {
  const known = name ?? (reported?.shown?.name || undefined);
  const title = `${what} ${change}`;
  return known === undefined ? title : `${title}: ${known}`;
}

/** A change with its pointers, types, lengths and hashes. */
export function changeLines(change: Change): readonly string[] {
  const { reported, golden } = change;
  const lines = [`  ${changeTitle(change)}`];
  if (golden !== undefined) {
    const { pointer, sha256, value } = golden;
    lines.push(
      `    golden:   ${[pointer, value, sha256].filter((t) => t !== undefined).join(", ")}`,
    );
  }
  if (reported !== undefined) {
    const { pointer, type, bytes, sha256, shown } = reported;
    lines.push(`    reported: ${pointer}, ${type}, ${bytes} bytes, ${sha256}`);
    for (const line of shown === undefined ? [] : visibleLines(shown.text).split("\n")) {
      lines.push(`      | ${line}`);
    }
  }
  return lines;
}

/** For a program: indented by two, a line feed at its end. */
export function comparisonJson(comparison: Comparison): string {
  const { action, url, path, compared, exitCode } = comparison;
  const { outcome, ...rest } = compared;
  const described = "described" in rest
    ? { detail: rest.described.detail, violations: rest.described.violations }
    : rest;
  return `${
    safeJson({
      action,
      outcome,
      exit_code: exitCode,
      label: "reported",
      note: REPORTED_NOTE,
      url: shownUrl(url),
      golden: path,
      ...described,
    }, 2)
  }\n`;
}

function shownUrl(url: string): string {
  return redactUrl(url).replace(/\/$/, "");
}
