/**
 * The report for machines: as it stands, or a line at a time.
 *
 * @module
 */
import type { Report, ReportExchange } from "../contract/report.ts";
import { LOG_COMMAND } from "./visible.ts";

/**
 * Characters that JSON lets stand in a string, but that a terminal acts on or a reader can't see:
 * DEL, C1 controls, format characters, line separators, noncharacters.
 */
const UNSEEN = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

function unicodeEscape(character: string): string {
  return character.split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

/**
 * JSON with escapes wherever a raw character could do harm. The value is the same.
 *
 * @param indent spaces a level; none, if not given
 */
export function safeJson(value: unknown, indent?: number): string {
  return safeJsonText(JSON.stringify(value, null, indent));
}

/** As {@linkcode safeJson}, for JSON that is text already. */
export function safeJsonText(json: string): string {
  return json.replace(UNSEEN, unicodeEscape).replace(LOG_COMMAND, "#\\u0023");
}

/** A JSON value a line, so that a reader needs no more than one of them at a time. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => safeJson(value) + "\n").join("");
}

/** The report as it stands, indented by two, newline at the end. */
export function renderJson(report: Report): string {
  return safeJson(report, 2) + "\n";
}

/**
 * One JSON value a line: `{"type":"run",…}`, one `{"type":"result",…}` a check, `{"type":"end",…}`.
 * A result carries as `evidence` the exchanges that no earlier line carried; the end, those that no
 * result cites. All lines together hold what {@linkcode renderJson} holds.
 */
export function renderNdjson(report: Report): string {
  const { results, exchanges, outcome, exit_code, reason, counts, turns, duration_ms, ...rest } =
    report;
  const { headline, nonces, notes, repeat, ...run } = rest;
  const left = new Map<string, ReportExchange>(exchanges.map((e) => [e.id, e]));
  const lines: unknown[] = [{ type: "run", ...run, turns: { planned: turns.planned } }];
  for (const result of results) {
    const ids = [...result.findings.flatMap((f) => f.exchanges), ...result.exchanges];
    const evidence: ReportExchange[] = [];
    for (const id of ids) {
      const exchange = left.get(id);
      if (exchange === undefined) continue;
      left.delete(id);
      evidence.push(exchange);
    }
    lines.push({ type: "result", ...result, evidence });
  }
  lines.push({
    type: "end",
    outcome,
    ...(headline === undefined ? {} : { headline }),
    exit_code,
    reason,
    counts,
    turns,
    duration_ms,
    nonces,
    notes,
    repeat,
    evidence: [...left.values()],
  });
  return jsonLines(lines);
}
