/**
 * A ratification as Markdown, for a repository that keeps the record.
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

/** The ratification as Markdown, newline at the end. The same record gives the same text. */
export function renderRatificationMarkdown(record: RatificationRecord): string {
  const { tool, contract, started_at, cases, drivers, rule, agreement } = record;
  const differ = disagreements(record);
  return [
    `# Ratification of contract version ${contract}: ${record.outcome}`,
    "",
    `The rule (${code(rule.clause)}): "${escaped(rule.sentence)}"`,
    "",
    ...record.reasons.map((reason) => `- ${escaped(printable(reason))}`),
    "",
    ...table(["", "value"], [
      ["made by", `${tool.name} ${tool.version}, ${tool.runtime}`],
      ["made at", started_at],
      ["cases", `${cases.selected} of ${cases.available}`],
      ["case set", code(`sha256:${cases.sha256}`)],
    ]),
    "",
    "## Drivers",
    "",
    ...table(
      ["driver", "certification", "cases", "not offered", "canary", "counts"],
      drivers.map((driver) => [
        escaped(driverName(driver)),
        driver.certification.outcome,
        countsOf(driver.certification),
        driver.certification.declarations.join(", ").replaceAll("unsupported ", "") || "-",
        verdictWord(driver.canary.verdict),
        driver.qualifies ? "yes" : "no",
      ]),
    ),
    ...drivers.flatMap(driverSection),
    "",
    "## Agreement",
    "",
    `The drivers report the same outcome on ${agreement.agree} of the ${agreement.compared} cases ` +
    "that two of them reported on. A failure of the contract and one of the wire count as one.",
    ...(differ.length === 0 ? [] : [
      "",
      ...table(
        ["case", "what is played", ...drivers.map(({ label }) => escaped(printable(label)))],
        differ.map((one) => [
          code(one.id),
          escaped(printable(one.title)),
          ...reportedWords(one).map(escaped),
        ]),
      ),
    ]),
    "",
    ...record.notes.flatMap((note) => [escaped(printable(note)), ""]),
    "Repeat:",
    "",
    "```sh",
    safe(record.repeat),
    "```",
    "",
  ].join("\n");
}

function driverSection(driver: DriverRecord): readonly string[] {
  const { command, certification, canary } = driver;
  const results = notable(driver);
  return [
    "",
    `### ${escaped(driverName(driver))}`,
    "",
    command === null
      ? "A function inside this process."
      : `Command: ${code(safe(command.join(" ")))}`,
    "",
    `${certification.outcome}: ${escaped(printable(certification.reason))}.`,
    ...(results.length === 0 ? [] : [
      "",
      ...table(
        ["verdict", "case", "clause", "why"],
        results.map(({ id, clause, verdict, message }) => [
          verdictWord(verdict),
          code(id),
          code(clause),
          escaped(printable(message)),
        ]),
      ),
    ]),
    "",
    `Canary: ${verdictWord(canary.verdict)}. ${escaped(printable(canary.message))}.`,
    ...(canary.endpoints.length === 0 ? [] : [
      "",
      ...table(
        ["endpoint", "what it does", "leak seen through this driver"],
        canary.endpoints.map((one) => [code(one.endpoint), escaped(one.what), leakWords(one)]),
      ),
    ]),
  ];
}

/** A table in the layout that a formatter would give it. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = head.map((name, at) =>
    Math.max(3, name.length, ...rows.map((row) => [...row[at]!].length))
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell + " ".repeat(widths[at]! - [...cell].length)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}

/** Text in a code span; backticks in it would end it, and a bar the cell. */
function code(text: string): string {
  return `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

/** Text that Markdown takes nothing from. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|&~]/g, "\\$&");
}
