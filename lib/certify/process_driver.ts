/**
 * A driver as a command: one process a case, in a process group of its own, so that nothing that it
 * starts outlives its case.
 *
 * @module
 */
import {
  CannotStart,
  type DriverCall,
  type DriverRun,
  type DriverUnderTest,
  MAX_STDOUT_BYTES,
  STDERR_TAIL_BYTES,
} from "./driver.ts";

/** A process that runs. */
export interface Child {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Resolves when the process has ended, with its exit code or signal in words. */
  readonly ended: Promise<string>;
  /** Ends the process and all that it started. Harmless when it has ended. */
  kill(): void;
}

/**
 * Starts a process with this environment added to ours and `unset` taken from it.
 *
 * @throws {CannotStart} where it doesn't start.
 */
export type Spawn = (
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  unset: readonly string[],
) => Child;

/** Processes as Deno starts them. Needs --allow-run for the command, and --allow-env. */
export const denoSpawn: Spawn = (command, env, unset) => {
  const [program = "", ...args] = command;
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) =>
    !unset.some((gone) => gone.toLowerCase() === name.toLowerCase())
  );
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      env: { ...Object.fromEntries(inherited), ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      // A group of its own, led by the child; its id is the child's.
      detached: true,
    }).spawn();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`Cannot start ${JSON.stringify(program)}: ${reason}`, { cause: error });
  }
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended: child.status.then(({ code, signal }) =>
      signal === null ? `exit code ${code}` : `signal ${signal}`
    ),
    kill: () => killGroup(child.pid),
  };
};

function killGroup(pid: number): void {
  // A group outlives its leader while a member runs, and its id isn't given to a new process.
  for (const target of Deno.build.os === "windows" ? [pid] : [-pid]) {
    try {
      Deno.kill(target, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** A driver that is this command. `spawn` is for tests. */
export function processDriver(
  command: readonly string[],
  spawn: Spawn = denoSpawn,
): DriverUnderTest {
  return {
    label: command.join(" "),
    call: async (call) => await callProcess(spawn(command, call.env, call.unset), call),
  };
}

async function callProcess(child: Child, call: DriverCall): Promise<DriverRun> {
  let ended: DriverRun["ended"] = "exited";
  const stop = (how: "bound" | "aborted") => {
    if (ended === "exited") ended = how;
    child.kill();
  };
  const aborted = () => stop("aborted");
  const timer = setTimeout(() => stop("bound"), call.boundMs);
  call.signal.addEventListener("abort", aborted);
  if (call.signal.aborted) aborted();
  const stdout = new Head(MAX_STDOUT_BYTES, () => stop("bound"));
  const stderr = new Tail(STDERR_TAIL_BYTES);
  const reading = Promise.all([
    read(child.stdout, (piece) => stdout.add(piece)),
    read(child.stderr, (piece) => stderr.add(piece)),
  ]);
  try {
    const [exit] = await Promise.all([child.ended, say(child.stdin, call.line)]);
    const endedAtMs = performance.now();
    // What it left running may hold its pipes open; ending the group closes them.
    child.kill();
    await reading;
    return {
      stdout: stdout.bytes(),
      overflow: stdout.overflow,
      stderr: stderr.text(),
      ended,
      exit,
      endedAtMs,
    };
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener("abort", aborted);
    child.kill();
  }
}

/** Writes the line and closes. A driver that doesn't read it is its own affair. */
async function say(stdin: WritableStream<Uint8Array>, line: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(`${line}\n`));
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}

async function read(
  stream: ReadableStream<Uint8Array>,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  try {
    for await (const piece of stream) take(piece);
  } catch {
    // The pipe broke: what came, came.
  }
}

/** The first bytes of a stream; says so once there are more. */
class Head {
  readonly #pieces: Uint8Array[] = [];
  #size = 0;
  overflow = false;

  constructor(readonly limit: number, readonly onOverflow: () => void) {}

  add(piece: Uint8Array): void {
    const room = this.limit - this.#size;
    if (room > 0) this.#pieces.push(piece.slice(0, room));
    this.#size += Math.min(room, piece.length);
    if (piece.length <= room || this.overflow) return;
    this.overflow = true;
    this.onOverflow();
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

/** The last bytes of a stream, as text. */
class Tail {
  #bytes = new Uint8Array(0);

  constructor(readonly limit: number) {}

  add(piece: Uint8Array): void {
    const both = new Uint8Array(this.#bytes.length + piece.length);
    both.set(this.#bytes);
    both.set(piece, this.#bytes.length);
    this.#bytes = both.slice(Math.max(0, both.length - this.limit));
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }
}
