/**
 * Drivers against scripted servers.
 *
 * @module
 */
import { ContractError, HttpInject, type HttpInjectOptions } from "../../lib/driver/http_inject.ts";
import { TransportError } from "../../lib/driver/errors.ts";
import { httpAnswer, type RawServer, rawServer, type Step } from "../../lib/wire/raw_server.ts";

/** A driver of the server, with nothing left to the environment. */
export function driverOf(server: { readonly url: string }, options: HttpInjectOptions = {}) {
  return new HttpInject({ baseUrl: server.url, timeoutS: 30, ...options });
}

/** A server that plays the same steps for every request. */
export function playing(...steps: readonly Step[]): RawServer {
  return rawServer(() => steps);
}

/** A server that answers every request with this JSON text and status 200. */
export function answering(json: string): RawServer {
  return playing({ send: httpAnswer(200, json) });
}

/** A good answer without calls. */
export const GOOD = '{"wt_inject":1,"reply":"12","tool_calls":[]}';

/** How a call failed: the error, or a complaint that it didn't. */
export async function failureOf(call: Promise<unknown>): Promise<ContractError | TransportError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ContractError || error instanceof TransportError) return error;
    throw error;
  }
  throw new Error("the call was to fail, and didn't");
}

/** {@linkcode failureOf}, where a {@linkcode ContractError} is meant. */
export async function contractErrorOf(call: Promise<unknown>): Promise<ContractError> {
  const error = await failureOf(call);
  if (error instanceof ContractError) return error;
  throw new Error(`a TransportError: ${error.message}`);
}

/** {@linkcode failureOf}, where a {@linkcode TransportError} is meant. */
export async function transportErrorOf(call: Promise<unknown>): Promise<TransportError> {
  const error = await failureOf(call);
  if (error instanceof TransportError) return error;
  throw new Error(`a ContractError: ${error.message}`);
}
