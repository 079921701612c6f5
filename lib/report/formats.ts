/**
 * The formats that a report can be written in, as data: help, completions and option parsing come
 * from this table. A renderer is loaded when it is asked for.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { TextOptions } from "./text.ts";
import type { View } from "./view.ts";

/** The names in the order of help. */
export const formatNames = [
  "text",
  "json",
  "ndjson",
  "junit",
  "markdown",
  "github",
  "html",
] as const;

/** A format's name. */
export type FormatName = (typeof formatNames)[number];

/** Makes the whole document, newline at the end. Formats for machines ignore the options. */
export type Render = (report: Report, options?: TextOptions) => string | Promise<string>;

/** One format. */
export interface Format {
  /** For help: a phrase, no full stop. */
  readonly description: string;
  /** Whether a person reads it. */
  readonly forPeople: boolean;
  readonly load: () => Promise<Render>;
}

/** The formats that render a {@linkcode View}, so that they fit every kind of report. */
export const VIEW_FORMATS = ["markdown", "github", "html"] as const;

/** The name of one of them. */
export type ViewFormat = (typeof VIEW_FORMATS)[number];

const VIEW_RENDERERS: Readonly<
  Record<ViewFormat, () => Promise<(view: View) => string | Promise<string>>>
> = {
  markdown: async () => (await import("./markdown.ts")).renderMarkdown,
  github: async () => (await import("./github.ts")).renderGithub,
  html: async () => (await import("./html/page.ts")).renderHtml,
};

function viewed(format: ViewFormat): Format["load"] {
  return async () => {
    const [render, { viewOfReport }] = await Promise.all([
      VIEW_RENDERERS[format](),
      import("./view_report.ts"),
    ]);
    return (report) => render(viewOfReport(report));
  };
}

/** All formats. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  text: {
    description: "for people: checks by section, evidence, verdict",
    forPeople: true,
    load: async () => (await import("./text.ts")).renderText,
  },
  json: {
    description: "the whole report; `wt-inject schema report` describes it",
    forPeople: false,
    load: async () => (await import("./json.ts")).renderJson,
  },
  ndjson: {
    description: "a JSON value a line: run, results, end",
    forPeople: false,
    load: async () => (await import("./json.ts")).renderNdjson,
  },
  junit: {
    description: "JUnit XML, for CI systems",
    forPeople: false,
    load: async () => (await import("./baseline_junit.ts")).renderAnyJunit,
  },
  markdown: {
    description: "tables and failures, for a job summary or a pull request",
    forPeople: true,
    load: viewed("markdown"),
  },
  github: {
    description: "annotations of a GitHub workflow, a bounded number",
    forPeople: true,
    load: viewed("github"),
  },
  html: {
    description: "one self-contained page with matrices and diagrams",
    forPeople: true,
    load: viewed("html"),
  },
};

/** True where the name is a format's. */
export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

/** True where the name is that of a format that renders any {@linkcode View}. */
export function isViewFormat(name: string): name is ViewFormat {
  return Object.hasOwn(VIEW_RENDERERS, name);
}

/**
 * The report in a format. Rejects with a RangeError for a name that is none.
 *
 * @example For a CI system
 * ```ts
 * import { assertStringIncludes } from "@std/assert";
 * import { conform, renderReport } from "@wt/inject";
 * import { serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const report = await conform({ baseUrl: endpoint.url, patterns: ["response.reply"] });
 *   assertStringIncludes(await renderReport("junit", report), "<testsuites");
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function renderReport(
  format: string,
  report: Report,
  options: TextOptions = {},
): Promise<string> {
  if (!isFormat(format)) {
    throw new RangeError(
      `Cannot render format ${JSON.stringify(format)}: choose one of ${formatNames.join(", ")}`,
    );
  }
  return await (await FORMATS[format].load())(report, options);
}

/** A view of any kind of report in one of {@linkcode VIEW_FORMATS}. */
export async function renderView(format: ViewFormat, view: View): Promise<string> {
  return await (await VIEW_RENDERERS[format]())(view);
}
