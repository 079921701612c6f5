/**
 * The seam between the commands and the process that they run in: streams, environment, signals.
 * Tests put their own in.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";

/**
 * A stream that text is written to. A reader that left is not a fault; what else goes wrong is an
 * {@linkcode OutputError}, but on standard error, where nobody could be told.
 */
export interface Output {
  /** Writes all of it, or nothing more once the reader has gone. */
  write(text: string): void;
  /** True where a person reads it. */
  readonly tty: boolean;
  /** True once its reader has gone: what is written is lost. */
  readonly gone?: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
}

/** What a command may touch of the process that runs it. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** False where NO_COLOR is set. */
  readonly colorAllowed: boolean;
  /** @throws Deno.errors.NotCapable without the permission for that variable */
  env(name: string): string | undefined;
  /** Standard input to its end. */
  readInput(): Promise<Uint8Array>;
  /**
   * Standard input line by line, as the lines come, without what ends them. With `strict`, bytes that
   * aren't UTF-8 are a TypeError, and nothing is taken for a byte order mark.
   */
  inputLines(options?: LineOptions): AsyncIterable<string>;
  /** True where a person types standard input. */
  readonly inputTty: boolean;
  /** Calls back on SIGINT, SIGTERM and a terminal's hangup until the returned function is called. */
  onStop(callback: () => void): () => void;
  /** Ends the process at once. */
  exit(code: number): never;
}

/** The process itself. */
export function processIo(): Io {
  return {
    stdout: output(Deno.stdout),
    stderr: harmless(output(Deno.stderr)),
    colorAllowed: !Deno.noColor,
    env: (name) => Deno.env.get(name),
    readInput,
    inputLines: (options) => linesOf(readable(Deno.stdin.readable), options),
    inputTty: Deno.stdin.isTerminal(),
    onStop,
    exit: (code) => Deno.exit(code),
  };
}

/** @throws {UsageError} where it was read before: two arguments can't both be `-` */
async function readInput(): Promise<Uint8Array> {
  if (Deno.stdin.readable.locked) throw twice();
  try {
    return new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
  } catch (error) {
    // Read to its end, it isn't locked and can't be read again.
    throw error instanceof TypeError ? twice() : unreadable(error);
  }
}

/** A folder, or a terminal that is gone. */
function unreadable(error: unknown): unknown {
  if (error instanceof TypeError || !(error instanceof Error)) return error;
  return new UsageError(
    `Cannot read standard input: ${error.message}`,
    "Redirect it from a file or a pipe.",
  );
}

function twice(): UsageError {
  return new UsageError(
    "Cannot read standard input twice",
    "Name a file in place of one of the -.",
  );
}

/** How lines are read. */
export interface LineOptions {
  /** Refuse what isn't UTF-8, instead of replacing it; keep a byte order mark. */
  readonly strict?: boolean;
}

/** The lines of a stream of UTF-8; the last one may lack its line feed. */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  { strict = false }: LineOptions = {},
): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder("utf-8", { fatal: strict, ignoreBOM: strict });
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

/** The system won't take the output: a full disk, for one. Nothing of this tool's is at fault. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot write to standard output: ${reason}`, { cause });
  }
}

async function* readable(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(error);
  }
}

/** The part of a stream that writing needs. */
interface Sink {
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** @internal Exported for its test. */
export function output(sink: Sink): Output {
  const encoder = new TextEncoder();
  const tty = sink.isTerminal();
  let gone = false;
  return {
    write(text) {
      if (gone) return;
      try {
        gone = !writeWhole(sink, encoder.encode(text));
      } catch (error) {
        // A terminal takes what it is given until it is closed.
        if (!tty) throw new OutputError(error);
        gone = true;
      }
    },
    tty,
    get gone() {
      return gone;
    },
    get columns() {
      try {
        return Deno.consoleSize().columns || 80;
      } catch {
        return 80;
      }
    },
  };
}

/**
 * An output whose faults nobody could be told of: a standard error that can't be written to must not
 * change how a command ends.
 */
export function harmless(given: Output): Output {
  return {
    write(text) {
      try {
        given.write(text);
      } catch {
        // It is the place where it would be said.
      }
    },
    tty: given.tty,
    get columns() {
      return given.columns;
    },
  };
}

/** How long to wait for a full pipe that doesn't block, before looking again, ms. */
const FULL_PIPE_PAUSE_MS = 5;

/**
 * Writes every byte: `writeSync` may take a part only. False where nobody reads any more.
 *
 * @throws what the system says of any other fault, such as a full disk
 */
export function writeWhole(sink: Pick<Sink, "writeSync">, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    try {
      at += sink.writeSync(bytes.subarray(at));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) return false;
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS);
    }
  }
  return true;
}

/**
 * What asks a command to end. Windows knows SIGINT alone. A hangup counts where a terminal shows what is
 * printed: under nohup none does, and to listen would take away that it is ignored there.
 *
 * @internal Exported for its test.
 */
export function stopSignals(os: typeof Deno.build.os, terminal: boolean): readonly Deno.Signal[] {
  if (os === "windows") return ["SIGINT"];
  return terminal ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM"];
}

function onStop(callback: () => void): () => void {
  const terminal = Deno.stdout.isTerminal() || Deno.stderr.isTerminal();
  const signals = stopSignals(Deno.build.os, terminal);
  for (const signal of signals) Deno.addSignalListener(signal, callback);
  return () => {
    for (const signal of signals) Deno.removeSignalListener(signal, callback);
  };
}
