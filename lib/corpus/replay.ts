/**
 * Ids that a client was given, put where the fixture has the upstream's own: what a client sends back is
 * what it got.
 *
 * @module
 */
import type { ExpectedPart, ExpectedRequest } from "./expectation.ts";
import type { AnswerTranscript } from "./transcript.ts";

/** The upstream's ids and those which the client got for them. */
export type Replay = ReadonlyMap<string, string>;

/** Nothing is replaced. */
export const NO_REPLAY: Replay = new Map();

/** What became of the ids of an answer's calls on their way to the client: by place, as nothing else is sure. */
export function idsGiven(
  said: AnswerTranscript,
  got: AnswerTranscript,
): readonly (readonly [said: string, got: string])[] {
  const ids = (answer: AnswerTranscript) =>
    answer.parts.flatMap((part) => "call" in part ? [part.call.id] : []);
  const given = ids(got);
  return ids(said).flatMap((id, index) => {
    const other = given[index];
    return id === undefined || other === undefined ? [] : [[id, other] as const];
  });
}

/** JSON text in which each string that is an id is replaced. */
export function replayed(json: string, replay: Replay): string {
  let text = json;
  for (const [id, given] of replay) {
    if (id !== given) text = text.replaceAll(JSON.stringify(id), JSON.stringify(given));
  }
  return text;
}

/** An expectation as it reads when the client sent the ids that it was given. */
export function replayedRequest(request: ExpectedRequest, replay: Replay): ExpectedRequest {
  if (replay.size === 0) return request;
  const given = (id: string) => replay.get(id) ?? id;
  const turns = request.turns.map((turn) => ({
    ...turn,
    parts: turn.parts.map((part): ExpectedPart => {
      if ("call" in part && part.call.id !== undefined) {
        return { call: { ...part.call, id: given(part.call.id) } };
      }
      if ("result" in part && part.result.id !== undefined) {
        return { result: { ...part.result, id: given(part.result.id) } };
      }
      return part;
    }),
  }));
  return { ...request, turns };
}
