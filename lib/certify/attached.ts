/**
 * Attach mode: a driver that somebody else starts. We say what it is to do, and read its outcome line where
 * there is one.
 *
 * @module
 */
import type { DriverCall, DriverRun, DriverUnderTest } from "./driver.ts";

/** What a person (or the program around the driver) is told of a case. */
export interface AttachedCase {
  readonly id: string;
  readonly title: string;
  /** What the driver is to do, as an adapter would be told. */
  readonly line: string;
  /** What it must have as WT_INJECT_URL and WT_INJECT_TIMEOUT_S. */
  readonly env: Readonly<Record<string, string>>;
}

/** How an attached driver is reached. */
export interface AttachedOptions {
  /** Told before each case; the endpoint is listening then. */
  readonly tell: (told: AttachedCase) => void;
  /**
   * One line a case: an outcome line, an empty one where there is none, or `skip` where the driver doesn't
   * offer the operation. Without lines, and after the last one, a case is over when its requests have come.
   */
  readonly lines?: AsyncIterable<string>;
}

const NO_MORE = Symbol("no more lines");

/** A driver that starts itself. */
export function attachedDriver({ tell, lines }: AttachedOptions): DriverUnderTest {
  const iterator = lines?.[Symbol.asyncIterator]();
  let ended = iterator === undefined;

  async function nextLine(): Promise<string | typeof NO_MORE> {
    const next = ended ? undefined : await iterator?.next();
    if (next !== undefined && next.done !== true) return next.value;
    ended = true;
    return NO_MORE;
  }

  return {
    label: "a driver that starts itself",
    async call(call) {
      const { id, title, line, env } = call;
      tell({ id, title, line, env });
      const answer = await untilAborted(nextLine(), call);
      if (answer === NO_MORE) {
        const over = await untilAborted(call.settled(), call);
        return over === ABORTED ? interrupted() : undefined;
      }
      if (answer === ABORTED) return interrupted();
      const text = answer.trim();
      if (text === "") return undefined;
      return said(text === "skip" ? '{"outcome":"unsupported"}' : text, "exited");
    },
  };
}

const ABORTED = Symbol("aborted");

async function untilAborted<T>(
  promise: Promise<T>,
  { signal }: DriverCall,
): Promise<T | typeof ABORTED> {
  if (signal.aborted) return ABORTED;
  const { promise: aborted, resolve } = Promise.withResolvers<typeof ABORTED>();
  const stop = () => resolve(ABORTED);
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function interrupted(): DriverRun {
  return said("", "aborted");
}

function said(line: string, ended: DriverRun["ended"]): DriverRun {
  return {
    stdout: new TextEncoder().encode(line),
    overflow: false,
    stderr: "",
    ended,
    exit: "",
    endedAtMs: performance.now(),
  };
}
