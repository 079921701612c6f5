/**
 * The seam between a case and the driver that it tests: a process, a function, or a person who starts
 * something.
 *
 * @module
 */

/** How much a driver may print on its standard output, bytes. */
export const MAX_STDOUT_BYTES = 8 * 1024 * 1024;
/** How much of the end of its standard error is kept, bytes. */
export const STDERR_TAIL_BYTES = 4096;

/** One call of a driver: one case. */
export interface DriverCall {
  /** Of the case, for people. */
  readonly id: string;
  readonly title: string;
  /** The JSON line for its standard input, without the newline. */
  readonly line: string;
  /** Variables to set. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that must not be there. */
  readonly unset: readonly string[];
  /** How long it may take, ms; then it is ended. */
  readonly boundMs: number;
  /** The grace that a driver inside this process is to take, seconds: the contract's 5, but in self-tests. */
  readonly graceS: number;
  readonly signal: AbortSignal;
  /** Resolves when the requests that the case needs have come and gone, and no more follow. */
  readonly settled: () => Promise<void>;
}

/** What came of a call. */
export interface DriverRun {
  /** Up to {@linkcode MAX_STDOUT_BYTES}. */
  readonly stdout: Uint8Array;
  /** True where it printed more than that. */
  readonly overflow: boolean;
  /** The end of what it wrote on its standard error. */
  readonly stderr: string;
  /** `bound`: it took too long, or printed too much, and was ended. */
  readonly ended: "exited" | "bound" | "aborted";
  /** Exit code or signal, in words; empty where there was no process. */
  readonly exit: string;
  /** On the clock of `performance.now()`. */
  readonly endedAtMs: number;
}

/** A driver that can be called. */
export interface DriverUnderTest {
  /** For people: the command, or a name. */
  readonly label: string;
  /**
   * Calls it once. Resolves whatever the driver does; to undefined where nobody can say what it made of
   * the case.
   *
   * @throws {CannotStart} where there is nothing to call.
   */
  call(call: DriverCall): Promise<DriverRun | undefined>;
}

/** The driver can't be started, so nothing can be tested. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
