/**
 * When a driver gave up, against when it should have.
 *
 * @module
 */
import { sameNumber } from "../contract/json_decimal.ts";
import { readBody } from "../contract/body.ts";
import type { Finding } from "../contract/result.ts";
import { finding } from "./finding.ts";
import type { CaseRecord, Seen } from "./record.ts";

/** When the driver gave up on its last request, ms after the request was read; undefined if never. */
export function gaveUpAfterMs(record: CaseRecord): number | undefined {
  const last = record.seen.at(-1);
  if (last === undefined) return undefined;
  // Its end comes after its decision, and so does its close: the earlier of the two is nearer to it.
  const ends = [last.leftAtMs, record.run?.endedAtMs].filter((at) => at !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends) - last.received.atMs;
}

/** The timeout_s that the last turn carried, where it isn't the one that the driver was to take. */
export function otherTimeout(record: CaseRecord): string | undefined {
  const turn = record.seen.findLast(({ route }) => route === "inject");
  const sent = turn === undefined ? undefined : timeoutOf(turn);
  return sent === undefined || sameNumber(sent, String(record.timeoutS)) ? undefined : sent;
}

function timeoutOf({ received }: Seen): string | undefined {
  const body = received.unread > 0 ? undefined : readBody(received.body);
  return body?.ok ? body.doc.numberAt("/timeout_s") : undefined;
}

/** What is wrong with the moment at which it gave up. */
export function judgeDeadline(record: CaseRecord): readonly Finding[] {
  const { clock, timeoutS, case: { expect } } = record;
  if (expect.deadline === undefined || record.seen.length === 0) return [];
  const gaveUp = gaveUpAfterMs(record);
  const lastMs = (timeoutS + clock.refuseS) * 1000;
  const about = { requests: [record.seen.length - 1], driver: true };
  const received = gaveUp === undefined || gaveUp >= lastMs
    ? `it was still waiting ${seconds(lastMs)} after its request`
    : `it gave up ${seconds(gaveUp)} after its request`;
  if (gaveUp === undefined || gaveUp >= lastMs) {
    return [finding(record, {
      clause: expect.deadline === "five" ? record.case.clause : "error.deadline",
      code: "no-deadline",
      expected: `to give up by timeout_s and a small grace, here ${
        seconds((timeoutS + clock.graceS) * 1000)
      }`,
      received,
      where: "time",
    }, about)];
  }
  if (expect.deadline === "refuse") return [];
  const wantedMs = (timeoutS + clock.graceS) * 1000;
  if (Math.abs(gaveUp - wantedMs) <= clock.toleranceS * 1000) return [];
  return [finding(record, {
    clause: "error.grace-five",
    code: "grace",
    expected: `to give up ${seconds(wantedMs)} after the request, a grace of ${clock.graceS} s`,
    received,
    where: "time",
  }, about)];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
