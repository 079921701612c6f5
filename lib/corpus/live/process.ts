/**
 * A gateway's process: in a process group of its own, with the end of what it printed, ended whole.
 *
 * @module
 */
import { TargetGone } from "../target.ts";

/** Bytes of its output that are kept, each stream. */
const TAIL_BYTES = 4_096;
/** How long a pipe may stay open once the group is gone, ms. */
const CLOSE_MS = 1_000;

/** Where and with what it runs. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A process that was started. */
export interface Running {
  /** How it ended, in words, where it has: `exit code 1`, `signal SIGSEGV`. */
  readonly exit: string | undefined;
  /** Resolves when it has ended. */
  readonly ended: Promise<string>;
  /** The end of what it printed: on standard error, or else on standard output. */
  said(): string;
  /** Ends it and all of its group: SIGTERM, and after so long SIGKILL. Harmless when it has ended. */
  end(graceMs: number): Promise<void>;
  /** Ends it and all of its group at once. Never waits. */
  kill(): void;
}

/**
 * Starts a program. Needs Deno's permission to run anything: only with it can a group be ended.
 *
 * @throws {TargetGone} where it doesn't start
 */
export function startProgram(
  argv: readonly string[],
  { cwd, env }: Surroundings,
): Running {
  const [program = "", ...args] = argv;
  const named = /[/\\]/.test(program) && !isAbsolute(program) ? `${cwd}/${program}` : program;
  let child: Deno.ChildProcess;
  try {
    const group: object = { detached: true }; // Deno 2.4 has it too, but not in its types.
    child = new Deno.Command(named, {
      args,
      cwd,
      env,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...group,
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    const reason = error instanceof Deno.errors.NotFound
      ? "there is no such program"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new TargetGone(`Cannot start ${program}: ${reason}`);
  }
  const tails = [new Tail(child.stdout), new Tail(child.stderr)] as const;
  let exit: string | undefined;
  const ended = child.status.then(({ code, signal }) =>
    exit = signal === null ? `exit code ${code}` : `signal ${signal}`
  );
  const kill = () => signalGroup(child.pid, "SIGKILL");
  const gone = () => kill();
  // Whatever ends our own process, short of a SIGKILL, ends it first.
  globalThis.addEventListener("unload", gone);
  let ending: Promise<void> | undefined;

  async function end(graceMs: number): Promise<void> {
    if (exit === undefined && graceMs > 0) {
      signalGroup(child.pid, "SIGTERM");
      await within(ended, graceMs);
    }
    // The group outlives its leader while a member runs.
    kill();
    await ended;
    if (!await within(Promise.all(tails.map((tail) => tail.ended)), CLOSE_MS)) {
      await Promise.all(tails.map((tail) => tail.cancel()));
    }
    globalThis.removeEventListener("unload", gone);
  }

  return {
    get exit() {
      return exit;
    },
    ended,
    said: () => tails[1].text() || tails[0].text(),
    end: (graceMs) => ending ??= end(graceMs),
    kill,
  };
}

/** Waits for a promise at most so long; false where that wasn't enough. */
export async function within(what: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([what.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\") || /^[A-Za-z]:/.test(path);
}

function signalGroup(pid: number, signal: Deno.Signal): void {
  try {
    // Windows has no groups.
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, signal);
  } catch {
    // Nobody is left.
  }
}

/** The last bytes of a stream, as text. */
class Tail {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #bytes = new Uint8Array(0);
  readonly ended: Promise<void>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    this.ended = this.#read();
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { value, done } = await this.#reader.read();
        if (done) return;
        const both = new Uint8Array(this.#bytes.length + value.length);
        both.set(this.#bytes);
        both.set(value, this.#bytes.length);
        this.#bytes = both.slice(Math.max(0, both.length - TAIL_BYTES));
      }
    } catch {
      // The pipe broke: what came, came.
    }
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
    await this.ended;
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes).trim();
  }
}
