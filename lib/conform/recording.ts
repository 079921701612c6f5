/**
 * A recording: one JSON value a line, written as the run goes on, so that a run cut short is still a
 * recording. The first line says what verdicts depend on; then an entry a line, or a probe that stopped.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
import { exchangeFromJson, exchangeToJson } from "../wire/recording.ts";
import { type Entry, Evidence, type Settings, type StateLook } from "./evidence.ts";

/** What the first line and the last tell. */
export interface RecordingHeader {
  readonly url: string;
  readonly startedAt: string;
  readonly settings: Settings;
  readonly unreachable: string | undefined;
  readonly interrupted: boolean;
}

/** Writes a recording, line by line; does nothing where nobody asked for one. */
export class Recorder {
  readonly #write: ((line: string) => void) | undefined;
  readonly #showSurface: boolean;

  constructor(
    write: ((line: string) => void) | undefined,
    about: {
      readonly url: string;
      readonly startedAt: string;
      readonly settings: Settings;
      readonly options: { readonly showSurface?: boolean };
    },
  ) {
    this.#write = write;
    this.#showSurface = about.options.showSurface === true;
    this.#line({
      wt_inject_recording: 1,
      version: VERSION,
      url: about.url,
      started_at: about.startedAt,
      settings: about.settings,
    });
  }

  /** The preflight's entries, and why the target can't be reached, if it can't. */
  preflight(evidence: Evidence, unreachable: string | undefined): void {
    for (const entry of evidence.entries) this.entry(entry);
    if (unreachable !== undefined) this.#line({ unreachable });
  }

  entry(entry: Entry): void {
    if (this.#write === undefined) return;
    const { exchange, ...about } = entry;
    const hide = entry.route === "surface" && !this.#showSurface &&
      exchange.response?.status === 200;
    this.#line({
      ...about,
      ...(hide ? { withheld: true } : {}),
      exchange: exchangeToJson(hide ? withoutBody(exchange) : exchange),
    });
  }

  stopped(probe: string, reason: string): void {
    this.#line({ probe, stopped: reason });
  }

  broken(probe: string, reason: string): void {
    this.#line({ probe, broken: reason });
  }

  look(look: StateLook): void {
    this.#line({ look });
  }

  /** The last line. */
  end(interrupted: boolean): void {
    this.#line({ end: true, interrupted });
  }

  #line(value: unknown): void {
    this.#write?.(JSON.stringify(value) + "\n");
  }
}

function withoutBody(exchange: Entry["exchange"]): Entry["exchange"] {
  const { response } = exchange;
  if (response === undefined) return exchange;
  return { ...exchange, raw: new Uint8Array(), response: { ...response, body: new Uint8Array() } };
}

/**
 * Reads a recording.
 *
 * @throws {UsageError} that names the line where it isn't one.
 */
export function replay(
  text: string,
): { readonly evidence: Evidence; readonly header: RecordingHeader } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map((line, index) => parseLine(line, index + 1));
  const head = values[0];
  if (head === undefined || head["wt_inject_recording"] !== 1) {
    throw new UsageError(
      "Cannot read the recording: its first line has no wt_inject_recording: 1",
      "Make one with: wt-inject conform --record FILE",
    );
  }
  const settings = head["settings"] as Settings;
  if (!isSettings(settings) || typeof head["url"] !== "string") {
    throw new UsageError("Cannot read the recording: line 1 lacks its settings or its URL");
  }
  const evidence = new Evidence(settings);
  let unreachable: string | undefined;
  // A recording without its last line is one of a run that was cut short.
  let interrupted = true;
  values.slice(1).forEach((value, index) => {
    if (typeof value["unreachable"] === "string") unreachable = value["unreachable"];
    else if (typeof value["stopped"] === "string") {
      evidence.stop(String(value["probe"]), value["stopped"]);
    } else if (typeof value["broken"] === "string") {
      evidence.break(String(value["probe"]), value["broken"]);
    } else if (value["look"] !== undefined) evidence.addLook(lookOf(value["look"], index + 2));
    else if (value["end"] === true) interrupted = value["interrupted"] === true;
    else evidence.add(entryOf(value, index + 2));
  });
  const startedAt = typeof head["started_at"] === "string" ? head["started_at"] : "";
  return {
    evidence,
    header: { url: head["url"], startedAt, settings, unreachable, interrupted },
  };
}

function parseLine(line: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch { /* said below */ }
  throw new UsageError(`Cannot read the recording: line ${number} is no JSON object`);
}

function isSettings(value: unknown): value is Settings {
  if (value === null || typeof value !== "object") return false;
  const s = value as Record<string, unknown>;
  return typeof s["timeoutS"] === "number" && typeof s["graceS"] === "number" &&
    Array.isArray(s["declarations"]) && s["profile"] !== null && typeof s["profile"] === "object";
}

function lookOf(value: unknown, line: number): StateLook {
  const look = value as Record<string, unknown> | null;
  if (
    look === null || typeof look !== "object" || typeof look["nonce"] !== "string" ||
    typeof look["digits"] !== "number" || typeof look["at"] !== "number"
  ) {
    throw new UsageError(`Cannot read the recording: line ${line} is no look into a store`);
  }
  return look as unknown as StateLook;
}

const ROUTES = ["inject", "reset", "surface"];
const SENT = ["plain", "extra", "deadline", "unspoken", "invalid"];

function entryOf(value: Record<string, unknown>, line: number): Entry {
  const { id, probe, purpose, role, route, sent } = value;
  const words = [id, probe, purpose, role].every((word) => typeof word === "string");
  if (!words || !ROUTES.includes(String(route)) || !SENT.includes(String(sent))) {
    throw new UsageError(`Cannot read the recording: line ${line} is no entry`);
  }
  try {
    return { ...value, exchange: exchangeFromJson(value["exchange"]) } as unknown as Entry;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot read the recording: line ${line}: ${reason}`);
  }
}
