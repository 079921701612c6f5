/**
 * `wt-inject version`: answers from constants, and so loads nothing; `--json` adds the digests of what
 * verdicts are reached by, and loads that.
 *
 * @module
 */
import { VERSION } from "../contract/version.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

/** Prints the version. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const runtime = `deno ${Deno.version.deno} (${Deno.build.target})`;
  if (!args.given("json")) {
    io.stdout.write(`wt-inject ${VERSION}\nContract C version 1\n${runtime}\n`);
    return 0;
  }
  const about = {
    name: "wt-inject",
    version: VERSION,
    /** Of Contract C. */
    contract: 1,
    runtime,
    clauses: await clauseTable(),
    corpus: await corpus(),
  };
  io.stdout.write(`${JSON.stringify(about, null, 2)}\n`);
  return 0;
}

/** The clause table, and the SHA-256 of its canonical JSON (RFC 8785). */
async function clauseTable(): Promise<{ readonly count: number; readonly sha256: string }> {
  const [{ CLAUSES }, { canonicalize }, { sha256 }] = await Promise.all([
    import("../contract/clauses.ts"),
    import("@std/json/canonicalize"),
    import("../corpus/digest.ts"),
  ]);
  const bytes = new TextEncoder().encode(canonicalize(CLAUSES));
  return { count: CLAUSES.length, sha256: await sha256(bytes) };
}

/** The corpus that is carried: loaded, so that a digest which doesn't hold is never printed. */
async function corpus() {
  const [{ loadCorpus }, { carriedFiles }] = await Promise.all([
    import("../corpus/load.ts"),
    import("../corpus/files.ts"),
  ]);
  const { manifest, digest } = await loadCorpus(carriedFiles());
  const { schema, version, cases } = manifest;
  return { schema, version, cases: cases.length, sha256: digest };
}
