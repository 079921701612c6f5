/**
 * A recording: one JSON value a line, written as the run goes on, so that a run cut short is still a
 * recording. The first line says what verdicts depend on; then an entry a line, or a probe that stopped.
 *
 * @module
 */
import { VERSION } from "../contract/version.ts";
import { exchangeToJson } from "../wire/recording.ts";
import type { Entry, Evidence, Settings, StateLook, Withheld } from "./evidence.ts";
import { sightIn } from "./nonce.ts";
import type { Selection } from "./plan.ts";
import { isPrivate, shownFault } from "./privacy.ts";

/** Writes a recording, line by line; does nothing where nobody asked for one. */
export class Recorder {
  readonly #write: ((line: string) => void) | undefined;
  readonly #showSurface: boolean;
  readonly #nonces: string[] = [];

  constructor(
    write: ((line: string) => void) | undefined,
    about: {
      readonly url: string;
      readonly startedAt: string;
      readonly settings: Settings;
      readonly options: Selection & { readonly showSurface?: boolean };
    },
  ) {
    this.#write = write;
    const { patterns = [], level, showSurface } = about.options;
    this.#showSurface = showSurface === true;
    this.#line({
      wt_inject_recording: 1,
      version: VERSION,
      url: about.url,
      started_at: about.startedAt,
      settings: about.settings,
      selection: { patterns, level },
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
    const hide = !this.#showSurface && isPrivate(entry);
    this.#line({
      ...about,
      ...(hide ? { withheld: this.#known(entry) } : {}),
      exchange: exchangeToJson(hide ? withoutBody(entry) : exchange),
    });
    if (entry.nonce !== undefined) this.#nonces.push(entry.nonce);
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

  /** What judges of leaks need of a surface; it says nothing of the surface's own words. */
  #known(entry: Entry): Withheld {
    const holds = this.#nonces.flatMap((nonce) => {
      const digits = sightIn(nonce, entry)?.digits;
      return digits === undefined ? [] : [{ nonce, digits }];
    });
    return { size: entry.exchange.response?.body.length ?? 0, holds };
  }

  #line(value: unknown): void {
    this.#write?.(JSON.stringify(value) + "\n");
  }
}

function withoutBody(entry: Entry): Entry["exchange"] {
  const { response, ...rest } = entry.exchange;
  const fault = shownFault(entry);
  return {
    ...rest,
    raw: new Uint8Array(),
    ...(response && { response: { ...response, body: new Uint8Array() } }),
    ...(fault && { fault }),
  };
}
