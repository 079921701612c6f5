/**
 * A report as a badge. It says what was held against what, and when: a verdict without its date and
 * version claims too much.
 *
 * @module
 */
import type { BadgeFormat } from "./badge_formats.ts";
import { safeJson } from "./json.ts";
import { brief, fit } from "./visible.ts";
import type { View } from "./view.ts";
import { xmlAttribute, xmlText } from "./xml.ts";

/** A badge's words. */
interface Badge {
  /** `contract 1`, `corpus 2026.1`. */
  readonly label: string;
  /** `does not conform, 2026-11-30`. */
  readonly message: string;
  readonly tone: View["outcome"]["tone"];
}

/** Colours that white text can be read on, in light and in dark surroundings. */
const COLORS: Readonly<Record<Badge["tone"], string>> = {
  good: "1a7f3c",
  bad: "b3202a",
  caution: "8a5d00",
  faint: "5b6570",
};

/** The badge, newline at the end. */
export function renderBadge(view: View, format: BadgeFormat): string {
  const badge = badgeOf(view);
  return format === "svg" ? svg(badge) : shields(badge);
}

function badgeOf({ basisShort, outcome, startedAt, command }: View): Badge {
  const day = startedAt.slice(0, 10);
  const plain = command === "conform" || command === "corpus";
  return {
    label: brief(plain ? basisShort : `${basisShort}, ${command}`, 60),
    message: `${fit(outcome.word.toLowerCase(), 80)}, ${day}`,
    tone: outcome.tone,
  };
}

/** What shields.io's endpoint badge reads. */
function shields({ label, message, tone }: Badge): string {
  return `${
    safeJson({
      schemaVersion: 1,
      label,
      message,
      color: COLORS[tone],
      ...(tone === "bad" ? { isError: true } : {}),
    }, 2)
  }\n`;
}

/** Width of a character in the badge's font at its size, px; an estimate that `textLength` makes true. */
const CHARACTER = 6.6;
const MARGIN = 7;

function svg({ label, message, tone }: Badge): string {
  const width = (text: string) => Math.round([...text].length * CHARACTER);
  const [left, right] = [width(label) + 2 * MARGIN, width(message) + 2 * MARGIN];
  const title = `${label}: ${message}`;
  const part = (x: number, text: string) =>
    `<text x="${x}" y="14" textLength="${width(text)}">${xmlText(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" ` +
    `aria-label="${xmlAttribute(title)}">`,
    `  <title>${xmlText(title)}</title>`,
    `  <rect width="${left}" height="20" fill="#40474f"/>`,
    `  <rect x="${left}" width="${right}" height="20" fill="#${COLORS[tone]}"/>`,
    '  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `    ${part(MARGIN, label)}`,
    `    ${part(left + MARGIN, message)}`,
    "  </g>",
    "</svg>",
    "",
  ].join("\n");
}
