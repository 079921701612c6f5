/**
 * `wt-inject corpus verify`: does a corpus hold, by every rule of its format and its own digest?
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { CorpusError } from "../corpus/fault.ts";
import type { Corpus } from "../corpus/load.ts";
import { safeJson } from "../report/json.ts";
import { visible } from "../report/visible.ts";
import { plural } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { corpusIn } from "./corpus_source.ts";
import type { Io } from "./io.ts";

/** Prints what was found; the exit code is 1 where the corpus doesn't hold. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const folder = args.positionals[0];
  const json = args.text("format") === "json";
  try {
    const corpus = await corpusIn(folder);
    io.stdout.write(json ? holdsJson(corpus) : holdsText(corpus));
    return 0;
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    io.stdout.write(json ? faultJson(error) : faultText(folder, error));
    return EXIT.violation;
  }
}

function sizes({ cases, files }: Corpus) {
  return {
    cases: cases.length,
    variants: cases.reduce((sum, { fixture }) => sum + Object.keys(fixture.variants).length, 0),
    files: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

function holdsText(corpus: Corpus): string {
  const { schema, version } = corpus.manifest;
  const { cases, variants, files, bytes } = sizes(corpus);
  return `${visible(corpus.label)} holds\n` +
    `  schema   ${schema}\n` +
    `  version  ${visible(version)}\n` +
    `  sha256   ${corpus.digest}\n` +
    `  content  ${plural(cases, "case")}, ${plural(variants, "variant")}; ` +
    `${plural(files, "file")}, ${plural(bytes, "byte")}\n`;
}

function holdsJson(corpus: Corpus): string {
  const { schema, version } = corpus.manifest;
  const found = { holds: true, schema, version, sha256: corpus.digest, ...sizes(corpus) };
  return `${safeJson(found, 2)}\n`;
}

/** The message names the fault by its own word, the file and the place. */
function faultText(folder: string | undefined, { message }: CorpusError): string {
  return `${visible(folder ?? "the embedded corpus")} DOES NOT HOLD\n${visible(message)}.\n`;
}

function faultJson({ kind, where, message }: CorpusError): string {
  return `${safeJson({ holds: false, fault: kind, at: where, message }, 2)}\n`;
}
