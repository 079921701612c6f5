/**
 * What went wrong, one article each: the clause's own words, expected and received, how to mend it,
 * and the messages that show it.
 *
 * @module
 */
import type { ReportExchange, ReportFinding } from "../../contract/report.ts";
import { markNonces } from "../text_conversation.ts";
import type { View, ViewItem } from "../view.ts";
import { plural } from "../words.ts";
import { diagram } from "./diagram.ts";
import { anchor, attribute, words } from "./escape.ts";
import { itemData, verdictMark } from "./tables.ts";

/** Findings of one item, and exchanges of one finding, that are told at length. */
const FULL_FINDINGS = 8;
const FULL_EXCHANGES = 3;
/** Turns of a conversation. */
const FULL_TURNS = 60;

/** What the articles of a page share. */
export interface Telling {
  readonly command: string;
  readonly nonces: readonly string[];
  readonly exchanges: ReadonlyMap<string, ReportExchange>;
  /** Exchanges that were drawn already, and under which item. Grows. */
  readonly drawn: Map<string, string>;
}

/** A new telling of a view. */
export function tellingOf({ command, nonces, exchanges }: View): Telling {
  return {
    command,
    nonces,
    exchanges: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
    drawn: new Map(),
  };
}

/** A section of articles; nothing where there are none. */
export function toldSection(
  id: string,
  title: string,
  items: readonly ViewItem[],
  telling: Telling,
): string {
  if (items.length === 0) return "";
  return [
    `<section class="told" aria-labelledby="${attribute(id)}">`,
    `<h2 id="${attribute(id)}">${words(title)} <small>${items.length}</small></h2>`,
    ...items.map((item) => article(item, telling)),
    "</section>",
  ].join("\n");
}

function article(item: ViewItem, telling: Telling): string {
  const { id, verdict, nature, title, message, findings, facts, clause, known } = item;
  const name = anchor("r", id);
  const shown = findings.slice(0, FULL_FINDINGS);
  const left = findings.length - shown.length;
  const quoted = new Set<string>();
  return [
    `<article ${itemData(item)} id="${attribute(name)}" aria-labelledby="${attribute(name)}-h">`,
    `<h3 id="${attribute(name)}-h">${verdictMark(verdict)} <code>${words(id, 200)}</code></h3>`,
    `<p class="title">${words(title, 300)}${
      nature === "" ? "" : ` <small>${words(nature)}</small>`
    }</p>`,
    `<p class="message">${words(message, 1200)}</p>`,
    known === undefined ? "" : `<p class="known">Known: ${words(known)}</p>`,
    ...shown.map((finding) => findingPart(finding, id, quoted, telling)),
    left > 0 ? `<p>${plural(left, "more finding")}: the report's JSON has all of them.</p>` : "",
    facts.length === 0 ? "" : definitions(facts),
    clause === undefined || quoted.has(clause) ? "" : explain(clause),
    evidence(
      item.exchanges.filter((one) => !findings.some((f) => f.exchanges.includes(one))),
      id,
      telling,
    ),
    "</article>",
  ].filter((part) => part !== "").join("\n");
}

function definitions(facts: readonly (readonly [label: string, text: string])[]): string {
  return `<dl>${
    facts.map(([label, text]) => `<dt>${words(label)}</dt><dd>${words(text)}</dd>`).join("")
  }</dl>`;
}

function explain(clause: string): string {
  return `<p class="explain"><code>wt-inject explain ${words(clause)}</code></p>`;
}

function findingPart(
  finding: ReportFinding,
  item: string,
  quoted: Set<string>,
  telling: Telling,
): string {
  const { clause, sentence, where, pointer, code, expected, received, hint } = finding;
  const first = !quoted.has(clause);
  quoted.add(clause);
  const place = where === "body"
    ? `body, <code>${pointer === "" ? "the whole document" : words(pointer, 300)}</code>`
    : words(where);
  return [
    '<div class="finding">',
    first && sentence !== ""
      ? `<blockquote><p>${words(sentence, 1200)}</p><cite>${words(clause)}</cite></blockquote>`
      : "",
    "<dl>",
    `<dt>where</dt><dd>${place} <small>${words(code)}</small></dd>`,
    `<dt>expected</dt><dd class="expected">${words(expected)}</dd>`,
    `<dt>received</dt><dd class="received">${words(received)}</dd>`,
    `<dt>mend</dt><dd>${words(hint)}</dd>`,
    "</dl>",
    first ? explain(clause) : "",
    evidence(finding.exchanges, item, telling),
    "</div>",
  ].filter((part) => part !== "").join("\n");
}

/**
 * Conversation and diagrams of what wasn't drawn yet, and links to what was.
 *
 * @param item the id under which a reader finds what is drawn here
 */
export function evidence(ids: readonly string[], item: string, telling: Telling): string {
  const fresh = ids.filter((id) => telling.exchanges.has(id) && !telling.drawn.has(id));
  const shown = fresh.slice(0, FULL_EXCHANGES);
  const talk = conversation(ids, telling);
  const links = ids.flatMap((id) => {
    const under = telling.drawn.get(id);
    if (under === undefined || under === item) return [];
    return [`<a href="#${attribute(anchor("r", under))}"><code>${words(id, 120)}</code></a>`];
  });
  const lost = ids.filter((id) => !telling.exchanges.has(id));
  for (const id of shown) telling.drawn.set(id, item);
  const exchanges = shown.flatMap((id) => telling.exchanges.get(id) ?? []);
  const left = fresh.slice(shown.length);
  return [
    talk,
    diagram(exchanges, telling.command),
    links.length === 0 ? "" : `<p class="see">Drawn above: ${some(links)}</p>`,
    left.length === 0
      ? ""
      : `<p class="see">Alike: ${some(left.map((id) => `<code>${words(id, 120)}</code>`))}</p>`,
    lost.length === 0
      ? ""
      : `<p class="see">Not kept in this report: ${
        some(lost.map((id) => `<code>${words(id, 120)}</code>`))
      }</p>`,
  ].filter((part) => part !== "").join("\n");
}

function some(list: readonly string[]): string {
  const left = list.length - 12;
  return list.slice(0, 12).join(", ") + (left > 0 ? ` and ${left} more` : "");
}

/** Who was told what, with nonces marked; nothing where no user turn is among several exchanges. */
function conversation(ids: readonly string[], telling: Telling): string {
  const known = ids.flatMap((id) => telling.exchanges.get(id) ?? []);
  if (known.length < 2 || !known.some(({ turn }) => turn !== undefined)) return "";
  const shown = known.slice(-FULL_TURNS);
  const sessions = [
    ...new Set(shown.flatMap(({ turn }) => turn === undefined ? [] : [turn.session])),
  ];
  const lines = shown.map(({ purpose, turn, response, fault }) => {
    if (turn === undefined) return `<li class="aside">${words(purpose)}</li>`;
    const name = sessions.indexOf(turn.session) + 1;
    const reply = turn.error !== undefined ? `error: ${turn.error}` : turn.reply ??
      (response === undefined ? fault?.kind ?? "no answer" : `HTTP ${response.status}`);
    return `<li><b>session ${name}</b> <q>${nonced(turn.said, telling)}</q> <q class="reply">${
      nonced(reply, telling)
    }</q></li>`;
  });
  const left = known.length - shown.length;
  return `<details class="talk"><summary>Conversation, ${
    plural(known.length, "request")
  }</summary>${left > 0 ? `<p>${plural(left, "earlier one")} left out.</p>` : ""}<ol>${
    lines.join("")
  }</ol></details>`;
}

function nonced(text: string, { nonces }: Telling): string {
  return words(markNonces(text, nonces), 400).replace(
    /\u00ab([^\u00bb<]*)\u00bb/g,
    "<mark>$1</mark>",
  );
}
