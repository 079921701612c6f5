/**
 * `wt-inject corpus show`: one case of a corpus, variant by variant and path by path.
 *
 * @module
 */
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";
import { caseDetails, type VariantDetails } from "../corpus/catalog.ts";
import type { Expectation, ExpectedExchange, Outcome } from "../corpus/expectation.ts";
import type { Corpus, LoadedCase } from "../corpus/load.ts";
import type { AdapterPath } from "../corpus/paths.ts";
import { safeJson } from "../report/json.ts";
import { visible } from "../report/visible.ts";
import { plural } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { corpusOf } from "./corpus_source.ts";
import type { Io } from "./io.ts";
import { paragraph } from "./wrap.ts";

/**
 * Prints one case.
 *
 * @throws UsageError where there is no such case
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  const one = caseNamed(await corpusOf(args), args.positionals[0]!);
  const variants = caseDetails(one);
  const { id, kind, invariant, fixture, expected_fixture } = one.about;
  if (args.text("format") === "json") {
    const about = { id, kind, invariant, fixture, expected_fixture };
    io.stdout.write(`${safeJson({ ...about, input_sha256: one.inputSha256, variants }, 2)}\n`);
    return 0;
  }
  const head = [
    `${id} (${kind})`,
    paragraph(visible(invariant)),
    `  fixture   ${fixture}`,
    `  sha256    ${one.inputSha256}`,
    `  expected  ${expected_fixture}`,
  ];
  io.stdout.write([head.join("\n"), ...variants.map(variantText)].join("\n\n") + "\n");
  return 0;
}

function caseNamed({ cases }: Corpus, id: string): LoadedCase {
  const found = cases.find(({ about }) => about.id === id);
  if (found !== undefined) return found;
  const near = nearest(id, cases.map(({ about }) => about.id));
  throw new UsageError(
    `Cannot show ${JSON.stringify(id)}: there is no such case`,
    `${near === undefined ? "" : `Did you mean ${near}? `}"wt-inject corpus list" lists them all.`,
  );
}

function variantText(details: VariantDetails): string {
  const { id, about, requirement } = details;
  return `${paragraph(`${id} (${requirement}): ${visible(about)}`)}\n${expectationsText(details)}`;
}

/** What is expected path by path. Paths on which the same is said stand together. */
export function expectationsText({ cells }: Pick<VariantDetails, "cells">): string {
  const groups = new Map<string, AdapterPath[]>();
  for (const cell of cells) {
    const text = "reason" in cell
      ? paragraph(`not applicable: ${visible(cell.reason)}`, 4)
      : expectationText(cell.expectation);
    groups.set(text, [...(groups.get(text) ?? []), cell.path]);
  }
  return [...groups].map(([text, paths]) => `${paragraph(paths.join(", "), 2)}\n${text}`)
    .join("\n");
}

function expectationText({ outcomes, agent }: Expectation): string {
  if (agent !== undefined) {
    const turns = agent.turns.map(({ requests, outcome }) =>
      `${plural(requests.length, "request")} to its model, ${outcome}`
    );
    return paragraph(`${turns.join("; ")} (${agent.basis}: ${visible(agent.source)})`, 4);
  }
  return outcomes.map((outcome, index) => {
    const or = index === 0 ? "" : "or ";
    return paragraph(or + outcomeText(outcome), 4);
  }).join("\n");
}

function outcomeText({ exchanges, basis, source, tolerated }: Outcome): string {
  const warned = tolerated === undefined ? "" : `; warned of: ${visible(tolerated)}`;
  return `${exchanges.map(exchangeText).join("; ")} (${basis}: ${visible(source)})${warned}`;
}

function exchangeText({ upstream, answer }: ExpectedExchange): string {
  const attempts = upstream.length === 0
    ? "nothing upstream"
    : `${plural(upstream.length, "request")} upstream`;
  if (answer === "left") return `${attempts}, the client is gone`;
  const { ending, error, stop } = answer;
  const words = [attempts, `answer ${anyOf(ending)}`];
  if (error !== undefined) words.push(`status ${anyOf(error.status)}`);
  if (stop !== undefined) words.push(`stop ${anyOf(stop)}`);
  return words.join(", ");
}

function anyOf(match: { readonly values: readonly string[] } | { readonly any: true }): string {
  return "any" in match ? "any" : match.values.join(" or ");
}
