/**
 * Keeps a gateway there from cell to cell: starts it, notices when it has gone, starts it again, and
 * gives up where that is no use.
 *
 * @module
 */
import { type PlayedWith, TargetGone } from "../target.ts";
import { launch, type Launched, type LaunchOptions, tellWords } from "./launch.ts";
import { within } from "./process.ts";
import { aborted, listens, until } from "./ready.ts";
import type { Values } from "./placeholders.ts";

/** Somebody who keeps a gateway. */
export interface Keeper {
  /** Sees to it that it is there. @throws {TargetGone} */
  ready(signal?: AbortSignal): Promise<void>;
  /** Looks after a play; how the gateway ended, where it did. */
  after(play: PlayedWith): Promise<string | undefined>;
  end(): Promise<void>;
  notes(): readonly string[];
  /** What placeholders stand for now. */
  readonly values: Values;
}

/**
 * So many cells in a row without a byte, and nobody waits for another one. One that asks its upstream
 * is there, and may be slow in a few cases alone; to hang up takes no time, and a start some.
 */
const SILENT_CELLS = 3;
const PATIENT_CELLS = 12;
/** A process that no longer accepts connections is given so long to be seen ended, ms. */
const DYING_MS = 2_000;
/** One that hung up on its client may be about to end: it is given so long to have ended, ms. */
const LAST_MS = 500;
const DEATHS = 5;

/** Counts cells in which a gateway said nothing. */
class Silence {
  #cells = 0;
  #unasked = 0;
  #spoke = false;

  count({ silent, asked, cut }: PlayedWith): void {
    // One that has answered and hangs up now and then is there: so some refuse.
    const counts = silent && !(cut && this.#spoke);
    this.#cells = counts ? this.#cells + 1 : 0;
    this.#unasked = counts && !asked && !cut ? this.#unasked + 1 : 0;
    this.#spoke ||= !silent;
  }

  /** @throws {TargetGone} */
  check(name: string): void {
    if (this.#unasked < SILENT_CELLS && this.#cells < PATIENT_CELLS) return;
    throw new TargetGone(
      `${name} answers nothing: ${this.#cells} cells in a row ended without a byte of an answer`,
    );
  }
}

/** Keeps a gateway that it starts itself. `say` is told of deaths, with the gateway's last words. */
export function processKeeper(options: LaunchOptions): Keeper {
  const { target: { name, process } } = options;
  const { restart = "after-errors", deaths: most = DEATHS } = process;
  const silence = new Silence();
  let launched: Launched | undefined;
  let starts = 0;
  const deaths: string[] = [];

  async function stop(): Promise<void> {
    const one = launched;
    launched = undefined;
    await one?.end();
  }

  /** How it ended, where it did: its process is over, or nobody listens any more. */
  async function ending(
    { running, values }: Launched,
    cut: boolean,
  ): Promise<string | undefined> {
    if (cut) await within(running.ended, LAST_MS);
    if (running.exit === undefined && await listens(values.GATEWAY_URL)) return undefined;
    await within(running.ended, DYING_MS);
    return running.exit ?? "it no longer accepts connections";
  }

  async function buried(cut: boolean): Promise<string | undefined> {
    if (launched === undefined) return undefined;
    const how = await ending(launched, cut);
    if (how === undefined) return undefined;
    const { running } = launched;
    await stop();
    deaths.push(how);
    const gone = running.exit === undefined ? `${name}: ${how}` : `${name} ended: ${how}`;
    tellWords(running, gone, options);
    return how;
  }

  return {
    async ready(signal) {
      silence.check(name);
      await buried(false);
      if (deaths.length >= most) {
        throw new TargetGone(`${name} ended ${deaths.length} times, at last with ${deaths.at(-1)}`);
      }
      if (launched !== undefined) return;
      launched = await launch(options, signal);
      starts++;
    },
    async after(play) {
      silence.count(play);
      const how = await buried(play.cut);
      const anew = restart === "always" || (restart === "after-errors" && play.troubled);
      if (anew || (play.silent && !play.cut)) await stop();
      return how;
    },
    end: stop,
    notes() {
      const counted = new Map<string, number>();
      for (const how of deaths) counted.set(how, (counted.get(how) ?? 0) + 1);
      const ends = [...counted].map(([how, times]) => `${how} (${times})`).join(", ");
      return [
        `${name} was started ${starts === 1 ? "once" : `${starts} times`}` +
        (ends === "" ? "." : `; it ended by itself: ${ends}.`),
      ];
    },
    get values() {
      return launched?.values ?? { ...options.values, FOLDER: "" };
    },
  };
}

/** Keeps an eye on a gateway that somebody else runs. */
export function foundKeeper(
  name: string,
  values: Omit<Values, "FOLDER">,
  startMs: number,
): Keeper {
  const { GATEWAY_URL: url } = values;
  const silence = new Silence();
  return {
    async ready(signal) {
      silence.check(name);
      if (await until(() => listens(url, signal), startMs, aborted(signal))) return;
      throw new TargetGone(`Nobody listens on ${url}`);
    },
    async after(play) {
      silence.count(play);
      // Nobody tells of its end: it is looked at once more.
      if (play.cut) await new Promise((resolve) => setTimeout(resolve, LAST_MS));
      return await listens(url) ? undefined : "it no longer accepts connections";
    },
    end: () => Promise.resolve(),
    notes: () => [],
    values: { ...values, FOLDER: "" },
  };
}
