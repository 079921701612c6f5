/**
 * What a run says on standard error while it goes on. Standard output stays the report's.
 *
 * @module
 */
import type { RunEvent } from "../conform/run.ts";
import type { Verdict } from "../contract/result.ts";
import { plural, VERDICT_LOOKS, WORD_COLUMNS } from "../report/words.ts";
import { fit, visible } from "../report/visible.ts";
import type { Output } from "./io.ts";

/** How much to say. */
export interface ProgressOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** What stands for a verdict's word, where a command has its own. */
  readonly words?: Readonly<Partial<Record<Verdict, string>>>;
}

/** Turns events into lines. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** A line of its own, unless quiet. */
  note(text: string): void;
  /** Takes the live line away. May be called twice. */
  end(): void;
}

/** A run shorter than this needs no live line, ms. */
const LIVE_AFTER_MS = 1_000;
const ERASE_LINE = "\r\x1b[K";

/**
 * Progress on a stream. The first line says how many turns will be sent; on a terminal a single line
 * then shows what a run that takes longer than a second is at.
 *
 * @param now milliseconds, from any origin
 */
export function progressOn(
  stream: Output,
  { quiet, verbose, words = {} }: ProgressOptions,
  now: () => number = () => performance.now(),
): Progress {
  const began = now();
  const live = stream.tty && !quiet && !verbose;
  let at = "";
  let shown = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const erase = () => {
    if (shown) stream.write(ERASE_LINE);
    shown = false;
  };
  const draw = () => {
    const elapsed = now() - began;
    if (!live || elapsed < LIVE_AFTER_MS) return;
    stream.write(ERASE_LINE + fit(`${Math.floor(elapsed / 1_000)} s: ${at}`, stream.columns - 1));
    shown = true;
  };
  const say = (text: string) => {
    if (quiet) return;
    erase();
    stream.write(`${visible(text)}\n`);
  };
  const wordOf = (verdict: Verdict) => words[verdict] ?? VERDICT_LOOKS[verdict].word;
  const detail = (text: string) => {
    if (verbose) say(text);
  };

  return {
    onEvent(event) {
      switch (event.type) {
        case "plan":
          say(
            `${plural(event.checks, "check")} on ${event.url}, at most ` +
              `${plural(event.turns, "turn")} to the agent; its state is destroyed`,
          );
          if (live) timer ??= setInterval(draw, LIVE_AFTER_MS);
          break;
        case "waiting":
          at = `waiting up to ${Math.ceil(event.forMs / 1_000)} s more: ${event.reason}`;
          detail(at);
          draw();
          break;
        case "probe":
          at = event.purpose;
          detail(`probe ${event.id}: ${event.purpose}`);
          draw();
          break;
        case "result":
          // Judging takes no time that a person could watch.
          detail(`${wordOf(event.result.verdict).padEnd(WORD_COLUMNS)} ${event.result.id}`);
          break;
      }
    },
    note: say,
    end() {
      clearInterval(timer);
      timer = undefined;
      erase();
    },
  };
}
