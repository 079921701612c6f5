/**
 * The formats that a report can be written in, as data: help, completions and option parsing come
 * from this table.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { renderJson, renderNdjson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderText, type TextOptions } from "./text.ts";

/** One format. */
export interface Format {
  /** For help: a phrase, no full stop. */
  readonly description: string;
  /** The whole document, newline at the end. Formats for machines ignore the options. */
  readonly render: (report: Report, options?: TextOptions) => string;
}

/** A format's name. */
export type FormatName = "text" | "json" | "ndjson" | "junit";

/** All formats. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  text: { description: "for people: checks by section, evidence, verdict", render: renderText },
  json: {
    description: "the whole report; `wt-inject schema report` describes it",
    render: renderJson,
  },
  ndjson: { description: "a JSON value a line: run, results, end", render: renderNdjson },
  junit: { description: "JUnit XML, for CI systems", render: renderJunit },
};

/** The names in the order of help. */
export const formatNames: readonly FormatName[] = ["text", "json", "ndjson", "junit"];

/** True where the name is a format's. */
export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** The report in a format. Throws RangeError for a name that is none. */
export function renderReport(format: string, report: Report, options: TextOptions = {}): string {
  if (!isFormat(format)) {
    throw new RangeError(
      `Cannot render format ${JSON.stringify(format)}: choose one of ${formatNames.join(", ")}`,
    );
  }
  return FORMATS[format].render(report, options);
}
