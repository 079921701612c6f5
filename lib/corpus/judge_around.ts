/**
 * What a play shows beside transcripts: that it ended, in the form that was asked for; that what the
 * upstream held back for came; and that leases came back.
 *
 * @module
 */
import { ABSENT, count, type Differences, word } from "./difference.ts";
import type { ExpectedExchange } from "./expectation.ts";
import type { OracleName } from "./oracle_names.ts";
import type { Play, PlayedExchange } from "./play.ts";
import type { ClientRecord } from "./players/client.ts";

/** Faults of a wire that say no more than that a bound of ours was reached. */
const BOUNDS: ReadonlySet<string> = new Set(["head-too-large", "body-too-large"]);

/** The bound of ours, named, past which an answer was not read; undefined where all of it was. */
export function boundReached(
  { exchange: { fault }, answer }: Pick<ClientRecord, "exchange" | "answer">,
): string | undefined {
  const reached = fault !== undefined && BOUNDS.has(fault.kind)
    ? fault
    : answer.faults.find(({ code }) => code === "event-too-large");
  return reached === undefined
    ? undefined
    : `the answer was not read to its end: ${reached.message}`;
}

/** A stream where one was asked for, and an end within patience. */
export function compareForm(
  expected: ExpectedExchange,
  { stream, client }: PlayedExchange,
  pointer: string,
  differences: Differences,
): void {
  const { exchange, streamed, answer } = client;
  const { response, fault } = exchange;
  if (fault?.kind === "timeout") {
    differences.add({
      subject: "timing",
      code: "no-end",
      where: "time",
      pointer,
      expected: word("an-end"),
      received: word(response === undefined ? "no-head" : "no-end"),
      clause: stream ? "R006" : "R007",
    });
  }
  const succeeded = response !== undefined && response.status < 300;
  if (stream && succeeded && !streamed && expected.answer !== "left") {
    const sides = { expected: word("text/event-stream"), received: word(answer.ending) };
    differences.add({ subject: "mode", code: "not-a-stream", where: "head", pointer, ...sides });
  }
}

/**
 * What an upstream waited for must have come. That a text came early is asked only where it is the
 * question: elsewhere a gateway may buffer.
 */
export function judgeHolds(
  { attempts, stream }: PlayedExchange,
  oracle: OracleName,
  pointer: string,
  differences: Differences,
): void {
  for (const [index, { holds }] of attempts.entries()) {
    for (const { for: what, end } of holds) {
      if (end !== "patience") continue;
      const at = { pointer: `${pointer}/upstream/${index}`, where: "time" as const };
      if (what === "first-text") {
        if (oracle !== "early-event") continue;
        const sides = { expected: word("text-while-held"), received: ABSENT };
        differences.add({ subject: "timing", code: "buffered", ...at, ...sides });
      } else {
        // A call that isn't streamed may be finished for nobody: unkind, and no more than that.
        const more = stream ? {} : { warned: true as const };
        const sides = { expected: word("closed"), received: word("still-open") };
        const code = "upstream-still-open";
        differences.add({ subject: "closes", code, ...at, ...sides, ...more });
      }
    }
  }
}

/** Every lease given back, once. */
export function judgeLeases({ leases }: Play, differences: Differences): void {
  if (leases === undefined) return;
  const note = (code: string, expected: number, received: number, of: string) =>
    differences.add({
      subject: "leases",
      code,
      where: "connection",
      pointer: "/leases",
      expected: count(expected, of),
      received: count(received, of),
    });
  if (leases.kind === "filled") {
    const { capacity, admitted, oneMore } = leases;
    if (admitted < capacity) note("lease-lost", capacity, admitted, "requests admitted at once");
    if (oneMore) note("lease-released-twice", capacity, capacity + 1, "requests admitted at once");
    return;
  }
  const { active, taken, released } = leases.leases;
  if (active > 0) note("lease-lost", 0, active, "leases still active");
  if (taken > leases.requests) note("lease-taken-twice", leases.requests, taken, "leases taken");
  if (released > taken) note("lease-released-twice", taken, released, "leases released");
}
