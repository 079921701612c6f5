/**
 * A report as one page that needs nothing else: no request leaves it, and its policy allows none. It
 * reads without a script; filters, the copy buttons and whole bytes need the one that it carries.
 *
 * @module
 */
import type { ReportExchange } from "../../contract/report.ts";
import { safeJson } from "../json.ts";
import type { View, ViewItem } from "../view.ts";
import { duration, plural } from "../words.ts";
import { copyable } from "./diagram.ts";
import { anchor, attribute, line, words } from "./escape.ts";
import { reasonSection } from "./reasons.ts";
import { tellingOf, toldSection } from "./result.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";
import { everySection, matrixSection, verdictMark } from "./tables.ts";

/** The page, newline at the end. */
export async function renderHtml(view: View): Promise<string> {
  const telling = tellingOf(view);
  const having = (weight: ViewItem["weight"]) => view.items.filter((one) => one.weight === weight);
  const told = [
    ...having("error"),
    ...having("fault"),
    ...having("warning"),
    ...having("notice").filter(({ known }) => known !== undefined),
  ];
  const title = `wt-inject ${view.command}: ${view.outcome.word}`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${await policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${line(`${title} (${view.target})`)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    '<a class="skip" href="#verdict">Skip to the verdict</a>',
    banner(view),
    "<main>",
    verdict(view),
    ...view.matrices.filter(({ rows }) => rows.length > 0).map(matrixSection),
    filters(view),
    toldSection("failures", "Failures", having("error"), telling),
    toldSection(
      "faults",
      "Our own faults, which say nothing about the target",
      having("fault"),
      telling,
    ),
    toldSection("warnings", "Warnings", having("warning"), telling),
    toldSection(
      "known",
      "Known failures",
      told.filter(({ known }) => known !== undefined),
      telling,
    ),
    reasonSection("unrun", "Could not run, though required", having("unrun"), telling),
    reasonSection(
      "optional",
      "Optional, and could not run",
      having("notice").filter(({ known }) => known === undefined),
      telling,
    ),
    everySection(view, new Set(told.map(({ id }) => id))),
    exchangeSection(view.exchanges),
    notes(view),
    "</main>",
    `<footer><p>${words(view.tool)}; ${
      words(view.basis)
    }. This page loads nothing and sends nothing.</p></footer>`,
    `<script type="application/json" id="data">${data(view.exchanges)}</script>`,
    `<script>${SCRIPT}</script>`,
    "</body>",
    "</html>",
  ].filter((part) => part !== "").join("\n") + "\n";
}

/** What the page may do: nothing, but for its own style and script, word for word. */
async function policy(): Promise<string> {
  const [script, style] = await Promise.all([SCRIPT, STYLE].map(hash));
  return `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`;
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

function banner({ command, target, label, startedAt }: View): string {
  return `<header><p class="brand">wt-inject <b>${words(command)}</b></p><p class="target"><code>${
    words(target, 300)
  }</code>${label === undefined ? "" : ` ${words(label, 200)}`}</p><p class="when">${
    words(startedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC"))
  }</p><button type="button" id="theme" hidden>Theme: system</button></header>`;
}

function verdict(view: View): string {
  const { outcome, reason, counts, facts, durationMs, basis, tool, repeat, noun, items } = view;
  return [
    `<section class="verdict ${outcome.tone}" aria-labelledby="verdict">`,
    `<h1 id="verdict" tabindex="-1">${words(outcome.word)}</h1>`,
    `<p class="reason">${words(reason, 1200)}</p>`,
    counts.length === 0
      ? `<p class="none">No ${words(noun)} ran.</p>`
      : `<ul class="counts">${
        counts.map(({ verdict, count }) =>
          `<li><a href="#every" class="pick" data-verdict="${
            attribute(verdict.key)
          }"><b>${count}</b> ${verdictMark(verdict)}</a></li>`
        ).join("")
      }<li><b>${items.length}</b> ${
        words(plural(items.length, noun).replace(/^\d+ /, ""))
      } in all</li></ul>`,
    `<p class="facts">${
      [basis, ...facts, duration(durationMs), tool].map((fact) => `<span>${words(fact)}</span>`)
        .join(" ")
    }</p>`,
    copyable(repeat, "the line that repeats this"),
    "</section>",
  ].join("\n");
}

function filters({ items }: View): string {
  const sections = [...new Set(items.map(({ section }) => section))];
  const verdicts = [...new Map(items.map(({ verdict }) => [verdict.key, verdict])).values()];
  const option = (value: string, name: string) =>
    `<option value="${attribute(value)}">${line(name, 80)}</option>`;
  return [
    '<form id="filters" role="search" aria-label="Filter what is listed below" hidden>',
    `<label>Section <select id="f-section"><option value="">all</option>${
      sections.map((name) => option(name, name)).join("")
    }</select></label>`,
    `<label>Verdict <select id="f-verdict"><option value="">all</option>${
      verdicts.map(({ key, word }) => option(key, word.toLowerCase())).join("")
    }</select></label>`,
    '<label class="grow">Search <input id="f-text" type="search" autocomplete="off" spellcheck="false"></label>',
    '<button type="reset">Clear</button>',
    '<output id="shown" aria-live="polite"></output>',
    "</form>",
  ].join("");
}

/** A line for each exchange; the bytes come from the page's data when one is opened. */
function exchangeSection(exchanges: readonly ReportExchange[]): string {
  if (exchanges.length === 0) return "";
  return [
    '<section aria-labelledby="exchanges">',
    `<h2 id="exchanges">Exchanges <small>${exchanges.length}</small></h2>`,
    '<details class="all"><summary>Every exchange that the report holds</summary>',
    '<noscript><p class="about">Their bytes need a script to be laid out; they are in the data at the end of this file.</p></noscript>',
    '<div class="lazy">',
    ...exchanges.map(({ id, purpose, request, response, fault, times_ms }) =>
      `<details class="x" data-exchange="${attribute(id)}" id="${
        attribute(anchor("x", id))
      }"><summary><code>${words(id, 120)}</code> ${words(purpose, 160)} <small>${
        words(request.method)
      }${response === undefined ? "" : ` ${response.status}`}${
        fault === undefined ? "" : ` ${words(fault.kind)}`
      } ${times_ms.end.toFixed(1)} ms</small></summary></details>`
    ),
    "</div></details></section>",
  ].join("\n");
}

function notes({ notes }: View): string {
  if (notes.length === 0) return "";
  return `<section class="notes" aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>${
    notes.map((note) => `<li>${words(note, 2000)}</li>`).join("")
  }</ul></section>`;
}

/** The exchanges for the script. No `<`, `>` or `&` is left, so that nothing in it can end its element. */
function data(exchanges: readonly ReportExchange[]): string {
  return safeJson(exchanges).replace(
    /[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
