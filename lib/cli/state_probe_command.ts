/**
 * A state probe that runs a command: through the platform's shell, for so long and for so many bytes
 * and no more, and with nothing of it left running.
 *
 * @module
 */
import type { StateProbe } from "../conform/sender.ts";
import { head } from "../report/visible.ts";

const WINDOWS = Deno.build.os === "windows";

/** The shell that commands go to, as `--allow-run` names it. */
export const SHELL = WINDOWS ? "cmd" : "sh";

/** Bounds of one look. */
export interface CommandBounds {
  /** How long the command has, ms. */
  readonly timeoutMs: number;
  /** How much it may print, both streams together. */
  readonly maxBytes: number;
}

const BOUNDS: CommandBounds = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };

/** How long a stream may stay open once the command and its process group are gone, ms. */
const CLOSE_MS = 2_000;

/** Characters of the command's own complaint that an error quotes. */
const QUOTED = 200;

/**
 * Looks by command: standard output and standard error together are what it saw. It throws where the
 * command exits with anything but 0, prints more than its bound, or doesn't end in time.
 *
 * The command runs in a process group of its own, without standard input, and the group is killed when
 * it is over, however it ended: what it left in the background too. Windows has no process groups; there
 * the command alone is killed.
 */
export function commandProbe(command: string, bounds: CommandBounds = BOUNDS): StateProbe {
  return async (signal) => {
    signal?.throwIfAborted();
    const child = shell(command).spawn();
    const stop = Promise.withResolvers<string>();
    const abort = () => stop.resolve("it was interrupted");
    const timer = setTimeout(
      () => stop.resolve(`it did not end within ${bounds.timeoutMs / 1000} s`),
      bounds.timeoutMs,
    );
    signal?.addEventListener("abort", abort, { once: true });
    let left = bounds.maxBytes;
    const take = (size: number) => {
      left -= size;
      if (left < 0) stop.resolve(`it printed more than ${bounds.maxBytes} bytes`);
      return left >= 0;
    };
    const streams = [new Collector(child.stdout, take), new Collector(child.stderr, take)] as const;
    try {
      const ended = await Promise.race([child.status, stop.promise]);
      await killGroup(child);
      const { code, signal: by } = await child.status;
      const whole = await closeAll(streams);
      if (typeof ended === "string") throw new Error(`its command failed: ${ended}`);
      const [out, err] = streams.map((stream) => stream.text());
      if (code !== 0 || by !== null) throw new Error(failure(code, by, err!));
      // The race may have been won by the exit while the pipes still held more than the bound.
      if (left < 0) throw new Error(`its command failed: ${await stop.promise}`);
      if (!whole) throw new Error("its command failed: something that it began holds its output");
      return `${out}\n${err}`;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  };
}

function shell(command: string): Deno.Command {
  const streams = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  if (WINDOWS) {
    const args = ["/d", "/s", "/c", `"${command}"`];
    return new Deno.Command(SHELL, { args, windowsRawArguments: true, ...streams });
  }
  // Deno 2.4 has it too, but not in its types. It makes the child the leader of a new process group.
  const group: object = { detached: true };
  return new Deno.Command(SHELL, { args: ["-c", command], ...streams, ...group });
}

/**
 * Kills what is left of the command's process group. Through the shell: `Deno.kill` wants the
 * permission to run anything, and the shell alone is what the user was asked for.
 */
async function killGroup(child: Deno.ChildProcess): Promise<void> {
  if (WINDOWS) {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    return;
  }
  // Fails where nobody is left, which is as well.
  await new Deno.Command(SHELL, {
    args: ["-c", `kill -s KILL -- -${child.pid}`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
}

/** Waits for the streams to end; false where one is still held open by somebody who left the group. */
async function closeAll(streams: readonly Collector[]): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), CLOSE_MS);
  try {
    const ended = Promise.all(streams.map((stream) => stream.ended)).then(() => true);
    const whole = await Promise.race([ended, late.promise]);
    if (!whole) await Promise.all(streams.map((stream) => stream.cancel()));
    return whole;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a stream to its end, as long as it may. */
class Collector {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";
  /** Resolves when there is no more to read. */
  readonly ended: Promise<void>;

  /** @param take told of each piece's size; false where it isn't wanted any more */
  constructor(stream: ReadableStream<Uint8Array>, take: (size: number) => boolean) {
    this.#reader = stream.getReader();
    this.ended = this.#read(take);
  }

  async #read(take: (size: number) => boolean): Promise<void> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return;
      // Past the bound it is read on and dropped, so that the writer isn't stuck while it is killed.
      if (take(value.length)) this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  text(): string {
    return this.#text + this.#decoder.decode();
  }
}

function failure(code: number, by: string | null, complaint: string): string {
  const last = complaint.trimEnd().split("\n").at(-1)!.trim();
  const how = by === null ? `exited with ${code}` : `was killed by ${by}`;
  return `its command ${how}${last === "" ? "" : `: ${head(last, QUOTED)}`}`;
}
