/**
 * What a page's script does: filters, copies, lays out bytes when they are asked for, changes the theme.
 * It builds nodes and sets their text, and never reads markup from data.
 *
 * @module
 */

const PARTS = String.raw`
"use strict";
const by = (id) => document.getElementById(id);
const all = (query, root = document) => [...root.querySelectorAll(query)];
const make = (name, text, className) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
};
`;

const FILTERS = String.raw`
const form = by("filters");
const items = all(".item").map((node) => ({
  node,
  section: node.dataset.section,
  verdict: node.dataset.verdict,
  text: undefined,
}));
const total = all("tbody .item").length;
const holders = all(".told, .reasons, .reasons > ul > li");
function filter() {
  const section = by("f-section").value;
  const verdict = by("f-verdict").value;
  const words = by("f-text").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  let rows = 0;
  for (const item of items) {
    if (words.length > 0) item.text ??= item.node.textContent.toLowerCase();
    const shown = (section === "" || item.section === section) &&
      (verdict === "" || item.verdict === verdict) &&
      words.every((word) => item.text.includes(word));
    item.node.hidden = !shown;
    if (shown && item.node.localName === "tr") rows++;
  }
  for (const holder of holders) holder.hidden = !holder.querySelector(".item:not([hidden])");
  by("shown").textContent = rows + " of " + total + " shown";
}
let soon;
form.addEventListener("input", () => {
  clearTimeout(soon);
  soon = setTimeout(filter, 60);
});
form.addEventListener("change", filter);
form.addEventListener("reset", () => setTimeout(filter));
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
filter();
document.addEventListener("click", (event) => {
  const pick = event.target.closest?.(".pick");
  if (!pick) return;
  event.preventDefault();
  by("f-section").value = pick.dataset.section ?? "";
  by("f-verdict").value = pick.dataset.verdict ?? "";
  by("f-text").value = pick.dataset.text ?? "";
  filter();
  form.scrollIntoView();
  by("f-section").focus({ preventScroll: true });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName)) return;
  event.preventDefault();
  by("f-text").focus();
});
addEventListener("hashchange", reveal);
function reveal() {
  const node = by(decodeURIComponent(location.hash.slice(1)));
  if (!node) return;
  if (node.closest("[hidden]")) { form.reset(); filter(); }
  node.closest("details")?.setAttribute("open", "");
  node.scrollIntoView();
}
`;

const COPY = String.raw`
async function copy(text, node) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(node);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand("copy");
  }
}
function arm(button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const code = button.previousElementSibling;
    const done = await copy(code.dataset.text ?? code.textContent, code);
    button.textContent = done ? "Copied" : "Selected";
    setTimeout(() => button.textContent = "Copy", 1500);
  });
}
all(".copy").forEach(arm);
`;

const BYTES = String.raw`
let exchanges;
function exchangeOf(id) {
  exchanges ??= new Map(JSON.parse(by("data").textContent).map((one) => [one.id, one]));
  return exchanges.get(id);
}
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
function escaped(character) {
  const code = character.codePointAt(0);
  if (character === "\r") return "\\r";
  if (code < 256) return "\\x" + code.toString(16).padStart(2, "0");
  return code < 65536 ? "\\u" + code.toString(16).padStart(4, "0") : "\\u{" + code.toString(16) + "}";
}
function fill(pre, text) {
  let at = 0;
  for (const match of text.matchAll(UNSAFE)) {
    if (match[0] === "\n" || match[0] === "\t") continue;
    pre.append(text.slice(at, match.index), make("i", escaped(match[0]), "esc"));
    at = match.index + match[0].length;
  }
  pre.append(text.slice(at));
}
function textOf(bytes) {
  if (bytes.text !== undefined) return bytes.text.replaceAll("\r\n", "\n");
  if (bytes.base64 === undefined) return undefined;
  return atob(bytes.base64).replace(/[^\x20-\x7e\n\t]/g, escaped);
}
function block(title, bytes) {
  const part = document.createDocumentFragment();
  part.append(make("p", title, "cap"));
  const text = bytes === undefined ? undefined : textOf(bytes);
  if (bytes === undefined || bytes.size === 0 || text === undefined) {
    const why = bytes === undefined ? "no answer" : bytes.size === 0 ? "no bytes" : bytes.size + " bytes, withheld";
    part.append(make("p", why, "none"));
    return part;
  }
  const pre = make("pre");
  pre.tabIndex = 0;
  fill(pre, text);
  part.append(pre);
  if (bytes.truncated) part.append(make("p", "The report holds the first part of " + bytes.size + " bytes.", "none"));
  return part;
}
function headers(list) {
  return list.map(([name, value]) => name + ": " + value).join("\n");
}
function whole(exchange) {
  const { request, response, raw, fault } = exchange;
  const part = document.createDocumentFragment();
  const line = make("div", undefined, "cmd");
  const code = make("code");
  fill(code, exchange.curl);
  const button = make("button", "Copy", "copy");
  button.type = "button";
  button.setAttribute("aria-label", "Copy the command");
  line.append(code, button);
  arm(button);
  part.append(line);
  const head = request.method + " " + request.url + "\n" + headers(request.headers);
  part.append(block("Request", { text: head, size: head.length }), block("Sent", request.body));
  if (raw === undefined && response !== undefined) {
    const top = "HTTP/" + response.http_version + " " + response.status + "\n" + headers(response.headers);
    part.append(block("Response", { text: top, size: top.length }));
  }
  part.append(block("Came", raw ?? response?.body));
  if (fault) part.append(make("p", "fault: " + fault.kind + " (" + fault.phase + "): " + fault.message));
  return part;
}
document.addEventListener("toggle", (event) => {
  const details = event.target;
  if (!details.open || details.dataset.exchange === undefined) return;
  if (details.classList.contains("x") && details.childElementCount === 1) {
    const exchange = exchangeOf(details.dataset.exchange);
    if (exchange) details.append(whole(exchange));
  }
  if (details.classList.contains("bytes") && details.querySelector(".more")) {
    const button = make("button", "Show all of it");
    button.type = "button";
    button.addEventListener("click", () => {
      const exchange = exchangeOf(details.dataset.exchange);
      if (exchange) details.replaceChildren(details.firstElementChild, whole(exchange));
      details.querySelector("pre")?.focus();
    });
    const place = details.querySelector(".more");
    if (!place.querySelector("button")) place.append(" ", button);
  }
}, true);
`;

const THEME = String.raw`
const theme = by("theme");
const themes = ["system", "light", "dark"];
theme.hidden = false;
theme.addEventListener("click", () => {
  const root = document.documentElement;
  const next = themes[(themes.indexOf(root.dataset.theme ?? "system") + 1) % themes.length];
  if (next === "system") delete root.dataset.theme;
  else root.dataset.theme = next;
  theme.textContent = "Theme: " + next;
});
if (location.hash) reveal();
`;

/** The whole script, as its hash in the page's policy has it. */
export const SCRIPT = `(() => {${PARTS}${FILTERS}${COPY}${BYTES}${THEME}})();`;
