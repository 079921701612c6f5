/**
 * Responses lets a client leave its history with the server (`previous_response_id`). What such a
 * request says is then its own input behind all that it refers to.
 *
 * @module
 */
import { argumentsOfText } from "./oracle/arguments.ts";
import type { ModelRequestIn } from "./players/model.ts";
import type { ModelOut } from "./players/model_reply.ts";
import type { Part, RequestTranscript, Turn } from "./transcript.ts";

/** Histories that a server keeps, by the id of the response that they end with. */
export interface Kept {
  /** The request with what it refers to. An id that nobody gave adds nothing. */
  whole(request: RequestTranscript): RequestTranscript;
  /** Keeps a request, as {@linkcode Kept.whole} gave it, and its answer. */
  keep(request: Pick<ModelRequestIn, "index" | "dialect" | "request">, out: ModelOut): void;
}

/** An empty store. */
export function keptHistories(): Kept {
  const histories = new Map<string, readonly Turn[]>();
  return {
    whole(request) {
      const id = idOf(request.other.previous_response_id);
      const before = id === undefined ? undefined : histories.get(id);
      if (before === undefined) return request;
      // "instructions": not carried over with `previous_response_id`; a system text comes first.
      const system = request.turns.filter(({ role }) => role === "system");
      const said = request.turns.filter(({ role }) => role !== "system");
      return { ...request, turns: [...system, ...before, ...said] };
    },
    keep({ index, dialect, request }, out) {
      if (dialect !== "responses") return;
      const said = request.turns.filter(({ role }) => role !== "system");
      histories.set(`resp_wt${index}`, [...said, { role: "assistant", parts: partsOf(out) }]);
    },
  };
}

function idOf(json: string | undefined): string | undefined {
  const match = /^"([\w-]+)"$/.exec(json ?? "");
  return match?.[1];
}

function partsOf({ text, calls }: ModelOut): readonly Part[] {
  const said: readonly Part[] = text === "" ? [] : [{ text }];
  return [
    ...said,
    ...calls.map(({ id, name, arguments: args }): Part => ({
      call: { id, name, arguments: argumentsOfText(args) },
    })),
  ];
}
