/**
 * Which Deno compiles here, and whether it can: it needs a base to put a program on, and a bundler,
 * and downloads what it hasn't got.
 *
 * @module
 */

/** Longer than any download of a base should take, ms. */
const LONGEST_TRIAL_MS = 180_000;

/** The Deno that compiles: DENO242, where there is one beside its base (DENORT_BIN), or this one. */
export function compilerProgram(): string {
  return Deno.env.get("DENO242") || Deno.execPath();
}

/**
 * Compiles a program of one line, whose executable is left at `output`.
 *
 * @returns why that can't be done here, in one line; undefined where it was
 */
export async function compileHello(program: string, output: string): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "wt-inject-hello-" });
  try {
    const [source, bundle] = [`${folder}/hello.ts`, `${folder}/bundle`];
    await Deno.writeTextFile(source, "console.log('hello');\n");
    const bundled = await attempt(program, [
      "bundle",
      "--quiet",
      "--no-config",
      "--code-splitting",
      `--outdir=${bundle}`,
      source,
    ]);
    if (bundled !== undefined) return `deno bundle can't run here (${bundled})`;
    const compiled = await attempt(program, [
      "compile",
      "--quiet",
      "--no-check",
      "--no-config",
      "--no-code-cache",
      `--output=${output}`,
      `${bundle}/hello.js`,
    ]);
    return compiled === undefined ? undefined : `deno compile can't run here (${compiled})`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs Deno. Returns its complaint, one line. */
async function attempt(program: string, args: readonly string[]): Promise<string | undefined> {
  const signal = AbortSignal.timeout(LONGEST_TRIAL_MS);
  try {
    const { success, stderr } = await new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
      signal,
    }).output();
    if (success) return undefined;
    if (signal.aborted) return `it took longer than ${LONGEST_TRIAL_MS / 1000} s`;
    return complaint(new TextDecoder().decode(stderr));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The last cause that Deno names, which is nearest to what went wrong, or its last line. */
export function complaint(stderr: string): string {
  const lines = stderr.split(/\s*Stack backtrace:/)[0]!.trim().split("\n").map((line) =>
    line.trim()
  );
  const cause =
    lines.find((line) => /^(?:1|0): .*(?:sending request|download|not found)/i.test(line)) ??
      lines.findLast((line) => /^(?:\d+: |error: )/.test(line)) ?? lines.at(-1) ?? "";
  return cause.replace(/^(?:\d+: |error: )/, "").slice(0, 300) || "it didn't say why";
}
