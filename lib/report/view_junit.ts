/**
 * Any kind of report as JUnit's XML, in the terms of `junit.ts`: what fails the run is a failure, what
 * could not run is an error, the rest passes or is skipped.
 *
 * @module
 */
import { head } from "./visible.ts";
import type { View, ViewItem } from "./view.ts";
import { xmlAttributes, xmlText } from "./xml.ts";

/** As in `junit.ts`. */
const MESSAGE_LENGTH = 1000;

/** The view as JUnit XML, newline at the end. */
export function renderViewJunit(view: View): string {
  const sections = [...Map.groupBy(view.items, ({ section }) => section)];
  const suites = sections.map(([name, items]) => ({
    name,
    cases: items.map((item) => caseOf(item, view)),
    ...tally(items),
  }));
  if (view.exitCode !== 0 && suites.every(({ failures, errors }) => failures + errors === 0)) {
    // Otherwise the file would read as green.
    const error = xmlAttributes({
      type: view.outcome.word,
      message: head(view.reason, MESSAGE_LENGTH),
    });
    const named = xmlAttributes({
      name: "outcome",
      classname: `wt-inject.${view.command}.run`,
    });
    const cases = [`    <testcase${named}><error${error}/></testcase>`];
    suites.push({ name: "run", cases, tests: 1, failures: 0, errors: 1, skipped: 0 });
  }
  const all = (key: "tests" | "failures" | "errors" | "skipped") =>
    suites.reduce((sum, suite) => sum + suite[key], 0);
  const root = {
    name: `wt-inject ${view.command}`,
    tests: all("tests"),
    failures: all("failures"),
    errors: all("errors"),
    skipped: all("skipped"),
    time: (view.durationMs / 1000).toFixed(3),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes(root)}>`,
    ...suites.flatMap(({ cases, ...suite }) => [
      `  <testsuite${xmlAttributes({ ...suite, timestamp: view.startedAt })}>`,
      ...cases,
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function tally(items: readonly ViewItem[]) {
  const count = (weight: ViewItem["weight"]) =>
    items.filter((item) => item.weight === weight).length;
  return {
    tests: items.length,
    failures: count("error"),
    errors: count("unrun") + count("fault"),
    skipped: count("notice"),
  };
}

function caseOf({ id, section, weight, verdict, message, facts, title }: ViewItem, view: View) {
  const open = `    <testcase${
    xmlAttributes({ name: id, classname: `wt-inject.${view.command}.${section}` })
  }`;
  const told = head(message === "" ? title : message, MESSAGE_LENGTH);
  const text = xmlText(facts.map(([label, fact]) => `${label}: ${fact}`).join("\n"));
  switch (weight) {
    case "none":
      return `${open}/>`;
    case "notice":
      return `${open}><skipped${xmlAttributes({ message: told })}/></testcase>`;
    case "warning":
      return `${open}><system-out>${xmlText(`WARNED: ${told}\n`)}${text}</system-out></testcase>`;
    case "error":
    case "fault":
    case "unrun": {
      const kind = weight === "error" ? "failure" : "error";
      const attributes = xmlAttributes({ type: verdict.key, message: told });
      return `${open}><${kind}${attributes}>${text}</${kind}></testcase>`;
    }
  }
}
