/**
 * Starts an example endpoint in its own language, and ends it.
 */

/** An example and what it takes to run it. */
export interface Example {
  readonly name: string;
  readonly command: string;
  /** Prints the runtime's version. */
  readonly versionArgs: readonly string[];
  readonly least: readonly [major: number, minor: number];
  /** True where the example is built first, to a file of its own. */
  readonly built: boolean;
  readonly file: URL;
  /** The status that a chunked request gets: Python's http.server can't read one. */
  readonly chunked: 200 | 413;
}

function file(path: string): URL {
  return new URL(`../../examples/endpoints/${path}`, import.meta.url);
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "python",
    command: "python3",
    versionArgs: ["--version"],
    least: [3, 9],
    built: false,
    file: file("python/endpoint.py"),
    chunked: 413,
  },
  {
    name: "node",
    command: "node",
    versionArgs: ["--version"],
    least: [18, 3],
    built: false,
    file: file("node/endpoint.mjs"),
    chunked: 200,
  },
  {
    name: "go",
    command: "go",
    versionArgs: ["version"],
    least: [1, 22],
    built: true,
    file: file("go/endpoint.go"),
    chunked: 200,
  },
];

async function mayRun(command: string): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "run", command });
  return state === "granted";
}

/** Why an example can't be run here, or `undefined` where it can. */
export async function whyNot(example: Example): Promise<string | undefined> {
  const { command, versionArgs, least, built } = example;
  if (!await mayRun(command)) return `needs --allow-run=${command}`;
  if (built && (await Deno.permissions.query({ name: "write" })).state !== "granted") {
    return "needs --allow-write, to build";
  }
  try {
    const { stdout } = await new Deno.Command(command, { args: [...versionArgs], stderr: "null" })
      .output();
    const [, major, minor] = /(\d+)\.(\d+)/.exec(new TextDecoder().decode(stdout)) ?? [];
    const version = [Number(major), Number(minor)] as const;
    const enough = version[0] > least[0] || (version[0] === least[0] && version[1] >= least[1]);
    return enough
      ? undefined
      : `needs ${command} ${least.join(".")} or later, has ${major}.${minor}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return `${command} is not installed`;
    throw error;
  }
}

/** A running example. */
export interface Endpoint extends AsyncDisposable {
  readonly url: string;
  readonly hostname: string;
  readonly port: number;
  readonly example: Example;
}

/** How long a start may take, s: a cold `go build` compiles half of the standard library. */
const START_S = 120;

async function commandOf(example: Example, folder: string): Promise<readonly string[]> {
  const source = decodeURIComponent(example.file.pathname);
  if (!example.built) return [example.command, source];
  const binary = `${folder}/endpoint`;
  // Not `go run`: that leaves its child behind when it is ended.
  const { success } = await new Deno.Command(example.command, {
    args: ["build", "-o", binary, source],
    stdout: "null",
    stderr: "inherit",
    signal: AbortSignal.timeout(START_S * 1000),
  }).output();
  if (!success) throw new Error(`Cannot build ${source}: see above`);
  if (await mayRun(binary)) return [binary];
  // A named --allow-run can't name a file that is yet to be built: python3 may become it.
  return ["python3", "-c", "import os, sys; os.execv(sys.argv[1], sys.argv[1:])", binary];
}

/** The first line of a stream, or an error once it ends without one. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream() as never)) {
    text += piece;
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end);
  }
  throw new Error(`Cannot start the example: it ended after ${JSON.stringify(text)}`);
}

/** Starts an example on a free port and waits for the line that says where it listens. */
export async function start(
  example: Example,
  more: readonly string[] = [],
): Promise<Endpoint> {
  const folder = example.built ? await Deno.makeTempDir() : "";
  const [command = "", ...args] = await commandOf(example, folder);
  const child = new Deno.Command(command, {
    args: [...args, "--port", "0", ...more],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const end = async () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // it has ended already
    }
    await child.status;
    if (folder !== "") await Deno.remove(folder, { recursive: true });
  };
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const line = await Promise.race([
      firstLine(child.stdout),
      new Promise<never>((_, reject) => {
        const why = new Error(`Cannot start ${example.name}: no line within ${START_S} s`);
        late = setTimeout(() => reject(why), START_S * 1000);
      }),
    ]);
    const [, hostname = "", port] = /^listening on http:\/\/(127\.0\.0\.1):(\d+)$/.exec(line) ?? [];
    if (port === undefined) throw new Error(`Cannot start ${example.name}: it said ${line}`);
    const url = `http://${hostname}:${port}`;
    return { url, hostname, port: Number(port), example, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
