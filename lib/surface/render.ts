/**
 * A probe's result for people and for programs. Every output says that it is a report.
 *
 * @module
 */
import type { Violation } from "../contract/result.ts";
import { redactUrl } from "../wire/redact.ts";
import {
  describeSurface,
  type ListDescription,
  type ShowOptions,
  type SurfaceDescription,
} from "./describe.ts";
import type { SurfaceProbe } from "./probe.ts";
import { SURFACE_LISTS } from "./stability.ts";

/** The forms in which a probe's result can be had. */
export type SurfaceFormat = "text" | "json";

/** What stands in every output (surface.reported-label). */
export const REPORTED_NOTE =
  "Reported by the endpoint: what it says it is configured to send, not what the model saw.";
const PRIVATE_NOTE = "A surface is the system prompt: keep this output as private as that.";
const WITHHELD_NOTE = "Its text and its names are withheld";

/** What is rendered. */
export interface RenderOptions extends ShowOptions {
  /** What asks for the text, where it isn't `--show-surface`. */
  readonly showBy?: string;
}

/**
 * Renders a probe's result. Without `show` the output holds counts, sizes, hashes and pointers, and
 * nothing of the surface itself. Ends in a line feed.
 */
export async function renderSurface(
  probe: SurfaceProbe,
  format: SurfaceFormat,
  options: RenderOptions,
): Promise<string> {
  const described = probe.status === "unreachable"
    ? undefined
    : await describeSurface(probe.state, options);
  return format === "json" ? asJson(probe, described) : asText(probe, described, options);
}

function asJson(probe: SurfaceProbe, described: SurfaceDescription | undefined): string {
  const head = {
    label: "reported",
    note: REPORTED_NOTE,
    url: shownUrl(probe),
    status: probe.status,
    probes: probe.probes,
  };
  if (described === undefined || probe.status === "unreachable") {
    const reason = probe.status === "unreachable" ? probe.reason : "";
    return `${escaped(JSON.stringify({ ...head, reason }, null, 2))}\n`;
  }
  const { lists, violations, detail, ourBound, json } = described;
  const bare = (list: ListDescription) => ({
    ...list,
    entries: list.entries.map(({ bytes, sha256 }) => ({ bytes, sha256 })),
  });
  const body = {
    ...head,
    ...(lists === undefined ? {} : {
      system_instructions: bare(lists.system_instructions),
      tool_definitions: bare(lists.tool_definitions),
      extra_segments: bare(lists.extra_segments),
    }),
    ...(detail === undefined ? {} : { detail: withShownUrl(detail, probe) }),
    ...(ourBound === undefined ? {} : { our_bound: ourBound }),
    violations,
    differences: probe.differences,
  };
  const text = escaped(JSON.stringify(body, null, 2));
  if (json === undefined) return `${text}\n`;
  // Spliced in: JSON.stringify would round the surface's numbers.
  return `${text.slice(0, -2)},\n  "surface": ${escaped(json)}\n}\n`;
}

function asText(
  probe: SurfaceProbe,
  described: SurfaceDescription | undefined,
  { show, showBy = "--show-surface" }: RenderOptions,
): string {
  const lines = [
    `Reported surface of ${shownUrl(probe)}: ${probe.status}`,
    `  ${REPORTED_NOTE}`,
  ];
  if (probe.status === "unreachable") lines.push(`  Nothing was judged: ${probe.reason}.`);
  if (probe.status === "unavailable") {
    lines.push("  The endpoint serves no surface (404 or 501), which the contract leaves to it.");
  }
  if (described?.lists !== undefined) {
    lines.push(`  ${show ? PRIVATE_NOTE : `${WITHHELD_NOTE}; ${showBy} prints them.`}`);
    for (const list of SURFACE_LISTS) lines.push("", ...listLines(list, described.lists[list]));
  }
  if (described?.detail !== undefined) {
    lines.push(`  ${oneLine(withShownUrl(described.detail, probe))}`);
    if (described.ourBound === true) lines.push("  A bound of ours was hit; that is no violation.");
  }
  const violations = described?.violations ?? [];
  if (violations.length > 0) lines.push("", ...violations.flatMap(violationLines));
  if (probe.status !== "unreachable" && probe.probes > 1) {
    lines.push("", `  Asked ${probe.probes} times: ${stabilityWords(probe.differences)}`);
    lines.push(...probe.differences.flatMap(violationLines));
  }
  return `${lines.map(printable).join("\n")}\n`;
}

function stabilityWords(differences: readonly Violation[]): string {
  return differences.length === 0 ? "the same each time." : "not the same each time.";
}

function listLines(name: string, list: ListDescription): readonly string[] {
  const names = list.names === undefined ? "" : `, ${count(list.names, "name")}`;
  const entries = list.length === 1 ? "1 entry" : `${list.length} entries`;
  const lines = [`  ${name}: ${entries}${names}, ${list.sha256}`];
  for (const [index, { bytes, sha256, shown }] of list.entries.entries()) {
    lines.push(`    [${index}] ${count(bytes, "byte")}, ${sha256}`);
    if (shown?.name !== undefined) lines.push(`      name: ${oneLine(shown.name)}`);
    if (shown !== undefined) lines.push(...shown.text.split("\n").map((line) => `      | ${line}`));
  }
  const more = list.length - list.entries.length;
  return more > 0 ? [...lines, `    and ${more} more`] : lines;
}

function violationLines(violation: Violation): readonly string[] {
  const { severity, code, clause, pointer, where, expected, received, hint } = violation;
  const place = where === "body" ? pointer || "the whole body" : `the ${where}`;
  return [
    `  ${severity} ${code} at ${place} (${clause})`,
    `    expected: ${expected}`,
    `    received: ${received}`,
    `    ${hint}`,
  ].map(oneLine);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n");
}

function shownUrl({ url }: SurfaceProbe): string {
  return redactUrl(url).replace(/\/$/, "");
}

/** The driver's details name the URL as it was given, credentials and all. */
function withShownUrl(detail: string, probe: SurfaceProbe): string {
  return detail.replaceAll(probe.url, shownUrl(probe));
}

/** All that moves a cursor, turns text around or can't be seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

function printable(line: string): string {
  return line.replace(
    UNSAFE,
    (character) =>
      character === "\t" ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** The same JSON in which nothing unsafe stands raw; what is structure is ASCII. */
function escaped(json: string): string {
  return json.replace(UNSAFE, (character) => {
    if (character === "\n") return character;
    const units = Array.from(
      { length: character.length },
      (_, i) => character.charCodeAt(i).toString(16).padStart(4, "0"),
    );
    return units.map((unit) => `\\u${unit}`).join("");
  });
}
