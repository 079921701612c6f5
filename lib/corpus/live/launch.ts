/**
 * Starts a gateway as its target file says: a fresh folder with its files, the hook before it, the
 * process, and a wait until it is ready.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";
import { TargetGone } from "../target.ts";
import { filled, filledJson, type Values } from "./placeholders.ts";
import { type Running, startProgram, type Surroundings, within } from "./process.ts";
import { aborted, isReady, listens, until } from "./ready.ts";
import type { FileContent, ProcessOf, TargetFile } from "./target_file.ts";

/** How long the hook before a start may take, ms. */
const BEFORE_MS = 60_000;
/** How long a gateway has to be ready unless its file says otherwise, ms. */
const START_MS = 30_000;
const STOP_MS = 1_000;
const LETTING_GO_MS = 1_000;
/** How many lines of a program's last words are told. */
const LAST_LINES = 10;

/** A gateway that was started and is ready. */
export interface Launched {
  readonly running: Running;
  /** Everything that placeholders stand for, this start's folder among them. */
  readonly values: Values;
  /** Ends it, and takes its folder away. */
  end(): Promise<void>;
}

/** What is the same at each start. */
export interface LaunchOptions {
  readonly target: TargetFile & { readonly process: ProcessOf };
  readonly values: Omit<Values, "FOLDER">;
  /** What it prints, with secrets taken out. */
  readonly shown: (text: string) => string;
  /** Told of its last words: they are for whoever looks on, and for no report. */
  readonly say: (line: string) => void;
}

/**
 * Starts it.
 *
 * @throws {TargetGone} where it can't be started, ends at once, or isn't ready in time
 */
export async function launch(options: LaunchOptions, signal?: AbortSignal): Promise<Launched> {
  const { target, values: { GATEWAY_URL: url } } = options;
  // Whoever has just let go of the address may seem to be there a moment longer.
  if (!await until(async () => !await listens(url), LETTING_GO_MS, aborted(signal))) {
    throw new TargetGone(`Cannot start ${target.name}: somebody listens on ${url} already`);
  }
  const folder = await Deno.makeTempDir({ prefix: "wt-inject-target-" });
  // Where our own process is ended at once. Secrets may be in it.
  const abandon = () => {
    try {
      Deno.removeSync(folder, { recursive: true });
    } catch {
      // Nobody is left to be told.
    }
  };
  globalThis.addEventListener("unload", abandon);
  const leave = async () => {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    globalThis.removeEventListener("unload", abandon);
  };
  try {
    const values = { ...options.values, FOLDER: folder };
    await writeFiles(folder, target.files ?? {}, values);
    const running = await started(options, values, signal);
    // Behind the end of its process, which may still write into it.
    globalThis.removeEventListener("unload", abandon);
    globalThis.addEventListener("unload", abandon);
    const end = async () => {
      await running.end((target.process.stop_s ?? STOP_MS / 1000) * 1000);
      await leave();
    };
    return { running, values, end };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function writeFiles(
  folder: string,
  files: Readonly<Record<string, FileContent>>,
  values: Values,
): Promise<void> {
  await Deno.mkdir(`${folder}/home`);
  for (const [path, content] of Object.entries(files)) {
    const whole = `${folder}/${path}`;
    await Deno.mkdir(whole.replace(/\/[^/]*$/, ""), { recursive: true });
    // Secrets may be in it.
    await Deno.writeTextFile(whole, textOf(content, values), { mode: 0o600 });
  }
}

function textOf(content: FileContent, values: Values): string {
  if (typeof content === "string") return filled(content, values);
  if (Array.isArray(content)) return content.map((line) => `${filled(line, values)}\n`).join("");
  return `${JSON.stringify(filledJson(content as JsonValue, values), null, 2)}\n`;
}

async function started(
  options: LaunchOptions,
  values: Values,
  signal: AbortSignal | undefined,
): Promise<Running> {
  const { name, process, patience } = options.target;
  const around = surroundings(process, values);
  const words = (argv: readonly string[]) => argv.map((word) => filled(word, values));
  if (process.before !== undefined) {
    await runBefore(options, words(process.before), around, signal);
  }
  const running = startProgram(words(process.argv), around);
  try {
    const boundMs = patience?.start_s === undefined ? START_MS : patience.start_s * 1000;
    const stopped = aborted(signal);
    const look = async () =>
      running.exit === undefined && await isReady(values.GATEWAY_URL, process.ready, signal);
    const ready = await until(look, boundMs, Promise.race([running.ended, stopped]));
    if (ready && running.exit === undefined) {
      await within(Promise.race([running.ended, stopped]), (process.settle_s ?? 0) * 1000);
      if (running.exit === undefined) return running;
    }
    // What it printed before it ended may still be on its way.
    const { exit } = running;
    await running.end(0);
    const how = exit === undefined
      ? signal?.aborted ? "the run was interrupted" : `it wasn't ready within ${boundMs / 1000} s`
      : `it ended before it was ready: ${exit}`;
    if (signal?.aborted !== true) tellWords(running, `${name}: ${how}`, options);
    throw new TargetGone(`Cannot start ${name}: ${how}`);
  } catch (error) {
    await running.end(0);
    throw error;
  }
}

async function runBefore(
  options: LaunchOptions,
  argv: readonly string[],
  around: Surroundings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const hook = startProgram(argv, around);
  await within(Promise.race([hook.ended, aborted(signal)]), BEFORE_MS);
  const { exit } = hook;
  await hook.end(0);
  if (exit === "exit code 0") return;
  const how = exit ?? (signal?.aborted ? "interrupted" : `not over within ${BEFORE_MS / 1000} s`);
  const failed = `what is to run before it failed: ${how}`;
  const { name } = options.target;
  if (signal?.aborted !== true) tellWords(hook, `${name}: ${failed}`, options);
  throw new TargetGone(`Cannot start ${name}: ${failed}`);
}

/** Tells what became of a program, and the end of what it said. */
export function tellWords(
  running: Running,
  became: string,
  { shown, say }: Pick<LaunchOptions, "shown" | "say">,
): void {
  const said = shown(running.said());
  say(`${became}${said === "" ? "" : "; its last words:"}`);
  if (said === "") return;
  for (const line of said.split(/\r?\n/).slice(-LAST_LINES)) say(`  | ${line}`);
}

function surroundings({ cwd = ".", env = {} }: ProcessOf, values: Values): Surroundings {
  const place = filled(cwd, values);
  // A proxy of the user's has no part between a gateway and its upstream on this machine.
  const near = "127.0.0.1,localhost,::1";
  const own = { HOME: `${values.FOLDER}/home`, NO_PROXY: near, no_proxy: near };
  const given = Object.entries(env).map(([key, text]) => [key, filled(text, values)] as const);
  return {
    cwd: /^(?:[/\\]|[A-Za-z]:)/.test(place) ? place : `${values.HERE}/${place}`,
    env: { ...own, ...Object.fromEntries(given) },
  };
}
