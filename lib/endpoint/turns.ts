/**
 * Who may run when: turns of a session one after another, turns of different sessions at once, no
 * turn while a reset is under way, and no reset while a turn could still write.
 *
 * @module
 */
import type { TurnEnd } from "./envelope.ts";

/** A turn to be taken. */
export interface Job {
  readonly sessionId: string;
  /** Counted from {@linkcode TurnKeeper.take} on: the deadline is for the answer, waiting included. */
  readonly timeoutS: number;
  /** Fires when nobody waits for the answer any more. */
  readonly clientGone: AbortSignal;
  /** The agent's part. It may throw, and it may ignore the signal. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

/** Keeps the turns of one agent. */
export interface TurnKeeper {
  /**
   * Takes a turn and settles with its end: at its deadline at the latest, even where the agent goes on
   * working. Answers `undefined` where the session's queue is full. Never rejects.
   */
  take(job: Job): Promise<TurnEnd> | undefined;
  /**
   * Ends every turn that hasn't been answered, waits until the agent has let go of every one, the
   * expired ones too, then wipes. Resets queue up behind one another.
   *
   * @throws {TurnsStillRunning} where the agent ignores its signals for longer than `resetPatienceMs`;
   * nothing is wiped then
   * @throws what `wipe` throws
   */
  reset(wipe: () => Promise<void> | void): Promise<void>;
}

/** The agent holds on to turns that it was told to drop, so a reset can't promise anything. */
export class TurnsStillRunning extends Error {
  override readonly name = "TurnsStillRunning";

  constructor(turns: number, patienceMs: number) {
    super(
      `Cannot reset: ${turns === 1 ? "a turn" : `${turns} turns`} went on for ${
        patienceMs / 1000
      } s ` +
        "after being aborted and could still write state. The agent must heed turn.signal.",
    );
  }
}

/** The longest delay that a timer takes, ms: past it, it would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The turns of one session. */
interface Line {
  /** Settles when the agent has let go of the last turn in the line. */
  tail: Promise<void>;
  unanswered: number;
}

/** Makes a keeper. `queueLimit` is how many turns of a session may wait behind the one at work. */
export function turnKeeper(
  { queueLimit, resetPatienceMs }: {
    readonly queueLimit: number;
    readonly resetPatienceMs: number;
  },
): TurnKeeper {
  const lines = new Map<string, Line>();
  /** One function for each unanswered turn: ends it. */
  const unanswered = new Set<(why: string) => void>();
  /** What the agent has hold of, answered or not. */
  const running = new Set<Promise<void>>();
  /** Settles when every reset so far is over. Never rejects. */
  let resets: Promise<void> = Promise.resolve();

  function take(job: Job): Promise<TurnEnd> | undefined {
    const line = lines.get(job.sessionId) ?? { tail: Promise.resolve(), unanswered: 0 };
    if (line.unanswered > queueLimit) return undefined;
    lines.set(job.sessionId, line);
    line.unanswered++;

    const controller = new AbortController();
    let resolve: (end: TurnEnd) => void;
    const promise = new Promise<TurnEnd>((settled) => resolve = settled);
    let [begun, over] = [false, false];
    const settle = (end: TurnEnd): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      job.clientGone.removeEventListener("abort", onGone);
      unanswered.delete(drop);
      line.unanswered--;
      resolve(end);
    };
    // Settled before the signal fires, so that what the agent does on hearing it comes too late.
    const end = (why: string, name: string): void => {
      settle({ kind: "ended", why });
      controller.abort(new DOMException(why, name));
    };
    const drop = (why: string) => end(why, "AbortError");
    const onGone = () => drop("the client went away before the turn was over");
    const onDeadline = () => {
      const waiting = begun ? "" : ", waiting for an earlier turn of this session or for a reset";
      end(`timed out after ${job.timeoutS} s${waiting}`, "TimeoutError");
    };
    const timer = setTimeout(onDeadline, Math.min(job.timeoutS * 1000, LONGEST_TIMER_MS));
    unanswered.add(drop);
    job.clientGone.addEventListener("abort", onGone, { once: true });
    if (job.clientGone.aborted) onGone();

    const [previous, noReset] = [line.tail, resets];
    const pass = async (): Promise<void> => {
      await noReset;
      await previous;
      if (over) return; // ended while it waited: the agent never hears of it
      begun = true;
      const run = runOf(job, controller.signal, settle);
      running.add(run);
      await run;
      running.delete(run);
    };
    const tail = pass().then(() => {
      if (line.tail === tail) lines.delete(job.sessionId);
    });
    line.tail = tail;
    return promise;
  }

  function reset(wipe: () => Promise<void> | void): Promise<void> {
    for (const drop of [...unanswered]) drop("ended by a reset");
    const mine = resets.then(async () => {
      // No turn starts from here on: those that came before were dropped, later ones wait.
      if (!await idle(running, resetPatienceMs)) {
        throw new TurnsStillRunning(running.size, resetPatienceMs);
      }
      await wipe();
    });
    resets = mine.catch(() => {});
    return mine;
  }

  return { take, reset };
}

async function runOf(
  job: Job,
  signal: AbortSignal,
  settle: (end: TurnEnd) => void,
): Promise<void> {
  try {
    settle({ kind: "answered", result: await job.work(signal) });
  } catch (error) {
    settle({ kind: "threw", error });
  }
}

/** Whether all of it settles in time. */
async function idle(running: ReadonlySet<Promise<void>>, patienceMs: number): Promise<boolean> {
  if (running.size === 0) return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lostPatience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(patienceMs, LONGEST_TIMER_MS));
  });
  try {
    return await Promise.race([Promise.all(running).then(() => true), lostPatience]);
  } finally {
    clearTimeout(timer);
  }
}
