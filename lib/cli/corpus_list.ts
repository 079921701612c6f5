/**
 * `wt-inject corpus list`: the cases of a corpus.
 *
 * @module
 */
import { type CaseLine, caseLines } from "../corpus/catalog.ts";
import { ADAPTER_PATHS } from "../corpus/paths.ts";
import { safeJson } from "../report/json.ts";
import { visible } from "../report/visible.ts";
import { plural } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { corpusName, corpusOf } from "./corpus_source.ts";
import type { Io } from "./io.ts";
import { paragraph } from "./wrap.ts";

/** Prints the list. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const corpus = await corpusOf(args);
  const { schema, version } = corpus.manifest;
  const cases = caseLines(corpus);
  if (args.text("format") === "json") {
    io.stdout.write(`${safeJson({ schema, version, sha256: corpus.digest, cases }, 2)}\n`);
    return 0;
  }
  io.stdout.write(
    `${plural(cases.length, "case")} of ${corpusName(corpus)}\n\n` +
      cases.map(caseText).join("\n"),
  );
  return 0;
}

function caseText({ id, kind, invariant, variants, paths }: CaseLine): string {
  const on = paths.length === ADAPTER_PATHS.length
    ? "every path"
    : `${plural(paths.length, "path")} of ${ADAPTER_PATHS.length}`;
  return [
    `${id} (${kind}, on ${on})`,
    paragraph(visible(invariant), 2),
    paragraph(`${plural(variants.length, "variant")}: ${variants.join(", ")}`, 2),
  ].join("\n") + "\n";
}
