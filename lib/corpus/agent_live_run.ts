/**
 * Runs the checks on a live agent: one play after the other, each after a reset of its own, and every
 * judge over what was recorded.
 *
 * @module
 */
import { patternMatcher } from "../conform/select.ts";
import { nearest } from "../contract/nearest.ts";
import type { Report, ReportExchange } from "../contract/report.ts";
import type { CheckResult } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { HttpInject, TransportError } from "../driver/http_inject.ts";
import { LIVE_CHECKS, type LiveCheck } from "./agent_live_checks.ts";
import { type LiveStage, liveStage } from "./agent_live_play.ts";
import type { AgentTool, LivePlay, LiveTurn } from "./agent_live_record.ts";
import { liveReport } from "./agent_live_report.ts";
import { LIVE_PLAYS, livePlay, turnsOf } from "./agent_live_script.ts";
import { aboutCheck, liveResult } from "./agent_live_tell.ts";
import { judgeLive } from "./agent_live_verdict.ts";
import { type ModelServer, modelServer } from "./players/model.ts";
import type { Dialect } from "./transcript.ts";

/** What happens while a run goes on. */
export type LiveEvent =
  | {
    readonly type: "plan";
    readonly checks: number;
    readonly turns: number;
    /** Where the model's server is. */
    readonly modelUrl: string;
  }
  | { readonly type: "result"; readonly result: CheckResult };

/** What a run is told. */
export interface LiveRunOptions {
  /** Base URL of the agent's Contract C endpoint. */
  readonly agentUrl: string;
  /** Where its model's server is played. */
  readonly listen: { readonly hostname?: string; readonly port?: number };
  /** The one dialect that is played; all three where left out. */
  readonly dialect?: Dialect;
  /** Tools that the scripted model may call: the agent runs them. */
  readonly tools?: readonly AgentTool[];
  /** Check ids or globs over them; all where left out. */
  readonly cases?: readonly string[];
  /** `timeout_s` of each turn, seconds (default 30). */
  readonly timeoutS?: number;
  /** For tests: the wait past `timeoutS`, seconds. The contract's 5 unless given. */
  readonly graceS?: number;
  /** Put what was said into the report. Default false (R011). */
  readonly showValues?: boolean;
  readonly signal?: AbortSignal;
  /** May be awaited: nothing is sent before the plan's is over. */
  readonly onEvent?: (event: LiveEvent) => void | Promise<void>;
  /** The command line that repeats this run. */
  readonly repeat?: string;
}

/** How long an agent has for a turn unless told otherwise, seconds. */
export const TURN_S = 30;

/** Why a tool check can't run. A flag that wasn't given is no declaration of having no tools. */
const NO_TOOL =
  "It needs --agent-tool NAME=JSON: the scripted model's calls make the agent run a tool";

/**
 * Runs the checks. Never throws for what the agent does.
 *
 * @throws {UsageError} on a selection that matches nothing, and where the model's address can't be had.
 */
export async function runLiveAgent(options: LiveRunOptions): Promise<Report> {
  const { agentUrl, tools = [], timeoutS = TURN_S, signal, showValues = false, onEvent } = options;
  const checks = selected(options.cases ?? []);
  const playable = checks.filter((check) => !check.tools || tools.length > 0);
  const names = LIVE_PLAYS.filter((name) => playable.some(({ play }) => play === name));
  const turns = names.reduce((sum, name) => sum + turnsOf(name, tools), 0);
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const stage = liveStage();
  const model = listening(options, stage);
  const grace = options.graceS === undefined ? {} : { graceS: options.graceS };
  const driver = new HttpInject({ baseUrl: agentUrl, timeoutS, env: () => undefined, ...grace });
  const plays = new Map<string, LivePlay>();
  let unreachable: string | undefined;
  try {
    await onEvent?.({ type: "plan", checks: checks.length, turns, modelUrl: model.url });
    unreachable = await nobody(driver, signal);
    for (const name of unreachable === undefined ? names : []) {
      if (signal?.aborted) break;
      const play = await stage.play(driver, livePlay(name, tools), signal);
      plays.set(name, play);
      // An agent that never answers costs one turn's time, not one a play.
      const silent = ![...plays.values()].some(({ turns }) => turns.some(isAnswered));
      if (play.fault !== undefined && (silent || !await answers(driver, signal))) break;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    await model.close();
  }

  const results: CheckResult[] = [];
  const exchanges: ReportExchange[] = [];
  for (const check of unreachable === undefined ? checks : []) {
    const { result, exchanges: shown } = await judged(check, plays, options, showValues);
    results.push(result);
    for (const one of shown) if (!exchanges.some(({ id }) => id === one.id)) exchanges.push(one);
    await onEvent?.({ type: "result", result });
  }
  const sent = [...plays.values()].reduce((sum, play) => sum + play.turns.length, 0);
  return liveReport({
    agentUrl,
    modelUrl: model.url,
    results,
    exchanges,
    plays: [...plays.values()],
    requests: stage.requests,
    strays: model.strays,
    selected: checks.length,
    patterns: options.cases ?? [],
    turns: { planned: turns, sent },
    startedAt,
    durationMs: performance.now() - began,
    interrupted: signal?.aborted === true,
    unreachable,
    showValues,
    repeat: options.repeat ?? "",
  });
}

function listening({ listen, dialect }: LiveRunOptions, { answer }: LiveStage): ModelServer {
  try {
    return modelServer({ ...listen, answer, ...(dialect === undefined ? {} : { dialect }) });
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const { hostname = "127.0.0.1", port = 0 } = listen;
    const reason = error instanceof Deno.errors.AddrInUse ? "the port is in use" : error.message;
    throw new UsageError(
      `Cannot play the model on ${hostname}:${port}: ${reason}`,
      "Give --model-listen another HOST:PORT, and tell the agent.",
    );
  }
}

function selected(patterns: readonly string[]): readonly LiveCheck[] {
  const matchers = patterns.map((pattern) => {
    const matcher = patternMatcher(pattern);
    const matches = ({ id }: LiveCheck) => matcher(id) || matcher(id.slice(id.indexOf(".") + 1));
    if (!LIVE_CHECKS.some(matches)) {
      const near = nearest(pattern, LIVE_CHECKS.map(({ id }) => id));
      throw new UsageError(
        `Cannot select ${pattern}: no check on a live agent matches it`,
        near === undefined
          ? `There are: ${LIVE_CHECKS.map(({ id }) => id).join(", ")}.`
          : `Did you mean ${near}?`,
      );
    }
    return matches;
  });
  return matchers.length === 0
    ? LIVE_CHECKS
    : LIVE_CHECKS.filter((check) => matchers.some((matches) => matches(check)));
}

function isAnswered({ outcome }: LiveTurn): boolean {
  return outcome.kind !== "lost";
}

/** Why nobody is there; undefined where somebody is. */
async function nobody(driver: HttpInject, signal?: AbortSignal): Promise<string | undefined> {
  try {
    await driver.reset(signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof TransportError)) return undefined;
    const { fault } = error.exchange;
    if (fault?.phase === "connect") return `${fault.message}; nothing was tested`;
  }
  return undefined;
}

/** After a fault: one reset more, and an agent that doesn't answer it is left alone. */
async function answers(driver: HttpInject, signal?: AbortSignal): Promise<boolean> {
  try {
    await driver.reset(signal === undefined ? {} : { signal });
    return true;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

async function judged(
  check: LiveCheck,
  plays: ReadonlyMap<string, LivePlay>,
  { tools = [], signal }: LiveRunOptions,
  showValues: boolean,
): Promise<Awaited<ReturnType<typeof liveResult>>> {
  const unplayed = (message: string) => ({
    result: { ...aboutCheck(check), verdict: "could_not_run" as const, message, findings: [] },
    exchanges: [],
  });
  if (check.tools && tools.length === 0) return unplayed(NO_TOOL);
  const play = plays.get(check.play);
  if (play === undefined) {
    return unplayed(
      signal?.aborted
        ? "The run was interrupted"
        : "An earlier turn had no answer, and the agent gave none before, or none to a reset after it",
    );
  }
  try {
    return await liveResult(check, judgeLive(check.judge, { play, tools }), play, showValues);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { result } = unplayed(`Cannot judge this play: ${reason}`);
    return { result: { ...result, verdict: "harness_error" }, exchanges: [] };
  }
}
