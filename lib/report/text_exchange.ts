/**
 * An exchange as evidence in the text format: what it was for, the line that repeats it, the answer's
 * raw bytes, the fault, and the times.
 *
 * @module
 */
import type { ReportBytes, ReportExchange } from "../contract/report.ts";
import { type Paint, wrap } from "./style.ts";
import { brief, head, latinText, visible } from "./visible.ts";
import { moment } from "./words.ts";

/** How much of an answer is shown unless all is asked for. */
const BRIEF_ANSWER = 1024;

/** What all parts of the text format share while one report is rendered. */
export interface TextContext {
  readonly paint: Paint;
  /** Columns at which prose breaks. */
  readonly width: number;
  readonly verbose: boolean;
  /** Nonces of the run, to be marked in conversations. */
  readonly nonces: readonly string[];
  readonly exchanges: ReadonlyMap<string, ReportExchange>;
  /** Exchanges already printed, and the check under which a reader finds each. Grows. */
  readonly shown: Map<string, string>;
}

/** A leading part of some bytes, as text, and how many bytes it stands for. */
interface Part {
  readonly text: string;
  readonly bytes: number;
}

/** The first `limit` characters or bytes; `undefined` where they are withheld. */
function partOf(bytes: ReportBytes, limit: number): Part | undefined {
  if (bytes.text !== undefined) {
    const text = head(bytes.text, limit);
    return { text, bytes: new TextEncoder().encode(text).length };
  }
  if (bytes.base64 === undefined) return undefined;
  const held = Uint8Array.from(atob(bytes.base64), (c) => c.charCodeAt(0)).subarray(0, limit);
  return { text: latinText(held), bytes: held.length };
}

/**
 * The lines of a raw answer. In the head CRLF ends a line and a bare LF is shown, being a fault; in
 * the body LF ends a line and CR is shown.
 */
function rawLines(text: string): string[] {
  const end = text.startsWith("HTTP/") ? /\r?\n\r?\n/.exec(text) : null;
  const headEnd = end === null ? 0 : end.index + end[0].length;
  const headLines = text.slice(0, headEnd).replaceAll(/(?<!\r)\n/g, "\\n\r\n").split("\r\n");
  const lines = headEnd === 0 ? [] : headLines.slice(0, -1);
  const body = text.slice(headEnd);
  if (body !== "") lines.push(...body.replace(/\n$/, "").split("\n"));
  return lines.map(visible);
}

/** Bytes as quoted lines, with a note of what is missing. */
function quotedBytes(bytes: ReportBytes, context: TextContext): string[] {
  const part = partOf(bytes, context.verbose ? Number.MAX_SAFE_INTEGER : BRIEF_ANSWER);
  if (part === undefined) return [`  (${bytes.size} bytes withheld)`];
  if (bytes.size === 0) return ["  (no bytes)"];
  const lines = rawLines(part.text).map((line) => `  | ${line}`.trimEnd());
  if (part.bytes < bytes.size) lines.push(`  (${part.bytes} of ${bytes.size} bytes shown)`);
  return lines;
}

function answerLines(exchange: ReportExchange, context: TextContext): string[] {
  if (exchange.raw !== undefined) return quotedBytes(exchange.raw, context);
  if (exchange.response === undefined) return ["  no answer came"];
  const { status, http_version, headers, body } = exchange.response;
  return [
    `  | HTTP/${visible(http_version)} ${status}`,
    ...headers.map(([name, value]) => `  | ${brief(`${name}: ${value}`)}`.trimEnd()),
    "  |",
    ...quotedBytes(body, context),
  ];
}

function timesLines(exchange: ReportExchange, context: TextContext): string[] {
  const { connected, sent, first_byte, head, end } = exchange.times_ms;
  const points: readonly (readonly [string, number | undefined])[] = [
    ["connected", connected],
    ["sent", sent],
    ["first byte", first_byte],
    ["head", head],
    ["end", end],
  ];
  const reached = points.flatMap(([name, ms]) => ms === undefined ? [] : [`${name} ${moment(ms)}`]);
  const told = `began ${visible(exchange.started_at)}; ${reached.join(", ")}`;
  return wrap(told, context.width, "  ").map((line) => context.paint("faint", line));
}

/**
 * The lines of one exchange. Cited a second time it is one line that points back, so that an answer
 * that breaks ten clauses is printed once.
 */
export function exchangeLines(id: string, check: string, context: TextContext): string[] {
  const { paint } = context;
  const exchange = context.exchanges.get(id);
  if (exchange === undefined) return [`  exchange ${visible(id)}: not kept in this report`];
  const title = `  exchange ${visible(id)}: ${brief(exchange.purpose, 200)}`;
  const before = context.shown.get(id);
  if (before !== undefined) {
    const place = before === check ? "shown above" : `shown under ${visible(before)}`;
    return [`${title} (${place})`];
  }
  context.shown.set(id, check);
  const fault = exchange.fault;
  return [
    paint("strong", title),
    `  $ ${visible(exchange.curl)}`,
    ...answerLines(exchange, context),
    ...(fault === undefined
      ? []
      : [`  fault: ${fault.kind} (${fault.phase}): ${brief(fault.message)}`]),
    ...timesLines(exchange, context),
  ];
}
