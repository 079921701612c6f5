/**
 * Sends a probe's requests, keeps what came of them, and knows when to stop: a target that is gone, a
 * route that stays silent, an interrupted run.
 *
 * @module
 */
import { readBody } from "../contract/body.ts";
import { envelopeViolations } from "../contract/violations.ts";
import { VERSION } from "../contract/version.ts";
import type { Exchange, HeaderList, Transport } from "../wire/exchange.ts";
import type { Entry, Evidence, Route, Sent, StateLook } from "./evidence.ts";
import type { LagWatch } from "./lag.ts";
import { sight } from "./nonce.ts";
import { type Ask, type AskInject, type ProbeContext, ProbeStopped } from "./probe.ts";

/** After a whole answer to a conform request, how long we look for bytes that don't belong, ms. */
const LINGER_MS = 100;

const HEADERS: HeaderList = [
  ["content-type", "application/json"],
  ["accept", "application/json"],
  ["accept-encoding", "identity"],
  ["user-agent", `wt-inject/${VERSION} conform`],
];

/** What a sender needs. */
export interface SenderOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly evidence: Evidence;
  readonly lag: LagWatch;
  readonly signal?: AbortSignal;
  /** Prints what the endpoint's stores hold. */
  readonly stateProbe?: StateProbe;
}

/** The user's look into the endpoint's own stores: all that it prints, as text. Throws where it can't look. */
export type StateProbe = (signal: AbortSignal | undefined) => Promise<string>;

/** What an inject was about; empty for other routes. */
type About = Pick<Entry, "session" | "text" | "nonce" | "payload" | "timeoutS">;

/** Our own bytes were wrong: says nothing about the target. */
export class HarnessFault extends Error {
  override readonly name = "HarnessFault";
}

/** The context of one run; {@linkcode Sender.begin} names the probe whose entries follow. */
export class Sender implements ProbeContext {
  #probe = "";
  #counts = new Map<string, number>();
  #silent = new Map<Route, string>();
  #gone: string | undefined;
  /** User turns sent so far: valid injects and those in an unspoken version. */
  turns = 0;
  /** Told of each entry as it is made. */
  onEntry: ((entry: Entry) => void) | undefined;

  /** Told of each look into a store as it is taken. */
  onLook: ((look: StateLook) => void) | undefined;
  beside: ReadonlySet<string> = new Set();
  /** How many turns may still be spent on asking again. */
  retriesLeft = 0;

  constructor(readonly options: SenderOptions) {}

  retry(): boolean {
    if (this.retriesLeft <= 0) return false;
    this.retriesLeft--;
    return true;
  }

  get evidence(): Evidence {
    return this.options.evidence;
  }

  get settings(): Evidence["settings"] {
    return this.options.evidence.settings;
  }

  begin(probe: string): void {
    this.#probe = probe;
  }

  session(): string {
    return `wt-${crypto.randomUUID()}`;
  }

  nonce(): string {
    return crypto.randomUUID();
  }

  inject(ask: AskInject): Promise<Entry> {
    const timeoutS = ask.timeoutS ?? this.settings.timeoutS;
    const body = {
      wt_inject: ask.version ?? 1,
      session_id: ask.session,
      text: ask.text,
      timeout_s: timeoutS,
      ...ask.extra,
    };
    return this.#send("inject", ask, JSON.stringify(body), {
      session: ask.session,
      text: ask.text,
      timeoutS,
      ...(ask.nonce === undefined ? {} : { nonce: ask.nonce }),
      ...(ask.payload === undefined ? {} : { payload: ask.payload }),
    });
  }

  reset(
    ask: Ask & { extra?: Readonly<Record<string, unknown>>; version?: number },
  ): Promise<Entry> {
    const body = JSON.stringify({ wt_inject: ask.version ?? 1, ...ask.extra });
    return this.#send("reset", ask, body, {});
  }

  surface(ask: Ask & { extra?: Readonly<Record<string, unknown>> }): Promise<Entry> {
    return this.#send("surface", ask, JSON.stringify({ wt_inject: 1, ...ask.extra }), {});
  }

  raw(ask: Ask & { route: Route; body: string | Uint8Array }): Promise<Entry> {
    return this.#send(ask.route, ask, ask.body, {});
  }

  async look(when: "before" | "after", nonce: string): Promise<void> {
    const { stateProbe, signal } = this.options;
    if (stateProbe === undefined) return;
    this.#refuseIfPointless("reset");
    const about = { probe: this.#probe, at: this.evidence.entries.length, when, nonce };
    let look: StateLook;
    try {
      const text = await stateProbe(signal);
      look = { ...about, digits: sight(nonce, text)?.digits ?? 0, size: text.length };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      look = { ...about, digits: 0, size: 0, error: reason };
    }
    this.evidence.addLook(look);
    this.onLook?.(look);
  }

  async #send(
    route: Route,
    ask: Ask,
    body: string | Uint8Array,
    about: About,
  ): Promise<Entry> {
    this.#refuseIfPointless(route);
    const sent: Sent = ask.sent ?? "plain";
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    if (sent !== "invalid" && sent !== "unspoken") checkOwnBytes(route, bytes);
    if (route === "inject" && sent !== "invalid") this.turns++;
    const timeoutS = about.timeoutS ?? this.settings.timeoutS;
    const watch = this.options.lag.begin();
    const exchange = await this.options.transport({
      method: "POST",
      url: `${this.options.baseUrl}/wt/${route}`,
      headers: HEADERS,
      body: bytes,
    }, {
      deadlineMs: (timeoutS + this.settings.graceS) * 1000,
      lingerMs: LINGER_MS,
      ...(this.options.signal === undefined ? {} : { signal: this.options.signal }),
    });
    return this.#keep(route, sent, ask, about, { ...exchange, lagMs: watch.end() });
  }

  #keep(
    route: Route,
    sent: Sent,
    ask: Ask,
    about: About,
    exchange: Exchange,
  ): Entry {
    const n = (this.#counts.get(this.#probe) ?? 0) + 1;
    this.#counts.set(this.#probe, n);
    const entry: Entry = {
      id: `${this.#probe}/${n}`,
      probe: this.#probe,
      purpose: ask.purpose,
      route,
      sent,
      role: ask.role,
      ...about,
      exchange,
    };
    this.evidence.add(entry);
    this.onEntry?.(entry);
    this.#learn(entry);
    return entry;
  }

  giveUp(route: Route, reason: string): void {
    this.#silent.set(route, reason);
  }

  /** Notes what makes further requests pointless. */
  #learn(entry: Entry): void {
    const { fault } = entry.exchange;
    if (fault === undefined) return;
    if (fault.kind === "aborted") throw new ProbeStopped("The run was interrupted", true);
    if (fault.phase === "connect") {
      this.#gone = `The endpoint is gone: ${fault.message} (${entry.id}: ${entry.purpose})`;
    } else if (fault.kind === "timeout" && entry.sent !== "deadline") {
      const reason =
        `POST /wt/${entry.route} answered nothing within its deadline (${entry.id}: ${entry.purpose}); it was not asked again`;
      // An endpoint that never answers what is no request in version 1 may answer what is one.
      if (entry.sent === "invalid" || entry.sent === "unspoken") {
        throw new ProbeStopped(reason, false);
      }
      this.#silent.set(entry.route, reason);
    }
  }

  #refuseIfPointless(route: Route): void {
    if (this.options.signal?.aborted === true) {
      throw new ProbeStopped("The run was interrupted", true);
    }
    if (this.#gone !== undefined) throw new ProbeStopped(this.#gone, true);
    const silent = this.#silent.get(route);
    if (silent !== undefined) throw new ProbeStopped(silent, false);
  }
}

/** A request that we call valid must be: else the fault is ours, and the target is not to blame. */
function checkOwnBytes(route: Route, bytes: Uint8Array): void {
  const body = readBody(bytes);
  const wrong = body.ok ? envelopeViolations(`${route}-request`, body.doc)[0] : body.violations[0];
  if (wrong !== undefined) {
    throw new HarnessFault(`Cannot send a ${route} request: ${wrong.code} at ${wrong.pointer}`);
  }
}
