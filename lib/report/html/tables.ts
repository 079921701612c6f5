/**
 * The tables of a page: matrices, and the list of every check.
 *
 * @module
 */
import type { Matrix, MatrixCell, View, ViewItem, ViewVerdict } from "../view.ts";
import { anchor, attribute, line, words } from "./escape.ts";

/** A verdict: glyph, word, colour. */
export function verdictMark({ glyph, word, tone }: ViewVerdict): string {
  return `<span class="v ${tone}"><span aria-hidden="true">${words(glyph)}</span> ${
    words(word.toLowerCase())
  }</span>`;
}

/** A matrix under its heading. */
export function matrixSection({ id, title, caption, corner, columns, rows }: Matrix): string {
  const name = `matrix-${id}`;
  return [
    `<section class="matrix${columns.length > 7 ? " wide" : ""}" aria-labelledby="${
      attribute(name)
    }">`,
    `<h2 id="${attribute(name)}">${words(title)}</h2>`,
    `<p class="about">${words(caption)}</p>`,
    `<div class="scroll" tabindex="0" role="region" aria-labelledby="${attribute(name)}"><table>`,
    `<thead><tr><th scope="col">${words(corner)}</th>${
      columns.map((column) => `<th scope="col">${words(column, 60)}</th>`).join("")
    }</tr></thead>`,
    "<tbody>",
    ...rows.map(({ name, cells, total }) =>
      `<tr${total ? ' class="total"' : ""}><th scope="row">${words(name, 100)}</th>${
        cells.map(matrixCell).join("")
      }</tr>`
    ),
    "</tbody></table></div></section>",
  ].join("\n");
}

function matrixCell({ text, tone, says, filter }: MatrixCell): string {
  const open = `<td class="n ${tone}" title="${line(says)}">`;
  if (text === "") {
    return `${open}<span aria-hidden="true">·</span><span class="sr">none</span></td>`;
  }
  if (filter === undefined) return `${open}${words(text, 40)}</td>`;
  const data = (["section", "verdict", "text"] as const).flatMap((key) =>
    filter[key] === undefined ? [] : [` data-${key}="${attribute(filter[key])}"`]
  ).join("");
  return `${open}<a href="#every" class="pick"${data} aria-label="${line(says)}: show">${
    words(text, 40)
  }</a></td>`;
}

/** Everything that was judged, a row each; what is told at length is linked. */
export function everySection(view: View, toldAt: ReadonlySet<string>): string {
  const { items, noun } = view;
  return [
    '<section aria-labelledby="every">',
    `<h2 id="every">Every ${words(noun)} <small>${items.length}</small></h2>`,
    '<div class="scroll" tabindex="0" role="region" aria-labelledby="every"><table class="list">',
    `<thead><tr><th scope="col">verdict</th><th scope="col">${
      words(noun)
    }</th><th scope="col">what it says</th></tr></thead>`,
    '<tbody class="lazy">',
    ...items.map((item) => everyRow(item, toldAt.has(item.id))),
    "</tbody></table></div></section>",
  ].join("\n");
}

function everyRow(item: ViewItem, told: boolean): string {
  const { id, title, verdict, message, section } = item;
  const name = `<code>${words(id, 120)}</code>`;
  const linked = told ? `<a href="#${attribute(anchor("r", id))}">${name}</a>` : name;
  const why = verdict.key === "passed" || message === "" ? title : message;
  return `<tr ${itemData(item)}><td>${verdictMark(verdict)}</td><td>${linked}</td><td>${
    words(why, 240)
  }${title === why || verdict.key === "passed" ? "" : `<small>${words(title, 160)}</small>`}` +
    `<span class="sr"> in ${words(section, 60)}</span></td></tr>`;
}

/** What filters look at. */
export function itemData({ section, verdict }: ViewItem): string {
  return `class="item" data-section="${attribute(section)}" data-verdict="${
    attribute(verdict.key)
  }"`;
}
