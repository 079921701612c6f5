/**
 * Plays a live agent: a driver on one side, its scripted model on the other, and a record of both.
 *
 * @module
 */
import { ContractError, type HttpInject, TransportError } from "../driver/http_inject.ts";
import { newSessionId } from "../driver/session_id.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { LiveOutcome, LivePlay, LiveRequest, LiveTurn } from "./agent_live_record.ts";
import type { LiveScriptTurn } from "./agent_live_script.ts";
import { keptHistories } from "./agent_live_resume.ts";
import { neutral, outOf, stepFor } from "./agent_live_step.ts";
import type { ModelRequestIn } from "./players/model.ts";
import type { ModelOut } from "./players/model_reply.ts";

/** What answers a model's requests, whichever play is on. */
export interface LiveStage {
  /** How many requests came so far. */
  readonly requests: number;
  /** For the model player. */
  answer(request: ModelRequestIn): ModelOut;
  /**
   * Plays turns after a reset. Never throws for what the agent does.
   *
   * @throws the signal's reason
   */
  play(
    driver: HttpInject,
    script: readonly LiveScriptTurn[],
    signal?: AbortSignal,
  ): Promise<LivePlay>;
}

interface UnderWay {
  readonly marker: string;
  readonly script: LiveScriptTurn;
  readonly requests: LiveRequest[];
}

/** A stage on which one play follows the other. */
export function liveStage(): LiveStage {
  let underWay: UnderWay | undefined;
  let others: LiveRequest[] = [];
  let count = 0;
  const kept = keptHistories();

  function answer(came: ModelRequestIn): ModelOut {
    count++;
    const request = { ...came, request: kept.whole(came.request) };
    const out = answered(request);
    kept.keep(request, out);
    return out;
  }

  function answered(request: ModelRequestIn): ModelOut {
    const turn = underWay;
    const text = new TextDecoder().decode(request.body);
    if (turn === undefined || !text.includes(turn.marker)) {
      const token = `wtz${request.index}z`;
      const out = neutral(request.request, token);
      others.push({ ...request, out, token, step: undefined });
      return out;
    }
    const { marker, script: { steps }, requests } = turn;
    const token = `${marker}n${requests.length}n`;
    const step = stepFor(request, marker, requests, steps);
    const out = step === undefined ? neutral(request.request, token) : outOf(steps[step]!, token);
    requests.push({ ...request, out, token, step });
    return out;
  }

  async function play(
    driver: HttpInject,
    script: readonly LiveScriptTurn[],
    signal?: AbortSignal,
  ): Promise<LivePlay> {
    const turns: LiveTurn[] = [];
    const sessions = new Map<string, string>();
    let epoch = 0;
    others = [];
    const settled = (fault?: string): LivePlay => ({
      turns,
      others,
      ...(fault === undefined ? {} : { fault }),
    });
    for (const [index, one] of script.entries()) {
      if (index === 0 || one.reset === true) {
        const fault = await resetFault(driver, signal);
        if (fault !== undefined) return settled(fault);
        if (index > 0) epoch++;
      }
      const { session } = one;
      const id = sessions.get(session) ?? newSessionId();
      sessions.set(session, id);
      const marker = newMarker();
      const text = one.say(marker);
      const requests: LiveRequest[] = [];
      underWay = { marker, script: one, requests };
      const { outcome, exchange } = await injected(driver, id, text, signal);
      underWay = undefined;
      const shown = exchange === undefined ? {} : { exchange };
      turns.push({ session, epoch, marker, text, outcome, requests, ...shown });
      // The agent may still be at it: nothing that comes now could be told apart.
      if (outcome.kind === "lost") return settled(outcome.message);
    }
    return settled();
  }

  return {
    get requests() {
      return count;
    },
    answer,
    play,
  };
}

interface Injected {
  readonly outcome: LiveOutcome;
  readonly exchange?: Exchange;
}

async function injected(
  driver: HttpInject,
  session: string,
  said: string,
  signal?: AbortSignal,
): Promise<Injected> {
  try {
    const result = await driver.inject(session, said, signal === undefined ? {} : { signal });
    const { reply, toolCalls, error, exchange } = result;
    const calls = toolCalls.map(({ name, argumentsJson }) => ({ name, arguments: argumentsJson }));
    const failed = error === undefined ? {} : { error };
    return { outcome: { kind: "answered", reply, calls, ...failed }, exchange };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ContractError) {
      // Its message quotes the body, which a report keeps to itself.
      const codes = error.violations.map(({ code }) => code).join(", ");
      const message = `status ${error.status}${codes === "" ? "" : `: ${codes}`}`;
      return { outcome: { kind: "broken", message }, exchange: error.exchange };
    }
    if (error instanceof TransportError) {
      const message = `a turn had no whole answer (${error.kind})`;
      return { outcome: { kind: "lost", message }, exchange: error.exchange };
    }
    throw error;
  }
}

async function resetFault(driver: HttpInject, signal?: AbortSignal): Promise<string | undefined> {
  try {
    await driver.reset(signal === undefined ? {} : { signal });
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ContractError) return `the reset failed with status ${error.status}`;
    if (error instanceof TransportError) return `the reset had no whole answer (${error.kind})`;
    throw error;
  }
}

/** One word of letters and digits that no agent has a reason to change. */
function newMarker(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `wt${Array.from(bytes, (byte) => (byte % 36).toString(36)).join("")}q`;
}
