/**
 * Whether answers are whole HTTP/1.1 responses. What nobody could see, past our own bounds or at the target's
 * own end, is no answer's fault.
 *
 * @module
 */
import type { Finding, Judgement, Violation } from "../../contract/result.ts";
import { couldNotRun, finding, fromFindings } from "../check.ts";
import { type Entry, type Evidence, statusOf } from "../evidence.ts";
import { distinct, faultWords, nothingToJudge, outcomeWords, wentAway } from "./shared.ts";

function framingViolation(entry: Entry): Violation | undefined {
  const { fault, response } = entry.exchange;
  const base = {
    clause: "transport.json-utf8",
    pointer: "",
    where: "connection",
    severity: "failed",
  } as const;
  switch (fault?.kind) {
    case "no-response":
    case "reset":
    case "cut-head":
    case "bad-head":
      // A turn that ran into its deadline and was dropped is judged by error.own-deadline.
      if (entry.sent === "deadline") return undefined;
      return {
        ...base,
        code: fault.kind,
        expected: "an HTTP/1.1 response",
        received: outcomeWords(entry),
        hint: "Answer every request with a whole HTTP/1.1 response, also where the agent fails.",
      };
    case "cut-body":
    case "bad-chunk":
    case "trailing-bytes":
      return {
        ...base,
        code: fault.kind,
        expected: "a body that is framed as its headers say",
        received: faultWords(entry, fault),
        hint: "Let the HTTP library set Content-Length or the chunked coding; set neither by hand.",
      };
    default:
      break;
  }
  if (response !== undefined && response.httpVersion !== "1.1") {
    return {
      ...base,
      code: "http-version",
      severity: "warned",
      where: "status",
      expected: "a status line that says HTTP/1.1",
      received: `HTTP/${response.httpVersion}`,
      hint: "Set the server's protocol version to HTTP/1.1.",
    };
  }
  return undefined;
}

function isTooLarge({ exchange: { fault } }: Entry): boolean {
  return fault?.kind === "body-too-large" || fault?.kind === "head-too-large";
}

/** Judges every valid request's answer. */
export function judgeFraming(evidence: Evidence): Judgement {
  const entries = evidence.entries.filter((e) =>
    (e.sent === "plain" || e.sent === "extra" || e.sent === "deadline") &&
    // Nobody has to serve a surface, nor to close politely on a path that isn't there.
    (e.route !== "surface" || statusOf(e) === 200)
  );
  // Past our own bounds nobody saw whether an answer is whole.
  const seen = entries.filter((e) =>
    !isTooLarge(e) && (e.exchange.response !== undefined || framingViolation(e) !== undefined)
  );
  if (seen.length === 0) {
    const large = entries.find(isTooLarge);
    return couldNotRun(
      large === undefined ? nothingToJudge(evidence, "reset") : outcomeWords(large),
    );
  }
  const findings: Finding[] = [];
  let last: Entry | undefined;
  for (const entry of seen) {
    const violation = framingViolation(entry);
    if (violation === undefined) continue;
    if (wentAway(evidence, entry)) last = entry;
    else findings.push(finding(violation, entry));
  }
  if (findings.length === 0 && last !== undefined) {
    return couldNotRun(
      `The endpoint went away during ${last.id} (${last.purpose}: ${
        outcomeWords(last)
      }): it was stopped, or the request stopped it`,
      [last],
    );
  }
  return fromFindings(
    distinct(findings),
    seen.length === 1
      ? "1 answer is a whole HTTP/1.1 response"
      : `${seen.length} answers are whole HTTP/1.1 responses`,
  );
}
