/**
 * What `wt-inject chat` shows, for people and for programs. Every line of an agent's words is indented,
 * so that none can pass for a line of somebody else, and nothing in it acts on a terminal.
 *
 * @module
 */
import type { ContractError, InjectResult, TransportError } from "../driver/http_inject.ts";
import { safeJson, safeJsonText } from "../report/json.ts";
import type { Paint } from "../report/style.ts";
import { defuseLine, visible, visibleLines } from "../report/visible.ts";
import { moment } from "../report/words.ts";
import { failureData, failureText, type Member, turnMembers, violationLine } from "./send_text.ts";

/** A turn that was sent. */
export interface Sent {
  readonly url: string;
  readonly session: string;
  readonly text: string;
}

/** What came of it. */
export type Came = InjectResult | ContractError | TransportError;

/** True where the turn failed. */
export function isFailure(came: Came): came is ContractError | TransportError {
  return came instanceof Error;
}

/** The user's own words in a transcript. */
export function saidText(text: string, paint: Paint): string {
  return lines("> ", text, (line) => paint("strong", line));
}

/** A turn for a person: calls in order, reply, error, oddities, time. */
export function cameText(came: Came, paint: Paint): string {
  if (isFailure(came)) return lines("! ", failureText(came).trimEnd(), (t) => paint("bad", t));
  const { reply, toolCalls, error, warnings, exchange } = came;
  const calls = toolCalls.map(({ name, argumentsJson }) =>
    lines("* ", visible(`${name} ${argumentsJson}`), (line) => paint("caution", line))
  );
  const { firstByteMs, endMs } = exchange.times;
  const first = firstByteMs === undefined ? "" : `first byte after ${moment(firstByteMs)}, `;
  return [
    ...calls,
    reply === "" ? "" : lines("  ", reply, (line) => line),
    error === undefined ? "" : lines("! ", `error: ${error}`, (line) => paint("bad", line)),
    ...warnings.map((one) => lines("? ", violationLine(one).trim(), (t) => paint("caution", t))),
    `${paint("faint", `- ${first}done after ${moment(endMs)}`)}\n`,
  ].join("");
}

/** What chat itself has to say. */
export function noteText(text: string, paint: Paint): string {
  return lines("- ", text, (line) => paint("faint", line));
}

function lines(mark: string, text: string, dress: (line: string) => string): string {
  return visibleLines(text).split("\n")
    .map((line) => `${dress(defuseLine(`${mark}${line}`).trimEnd())}\n`).join("");
}

/** A turn for a program, on one line. */
export function cameJson({ url, session, text }: Sent, came: Came): string {
  const members: readonly Member[] = isFailure(came)
    ? Object.entries(failureData(url, session, came)).map(([k, v]) => [k, JSON.stringify(v)])
    : turnMembers(url, session, came);
  const all: readonly Member[] = [["type", '"turn"'], ["text", JSON.stringify(text)], ...members];
  const body = all.filter(([, json]) => json !== undefined)
    .map(([key, json]) => `${JSON.stringify(key)}: ${json}`);
  return `${safeJsonText(`{ ${body.join(", ")} }`)}\n`;
}

/** Anything else for a program, on one line. */
export function noteJson(type: string, data: Readonly<Record<string, unknown>>): string {
  return `${safeJson({ type, ...data })}\n`;
}
