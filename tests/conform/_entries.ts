/**
 * Evidence by hand: entries with just the bytes, faults and times that a test is about.
 *
 * @module
 */
import { type Entry, Evidence, type Route, type Settings } from "../../lib/conform/evidence.ts";
import type { Exchange, Fault } from "../../lib/wire/exchange.ts";

/** Settings of a run with nothing said of the agent. */
export const SETTINGS: Settings = {
  profile: {},
  declarations: [],
  timeoutS: 2,
  graceS: 0.5,
  thorough: false,
};

/** What a test says of one entry. */
export interface Told extends Partial<Omit<Entry, "exchange">> {
  readonly probe: string;
  readonly role: string;
  /** Default 200; none came where there is a fault and no status is given. */
  readonly status?: number;
  /** The answer's body: text, bytes, or a value to be sent as JSON. */
  readonly answer?: unknown;
  readonly fault?: Fault;
  readonly endMs?: number;
  readonly lagMs?: number;
  readonly headers?: Exchange["request"]["headers"];
}

/** Evidence of these entries, numbered within their probes. */
export function evidenceOf(entries: readonly Told[], settings: Partial<Settings> = {}): Evidence {
  const evidence = new Evidence({ ...SETTINGS, ...settings });
  const counts = new Map<string, number>();
  for (const told of entries) {
    const n = (counts.get(told.probe) ?? 0) + 1;
    counts.set(told.probe, n);
    evidence.add(entry({ id: `${told.probe}/${n}`, ...told }));
  }
  return evidence;
}

/** One entry. */
export function entry(told: Told): Entry {
  const { status, answer, fault, endMs = 5, lagMs = 0, headers = [], ...about } = told;
  const { route = "inject", sent = "plain", id = `${told.probe}/1`, purpose = told.role } = about;
  const hasAnswer = status !== undefined || fault === undefined;
  return {
    ...about,
    id,
    route,
    sent,
    purpose,
    exchange: {
      request: {
        method: "POST",
        url: `http://127.0.0.1:8647/wt/${route}`,
        headers: [],
        body: new Uint8Array(),
      },
      ...(hasAnswer
        ? {
          response: {
            httpVersion: "1.1",
            status: status ?? 200,
            reason: "",
            headers,
            body: bytesOf(answer ?? goodAnswer(route)),
            framing: "content-length" as const,
            trailers: [],
            interim: [],
          },
        }
        : {}),
      ...(fault === undefined ? {} : { fault }),
      startedAt: "2025-01-01T00:00:00.000Z",
      times: { endMs },
      arrivals: [],
      raw: new Uint8Array(),
      lagMs,
    },
  };
}

function goodAnswer(route: Route): unknown {
  if (route === "reset") return { wt_inject: 1 };
  if (route === "inject") return { wt_inject: 1, reply: "Good morning.", tool_calls: [] };
  const surface = { system_instructions: [], tool_definitions: [], extra_segments: [] };
  return { wt_inject: 1, surface };
}

function bytesOf(answer: unknown): Uint8Array {
  if (answer instanceof Uint8Array) return answer;
  return new TextEncoder().encode(typeof answer === "string" ? answer : JSON.stringify(answer));
}

/** A reply, as an answer. */
export function reply(text: string): unknown {
  return { wt_inject: 1, reply: text, tool_calls: [] };
}

/** An agent-level error, as an answer. */
export function error(text: string): unknown {
  return { wt_inject: 1, reply: "", tool_calls: [], error: text };
}

/** A deadline of ours that passed without a byte. */
export const TIMEOUT: Fault = { kind: "timeout", phase: "head", message: "The deadline passed" };
/** Nobody listens any more. */
export const REFUSED: Fault = { kind: "refused", phase: "connect", message: "refused" };
