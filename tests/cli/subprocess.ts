/**
 * The command line as a child process.
 *
 * @module
 */

/** What became of a child. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start one. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Instead of those that the tasks give. */
  readonly permissions?: readonly string[];
  /** Instead of `cli.ts`. */
  readonly program?: string;
}

const ROOT = new URL("../../", import.meta.url);
const CONFIG = new URL("deno.json", ROOT).pathname;

const PERMISSIONS = [
  "--allow-net=127.0.0.1,[::1],localhost",
  "--allow-read",
  "--allow-write",
  "--allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S,WT_INJECT_DEBUG",
];

/** The words that start the command line, for tests that need a shell. */
export function cliWords(
  { permissions = PERMISSIONS, program = "cli.ts" }: StartOptions = {},
): readonly string[] {
  const path = new URL(program, ROOT).pathname;
  return [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-prompt",
    ...permissions,
    `--config=${CONFIG}`,
    path,
  ];
}

/** Starts `wt-inject` with some words. */
export function start(words: readonly string[], options: StartOptions = {}): Deno.ChildProcess {
  const [program, ...args] = [...cliWords(options), ...words];
  return new Deno.Command(program!, {
    args,
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    env: { ...CLEAN, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }).spawn();
}

/** Settings of the developer's own shell must not decide a test. */
const CLEAN = { NO_COLOR: "", WT_INJECT_URL: "", WT_INJECT_TIMEOUT_S: "", RUST_BACKTRACE: "0" };

/** Runs `wt-inject` to its end. */
export async function wtInject(
  words: readonly string[],
  options: StartOptions = {},
): Promise<Ended> {
  const child = start(words, options);
  if (options.input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(options.input));
    await writer.close();
  }
  return ended(await child.output());
}

/** A child's output as text. */
export function ended({ code, stdout, stderr }: Deno.CommandOutput): Ended {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A folder that is gone when the test is. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "wt-inject-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
