/**
 * A self-test in the format that was asked for.
 *
 * @module
 */
import { renderSelftestMarkdown } from "./render_markdown.ts";
import { renderSelftestText, type SelftestTextOptions } from "./render_text.ts";
import type { SelftestReport } from "./report.ts";

/** The formats of a self-test. */
export const SELFTEST_FORMATS = ["text", "json", "markdown"] as const;

/** One of them. */
export type SelftestFormat = (typeof SELFTEST_FORMATS)[number];

/**
 * The self-test in one format, newline at the end.
 *
 * @example For people, and for machines
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { renderSelftest, selftest } from "@wt/inject/selftest";
 *
 * const report = await selftest({ patterns: ["tool-calls-false"] });
 * console.log(renderSelftest(report, "text"));
 * assertEquals(JSON.parse(renderSelftest(report, "json")).outcome, "PASSED");
 * ```
 */
export function renderSelftest(
  report: SelftestReport,
  format: SelftestFormat,
  options: SelftestTextOptions = {},
): string {
  switch (format) {
    case "text":
      return renderSelftestText(report, options);
    case "json":
      return renderSelftestJson(report);
    case "markdown":
      return renderSelftestMarkdown(report);
  }
}

/** The self-test as it stands, indented by two, with nothing in it that a terminal acts on. */
export function renderSelftestJson(report: SelftestReport): string {
  const text = JSON.stringify(report, null, 2);
  const safe = text.replace(
    /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
  );
  return `${safe}\n`;
}
