/**
 * What a run says on standard error while it goes on. Standard output stays the report's.
 *
 * @module
 */
import type { RunEvent } from "../conform/run.ts";
import type { Verdict } from "../contract/result.ts";
import { plural, VERDICT_LOOKS, WORD_COLUMNS } from "../report/words.ts";
import type { Output } from "./io.ts";
import { liveLine, type Talk } from "./live_line.ts";

/** How much to say. */
export interface ProgressOptions extends Talk {
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

/**
 * Progress on a stream. The first line says how many turns will be sent; on a terminal a single line
 * then shows what a run that takes longer than a second is at.
 *
 * @param now milliseconds, from any origin
 */
export function progressOn(
  stream: Output,
  { words = {}, ...talk }: ProgressOptions,
  now?: () => number,
): Progress {
  const line = liveLine(stream, talk, now);
  const wordOf = (verdict: Verdict) => words[verdict] ?? VERDICT_LOOKS[verdict].word;
  return {
    onEvent(event) {
      switch (event.type) {
        case "plan":
          line.say(
            `${plural(event.checks, "check")} on ${event.url}, at most ` +
              `${plural(event.turns, "turn")} to the agent; its state is destroyed`,
          );
          line.begin();
          break;
        case "waiting": {
          const at = `waiting up to ${Math.ceil(event.forMs / 1_000)} s more: ${event.reason}`;
          line.detail(at);
          line.at(at);
          break;
        }
        case "probe":
          line.detail(`probe ${event.id}: ${event.purpose}`);
          line.at(event.purpose);
          break;
        case "result":
          // Judging takes no time that a person could watch.
          line.detail(`${wordOf(event.result.verdict).padEnd(WORD_COLUMNS)} ${event.result.id}`);
          break;
      }
    },
    note: line.say,
    end: line.end,
  };
}
