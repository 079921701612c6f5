/**
 * Reports for the renderers' tests: one of an ordinary bad endpoint, one whose every text is hostile.
 */
import type {
  Report,
  ReportExchange,
  ReportFinding,
  ReportResult,
} from "../../lib/contract/report.ts";
import { countVerdicts, type Verdict } from "../../lib/contract/result.ts";

const SENTENCE = "tool_calls — required even when empty.";

export function result(
  id: string,
  verdict: Verdict,
  more: Partial<ReportResult> = {},
): ReportResult {
  return {
    id,
    clause: id,
    level: "MUST",
    kind: "wire",
    section: "Response",
    title: `asks about ${id}`,
    required: true,
    verdict,
    message: `said of ${id}`,
    findings: [],
    exchanges: [],
    ...more,
  };
}

export function finding(more: Partial<ReportFinding> = {}): ReportFinding {
  return {
    clause: "response.tool-calls-present",
    sentence: SENTENCE,
    code: "tool-calls-missing",
    severity: "failed",
    where: "body",
    pointer: "/tool_calls",
    expected: "an array, even when no tool was called",
    received: "no such key",
    hint: 'Add "tool_calls": [] to every answer.',
    exchanges: ["x2"],
    ...more,
  };
}

const ANSWER = '{"wt_inject":1,"reply":"Hello"}';
const RAW = `HTTP/1.1 200 OK\r\ncontent-length: 31\r\n\r\n${ANSWER}`;

export function exchange(id: string, more: Partial<ReportExchange> = {}): ReportExchange {
  return {
    id,
    purpose: "an ordinary turn",
    curl: "curl -sS -X POST http://127.0.0.1:8647/wt/inject -d '{\"wt_inject\":1}'",
    request: {
      method: "POST",
      url: "http://127.0.0.1:8647/wt/inject",
      headers: [["Content-Type", "application/json"]],
      body: { text: '{"wt_inject":1}', size: 15, truncated: false },
    },
    response: {
      status: 200,
      http_version: "1.1",
      headers: [["content-length", "31"]],
      body: { text: ANSWER, size: 31, truncated: false },
    },
    raw: { text: RAW, size: 70, truncated: false },
    started_at: "2026-07-07T12:00:00.000Z",
    times_ms: { connected: 0.4, sent: 0.6, first_byte: 3.25, head: 3.3, end: 3.5 },
    ...more,
  };
}

export function report(
  results: readonly ReportResult[],
  exchanges: readonly ReportExchange[],
  more: Partial<Report> = {},
): Report {
  return {
    wt_inject_report: 1,
    command: "conform",
    tool: { name: "wt-inject", version: "0.1.0", runtime: "deno 2.9.6" },
    contract: 1,
    target: { url: "http://127.0.0.1:8647" },
    started_at: "2026-07-07T12:00:00.000Z",
    duration_ms: 3400,
    selection: { patterns: [], selected: results.length, available: results.length },
    thorough: false,
    declarations: [],
    turns: { planned: 25, sent: 12 },
    outcome: "DOES NOT CONFORM",
    exit_code: 1,
    reason: "2 required checks failed.",
    counts: countVerdicts(results),
    results,
    exchanges,
    nonces: [],
    notes: [],
    repeat: "wt-inject conform http://127.0.0.1:8647",
    ...more,
  };
}

/** One of every verdict, a shared exchange, and dependents of one fault. */
export function ordinaryReport(): Report {
  const noTools = "Declared: this agent has no tools.";
  const noMemory = "The agent did not recall what it was told before the reset.";
  return report(
    [
      result("transport.inject-route", "passed", { section: "Routes", exchanges: ["x1"] }),
      result("transport.json-utf8", "harness_error", {
        section: "Routes",
        message: "Our own event loop stalled for 812 ms while the answer was read.",
      }),
      result("response.tool-calls-present", "failed", {
        message: "2 of 12 answers have no tool_calls.",
        findings: [
          finding({ exchanges: ["x2", "x3", "x4", "x5"] }),
          finding({ exchanges: ["x2"] }),
        ],
      }),
      result("response.reply-empty", "failed", {
        message: "An answer without error has an empty reply.",
        findings: [finding({
          clause: "response.reply-empty",
          sentence: "May be empty only when error is set.",
          code: "reply-empty",
          pointer: "/reply",
          expected: "a text that isn't empty, or an error beside it",
          received: '""',
          hint: "Set error where the agent has nothing to say.",
        })],
      }),
      result("version.unspoken", "warned", {
        section: "Version",
        level: "SHOULD",
        required: false,
        message: "Asked for version 2, the endpoint answered as if it spoke it.",
        findings: [finding({
          clause: "version.unspoken",
          sentence: "The response echo is deliberate: a driver validating the echo catches a " +
            "stale server, not just a stale client.",
          code: "version-unspoken",
          severity: "warned",
          pointer: "",
          expected: "a status other than 200, or an error, or the endpoint's own version",
          received: '{"wt_inject":2,"reply":"Hello","tool_calls":[]}',
          hint: "Refuse a version that you don't speak.",
          exchanges: ["x6"],
        })],
      }),
      result("canary", "could_not_run", {
        section: "Reset",
        kind: "cooperative",
        message: noMemory,
        exchanges: ["x3"],
      }),
      result("reset.total", "could_not_run", {
        section: "Reset",
        kind: "cooperative",
        message: noMemory,
        exchanges: ["x3"],
      }),
      result("request.text-received", "could_not_run", {
        section: "Request",
        level: "SHOULD",
        kind: "cooperative",
        required: false,
        message: "No echo prompt was given.",
      }),
      result("response.tool-calls-order", "not_applicable", {
        kind: "cooperative",
        message: noTools,
      }),
      result("conformance.must-call", "not_applicable", { kind: "cooperative", message: noTools }),
    ],
    [
      exchange("x1"),
      exchange("x2"),
      exchange("x3", { purpose: "ask what was told" }),
      exchange("x4"),
      exchange("x5"),
      exchange("x6", {
        purpose: "ask for version 2",
        raw: { text: RAW.slice(0, 52), size: 70, truncated: true },
        fault: { kind: "cut-body", phase: "body", message: "13 of 31 bytes came." },
      }),
    ],
    { declarations: ["no-tools"], notes: ["Bodies of surfaces are withheld."] },
  );
}
