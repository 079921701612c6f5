/**
 * A ratification for a person: each driver, where they differ, the rule's verdict.
 *
 * @module
 */
import {
  countsOf,
  driverName,
  leakWords,
  notable,
  printable,
  reportedWords,
  safe,
  verdictWord,
} from "./ratify_layout.ts";
import { disagreements, type DriverRecord, type RatificationRecord } from "./ratify_record.ts";

/** How a ratification is laid out. */
export interface RatificationTextOptions {
  /** Terminal colours (default false). */
  readonly color?: boolean;
}

/** The ratification as text, newline at the end. The same record gives the same text. */
export function renderRatificationText(
  record: RatificationRecord,
  { color = false }: RatificationTextOptions = {},
): string {
  const strong = (text: string) => dressed(text, "1", color);
  const { tool, contract, started_at, cases, drivers, agreement, outcome } = record;
  const differ = disagreements(record);
  return [
    `${strong("wt-inject ratify")}: contract version ${contract}; ${tool.name} ${tool.version}, ` +
    `${tool.runtime}; ${started_at}`,
    `${cases.selected} of ${cases.available} cases, sha256 ${cases.sha256}`,
    ...drivers.flatMap((driver) => ["", strong(driverName(driver)), ...driverLines(driver)]),
    "",
    strong(
      `The drivers agree on ${agreement.agree} of the ${agreement.compared} cases that two of ` +
        "them reported on",
    ),
    ...differ.flatMap((one) => [
      `  ${one.id}: ${printable(one.title)}`,
      `    ${
        reportedWords(one).map((words, at) => `${printable(drivers[at]!.label)}: ${words}`).join(
          "; ",
        )
      }`,
    ]),
    "",
    ...record.notes.map((note) => `note: ${printable(note)}`),
    dressed(outcome, outcome === "RATIFIABLE" ? "32" : "31;1", color) +
    `: "${record.rule.sentence}" (${record.rule.clause})`,
    ...record.reasons.map((reason) => `  ${printable(reason)}`),
    `repeat: ${safe(record.repeat)}`,
    "",
  ].join("\n");
}

function driverLines(driver: DriverRecord): readonly string[] {
  const { command, certification, canary, qualifies } = driver;
  const { declarations, turns, duration_ms, outcome } = certification;
  const numbers = `${countsOf(certification)}; ${turns.sent} turns sent; ` +
    `${(duration_ms / 1000).toFixed(1)} s`;
  return [
    `  command        ${
      command === null ? "a function inside this process" : safe(command.join(" "))
    }`,
    `  certification  ${outcome}: ${numbers}`,
    ...(declarations.length === 0 ? [] : [`  declared       ${declarations.join(", ")}`]),
    ...notable(driver).map(({ id, verdict, message }) =>
      `    ${verdictWord(verdict)} ${id}: ${printable(message)}`
    ),
    `  canary         ${verdictWord(canary.verdict)}: ${printable(canary.message)}`,
    ...canary.endpoints.map((one) =>
      `    leak seen on ${one.endpoint}: ${leakWords(one)} (${one.what})`
    ),
    `  counts         ${qualifies ? "yes" : "no"}`,
  ];
}

function dressed(text: string, code: string, color: boolean): string {
  return color ? `\x1b[${code}m${text}\x1b[0m` : text;
}
