/**
 * The named oracles: what is asked of a variant beyond what its expectation spells out.
 *
 * @module
 */

/** Names and what each of them holds a play to. All of them compare every transcript besides. */
export const ORACLES = {
  "transcript": "every upstream request and every client answer says what the expectation says",
  "early-event": "the client has seen a first text while the upstream still held its next bytes",
  "no-false-success": "no answer of the client ends as a success",
  "disconnect": "the upstream saw its connection close after the client had closed its own",
  "append-only": "each upstream request of a history begins with all turns of the one before",
  "no-empty-text": "across dialects, no text block of nothing or of white space is made for the " +
    "assistant of a Messages upstream or for a Messages client",
  "isolation": "no upstream request of a history carries the marker of another",
  "refusal": "no attempt reached the upstream, or the expectation names the one that may",
  "agent-history": "each request to the model begins with the one before, the model's actual " +
    "answer and a result for each of its calls, and none was changed after it was made",
} as const;

/** A named oracle. */
export type OracleName = keyof typeof ORACLES;

/** True of the name of an oracle. */
export function isOracle(name: string): name is OracleName {
  return Object.hasOwn(ORACLES, name);
}
