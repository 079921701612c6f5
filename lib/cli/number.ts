/**
 * Numbers and durations as people type them.
 *
 * @module
 */
import type { NumberRange } from "./command.ts";

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** What is wrong with a number, in words that follow a colon; `undefined` where nothing is. */
export function numberIn(text: string, range: NumberRange): string | undefined {
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return "it isn't a number";
  if (range.integer === true && !Number.isInteger(value)) return "it isn't a whole number";
  if (range.above !== undefined && !(value > range.above)) return `it must be above ${range.above}`;
  if (range.from !== undefined && value < range.from) return `it must be ${range.from} or more`;
  if (range.to !== undefined && value > range.to) return `it must be ${range.to} or less`;
  return undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Milliseconds in `500ms`, `30s`, `1.5s` or `2m`; `undefined` where it is none of these. */
export function durationMs(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text);
  if (match === null) return undefined;
  return Number(match[1]) * UNITS[match[2]!]!;
}
