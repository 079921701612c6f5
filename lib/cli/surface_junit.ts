/**
 * A comparison of a surface with its golden as JUnit XML: a case for everything that the golden holds,
 * and one for each segment that is new.
 *
 * @module
 */
import { xmlAttributes, xmlText } from "../report/xml.ts";
import type { Change } from "../surface/golden_diff.ts";
import type { ReadGolden } from "../surface/golden_read.ts";
import type { Comparison } from "./surface_compare.ts";
import { changeLines, changeTitle, comparisonText, headline } from "./surface_text.ts";

interface Case {
  readonly what: string;
  readonly name: string;
  /** Undefined where it passed. */
  readonly failure?: { readonly message: string; readonly text: string };
}

/** The XML, a line feed at its end. An unreachable endpoint is an error and no failure. */
export function comparisonJunit(comparison: Comparison): string {
  const { compared, golden, action, path } = comparison;
  const compares = compared.outcome === "changed" || compared.outcome === "unchanged";
  const cases: readonly Case[] = compares ? casesOf(golden, compared.changes) : [{
    what: "surface",
    name: "surface",
    failure: { message: headline(comparison), text: comparisonText(comparison) },
  }];
  const bad = cases.filter(({ failure }) => failure !== undefined).length;
  const isError = comparison.exitCode === 3;
  const counts = {
    tests: cases.length,
    failures: isError ? 0 : bad,
    errors: isError ? bad : 0,
    skipped: 0,
  };
  const tag = isError ? "error" : "failure";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: `wt-inject surface ${action}`, ...counts })}>`,
    `  <testsuite${xmlAttributes({ name: path, ...counts })}>`,
    ...cases.map((one) => caseXml(one, tag)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function casesOf(golden: ReadGolden, changes: readonly Change[]): readonly Case[] {
  const held: readonly (readonly [what: Change["what"], name: string])[] = [
    ["status", ""],
    ["system instructions", ""],
    ...golden.tool_order.map((name) => ["tool", name] as const),
    ["tool order", ""],
    ...[...golden.extra_segments.keys()].map((name) => ["extra segment", name] as const),
  ];
  const known = held.map(([what, name]) => {
    const change = changes.find((c) => c.what === what && (c.name ?? "") === name && !isNew(c));
    return caseOf(what, name === "" ? what : name, change);
  });
  const added = changes.filter(isNew)
    .map((change) => caseOf(change.what, change.reported!.pointer, change));
  return [...known, ...added];
}

function isNew({ change }: Change): boolean {
  return change === "added";
}

function caseOf(what: string, name: string, change: Change | undefined): Case {
  if (change === undefined) return { what, name };
  const text = changeLines(change).join("\n");
  return { what, name, failure: { message: changeTitle(change), text } };
}

function caseXml({ what, name, failure }: Case, tag: string): string {
  const classname = `wt-inject.surface.${what.replaceAll(" ", "-")}`;
  const open = `    <testcase${xmlAttributes({ name, classname, time: "0.000" })}`;
  if (failure === undefined) return `${open}/>`;
  const attributes = xmlAttributes({ type: "surface-changed", message: failure.message });
  return `${open}><${tag}${attributes}>${xmlText(failure.text)}</${tag}></testcase>`;
}
