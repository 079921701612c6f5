/**
 * Our own driver under its own test: `certify --self`.
 *
 * @module
 */
import { ContractError, HttpInject, TransportError } from "../driver/http_inject.ts";
import { toOpenAiResponse } from "../driver/openai.ts";
import type { InjectResult, SurfaceResult } from "../driver/result.ts";
import { newSessionId } from "../driver/session_id.ts";
import type { InProcessDriver, InProcessSettings } from "./in_process.ts";
import type { AdapterAnswer, AdapterRequest } from "./protocol.ts";

/**
 * `HttpInject` behind the adapter protocol.
 *
 * @example It passes the case that a driver begins with
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { certify, selfDriver } from "@wt/inject/certify";
 *
 * const { results } = await certify({ command: selfDriver, patterns: ["reset.good"] });
 * assertEquals(results.map(({ verdict }) => verdict), ["passed"]);
 * ```
 */
export const selfDriver: InProcessDriver = async (
  request,
  settings,
): Promise<AdapterAnswer> => {
  const driver = new HttpInject({ env: settings.env, graceS: settings.graceS });
  try {
    return await perform(driver, request, settings);
  } catch (error) {
    return failure(error);
  }
};

async function perform(
  driver: HttpInject,
  request: AdapterRequest,
  { signal }: InProcessSettings,
): Promise<AdapterAnswer> {
  switch (request.op) {
    case "inject": {
      const result = await driver.inject(request.session_id, request.text, { signal });
      return { ...turnsOutcome([result]), response: toOpenAiResponse(result) };
    }
    case "reset":
      await driver.reset({ signal });
      return { outcome: "ok" };
    case "surface":
      return { outcome: "ok", surface: recorded(await driver.surface({ signal })) };
    case "run": {
      await driver.reset({ signal });
      const surface = recorded(await driver.surface({ signal }));
      const session = request.session_id ?? newSessionId();
      const results: InjectResult[] = [];
      for (const text of request.texts) {
        results.push(await driver.inject(session, text, { signal }));
      }
      return { ...turnsOutcome(results), responses: results.map(toOpenAiResponse), surface };
    }
  }
}

/** The outcome of completed turns: an agent's error, where there is one, in its own words. */
export function turnsOutcome(
  results: readonly Pick<InjectResult, "error">[],
): Pick<AdapterAnswer, "outcome" | "detail"> {
  const failed = results.find(({ error }) => error !== undefined);
  return failed?.error === undefined
    ? { outcome: "ok" }
    : { outcome: "agent_error", detail: failed.error };
}

/** What a trace keeps of a surface probe, its payload left out: the state is what is judged. */
export function recorded(result: SurfaceResult): { readonly status: string } {
  return { status: result.status };
}

/** The outcome of a failed call. What is neither of the driver's two errors is a crash. */
export function failure(error: unknown): AdapterAnswer {
  if (error instanceof ContractError) {
    return { outcome: "contract_failure", detail: error.message };
  }
  if (error instanceof TransportError) {
    return { outcome: "transport_failure", detail: error.message };
  }
  throw error;
}
