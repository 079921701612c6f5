/**
 * A ratification in the format that was asked for.
 *
 * @module
 */
import { renderRatificationMarkdown } from "./ratify_markdown.ts";
import type { RatificationRecord } from "./ratify_record.ts";
import { type RatificationTextOptions, renderRatificationText } from "./ratify_text.ts";

/** The formats of a ratification. */
export const RATIFICATION_FORMATS = ["text", "json", "markdown"] as const;

/** One of them. */
export type RatificationFormat = (typeof RATIFICATION_FORMATS)[number];

/**
 * The ratification in one format, newline at the end.
 *
 * @example As Markdown
 * ```ts
 * import { assertStringIncludes } from "@std/assert";
 * import { ratify, renderRatification, selfDriver } from "@wt/inject/certify";
 *
 * const record = await ratify({
 *   drivers: [
 *     { label: "one", command: selfDriver },
 *     { label: "two", command: (request, settings) => selfDriver(request, settings) },
 *   ],
 *   patterns: ["turn.plain"],
 * });
 * assertStringIncludes(renderRatification(record, "markdown"), "## Agreement");
 * ```
 */
export function renderRatification(
  record: RatificationRecord,
  format: RatificationFormat,
  options: RatificationTextOptions = {},
): string {
  switch (format) {
    case "text":
      return renderRatificationText(record, options);
    case "json":
      return renderRatificationJson(record);
    case "markdown":
      return renderRatificationMarkdown(record);
  }
}

/** The record as it stands, indented by two, with nothing in it that a terminal acts on. */
export function renderRatificationJson(record: RatificationRecord): string {
  const safe = JSON.stringify(record, null, 2).replace(
    /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
  );
  return `${safe}\n`;
}
