/**
 * Holds a play against what is expected of it. Pure: the same play gets the same verdict.
 *
 * @module
 */
import type { Verdict } from "../contract/result.ts";
import { compareAnswer } from "./compare_answer.ts";
import { headOf } from "./compare_ending.ts";
import { compareRequest } from "./compare_request.ts";
import { count, type Difference, Differences, word } from "./difference.ts";
import type { Expectation, ExpectedExchange, Outcome } from "./expectation.ts";
import { Ids } from "./ids.ts";
import { compareForm, judgeHolds, judgeLeases } from "./judge_around.ts";
import { judgeBranches, judgeHistory } from "./judge_history.ts";
import { judgeEmptyTexts } from "./judge_texts.ts";
import type { FixtureExchange } from "./fixture.ts";
import { endsOf } from "./paths.ts";
import type { Play, PlayedExchange } from "./play.ts";
import { replayedRequest } from "./replay.ts";
import { unproduced } from "./stimulus.ts";
import type { RequestTranscript } from "./transcript.ts";

/** What a play came to. */
export interface PlayVerdict {
  readonly verdict: Extract<Verdict, "passed" | "failed" | "warned" | "could_not_run">;
  /** The first differences; empty where there are none. */
  readonly differences: readonly Difference[];
  /** How many more there were. */
  readonly more: number;
  /** Why it could not run, or why it is warned without a difference. */
  readonly reason?: string;
  /** A verdict that rests on time alone: judge it once more before it counts. */
  readonly timed: boolean;
}

/** Judges a play by the outcome that fits it best. */
export function judgePlay(
  play: Play,
  expectation: Expectation,
  exchanges: readonly FixtureExchange[],
): PlayVerdict {
  const stimulus = unproduced(play, exchanges);
  if (stimulus !== undefined) {
    return { verdict: "could_not_run", differences: [], more: 0, reason: stimulus, timed: false };
  }
  const trials = expectation.outcomes.map((outcome) => {
    const differences = new Differences(outcome, outcome.grounds);
    compareWhole(play, outcome, expectation, exchanges, differences);
    return { outcome, differences };
  });
  const weight = ({ outcome, differences }: (typeof trials)[number]) =>
    differences.failed * 10_000 + differences.total * 10 +
    (outcome.tolerated === undefined ? 0 : 1);
  const best = trials.reduce((one, other) => weight(other) < weight(one) ? other : one);
  const { outcome: { tolerated }, differences } = best;
  const verdict = differences.failed > 0
    ? "failed"
    : differences.total > 0 || tolerated !== undefined
    ? "warned"
    : "passed";
  return {
    verdict,
    differences: differences.list,
    more: differences.more,
    ...(tolerated === undefined || verdict === "failed" ? {} : { reason: tolerated }),
    timed: verdict === "failed" && restsOnTime(differences.list),
  };
}

/** Codes that say no more than that something took too long. */
const TIMED: ReadonlySet<string> = new Set([
  "buffered",
  "no-end",
  "upstream-still-open",
  "lease-lost",
  // Whoever hangs up without a byte may not be there yet: what accepts may stand before what answers.
  "no-answer",
]);

/** With these, what an answer lacks may come of nothing but its time. */
const TIMELESS: ReadonlySet<string> = new Set(["no-end", "no-answer"]);

/** What an answer lacks of which no end was awaited: that it took too long may be all there is to it. */
const LACKING: ReadonlySet<string> = new Set([
  "attempt-missing",
  "ending",
  "part-missing",
  "text-changed",
  "arguments-not-an-object",
  "stop-reason",
  "usage-missing",
]);

function restsOnTime(differences: readonly Difference[]): boolean {
  const failed = differences.filter(({ severity }) => severity === "failed");
  const endless = failed.some(({ code }) => TIMELESS.has(code));
  return failed.every(({ code }) => TIMED.has(code) || (endless && LACKING.has(code)));
}

function compareWhole(
  play: Play,
  outcome: Outcome,
  { oracle }: Expectation,
  exchanges: readonly FixtureExchange[],
  differences: Differences,
): void {
  const ends = endsOf(play.path)!;
  const verbatim = ends.client === ends.upstream;
  const upstreamIds = new Ids(verbatim);
  const clientIds = new Ids(verbatim);
  for (const [index, expected] of outcome.exchanges.entries()) {
    const played = play.exchanges[index];
    if (played === undefined) continue;
    const pointer = `/exchanges/${index}`;
    compareAttempts(expected, played, pointer, play, upstreamIds, differences);
    if (expected.answer !== "left") {
      const { stream, client, own } = played;
      const context = {
        stream,
        ownFaults: verbatim ? own.faults.map(({ code }) => code) : [],
        verbatim,
        grounds: outcome,
        head: headOf(client),
      };
      const comparison = { ids: clientIds, dialect: ends.client, differences };
      compareAnswer(expected.answer, client.answer, context, `${pointer}/answer`, comparison);
      compareForm(expected, played, `${pointer}/answer`, differences);
      if (oracle === "no-false-success" && client.answer.ending === "complete") {
        differences.add({
          subject: "ending",
          code: "false-success",
          pointer: `${pointer}/answer/ending`,
          expected: word("not-complete"),
          received: word("complete"),
        });
      }
    }
    judgeHolds(played, oracle, pointer, differences);
  }
  if (play.strays > 0) {
    const sides = { expected: count(0, "posts outside the script") };
    const received = count(play.strays, "posts outside the script");
    differences.add({
      subject: "attempts",
      code: "stray-request",
      pointer: "",
      ...sides,
      received,
    });
  }
  judgeLeases(play, differences);
  if (oracle === "no-empty-text") judgeEmptyTexts(play, differences);
  if (oracle === "append-only") judgeHistory(play, exchanges, differences);
  if (oracle === "isolation") judgeBranches(play, exchanges, differences);
}

/** Exactly the attempts that are expected, each saying what is expected. */
function compareAttempts(
  expected: ExpectedExchange,
  played: PlayedExchange,
  pointer: string,
  { path, model }: Play,
  ids: Ids,
  differences: Differences,
): void {
  const ends = endsOf(path)!;
  const { attempts, sent, replay } = played;
  if (attempts.length !== expected.upstream.length) {
    const refused = expected.upstream.length === 0;
    differences.add({
      subject: "attempts",
      code: refused
        ? "not-refused"
        : attempts.length > expected.upstream.length
        ? "hidden-attempt"
        : "attempt-missing",
      ...(refused ? { clause: "R009" as const } : {}),
      pointer: `${pointer}/upstream`,
      expected: count(expected.upstream.length, "attempts"),
      received: count(attempts.length, "attempts"),
    });
  }
  for (const [index, { dialect, transcript, unreadable }] of attempts.entries()) {
    const request = expected.upstream[index];
    if (request === undefined) continue;
    const at = `${pointer}/upstream/${index}`;
    if (unreadable !== undefined) {
      const sides = { expected: word("a-JSON-object"), received: word(unreadable) };
      differences.add({
        subject: "attempts",
        code: "request-not-json",
        clause: "R003",
        pointer: at,
        ...sides,
      });
      continue;
    }
    if (transcript === undefined || dialect !== ends.upstream) {
      const sides = { expected: word(ends.upstream), received: word(dialect ?? "no-known-route") };
      differences.add({ subject: "attempts", code: "wrong-route", pointer: at, ...sides });
      continue;
    }
    const own = ends.client === ends.upstream ? asAsked(sent, transcript) : undefined;
    const comparison = { ids, dialect: ends.upstream, differences };
    compareRequest(
      replayedRequest(request, replay),
      transcript,
      { model, own },
      at,
      comparison,
    );
  }
}

/** What the client sent, without what only a stream may be asked with where the gateway asks for none. */
function asAsked(sent: RequestTranscript, { stream }: RequestTranscript): RequestTranscript {
  const { stream_options: _, ...other } = sent.other;
  return sent.stream && !stream ? { ...sent, other } : sent;
}
