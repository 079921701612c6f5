/**
 * What a run saw, as judges see it: entries (one a request, with why it was sent), probes that had to
 * stop, and the settings that verdicts depend on. A recording holds the same, so a verdict can be
 * repeated without a socket.
 *
 * @module
 */
import type { Body } from "../contract/body.ts";
import { readBody } from "../contract/body.ts";
import type { Declaration, Profile } from "../contract/profile.ts";
import type { Violation } from "../contract/result.ts";
import { type EnvelopeKind, envelopeViolations } from "../contract/violations.ts";
import { type Exchange, header } from "../wire/exchange.ts";

/** A route of the contract. */
export type Route = "inject" | "reset" | "surface";

/**
 * What kind of request was sent, which decides who may judge the answer.
 *
 * - `plain`: a valid request in version 1
 * - `extra`: valid, with fields that version 1 doesn't know
 * - `deadline`: valid, with a `timeout_s` that the turn is meant to outlast
 * - `unspoken`: asks for a version that doesn't exist
 * - `invalid`: breaks the request envelope on purpose
 */
export type Sent = "plain" | "extra" | "deadline" | "unspoken" | "invalid";

/** One request, why it was sent, and what came of it. */
export interface Entry {
  /** `probe/n`, n from 1. */
  readonly id: string;
  readonly probe: string;
  /** One line, for people. */
  readonly purpose: string;
  readonly route: Route;
  readonly sent: Sent;
  /** A word by which judges find it among its probe's entries. */
  readonly role: string;
  readonly session?: string;
  readonly text?: string;
  /** The nonce that the text tells the agent. */
  readonly nonce?: string;
  /** What the agent was asked to repeat. */
  readonly payload?: string;
  /** The `timeout_s` that was sent, seconds. */
  readonly timeoutS?: number;
  /** In a recording: what is known of a surface whose bytes were left out of it. */
  readonly withheld?: Withheld;
  readonly exchange: Exchange;
}

/** What a recording tells of a surface that it doesn't show. */
export interface Withheld {
  /** How many bytes its body had. */
  readonly size: number;
  /** The nonces told by then that stood in it, and how many of their hex digits stood together. */
  readonly holds: readonly { readonly nonce: string; readonly digits: number }[];
}

/** A look into the endpoint's own stores, by the user's state probe. */
export interface StateLook {
  readonly probe: string;
  /** The entry before which it was taken: how many entries there were. */
  readonly at: number;
  readonly when: "before" | "after";
  readonly nonce: string;
  /** How many of the nonce's hex digits stood together in what the probe printed; 0 for none. */
  readonly digits: number;
  /** How many characters it printed. */
  readonly size: number;
  /** Why it could not look. */
  readonly error?: string;
}

/** What verdicts depend on besides the wire. */
export interface Settings {
  readonly profile: Profile;
  readonly declarations: readonly Declaration[];
  /** Deadline given to ordinary turns, seconds. */
  readonly timeoutS: number;
  /** Grace on top of it, seconds: 5, as the contract recommends; less in self-tests alone. */
  readonly graceS: number;
  readonly thorough: boolean;
  /** How the canary runs; absent outside of it. */
  readonly canary?: CanarySettings;
}

/** How a canary runs. */
export interface CanarySettings {
  readonly rounds: number;
  /** The user's own questions, asked beside the two fixed ones. */
  readonly questions: readonly string[];
  /** False: no question is asked, the state probe alone decides. */
  readonly recall: boolean;
  /** True where a state probe was given. */
  readonly stateProbe: boolean;
}

/** All that judges are given. */
export class Evidence {
  readonly #entries: Entry[] = [];
  readonly #stopped = new Map<string, string>();
  readonly #broken = new Map<string, string>();
  readonly #looks: StateLook[] = [];

  constructor(readonly settings: Settings) {}

  /** Every entry, in the order in which they were sent. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** Notes that a probe ended before its last request, and why. */
  stop(probe: string, reason: string): void {
    this.#stopped.set(probe, reason);
  }

  /** Why a probe ended early; undefined where it ran to its end. */
  stopped(probe: string): string | undefined {
    return this.#stopped.get(probe);
  }

  /** Notes that a probe failed by our own fault. */
  break(probe: string, reason: string): void {
    this.#broken.set(probe, reason);
  }

  /** How a probe failed by our own fault; undefined where it didn't. */
  broken(probe: string): string | undefined {
    return this.#broken.get(probe);
  }

  /** Looks into the endpoint's stores, in the order in which they were taken. */
  get looks(): readonly StateLook[] {
    return this.#looks;
  }

  addLook(look: StateLook): void {
    this.#looks.push(look);
  }

  /** The entries of one probe; with `role`, those alone that play it. */
  of(probe: string, role?: string): readonly Entry[] {
    return this.#entries.filter((e) =>
      e.probe === probe && (role === undefined || e.role === role)
    );
  }

  /** Valid requests (in version 1) to a route. */
  valid(route: Route): readonly Entry[] {
    return this.#entries.filter((e) =>
      e.route === route && e.sent !== "unspoken" && e.sent !== "invalid"
    );
  }
}

/** A response of which nothing is missing; trailing bytes after it don't take it away. */
export function wholeResponse(entry: Entry): Exchange["response"] {
  const { response, fault } = entry.exchange;
  return fault === undefined || fault.kind === "trailing-bytes" ? response : undefined;
}

/** The status of a whole response, or of one whose body was cut; undefined where no head came. */
export function statusOf(entry: Entry): number | undefined {
  return entry.exchange.response?.status;
}

/** True for a whole response with status 200: what the envelope checks judge. */
export function answered200(entry: Entry): boolean {
  return wholeResponse(entry)?.status === 200;
}

const bodies = new WeakMap<Exchange, Body>();

/** A whole response's parsed body, read once. Undefined without one, where encoded, or withheld. */
export function bodyOf(entry: Entry): Body | undefined {
  const response = wholeResponse(entry);
  if (response === undefined || contentEncoding(entry) !== undefined) return undefined;
  if (entry.withheld !== undefined) return undefined;
  const known = bodies.get(entry.exchange);
  if (known !== undefined) return known;
  const body = readBody(response.body);
  bodies.set(entry.exchange, body);
  return body;
}

/** A content coding that nobody asked for; undefined where the body is as it stands. */
export function contentEncoding(entry: Entry): string | undefined {
  const value = header(entry.exchange.response?.headers ?? [], "content-encoding")?.trim();
  return value === undefined || value === "" || value.toLowerCase() === "identity"
    ? undefined
    : value;
}

/** What stands where a surface's version belongs may be a piece of the surface. */
function withoutContent(violation: Violation): Violation {
  const long = violation.pointer === "/wt_inject" && violation.received.length > 20;
  return long ? { ...violation, received: "another value, which is withheld" } : violation;
}

const violations = new WeakMap<Exchange, readonly Violation[]>();

/** How an entry's answer breaks its envelope; empty where there is no JSON to judge. */
export function envelopeOf(entry: Entry): readonly Violation[] {
  const known = violations.get(entry.exchange);
  if (known !== undefined) return known;
  const body = bodyOf(entry);
  const kind: EnvelopeKind = `${entry.route}-response`;
  const all = body?.ok === true ? envelopeViolations(kind, body.doc) : [];
  const found = entry.route === "surface" ? all.map(withoutContent) : all;
  violations.set(entry.exchange, found);
  return found;
}

/** True for a whole 200 whose body is a JSON object: one that says what it says. */
export function readable(entry: Entry): boolean {
  if (!answered200(entry)) return false;
  const body = bodyOf(entry);
  if (body?.ok !== true) return false;
  const { value } = body.doc;
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A member of the answer's top level, where the answer is a JSON object. */
export function member(entry: Entry, key: string): unknown {
  const body = bodyOf(entry);
  if (body?.ok !== true) return undefined;
  const value = body.doc.value;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The answer's `error`, where it is what the contract calls one: a non-empty string. */
export function errorOf(entry: Entry): string | undefined {
  const error = member(entry, "error");
  return typeof error === "string" && error !== "" ? error : undefined;
}

/** The answer's `reply`, where it is a string. */
export function replyOf(entry: Entry): string | undefined {
  const reply = member(entry, "reply");
  return typeof reply === "string" ? reply : undefined;
}
