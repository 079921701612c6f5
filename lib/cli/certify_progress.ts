/**
 * What a certification says on standard error while it goes on.
 *
 * @module
 */
import type { AttachedCase } from "../certify/attached.ts";
import type { CertifyEvent } from "../certify/certify.ts";
import { plural, VERDICT_LOOKS, WORD_COLUMNS } from "../report/words.ts";
import { aboutTime } from "./certify_time.ts";
import type { LiveLine } from "./live_line.ts";

/** How a run is announced. */
export interface Announcement {
  /** What comes before the number of cases; empty where there is nothing to say. */
  readonly prefix?: string;
  /** How long it takes; undefined where a person sets the pace. */
  readonly seconds?: number;
}

/** Turns events into lines. The first says how many cases there are and how long they take. */
export function certifyTeller(
  line: LiveLine,
  { prefix = "", seconds }: Announcement,
): (event: CertifyEvent) => void {
  let of = 0;
  return (event) => {
    switch (event.type) {
      case "plan":
        of = event.cases;
        line.say(
          `${prefix}${plural(of, "case")}, one after another` +
            (seconds === undefined
              ? ""
              : `, ${aboutTime(seconds)} for a driver that gives up in time`),
        );
        line.begin();
        break;
      case "case":
        line.at(`${prefix}${event.index + 1} of ${of}: ${event.title}`);
        break;
      case "result": {
        const { verdict, id } = event.result;
        line.detail(`${prefix}${VERDICT_LOOKS[verdict].word.padEnd(WORD_COLUMNS)} ${id}`);
        break;
      }
    }
  };
}

/** What is told of a case to whoever starts the driver: a line that says what it does, and its own line. */
export function attachedText({ id, title, line }: AttachedCase): string {
  return `\n${id}: ${title}\n${line}\n`;
}

/** What has to be known once, before the first case. */
export function attachedGreeting(url: string, timeoutS: number): string {
  return `Give your driver WT_INJECT_URL=${url} and WT_INJECT_TIMEOUT_S=${timeoutS}.\n` +
    "For each case, let it do what the JSON line asks, and type its outcome line; an empty line\n" +
    "where it prints none, skip where it doesn't offer that. Where standard input has ended, a\n" +
    "case is over when its requests have come.\n";
}
