/**
 * The driver: user turns, resets and surface probes over Contract C, each sent exactly once.
 *
 * @module
 */
import { onceTo } from "../wire/client.ts";
import type { Exchange, TransportOptions } from "../wire/exchange.ts";
import { fetchTransport } from "../wire/fetch_transport.ts";
import { readAnswer } from "./answer.ts";
import { ContractError, TransportError } from "./errors.ts";
import { BARE_BODY, injectBody, requestHead, type Route } from "./request.ts";
import {
  type InjectResult,
  injectResult,
  reportedSurface,
  type ResetResult,
  type SurfaceResult,
} from "./result.ts";
import { driverSettings, GRACE_S } from "./settings.ts";

export { ContractError, TransportError };
export type { InjectResult, ResetResult, SurfaceResult };

/** How a driver is made. What isn't given comes from the environment, then from the contract. */
export interface HttpInjectOptions {
  /** Base URL without a route; a path prefix is kept. Else WT_INJECT_URL, else port 8647 of 127.0.0.1. */
  readonly baseUrl?: string;
  /** The endpoint's own deadline for a turn, seconds. Else WT_INJECT_TIMEOUT_S, else 120. */
  readonly timeoutS?: number;
  /** Use this fetch. It may send a turn twice, and hides most faults: see {@linkcode HttpInject.exactlyOnce}. */
  readonly fetch?: typeof globalThis.fetch;
  /** The largest answer that is read, bytes. Default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** Reads an environment variable. Default `Deno.env.get`, asked only for what isn't given. */
  readonly env?: (name: string) => string | undefined;
  /** For tests: the driver's wait past timeoutS, seconds. The contract's 5 unless given. */
  readonly graceS?: number;
}

/** Sends a body to one route. */
type Sender = (body: string, options: TransportOptions) => Promise<Exchange>;

/** What a call takes besides its words. */
export interface CallOptions {
  /** Aborting it fails the call with a TransportError of kind `aborted`. */
  readonly signal?: AbortSignal;
}

/**
 * A second turn was given to a session that is still busy with one (session.serialized).
 *
 * @example Two turns at once in one session
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { HttpInject, SessionBusyError } from "@wt/inject";
 * import { serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   const first = driver.inject("s", "Good morning.");
 *   await assertRejects(() => driver.inject("s", "And another thing."), SessionBusyError);
 *   await first;
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export class SessionBusyError extends Error {
  /** For those who have lost the class. */
  override readonly name = "SessionBusyError";
  /** The session that is busy. */
  readonly sessionId: string;

  /** For the session that is busy. */
  constructor(sessionId: string) {
    super(
      `Cannot inject a turn into session ${JSON.stringify(sessionId)}: it is busy with another. ` +
        "Await that one first, or use another session.",
    );
    this.sessionId = sessionId;
  }
}

/**
 * A driver of one endpoint. It never retries, follows no redirect, uses no proxy, and gives each
 * exchange, the body's last byte included, timeoutS + 5 seconds.
 *
 * @example A run: reset, the surface once, then turns in a session of its own
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { HttpInject, newSessionId } from "@wt/inject";
 * import { serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   await driver.reset();
 *   const { status } = await driver.surface();
 *   const turn = await driver.inject(newSessionId(), "Which client ordered the misrouted pallet?");
 *   assertEquals([status, turn.error, turn.toolCalls.length], ["reported", undefined, 2]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export class HttpInject {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Sent as `timeout_s` with each turn, seconds. */
  readonly timeoutS: number;
  /** What each exchange gets, from connecting to the body's last byte, ms: timeoutS and the grace. */
  readonly deadlineMs: number;
  /** False with a `fetch` of the caller's: nobody can promise it then. */
  readonly exactlyOnce: boolean;
  /** What a record of the run must say of the transport; undefined where there is nothing to say. */
  readonly label: string | undefined;
  readonly #senders: Readonly<Record<Route, Sender>>;
  readonly #limits: TransportOptions;
  readonly #busy = new Set<string>();

  /**
   * A driver with settings from the options, else from the environment, else the contract's defaults.
   *
   * @throws {UsageError} for a setting that can't be used; it names the option or variable.
   */
  constructor(options: HttpInjectOptions = {}) {
    const { baseUrl, timeoutS } = driverSettings(options);
    this.baseUrl = baseUrl;
    this.timeoutS = timeoutS;
    this.exactlyOnce = options.fetch === undefined;
    let sender: (route: Route) => Sender = (route) => onceTo(requestHead(baseUrl, route));
    if (options.fetch !== undefined) {
      const transport = fetchTransport(options.fetch);
      this.label = transport.label;
      const utf8 = new TextEncoder();
      sender = (route) => (body, options) =>
        transport({ ...requestHead(baseUrl, route), body: utf8.encode(body) }, options);
    }
    this.#senders = {
      inject: sender("inject"),
      reset: sender("reset"),
      surface: sender("surface"),
    };
    const { graceS = GRACE_S, maxBodyBytes } = options;
    const deadlineMs = (timeoutS + graceS) * 1000;
    this.deadlineMs = deadlineMs;
    this.#limits = maxBodyBytes === undefined ? { deadlineMs } : { deadlineMs, maxBodyBytes };
  }

  /**
   * Delivers one user turn and waits for the agent's answer. An agent-level error is a result with
   * `error` set, never a throw.
   *
   * @throws {SessionBusyError} before anything is sent, while the session has a turn running.
   * @throws {UsageError} before anything is sent, for text that UTF-8 can't carry.
   * @throws {ContractError} where the answer breaks the contract: the run fails.
   * @throws {TransportError} where no whole answer came in time: the run fails.
   */
  async inject(sessionId: string, text: string, options?: CallOptions): Promise<InjectResult> {
    const body = injectBody(sessionId, text, this.timeoutS);
    if (this.#busy.has(sessionId)) throw new SessionBusyError(sessionId);
    this.#busy.add(sessionId);
    try {
      const exchange = await this.#send("inject", body, options);
      return injectResult(readAnswer("inject", exchange), exchange);
    } finally {
      this.#busy.delete(sessionId);
    }
  }

  /**
   * Destroys all the endpoint's state. Call it before every run (reset.before-every-run).
   *
   * @throws {ContractError | TransportError} on anything but 200 with the echo: fatal to the run.
   */
  async reset(options?: CallOptions): Promise<ResetResult> {
    const exchange = await this.#send("reset", BARE_BODY, options);
    const { warnings } = readAnswer("reset", exchange);
    return { warnings, exchange };
  }

  /**
   * Asks for the prompt surface. Call it once a run, after the reset and before the first turn, and
   * never use an earlier run's answer (surface.once-per-run). Whatever the endpoint does, this
   * resolves: a bad surface is `invalid`, and the run goes on.
   *
   * @throws {TransportError} only of kind `aborted`, where the caller's signal ended it.
   */
  async surface(options?: CallOptions): Promise<SurfaceResult> {
    const exchange = await this.#send("surface", BARE_BODY, options);
    try {
      return reportedSurface(readAnswer("surface", exchange), exchange);
    } catch (error) {
      if (error instanceof ContractError) {
        if (error.status === 404 || error.status === 501) {
          return { status: "unavailable", exchange };
        }
        return { status: "invalid", detail: error.message, violations: error.violations };
      }
      if (error instanceof TransportError && error.kind !== "aborted") {
        return { status: "invalid", detail: error.message, violations: [] };
      }
      throw error;
    }
  }

  #send(route: Route, body: string, options: CallOptions = {}): Promise<Exchange> {
    const { signal } = options;
    const limits = this.#limits;
    const send = this.#senders[route];
    return send(body, signal === undefined ? limits : { ...limits, signal });
  }
}
