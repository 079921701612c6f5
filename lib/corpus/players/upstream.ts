/**
 * The upstream player: it answers a gateway by the fixture, counts attempts, keeps a copy of each, and
 * sees when the gateway's side closes.
 *
 * @module
 */
import { type RawServer, rawServer, type Received, type Step } from "../../wire/raw_server.ts";
import type { CellMarks } from "../marks.ts";
import type { Dialect } from "../transcript.ts";
import { answerSteps, type Hold } from "./answer_steps.ts";
import { answerFor, type AnswerPart, askedMode, isObject, type Mode } from "./asked_mode.ts";
import type { UpstreamPort } from "./port.ts";
import { probe, refusal } from "./probes.ts";
import { plainBody } from "./request_body.ts";
import { pathOf, routeOf } from "./routes.ts";
import { Changes, type WaitEnd, waitFor } from "./wait.ts";

/** One request that a gateway sent. */
export interface Attempt {
  /** Which exchange of the variant it belongs to; -1 where that can't be told. */
  readonly exchange: number;
  /** What its route speaks; undefined where it was none of the three. */
  readonly dialect: Dialect | undefined;
  /** Its own copy, taken when it came; without our mark. */
  readonly body: Uint8Array;
  readonly atMs: number;
  readonly holds: readonly Hold[];
  /** The mode that it asked for, where what the fixture answers can't be told in it. */
  readonly untold?: Mode;
  /** Why its body can't be read: it is content-coded, or it is no JSON object. */
  readonly unreadable?: "coded" | "no-object";
}

/** What an upstream answers in one exchange, in the mode that it is asked for. */
export interface UpstreamPart extends AnswerPart {
  /** Tells its requests apart where several are under way. */
  readonly marker: string | undefined;
  /** Resolves when the client has seen its first text. */
  readonly firstText: Promise<void>;
}

/** How it plays. */
export interface UpstreamOptions {
  readonly dialect: Dialect;
  readonly parts: readonly UpstreamPart[];
  /** Answer none of the first so many exchanges until each has an attempt; 0 answers at once. */
  readonly together: number;
  readonly patienceMs: number;
  /** How long the gateway may take to leave, ms; default `patienceMs`. */
  readonly leaveMs?: number;
  /** Where it listens; default a free port of 127.0.0.1. */
  readonly port?: UpstreamPort;
  /** What a list of models names. */
  readonly models?: readonly string[];
  /** By which requests are told apart, before anything else. */
  readonly marks?: CellMarks;
  /**
   * A path of this upstream's own, before every route: whoever doesn't know it is asking somebody who
   * had this port before, and is no attempt of this cell's.
   */
  readonly prefix?: string;
}

/** An upstream that is listening. */
export interface Upstream {
  readonly url: string;
  /** In the order in which they came. Grows. */
  readonly attempts: readonly Attempt[];
  /** Posts to no known route, and what wasn't HTTP. */
  readonly strays: number;
  /** Attempts belong to this exchange from now on. */
  begin(exchange: number): void;
  /** Resolves once an exchange has this many attempts. */
  arrived(exchange: number, count?: number): Promise<void>;
  /** Resolves once no answer is under way. */
  idle(): Promise<void>;
  /** Ends everything. Rejects with what a script could not do. */
  close(): Promise<void>;
}

interface Open extends Attempt {
  readonly holds: Hold[];
  untold?: Mode;
  unreadable?: "coded" | "no-object";
}

/** How long a script may take to end when it is told to, ms. */
const ENDING_MS = 2_000;

/** Listens at once. */
export function scriptedUpstream(options: UpstreamOptions): Upstream {
  const { dialect, parts, together, patienceMs, leaveMs = patienceMs, marks } = options;
  const stop = new AbortController();
  const attempts: Open[] = [];
  const changes = new Changes();
  let current = 0;
  let strays = 0;
  let underWay = 0;

  const arrived = (exchange: number, count = 1) =>
    changes.until(() => attempts.filter((one) => one.exchange === exchange).length >= count);
  const allArrived = Promise.all(
    parts.slice(0, together).map((_, exchange) => arrived(exchange)),
  );

  const belongsTo = (body: Uint8Array, route: Dialect | undefined): number | "late" => {
    const marked = marks?.find(body, route !== undefined);
    if (marked !== undefined) return marked;
    if (together === 0) return current;
    const text = new TextDecoder().decode(body);
    return parts.findIndex(({ marker }) => marker !== undefined && text.includes(marker));
  };

  const { prefix = "" } = options;

  async function* script(
    request: Received,
    left = server.peerClosed(request.connection),
  ): AsyncIterable<Step> {
    if (!pathOf(request.target).startsWith(`${prefix}/`)) return yield* refusal(404);
    const route = routeOf(request);
    if (route === "probe") return yield* probe(request, options.models ?? []);
    underWay++;
    try {
      yield* answered(request, route, left);
    } finally {
      underWay--;
      changes.happened();
    }
  }

  async function* answered(
    request: Received,
    route: Dialect | undefined,
    left: Promise<void>,
  ): AsyncIterable<Step> {
    const plain = await plainBody(request);
    const sent = plain ?? request.body.slice();
    // What can't be read doesn't tell whose it is.
    const told = plain !== undefined || (marks === undefined && together === 0);
    const exchange = told ? belongsTo(sent, route) : -1;
    if (exchange === "late") return yield* refusal(400);
    const body = marks?.strip(sent) ?? sent;
    const attempt: Open = { exchange, dialect: route, body, atMs: request.atMs, holds: [] };
    attempts.push(attempt);
    changes.happened();
    if (route !== undefined && plain === undefined) {
      attempt.unreadable = "coded";
      return yield* refusal(400);
    }
    const part = parts[exchange];
    if (route === undefined || part === undefined) {
      strays++;
      return yield* refusal(404);
    }
    if (!isObject(body)) {
      attempt.unreadable = "no-object";
      return yield* refusal(400);
    }
    const asked = askedMode(body);
    const answer = answerFor(part, dialect, asked);
    if (answer === undefined) {
      // Another dialect's route is a fault of its own.
      if (route === dialect) attempt.untold = asked.mode;
      return yield* refusal(400);
    }
    if (together > 0) await waitFor(allArrived, patienceMs, stop.signal);
    yield* answerSteps(answer, dialect, part.doc, {
      wait: (what) =>
        what === "first-text" ? hold(part.firstText, left, patienceMs) : hold(left, left, leaveMs),
      held: (one) => attempt.holds.push(one),
    });
  }

  /** A hold also ends when the gateway leaves: nobody is there to be held back any more. */
  const hold = (
    what: Promise<unknown>,
    left: Promise<void>,
    boundMs: number,
  ): Promise<WaitEnd> => {
    let seen = false;
    what.then(() => seen = true, () => {});
    return waitFor(Promise.race([what, left]), boundMs, stop.signal)
      .then((end) => end === "happened" && !seen ? "stopped" : end);
  };

  const resets = parts.some(({ answer }) => "stream" in answer && answer.end === "reset");
  const problems: unknown[] = [];

  /** For connections of another server, which is there longer than this one. */
  async function* leasedScript(request: Received, left: Promise<void>): AsyncIterable<Step> {
    try {
      if (!resets) yield { whole: true };
      yield* script(request, left);
    } catch (error) {
      problems.push(error);
    }
  }

  const lease = options.port?.lease(leasedScript);
  const server: RawServer = rawServer((request) => script(request), {
    ...(lease === undefined ? {} : { hostname: options.port!.hostname, source: lease }),
    resets,
  });

  return {
    url: server.url + prefix,
    attempts,
    get strays() {
      return strays + server.unreadable.length + (lease?.unreadable ?? 0);
    },
    begin(exchange) {
      current = exchange;
    },
    arrived,
    idle: () => changes.until(() => underWay === 0),
    async close() {
      stop.abort();
      try {
        await server.close();
      } finally {
        // A script may be in the middle of a short wait of its own; one that plays on a connection which
        // isn't this server's may be stuck in a write, and ends with that connection.
        await waitFor(changes.until(() => underWay === 0), ENDING_MS);
      }
      if (problems.length > 0) throw problems[0];
    },
  };
}
