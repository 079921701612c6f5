/**
 * The executable as a child process that has nothing but what a test gives it: an empty folder to stand
 * in, an empty HOME and TMPDIR, a PATH without Deno and Node.
 *
 * @module
 */

/** The file under test. */
export const EXECUTABLE = Deno.env.get("WT_INJECT_EXECUTABLE") || missing();

function missing(): never {
  throw new Error("Cannot test: no WT_INJECT_EXECUTABLE is named. Run deno task test:executable.");
}

/** What became of a child. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start one. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A place to run in. */
export interface Bench extends AsyncDisposable {
  /** The folder that children stand in. */
  readonly cwd: string;
  start(words: readonly string[], options?: StartOptions): Deno.ChildProcess;
  run(words: readonly string[], options?: StartOptions): Promise<Ended>;
  /** Runs a shell line, in which `"$WT"` is the executable. */
  shell(line: string): Promise<Ended>;
  /** The paths of all that is there, relative to the place: `cwd/report.json`, `home/x`, `tmp/y`. */
  tree(): Promise<readonly string[]>;
}

/** Programs that a driver's adapter or a state probe may be made of here. */
const PROGRAMS = ["sh", "cat", "echo"];

/** Makes a place, which is gone when it is disposed of. */
export async function bench(): Promise<Bench> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "wt-inject-executable-" }));
  const [cwd, home, tmp, bin] = ["cwd", "home", "tmp", "bin"].map((name) => `${root}/${name}`);
  for (const folder of [cwd!, home!, tmp!, bin!]) await Deno.mkdir(folder);
  for (const program of PROGRAMS) await Deno.symlink(`/bin/${program}`, `${bin}/${program}`);
  await Deno.chmod(home!, 0o500);
  const env = { HOME: home!, TMPDIR: tmp!, PATH: bin!, WT: EXECUTABLE };

  const start: Bench["start"] = (words, options = {}) =>
    new Deno.Command(EXECUTABLE, {
      args: [...words],
      cwd: cwd!,
      clearEnv: true,
      env: { ...env, ...options.env },
      stdin: options.input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();

  return {
    cwd: cwd!,
    start,
    async run(words, options = {}) {
      const child = start(words, options);
      const output = child.output();
      if (options.input !== undefined) {
        const writer = child.stdin.getWriter();
        await writer.write(new TextEncoder().encode(options.input));
        await writer.close();
      }
      return ended(await output);
    },
    async shell(line) {
      const options = { cwd: cwd!, clearEnv: true, env };
      return ended(await new Deno.Command("/bin/sh", { args: ["-c", line], ...options }).output());
    },
    tree: async () => (await listing(root)).filter((path) => !path.startsWith("bin/")),
    async [Symbol.asyncDispose]() {
      await Deno.chmod(home!, 0o700);
      await Deno.remove(root, { recursive: true });
    },
  };
}

/** A child's output as text. */
export function ended({ code, stdout, stderr }: Deno.CommandOutput): Ended {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

async function listing(root: string, folder = ""): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${root}/${folder}`)) {
    const path = `${folder}${name}`;
    if (isDirectory) found.push(...await listing(root, `${path}/`));
    else found.push(path);
  }
  return found.sort();
}

/** A server's first line on a stream, without what follows it. */
export async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text.split("\n")[0]!;
}

/** Does so many at once of a list of things to do. */
export async function eachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = 4,
): Promise<void> {
  const left = items.values();
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (const item of left) await work(item);
  }));
}
