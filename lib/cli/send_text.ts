/**
 * What `wt-inject send` shows of a turn, for people and for programs. An endpoint chooses its own
 * words: none of them may act on a terminal.
 *
 * @module
 */
import type { Violation } from "../contract/result.ts";
import { ContractError, type InjectResult, type TransportError } from "../driver/http_inject.ts";
import { safeJson, safeJsonText } from "../report/json.ts";
import { visible, visibleLines } from "../report/visible.ts";
import { moment } from "../report/words.ts";
import { timesForReport } from "../wire/evidence.ts";
import type { Exchange } from "../wire/exchange.ts";

/** A turn for a person: reply, calls, error, oddities, times. */
export function turnText(session: string, result: InjectResult): string {
  const { reply, toolCalls, error, warnings, exchange } = result;
  const parts = [];
  if (reply !== "") parts.push(visibleLines(reply));
  if (toolCalls.length > 0) {
    const calls = toolCalls.map((call) => `  ${visible(call.name)} ${visible(call.argumentsJson)}`);
    parts.push(["Tool calls", ...calls].join("\n"));
  }
  if (error !== undefined) parts.push(`Error\n  ${visible(error)}`);
  if (warnings.length > 0) parts.push(["Warnings", ...warnings.map(violationLine)].join("\n"));
  parts.push(`session ${visible(session)}; ${timesText(exchange)}`);
  return parts.join("\n\n") + "\n";
}

/** One line for what is wrong or odd. */
export function violationLine({ clause, code, pointer, expected, received }: Violation): string {
  const place = pointer === "" ? "" : ` at ${visible(pointer)}`;
  return `  ${clause} (${code})${place}: expected ${visible(expected)}; received ${
    visible(received)
  }`;
}

function timesText({ times }: Exchange): string {
  const { connectedMs, firstByteMs, endMs } = times;
  const steps = [
    ...(connectedMs === undefined ? [] : [`connected after ${moment(connectedMs)}`]),
    ...(firstByteMs === undefined ? [] : [`first byte after ${moment(firstByteMs)}`]),
    `done after ${moment(endMs)}`,
  ];
  return steps.join(", ");
}

/** A key, and JSON that is text already. */
export type Member = readonly [key: string, json: string];

/** A turn for a program, indented. */
export function turnJson(url: string, session: string, result: InjectResult): string {
  const lines = turnMembers(url, session, result, "\n    ")
    .map(([key, json]) => `  ${JSON.stringify(key)}: ${json}`);
  return `${safeJsonText(`{\n${lines.join(",\n")}\n}`)}\n`;
}

/**
 * A turn for a program. Arguments stand as they came, number for number: so the text is put together
 * here, and not by JSON.stringify from values that were rounded.
 *
 * @param feed what stands before each call: nothing, or a line feed and an indent
 */
export function turnMembers(
  url: string,
  session: string,
  result: InjectResult,
  feed = "",
): readonly Member[] {
  const { reply, toolCalls, error, warnings, exchange } = result;
  const calls = toolCalls.map(({ name, argumentsJson }) =>
    `${feed}{ "name": ${JSON.stringify(name)}, "arguments": ${argumentsJson} }`
  );
  const end = feed.replace(/ {2}$/, "");
  return [
    ["outcome", JSON.stringify(error === undefined ? "ok" : "agent_error")],
    ["url", JSON.stringify(url)],
    ["session_id", JSON.stringify(session)],
    ["reply", JSON.stringify(reply)],
    ["tool_calls", calls.length === 0 ? "[]" : `[${calls.join(",")}${end}]`],
    ...(error === undefined ? [] : [["error", JSON.stringify(error)] as const]),
    ["warnings", JSON.stringify(warnings)],
    ["times_ms", JSON.stringify(timesForReport(exchange))],
  ];
}

/** A failed turn for a person. */
export function failureText(error: ContractError | TransportError): string {
  const message = `wt-inject: ${visible(error.message)}\n`;
  if (!(error instanceof ContractError) || error.violations.length === 0) return message;
  const clauses = [...new Set(error.violations.map(({ clause }) => clause))];
  const explain = clauses.map((clause) => `wt-inject explain ${clause}`).join("\n  ");
  return `${message}${error.violations.map(violationLine).join("\n")}\nMore on it:\n  ${explain}\n`;
}

/** A failed turn for a program, indented. */
export function failureJson(
  url: string,
  session: string,
  error: ContractError | TransportError,
): string {
  return `${safeJson(failureData(url, session, error), 2)}\n`;
}

/** A failed turn for a program. */
export function failureData(
  url: string,
  session: string,
  error: ContractError | TransportError,
): Readonly<Record<string, unknown>> {
  const contract = error instanceof ContractError;
  return {
    outcome: contract ? "contract_failure" : "transport_failure",
    url,
    session_id: session,
    message: error.message,
    ...(contract ? { status: error.status, violations: error.violations } : { fault: error.kind }),
    times_ms: timesForReport(error.exchange),
  };
}
