/**
 * Plays a case's script on the raw server and notes what went over the wire, from the endpoint's side.
 *
 * @module
 */
import { type RawServer, rawServer, type Received, type Step } from "../wire/raw_server.ts";
import { ELSEWHERE, GOOD_ANYWHERE, GOOD_INJECT, GOOD_RESET, ok, status } from "./answers.ts";
import { type Clock, momentMs } from "./clock.ts";
import type { Seen, SeenRoute } from "./record.ts";
import { type Answer, type Moment, type Move, resets, type Script } from "./script.ts";

/** Where and how a script is played. */
export interface PlayOptions {
  readonly clock: Clock;
  /** The timeout_s by which moments are counted, seconds. */
  readonly timeoutS: number;
  /** What the routes stand under: "" or "/prefix". */
  readonly basePath: string;
  /** 0 for any. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly hostname?: string | undefined;
}

/** A script that is being played. */
export interface Player {
  /** Without the base path. */
  readonly url: string;
  /** What was seen so far. Grows. */
  readonly seen: readonly Seen[];
  readonly server: RawServer;
  /** Resolves once so many requests have come and are over, and a while has passed. */
  settled(least: number): Promise<void>;
  /** Ends every connection and timer; rejects with what the script could not do. */
  close(): Promise<void>;
}

/** How many bytes of an answer are kept as evidence. */
const KEPT_BYTES = 16 * 1024;
/** How long between two pieces that are spread, ms: far below any time-out of a single read. */
const PIECE_MS = 100;
/** A flood is this many bytes every {@linkcode FLOOD_MS}: endless, but no danger to a machine. */
const FLOOD_BYTES = 32 * 1024;
const FLOOD_MS = 20;

/** Nobody comes back after so long: whoever sends again does so at once, or after a second. */
const QUIET_MS = 1500;

const DEFAULTS: Readonly<Record<SeenRoute, readonly Answer[]>> = {
  inject: [ok(GOOD_INJECT)],
  reset: [ok(GOOD_RESET)],
  surface: [status(404, '{"detail":"not found"}')],
  elsewhere: [ok(GOOD_ANYWHERE)],
  other: [status(404, '{"detail":"not found"}')],
};

/** Starts to play. Throws what listening throws (AddrInUse, where the port isn't free). */
export function playScript(script: Script, options: PlayOptions): Player {
  const seen: Note[] = [];
  const timers = new Timers();
  const server = rawServer(
    (received) => answer(received),
    {
      port: options.port,
      hostname: options.hostname ?? "127.0.0.1",
      resets: resets(script),
    },
  );

  function answer(received: Received): AsyncIterable<Step> {
    const route = routeOf(received, options.basePath);
    const nth = seen.filter((earlier) => earlier.route === route).length;
    const note = new Note(route, received);
    seen.push(note);
    server.peerClosed(received.connection).then(
      () => note.leftAtMs ??= performance.now(),
      () => {},
    );
    const answers = (route in script ? script[route as keyof Script] : undefined) ??
      DEFAULTS[route];
    return moves(answers[Math.min(nth, answers.length - 1)] ?? [], note, received);
  }

  async function* moves(list: Answer, note: Note, received: Received): AsyncGenerator<Step> {
    const until = (moment: Moment) =>
      received.atMs + momentMs(moment, options.clock, options.timeoutS) - performance.now();
    for (const move of list) {
      // Nobody comes back after these two.
      if ("close" in move || "keep" in move) note.endedAtMs = performance.now();
      for await (const step of stepsOf(move, until)) {
        yield step;
        // Back here, the step is done: written and flushed.
        note.wrote(step);
      }
    }
    note.endedAtMs ??= performance.now();
  }

  async function* stepsOf(
    move: Move,
    until: (moment: Moment) => number,
  ): AsyncGenerator<Step> {
    if ("send" in move) yield move;
    else if ("drip" in move) yield move;
    else if ("close" in move) yield move;
    else if ("keep" in move) yield { next: true };
    else if ("pause" in move) yield { wait: timers.sleep(until(move.pause)) };
    else if ("overlap" in move) {
      const another = server.received(server.requests.length + 1).catch(() => {});
      yield { wait: Promise.race([another, timers.sleep(move.overlap)]) };
    } else if ("spread" in move) {
      const bytes = bytesOf(move.spread);
      const count = Math.max(1, Math.min(bytes.length, Math.ceil(until(move.until) / PIECE_MS)));
      const pauseMs = until(move.until) / count;
      const begun = performance.now();
      for (let n = 0; n < count; n++) {
        yield { wait: timers.sleep(begun + (n + 1) * pauseMs - performance.now()) };
        const cut = (part: number) => Math.floor(bytes.length * part / count);
        yield { send: bytes.subarray(cut(n), cut(n + 1)) };
      }
    } else {
      const piece = move.flood.repeat(Math.ceil(FLOOD_BYTES / move.flood.length));
      while (until(move.until) > 0) {
        yield { send: piece };
        yield { wait: timers.sleep(FLOOD_MS) };
      }
    }
  }

  async function settled(least: number): Promise<void> {
    for (let quietMs = 0; quietMs < QUIET_MS && !timers.ended;) {
      const before = seen.length;
      await timers.sleep(PIECE_MS);
      const left = seen.length >= least &&
        seen.every(({ leftAtMs, endedAtMs }) => leftAtMs !== undefined || endedAtMs !== undefined);
      quietMs = left && seen.length === before ? quietMs + PIECE_MS : 0;
    }
  }

  return {
    url: server.url,
    seen,
    server,
    settled,
    close: async () => {
      // In this order: a sleep that ends early must not let its script go on.
      const closed = server.close();
      timers.end();
      await closed;
    },
  };
}

/** What a request is, by its path. One that isn't POST is on none of the routes. */
function routeOf({ target, method }: Received, basePath: string): SeenRoute {
  // A request through a proxy names the whole URL.
  const path = target.replace(/^https?:\/\/[^/]*/i, "");
  if (path.startsWith(ELSEWHERE)) return "elsewhere";
  if (method !== "POST") return "other";
  for (const route of ["inject", "reset", "surface"] as const) {
    if (path === `${basePath}/wt/${route}`) return route;
  }
  return "other";
}

/** One request and what was answered so far. */
class Note implements Seen {
  readonly #pieces: Uint8Array[] = [];
  size = 0;
  endedAtMs: number | undefined;
  leftAtMs: number | undefined;

  constructor(readonly route: SeenRoute, readonly received: Received) {}

  wrote(step: Step): void {
    const data = "send" in step ? step.send : "drip" in step ? step.drip : undefined;
    if (data === undefined) return;
    const bytes = bytesOf(data);
    const room = KEPT_BYTES - this.size;
    if (room > 0) this.#pieces.push(bytes.slice(0, room));
    this.size += bytes.length;
  }

  get answer(): Uint8Array {
    const whole = new Uint8Array(Math.min(this.size, KEPT_BYTES));
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}

/** Sleeps that can all be ended at once. */
class Timers {
  readonly #open = new Map<ReturnType<typeof setTimeout>, () => void>();
  #ended = false;

  get ended(): boolean {
    return this.#ended;
  }

  sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#ended) return Promise.resolve();
    const timer = setTimeout(() => {
      this.#open.delete(timer);
      resolve();
    }, Math.max(0, ms));
    this.#open.set(timer, resolve);
    return promise;
  }

  end(): void {
    this.#ended = true;
    for (const [timer, resolve] of this.#open) {
      clearTimeout(timer);
      resolve();
    }
    this.#open.clear();
  }
}
