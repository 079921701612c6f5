/**
 * Responses lets a client leave its history with the server, whole (`previous_response_id`) or item by
 * item (`item_reference`). What such a request says is then its own input with all that it refers to.
 *
 * @module
 */
import { JsonSyntaxError, parseJson } from "../contract/json.ts";
import { argumentsOfText } from "./oracle/arguments.ts";
import { isObject } from "./oracle/place.ts";
import type { ModelRequestIn } from "./players/model.ts";
import { answerId, type ModelOut } from "./players/model_reply.ts";
import type { Part, RequestTranscript, Turn } from "./transcript.ts";

/** What a server keeps of its answers, by the ids that it gave. */
export interface Kept {
  /** The request with what it refers to. An id that nobody gave stays as it is. */
  whole(request: RequestTranscript): RequestTranscript;
  /** Keeps a request, as {@linkcode Kept.whole} gave it, and its answer. */
  keep(request: Pick<ModelRequestIn, "index" | "dialect" | "request">, out: ModelOut): void;
}

/** An empty store. */
export function keptHistories(): Kept {
  const histories = new Map<string, readonly Turn[]>();
  const items = new Map<string, Part>();
  return {
    whole(request) {
      const turns = request.turns.flatMap((turn) => withItems(turn, items));
      const previous = stringIn(request.other.previous_response_id ?? "");
      const before = previous === undefined ? undefined : histories.get(previous);
      if (before === undefined) return { ...request, turns };
      // "instructions": not carried over with `previous_response_id`; a system text comes first.
      const system = turns.filter(({ role }) => role === "system");
      return { ...request, turns: [...system, ...before, ...saidIn(turns)] };
    },
    keep({ index, dialect, request }, out) {
      if (dialect !== "responses") return;
      const id = answerId(index);
      const text: Part = { text: out.text };
      const calls = out.calls.map(({ id, name, arguments: args }): Part => ({
        call: { id, name, arguments: argumentsOfText(args) },
      }));
      if (out.text !== "") items.set(`msg_${id}`, text);
      for (const [at, call] of calls.entries()) items.set(`fc_${id}_${at}`, call);
      const parts = out.text === "" ? calls : [text, ...calls];
      histories.set(`resp_${id}`, [...saidIn(request.turns), { role: "assistant", parts }]);
    },
  };
}

function saidIn(turns: readonly Turn[]): readonly Turn[] {
  return turns.filter(({ role }) => role !== "system");
}

/** A turn in which a reader left references among what it didn't know. */
function withItems(turn: Turn, items: ReadonlyMap<string, Part>): readonly Turn[] {
  const turns: { readonly role: Turn["role"]; readonly parts: Part[] }[] = [];
  for (const part of turn.parts) {
    const meant = "other" in part ? items.get(referenceIn(part.other) ?? "") : undefined;
    const role = meant === undefined ? turn.role : "assistant";
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(meant ?? part);
    else turns.push({ role, parts: [meant ?? part] });
  }
  return turns.length === 0 ? [turn] : turns;
}

/** `{"type":"item_reference","id":"…"}`; its type may be left out. */
function referenceIn(json: string): string | undefined {
  const value = valueOf(json);
  if (value === undefined || !isObject(value) || typeof value.id !== "string") return undefined;
  return value.type === undefined || value.type === null || value.type === "item_reference"
    ? value.id
    : undefined;
}

function stringIn(json: string): string | undefined {
  const value = valueOf(json);
  return typeof value === "string" ? value : undefined;
}

function valueOf(json: string) {
  try {
    return parseJson(json).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
