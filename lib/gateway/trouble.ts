/**
 * Why a request is not carried, or an answer not believed.
 *
 * @module
 */
import type { ErrorKind, NeutralError } from "./neutral.ts";

/** An error that the client is told in its own dialect. */
export class Trouble extends Error {
  override readonly name = "Trouble";
  /** What it is told. */
  readonly error: NeutralError;

  constructor(error: NeutralError, options?: ErrorOptions) {
    super(error.message, options);
    this.error = error;
  }
}

/** The client has gone: nobody is left to be told anything. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Makes the error of a place in a JSON document. */
export type Complain = (reason: string, pointer: string) => Error;

/** The client's request can't be carried; no upstream is asked. `pointer` names the place. */
export const refusal: Complain = (reason, pointer) =>
  new Trouble({
    status: 400,
    kind: "invalid_request",
    message: `Cannot carry the request: ${reason}`,
    ...(pointer === "" ? {} : { param: pointer }),
  });

/** What the upstream answered breaks its own dialect, or can't be said in the client's. */
export const disbelief: Complain = (reason, pointer) =>
  upstreamTrouble(`Cannot carry the upstream's answer: ${reason}${at(pointer)}`);

/** The upstream failed, in no words of its own. Status 502 unless it was too slow. */
export function upstreamTrouble(message: string, kind: ErrorKind = "api"): Trouble {
  return new Trouble({ status: kind === "timeout" ? 504 : 502, kind, message });
}

function at(pointer: string): string {
  return pointer === "" ? "" : ` (at ${pointer})`;
}
