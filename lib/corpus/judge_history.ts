/**
 * What several requests of one play say of each other: histories only grow, and branches don't mix.
 *
 * @module
 */
import { JsonSyntaxError, parseJson, stringifyJson } from "../contract/json.ts";
import { ABSENT, type Differences, word } from "./difference.ts";
import type { FixtureExchange } from "./fixture.ts";
import { mergedTurns } from "./merge.ts";
import type { Play } from "./play.ts";
import type { Part, RequestTranscript, Turn } from "./transcript.ts";

/** Each request of a history begins with all turns of the one before. */
export function judgeHistory(
  play: Play,
  exchanges: readonly FixtureExchange[],
  differences: Differences,
): void {
  const last = new Map<string, RequestTranscript>();
  for (const [index, { attempts }] of play.exchanges.entries()) {
    const history = exchanges[index]?.history ?? "";
    const transcript = attempts[0]?.transcript;
    if (transcript === undefined) continue;
    const before = last.get(history);
    last.set(history, transcript);
    const turn = before === undefined ? -1 : firstChanged(before.turns, transcript.turns);
    if (turn < 0) continue;
    differences.add({
      subject: "history",
      code: "not-append-only",
      pointer: `/exchanges/${index}/upstream/0/turns/${turn}`,
      expected: word("as-in-the-request-before"),
      received: word("changed"),
    });
  }
}

/** No request of a history carries the marker of another. */
export function judgeBranches(
  play: Play,
  exchanges: readonly FixtureExchange[],
  differences: Differences,
): void {
  for (const [index, { attempts }] of play.exchanges.entries()) {
    const own = exchanges[index];
    const foreign = exchanges.filter(({ history, marker }) =>
      marker !== undefined && history !== own?.history
    );
    for (const [at, { body }] of attempts.entries()) {
      const text = new TextDecoder().decode(body);
      for (const { marker } of foreign) {
        if (marker === undefined || !text.includes(marker)) continue;
        differences.add({
          subject: "history",
          code: "branch-mixed",
          clause: "R005",
          pointer: `/exchanges/${index}/upstream/${at}`,
          expected: ABSENT,
          received: word("marker-of-another-branch"),
        });
      }
    }
  }
}

/** The index of the first turn that a later conversation doesn't begin with; -1 where there is none. */
export function firstChanged(before: readonly Turn[], after: readonly Turn[]): number {
  const [one, other] = [mergedTurns(before), mergedTurns(after)];
  return one.findIndex((turn, index) => {
    const later = other[index];
    if (later === undefined || later.role !== turn.role) return true;
    // The last turn may have grown: adjacent turns of a role are one.
    const parts = index === one.length - 1 ? later.parts.slice(0, turn.parts.length) : later.parts;
    return JSON.stringify(turn.parts.map(plain)) !== JSON.stringify(parts.map(plain));
  });
}

/** A part whose JSON texts are free of white space. */
function plain(part: Part): Part {
  if ("call" in part && part.call.arguments.kind === "object") {
    const json = compact(part.call.arguments.json);
    return { call: { ...part.call, arguments: { kind: "object", json } } };
  }
  return "other" in part ? { other: compact(part.other) } : part;
}

function compact(text: string): string {
  try {
    return stringifyJson(parseJson(text));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return text;
    throw error;
  }
}
