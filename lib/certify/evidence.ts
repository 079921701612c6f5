/**
 * A case's record as the entries of a report: what the driver was told and printed, and each request
 * with the bytes that answered it.
 *
 * @module
 */
import type { ReportExchange } from "../contract/report.ts";
import { bytesForReport, curlLine } from "../wire/evidence.ts";
import { type CaseRecord, driverId, requestId, type Seen } from "./record.ts";

/** How much of a body or an answer a report shows, bytes. */
const SHOWN_BYTES = 4096;
/** How much of the line on its standard input stands in an entry's purpose, characters. */
const SHOWN_LINE = 120;

/** What an entry needs besides the record. */
export interface EvidenceContext {
  /** The command line that plays one case again. */
  readonly repeat: (caseId: string) => string;
  /** UTC of the moment at which `performance.now()` was `atMs`. */
  readonly clockAt: (atMs: number) => string;
}

/** All entries of a record, the driver's first. */
export function evidenceOf(
  record: CaseRecord,
  context: EvidenceContext,
): readonly ReportExchange[] {
  const requests = record.seen.map((seen, index) => requestEntry(record, seen, index, context));
  return record.run === undefined ? requests : [driverEntry(record, context), ...requests];
}

/**
 * The driver's side in the shape of an exchange: the request's body is the line on its standard input,
 * and `raw` what it printed.
 */
function driverEntry(record: CaseRecord, context: EvidenceContext): ReportExchange {
  const run = record.run!;
  const told = JSON.stringify(record.case.op);
  const ended = run.ended === "exited" ? run.exit : "it was ended when its time was up";
  const stderr = run.stderr.trim() === "" ? "" : `standard error: ${run.stderr.trim()}`;
  const about = [run.ended === "exited" && run.exit === "exit code 0" ? "" : ended, stderr]
    .filter((part) => part !== "").join("; ");
  const begun = record.seen[0]?.received.atMs ?? run.endedAtMs;
  return {
    id: driverId(record),
    purpose: `what the driver printed, told ${told.slice(0, SHOWN_LINE).toWellFormed()}${
      told.length > SHOWN_LINE ? "…" : ""
    }`,
    curl: context.repeat(record.case.id),
    request: {
      method: "STDIN",
      url: record.url,
      headers: [["WT_INJECT_TIMEOUT_S", String(record.timeoutS)]],
      body: bytesForReport(new TextEncoder().encode(told), SHOWN_BYTES),
    },
    raw: bytesForReport(run.stdout, SHOWN_BYTES),
    ...(about === "" ? {} : { fault: { kind: run.ended, phase: "driver", message: about } }),
    started_at: context.clockAt(begun),
    times_ms: { end: round(Math.max(0, run.endedAtMs - begun)) },
  };
}

function requestEntry(
  record: CaseRecord,
  seen: Seen,
  index: number,
  context: EvidenceContext,
): ReportExchange {
  const { received, answer, size } = seen;
  const { method, headers, body, target, atMs } = received;
  const url = /^https?:/i.test(target) ? target : new URL(record.url).origin + target;
  const request = { method, url, headers, body };
  const ends = [seen.endedAtMs, seen.leftAtMs, record.run?.endedAtMs, atMs]
    .filter((at) => at !== undefined);
  const shown = bytesForReport(answer, SHOWN_BYTES);
  const held = received.unread > 0 ? "; its last byte stays unread, so that it can be reset" : "";
  return {
    id: requestId(record, index),
    purpose: `request ${
      index + 1
    } as the endpoint read it (${seen.route}), and what it answered${held}`,
    curl: curlLine(request, { maxBodyBytes: SHOWN_BYTES }),
    request: { method, url, headers, body: bytesForReport(body, SHOWN_BYTES) },
    raw: { ...shown, size, truncated: shown.truncated || answer.length < size },
    started_at: context.clockAt(atMs),
    times_ms: { end: round(Math.max(...ends) - atMs) },
  };
}

function round(ms: number): number {
  return Math.round(Math.max(0, ms) * 10) / 10;
}
