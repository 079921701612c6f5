/**
 * What a run says on standard error: lines that stay, and on a terminal one that shows what a long run
 * is at.
 *
 * @module
 */
import { fit, visible } from "../report/visible.ts";
import type { Output } from "./io.ts";

/** How much to say. */
export interface Talk {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Lines on a stream. */
export interface LiveLine {
  /** Lets the live line be drawn again every second, on a terminal. */
  begin(): void;
  /** What the run is at now: for the live line. */
  at(text: string): void;
  /** A line of its own, unless quiet. */
  say(text: string): void;
  /** A line of its own where verbose. */
  detail(text: string): void;
  /** Takes the live line away. May be called twice. */
  end(): void;
}

/** A run shorter than this needs no live line, ms. */
const LIVE_AFTER_MS = 1_000;
const ERASE_LINE = "\r\x1b[K";

/**
 * Lines on a stream. On a terminal, a single line shows what a run that takes longer than a second is at.
 *
 * @param now milliseconds, from any origin
 */
export function liveLine(
  stream: Output,
  { quiet, verbose }: Talk,
  now: () => number = () => performance.now(),
): LiveLine {
  const began = now();
  const live = stream.tty && !quiet && !verbose;
  let current = "";
  let shown = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const erase = () => {
    if (shown) stream.write(ERASE_LINE);
    shown = false;
  };
  const draw = () => {
    const elapsed = now() - began;
    if (!live || elapsed < LIVE_AFTER_MS) return;
    const line = fit(`${Math.floor(elapsed / 1_000)} s: ${current}`, stream.columns - 1);
    stream.write(ERASE_LINE + line);
    shown = true;
  };
  const say = (text: string) => {
    if (quiet) return;
    erase();
    stream.write(`${visible(text)}\n`);
  };
  return {
    begin() {
      if (live) timer ??= setInterval(draw, LIVE_AFTER_MS);
    },
    at(text) {
      current = text;
      draw();
    },
    say,
    detail(text) {
      if (verbose) say(text);
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      erase();
    },
  };
}
