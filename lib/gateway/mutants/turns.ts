/**
 * Changes to the turns of a neutral request.
 *
 * @module
 */
import type {
  NeutralCall,
  NeutralPart,
  NeutralRequest,
  NeutralTurn,
  ResultPart,
} from "../neutral.ts";

/** Changes each part of each turn; `undefined` drops it. */
export function eachPart(
  request: NeutralRequest,
  change: (part: NeutralPart) => NeutralPart | undefined,
): NeutralRequest {
  const turns = request.turns.map((turn): NeutralTurn => ({
    ...turn,
    parts: turn.parts.map(change).filter((part) => part !== undefined),
  }));
  return { ...request, turns };
}

/** Changes each tool result, in view of all of them. */
export function eachResult(
  request: NeutralRequest,
  change: (result: ResultPart, at: number, all: readonly ResultPart[]) => ResultPart,
): NeutralRequest {
  const all = request.turns.flatMap(({ parts }) => parts)
    .filter((part): part is ResultPart => part.kind === "result");
  return eachPart(
    request,
    (part) => part.kind === "result" ? change(part, all.indexOf(part), all) : part,
  );
}

/** Changes the arguments of each call. */
export function eachCall(
  request: NeutralRequest,
  change: (call: NeutralCall) => NeutralCall,
): NeutralRequest {
  return eachPart(
    request,
    (part) => part.kind === "call" ? { ...part, call: change(part.call) } : part,
  );
}

/** The calls of a request, in order. */
export function callsOf({ turns }: NeutralRequest): readonly NeutralCall[] {
  return turns.flatMap(({ parts }) =>
    parts.flatMap((one) => one.kind === "call" ? [one.call] : [])
  );
}

/** The texts of a request's turns, each by its place among all of them. */
export function eachText(
  request: NeutralRequest,
  change: (text: string, turn: number) => string,
): NeutralRequest {
  const turns = request.turns.map((turn, at): NeutralTurn => ({
    ...turn,
    parts: turn.parts.map((part) =>
      part.kind === "text" ? { ...part, text: change(part.text, at) } : part
    ),
  }));
  return { ...request, turns };
}

/** True where a turn has a part of a kind. */
export function holds(turn: NeutralTurn | undefined, kind: NeutralPart["kind"]): boolean {
  return turn?.parts.some((part) => part.kind === kind) === true;
}
