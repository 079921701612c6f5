/**
 * Our own driver with a fault in it: the same requests, the same reading of answers, and one seam at which
 * something is done wrong. Each fault says which cases must notice.
 *
 * @module
 */
import { type Answer, readAnswer } from "../../driver/answer.ts";
import { toOpenAiResponse } from "../../driver/openai.ts";
import { bareRequest, injectRequest, type Route } from "../../driver/request.ts";
import { type InjectResult, injectResult } from "../../driver/result.ts";
import { newSessionId } from "../../driver/session_id.ts";
import { ContractError, TransportError } from "../../driver/errors.ts";
import { driverSettings } from "../../driver/settings.ts";
import { once } from "../../wire/client.ts";
import type { Exchange, Transport, WireRequest } from "../../wire/exchange.ts";
import type { InProcessDriver, InProcessSettings } from "../in_process.ts";
import type { AdapterAnswer, AdapterRequest } from "../protocol.ts";
import { failure, turnsOutcome } from "../self.ts";

/** What a seam may know of the call. */
export interface CallState {
  readonly route: Route;
  readonly settings: InProcessSettings;
  readonly timeoutS: number;
  /** The exchange before this one in the same call of the driver. */
  readonly before: Exchange | undefined;
  /** Texts of the turns before this one. */
  readonly texts: readonly string[];
}

/** The run that is asked for. */
export type RunRequest = Extract<AdapterRequest, { op: "run" }>;

/** The parts of a run, for a fault that puts them together wrongly. */
export interface RunParts {
  readonly texts: readonly string[];
  readonly session: string;
  reset(): Promise<void>;
  surface(): Promise<SurfaceState>;
  inject(session: string, text: string): Promise<InjectResult>;
}

/** What a surface probe came to. */
export type SurfaceState =
  & { readonly status: string; readonly [key: string]: unknown }
  & { readonly answer?: undefined };

/** Where a driver goes wrong. Most faults have one of these. */
export interface Seams {
  /** Changes a request. */
  readonly send?: (request: WireRequest, state: CallState) => WireRequest;
  /** Changes how it is sent. */
  readonly transport?: (next: Transport, state: CallState) => Transport;
  /** Changes the grace, seconds. */
  readonly grace?: (graceS: number) => number;
  /** Changes what came before it is read; what never came, it can't. */
  readonly came?: (exchange: Exchange, state: CallState) => Exchange;
  /** Changes what is made of a reset that failed: no error, and it counts as done. */
  readonly reset?: (error: unknown) => void;
  /** Changes what is recorded of a surface, good or bad. */
  readonly surface?: (state: SurfaceState, exchange: Exchange) => SurfaceState;
  /** Changes what is handed on of turns that were completed. */
  readonly hand?: (answer: AdapterAnswer) => AdapterAnswer;
  /** Changes what is told of a call that failed. */
  readonly fail?: (answer: AdapterAnswer) => AdapterAnswer;
  /** Puts a run together. */
  readonly run?: (
    parts: RunParts,
  ) => Promise<{ readonly results: readonly InjectResult[]; readonly surface?: SurfaceState }>;
  /** Changes the environment that it looks at. */
  readonly env?: (env: InProcessSettings["env"]) => InProcessSettings["env"];
}

/** A faulty driver. */
export interface Fault extends Seams {
  /** Words, kebab-case, one of a kind. */
  readonly id: string;
  /** The clause that it breaks. */
  readonly breaks: string;
  /** What it does, one line. */
  readonly what: string;
  /** The cases that must fail (be warned, where they are a SHOULD), all of them: ids and globs. */
  readonly kills: readonly string[];
}

/** Makes the driver. Without seams it is a good one. */
export function faultyDriver(seams: Seams): InProcessDriver {
  return async (request, settings) => {
    const call = new FaultyCall(seams, settings);
    const answer = await call.perform(request).catch(failure);
    const completed = answer.response !== undefined || answer.responses !== undefined;
    return (completed ? seams.hand : seams.fail)?.(answer) ?? answer;
  };
}

class FaultyCall {
  readonly #seams: Seams;
  readonly #settings: InProcessSettings;
  readonly #baseUrl: string;
  readonly #timeoutS: number;
  readonly #texts: string[] = [];
  #before: Exchange | undefined;

  constructor(seams: Seams, settings: InProcessSettings) {
    this.#seams = seams;
    this.#settings = settings;
    const { baseUrl, timeoutS } = driverSettings({
      env: seams.env?.(settings.env) ?? settings.env,
    });
    this.#baseUrl = baseUrl;
    this.#timeoutS = timeoutS;
  }

  async perform(request: AdapterRequest): Promise<AdapterAnswer> {
    switch (request.op) {
      case "inject": {
        const result = await this.inject(request.session_id, request.text);
        return { ...turnsOutcome([result]), response: toOpenAiResponse(result) };
      }
      case "reset":
        await this.reset();
        return { outcome: "ok" };
      case "surface":
        return { outcome: "ok", surface: await this.surface() };
      case "run": {
        const { results, surface } = await (this.#seams.run ?? goodRun)({
          texts: request.texts,
          session: request.session_id ?? newSessionId(),
          reset: () => this.reset(),
          surface: () => this.surface(),
          inject: (session, text) => this.inject(session, text),
        });
        return {
          ...turnsOutcome(results),
          responses: results.map(toOpenAiResponse),
          ...(surface === undefined ? {} : { surface }),
        };
      }
    }
  }

  async inject(session: string, text: string): Promise<InjectResult> {
    const request = injectRequest(this.#baseUrl, session, text, this.#timeoutS);
    const [answer, exchange] = await this.#exchange("inject", request);
    this.#texts.push(text);
    return injectResult(answer, exchange);
  }

  async reset(): Promise<void> {
    try {
      await this.#exchange("reset", bareRequest(this.#baseUrl, "reset"));
    } catch (error) {
      if (this.#seams.reset === undefined) throw error;
      this.#seams.reset(error);
    }
  }

  async surface(): Promise<SurfaceState> {
    const { surface = (state: SurfaceState) => state } = this.#seams;
    try {
      const [, exchange] = await this.#exchange("surface", bareRequest(this.#baseUrl, "surface"));
      return surface({ status: "reported" }, exchange);
    } catch (error) {
      if (!(error instanceof ContractError || error instanceof TransportError)) throw error;
      const absent = error instanceof ContractError && [404, 501].includes(error.status);
      return surface({ status: absent ? "unavailable" : "invalid" }, error.exchange);
    }
  }

  async #exchange(route: Route, request: WireRequest): Promise<readonly [Answer, Exchange]> {
    const { send, transport, came, grace } = this.#seams;
    const { graceS, signal } = this.#settings;
    const state: CallState = {
      route,
      settings: this.#settings,
      timeoutS: this.#timeoutS,
      before: this.#before,
      texts: [...this.#texts],
    };
    const deadlineMs = (this.#timeoutS + (grace?.(graceS) ?? graceS)) * 1000;
    const wire = transport?.(once, state) ?? once;
    const exchange = await wire(send?.(request, state) ?? request, { deadlineMs, signal });
    this.#before = exchange;
    const over = exchange.fault?.kind === "timeout";
    const read = over ? exchange : came?.(exchange, state) ?? exchange;
    return [readAnswer(route, read), read];
  }
}

const goodRun: NonNullable<Seams["run"]> = async (parts) => {
  await parts.reset();
  const surface = await parts.surface();
  const results: InjectResult[] = [];
  for (const text of parts.texts) results.push(await parts.inject(parts.session, text));
  return { results, surface };
};
