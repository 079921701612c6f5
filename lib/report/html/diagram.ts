/**
 * A sequence diagram as HTML: a list that a screen reader can tell, laid out as lanes and arrows.
 *
 * @module
 */
import type { ReportBytes, ReportExchange } from "../../contract/report.ts";
import { head, latinText } from "../visible.ts";
import { attribute, block, line, words } from "./escape.ts";
import { sequenceOf, type Step } from "./sequence.ts";

/** Characters of bytes that stand in the page itself; the rest comes from its data. */
const SHOWN_BYTES = 1500;

/** The diagram, then a curl line and the bytes of each exchange. */
export function diagram(exchanges: readonly ReportExchange[], command: string): string {
  if (exchanges.length === 0) return "";
  const { lanes, steps } = sequenceOf(exchanges, command);
  return [
    `<figure class="seq lanes${lanes.length}">`,
    `<figcaption class="sr">Sequence of messages between ${
      line(lanes.join(", "))
    }; times are since the first request began.</figcaption>`,
    `<div class="lanes" aria-hidden="true"><span></span><div>${
      lanes.map((name) => `<b>${words(name)}</b>`).join("")
    }</div></div>`,
    `<ol>${steps.map((step) => stepItem(step, lanes)).join("\n")}</ol>`,
    "</figure>",
    commandOf(exchanges[0]!),
    ...exchanges.map(exchangeBytes),
  ].join("\n");
}

function stepItem(step: Step, lanes: readonly string[]): string {
  if (step.kind === "exchange") {
    return `<li class="part"><span class="at"></span><span class="what"><code>${
      words(step.id, 120)
    }</code> ${words(step.purpose, 200)}</span></li>`;
  }
  const { from, to, atMs, label, excerpt, kind } = step;
  const time = atMs === undefined ? "" : `${atMs.toFixed(1)}<i> ms</i>`;
  const who = `${lanes[from]} to ${lanes[to]}: `;
  return `<li class="m${from}${to}${
    kind === "fault" ? " fault" : ""
  }"><span class="at">${time}</span>` +
    `<span class="stage"><span class="msg"><span class="sr">${words(who)}</span>${
      kind === "fault" ? '<span aria-hidden="true">✗ </span>' : ""
    }<span class="label">${words(label, 300)}</span>${
      excerpt === undefined ? "" : `<code class="said">${words(excerpt)}</code>`
    }</span></span></li>`;
}

/** A line to paste, with its button. */
export function copyable(text: string, what: string): string {
  return `<div class="cmd"><code>${words(text, 20_000)}</code>` +
    `<button type="button" class="copy" hidden aria-label="Copy ${
      attribute(what)
    }">Copy</button></div>`;
}

/** The line that sends the request again. */
function commandOf({ curl }: ReportExchange): string {
  return curl.startsWith("#")
    ? `<p class="none">${words(curl.replace(/^# ?/, ""))}</p>`
    : copyable(curl, "the command");
}

function exchangeBytes(exchange: ReportExchange, index: number): string {
  const { id, request, response, raw } = exchange;
  const answer = raw ?? response?.body;
  const sizes = `${request.body.size} bytes sent, ${
    answer === undefined ? "no answer" : `${answer.size} came`
  }`;
  return [
    `<details class="bytes" data-exchange="${attribute(id)}">`,
    `<summary>${index === 0 ? "Bytes" : "Bytes and command"} of <code>${
      words(id, 120)
    }</code> <small>${sizes}</small></summary>`,
    index === 0 ? "" : commandOf(exchange),
    `<p class="cap">Sent</p>${bytesBlock(request.body)}`,
    answer === undefined ? "" : `<p class="cap">Came</p>${bytesBlock(answer)}`,
    "</details>",
  ].join("");
}

function bytesBlock(bytes: ReportBytes): string {
  const { text, base64, size, truncated } = bytes;
  if (size === 0) return '<p class="none">no bytes</p>';
  if (text === undefined && base64 === undefined) {
    return `<p class="none">${size} bytes, withheld</p>`;
  }
  const whole = text ?? latinText(Uint8Array.from(atob(base64!), (c) => c.charCodeAt(0)));
  const shown = head(whole, SHOWN_BYTES);
  const cut = shown.length < whole.length;
  const note = cut
    ? `<p class="none more">The first ${shown.length} of ${whole.length} characters.</p>`
    : truncated
    ? `<p class="none">The report holds the first ${whole.length} characters of ${size} bytes.</p>`
    : "";
  return `<pre tabindex="0">${block(shown.replaceAll("\r\n", "\n"))}</pre>${note}`;
}
