/**
 * What is wrong with an answer that ends as it must not: more than that, where its head tells.
 *
 * @module
 */
import { type FaultKind, header } from "../wire/exchange.ts";
import { type Told, word } from "./difference.ts";
import type { ClientRecord } from "./players/client.ts";
import type { AnswerTranscript } from "./transcript.ts";

/** The head of an answer, as far as it says why there was nothing to read. */
export interface AnswerHead {
  readonly status?: number;
  /** The media type, without parameters, in small letters. */
  readonly type?: string;
  /** A content coding other than identity. */
  readonly coding?: string;
  readonly fault?: FaultKind;
  /** A body that says where it ends, by its chunks or its length, ended before that. */
  readonly unfinished?: true;
}

/** The head of what a client got. */
export function headOf({ exchange: { response, fault } }: ClientRecord): AnswerHead {
  const value = (name: string) => {
    const all = response === undefined ? undefined : header(response.headers, name);
    return all?.replace(/;.*$/s, "").trim().toLowerCase();
  };
  // A body that its connection ends needs no other end, and TLS none of its own.
  const told = response?.framing === "chunked" || response?.framing === "content-length";
  const [type, coding] = [value("content-type"), value("content-encoding")];
  return {
    ...(response === undefined ? {} : { status: response.status }),
    ...(type === undefined ? {} : { type }),
    ...(coding === undefined || coding === "identity" ? {} : { coding }),
    ...(fault === undefined ? {} : { fault: fault.kind }),
    ...(told && (fault?.kind === "cut-body" || fault?.kind === "bad-chunk")
      ? { unfinished: true }
      : {}),
  };
}

/** What is wrong with an ending that wasn't expected, and what came in its place. */
export function endingFault(
  { ending, stop, error, faults }: AnswerTranscript,
  { status, type, coding, fault }: AnswerHead = {},
  stream = false,
): { readonly code: string; readonly told: Told } {
  const other = { told: word(ending) };
  if (ending === "complete") return { code: "false-success", ...other };
  if (ending === "error" && error !== undefined && error.status >= 300 && error.status < 400) {
    return { code: "redirected", told: word(`status-${error.status}`) };
  }
  if (status === undefined && ending === "truncated" && HUNG_UP.has(fault)) {
    return { code: "no-answer", told: word(fault) };
  }
  // What is late may still come: that is for the judge of time.
  if (ending !== "truncated" || fault === "timeout") return { code: "ending", ...other };
  // Why the model stopped was told, so that the stream's own end is all that it lacks.
  if (stop !== undefined) return { code: "terminal-missing", ...other };
  if (fault === "bad-head") return { code: "not-http", told: word(fault) };
  if (coding !== undefined) return { code: "content-coding", told: word(coding) };
  if (stream || !faults.some((one) => one.code === "not-json")) return { code: "ending", ...other };
  return {
    code: "not-json",
    told: status === undefined || status === 200 ? mediaType(type) : word(`status-${status}`),
  };
}

/** Ends of a connection on which not one byte of an answer came. */
const HUNG_UP: ReadonlySet<FaultKind | undefined> = new Set(["no-response", "reset"]);

function mediaType(type = "no-content-type"): Told {
  return /^[a-z]+\/[a-z0-9.+-]{1,40}$/.test(type) ? { kind: "word", text: type } : word(type);
}
