/**
 * A process that isn't one: streams that can be read back, an environment, signals on demand.
 *
 * @module
 */
import { type Io, linesOf } from "../../lib/cli/io.ts";

/** What a test may look at and set off. */
export interface MemoryIo extends Io {
  readonly out: () => string;
  readonly err: () => string;
  /** Sends SIGINT. */
  readonly interrupt: () => void;
}

/** How the process is set up. */
export interface MemoryOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly tty?: boolean;
  readonly columns?: number;
}

/** Thrown by `exit`, so that a test sees it. */
export class Exited extends Error {
  constructor(readonly code: number) {
    super(`exited with ${code}`);
  }
}

/** An {@linkcode Io} in memory. */
export function memoryIo(options: MemoryOptions = {}): MemoryIo {
  const { env = {}, input = "", tty = false, columns = 80 } = options;
  let out = "";
  let err = "";
  const stops = new Set<() => void>();
  return {
    stdout: { write: (text) => void (out += text), tty, columns },
    stderr: { write: (text) => void (err += text), tty, columns },
    colorAllowed: true,
    env: (name) => env[name],
    readInput: () =>
      Promise.resolve(typeof input === "string" ? new TextEncoder().encode(input) : input),
    inputLines: (options) =>
      linesOf(
        new Blob([typeof input === "string" ? input : new Uint8Array(input)]).stream(),
        options,
      ),
    inputTty: false,
    onStop(callback) {
      stops.add(callback);
      return () => stops.delete(callback);
    },
    exit: (code) => {
      throw new Exited(code);
    },
    out: () => out,
    err: () => err,
    interrupt: () => stops.forEach((stop) => stop()),
  };
}
