/**
 * One run of a scenario over a driver: reset, surface, turns, score.
 *
 * @module
 */
import { ContractError, TransportError } from "../driver/errors.ts";
import type { CallOptions } from "../driver/http_inject.ts";
import type { InjectedToolCall, InjectResult, SurfaceResult } from "../driver/result.ts";
import { type Scenario, userTurns } from "./scenario.ts";
import { type Score, scoreRun } from "./score.ts";

/** The surface as a run keeps it: reported, absent, or why it is invalid; never a malformed one. */
export type SurfaceRecord =
  | Pick<Extract<SurfaceResult, { status: "reported" }>, "status" | "surface" | "document">
  | { readonly status: "unavailable" }
  | { readonly status: "invalid"; readonly detail: string };

/** What runs scenarios. `HttpInject` is one. */
export interface ScenarioDriver {
  /** Rejects with a ContractError or a TransportError where the run has to fail. */
  inject(
    sessionId: string,
    text: string,
    options?: CallOptions,
  ): Promise<Pick<InjectResult, "reply" | "toolCalls" | "error">>;
  /** Rejects where the state may not be gone. */
  reset(options?: CallOptions): Promise<unknown>;
  /** Tells the surface's state; may reject where that is invalid. */
  surface(options?: CallOptions): Promise<SurfaceRecord>;
  /** Mints a session id; a random UUID where it is absent. */
  newSessionId?(): string;
}

/** One turn of a run. */
export type RunTurn =
  | { readonly role: "user"; readonly content: string }
  | {
    readonly role: "assistant";
    /** The reply, word for word; empty only where `error` is set. */
    readonly content: string;
    readonly toolCalls: readonly InjectedToolCall[];
    /** The agent's failure, word for word. */
    readonly error?: string;
    readonly latencyMs: number;
  };

/** A run and its score. */
export interface ScenarioRun {
  /** Its name. */
  readonly scenario: string;
  /** The one session that all its turns were in. */
  readonly sessionId: string;
  /** UTC, ISO 8601 with milliseconds; after the reset. */
  readonly startedAt: string;
  /** As `startedAt`; after the last turn. */
  readonly finishedAt: string;
  /** User and assistant in turn; empty where the run failed. */
  readonly turns: readonly RunTurn[];
  /** What the endpoint reported before the first turn. */
  readonly surface: SurfaceRecord;
  /** `surface_invalid: …`, then each turn's error word for word; or `runner_error: …` instead of those. */
  readonly warnings: readonly string[];
  /** Why the run failed, with the exchange that shows it. */
  readonly failure?: ContractError | TransportError;
  /** What the run is worth. */
  readonly score: Score;
}

/** How one run is made. */
export interface RunOptions {
  /** Default: a new one. */
  readonly sessionId?: string;
  /** Aborting it ends the run with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told at once of what must not be overlooked; the run keeps it too. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * The reset before a run failed: what would follow would be scored on another run's state.
 *
 * @example Nothing is run where nobody is there to be reset
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { HttpInject } from "@wt/inject";
 * import { readScenarios, ResetFailed, runScenario } from "@wt/inject/run";
 *
 * const [hello] = await readScenarios('{"name": "hello", "prompt": "Good morning."}', "hello.json");
 * const driver = new HttpInject({ baseUrl: "http://127.0.0.1:1", timeoutS: 30 });
 * await assertRejects(() => runScenario(driver, hello!.scenario), ResetFailed);
 * ```
 */
export class ResetFailed extends Error {
  /** For those who have lost the class. */
  override readonly name = "ResetFailed";

  /** For the scenario's name and what the reset failed with. */
  constructor(scenario: string, cause: unknown) {
    super(
      `Cannot run the scenario ${
        JSON.stringify(scenario)
      }: the reset before it failed, and no run ` +
        `can be trusted until one succeeds. ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/**
 * Runs a scenario once. In this order: a reset (reset.before-every-run), the surface
 * (surface.once-per-run), then each user turn in one session, each sent once.
 *
 * An agent-level error is a turn like any other. A contract or transport failure makes the run
 * INVALID, with `runner_error: …` among its warnings, and leaves no turn. An invalid surface is warned
 * of and fails nothing (surface.malformed-is-invalid).
 *
 * @throws {ResetFailed} where the reset fails (reset.failure-fatal).
 * @throws The signal's reason where it is aborted, and what else the driver throws (a UsageError,
 * say): that is no fault of the endpoint.
 *
 * @example Once, over a driver
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { HttpInject } from "@wt/inject";
 * import { serveReference } from "@wt/inject/reference";
 * import { readScenarios, runScenario } from "@wt/inject/run";
 *
 * const [hello] = await readScenarios('{"name": "hello", "prompt": "Good morning."}', "hello.json");
 * const endpoint = await serveReference();
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   const { score, turns } = await runScenario(driver, hello!.scenario);
 *   assertEquals([score.verdict, turns.length], ["PASS", 2]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function runScenario(
  driver: ScenarioDriver,
  scenario: Scenario,
  options: RunOptions = {},
): Promise<ScenarioRun> {
  const { signal, onWarning } = options;
  const call: CallOptions = signal === undefined ? {} : { signal };
  const sessionId = options.sessionId ?? driver.newSessionId?.() ?? crypto.randomUUID();
  const warnings: string[] = [];
  const warn = (warning: string): void => {
    warnings.push(warning);
    onWarning?.(warning);
  };

  await reset(driver, scenario, call);
  const startedAt = new Date().toISOString();
  const surface = await probe(driver, call);
  if (surface.status === "invalid") warn(`surface_invalid: ${surface.detail}`);

  const about = { scenario: scenario.name, sessionId, startedAt, surface };
  try {
    const turns = await takeTurns(driver, scenario, sessionId, call);
    for (const turn of turns) {
      if (turn.role === "assistant" && turn.error !== undefined) warnings.push(turn.error);
    }
    const score = scoreRun(scenario, { turns });
    return { ...about, finishedAt: new Date().toISOString(), turns, warnings, score };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ContractError || error instanceof TransportError)) throw error;
    warn(`runner_error: ${error.message}`);
    const score = scoreRun(scenario, { turns: [], runnerError: error.message });
    const finishedAt = new Date().toISOString();
    return { ...about, finishedAt, turns: [], warnings, failure: error, score };
  }
}

async function reset(
  driver: ScenarioDriver,
  scenario: Scenario,
  call: CallOptions,
): Promise<void> {
  call.signal?.throwIfAborted();
  try {
    await driver.reset(call);
  } catch (error) {
    call.signal?.throwIfAborted();
    throw new ResetFailed(scenario.name, error);
  }
}

async function probe(driver: ScenarioDriver, call: CallOptions): Promise<SurfaceRecord> {
  call.signal?.throwIfAborted();
  let result: SurfaceRecord;
  try {
    result = await driver.surface(call);
  } catch (error) {
    call.signal?.throwIfAborted();
    return { status: "invalid", detail: reasonOf(error) };
  }
  switch (result.status) {
    case "reported":
      return { status: "reported", surface: result.surface, document: result.document };
    case "unavailable":
      return { status: "unavailable" };
    case "invalid":
      return { status: "invalid", detail: result.detail };
  }
}

async function takeTurns(
  driver: ScenarioDriver,
  scenario: Scenario,
  sessionId: string,
  call: CallOptions,
): Promise<readonly RunTurn[]> {
  const turns: RunTurn[] = [];
  for (const text of userTurns(scenario)) {
    call.signal?.throwIfAborted();
    const begun = performance.now();
    const { reply, toolCalls, error } = await driver.inject(sessionId, text, call);
    const latencyMs = performance.now() - begun;
    const answer = { role: "assistant", content: reply, toolCalls, latencyMs } as const;
    turns.push({ role: "user", content: text });
    turns.push(error === undefined ? answer : { ...answer, error });
  }
  return turns;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
