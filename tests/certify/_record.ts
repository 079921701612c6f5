/**
 * Records of cases by hand: what a driver was asked, what the endpoint saw, what the driver printed.
 *
 * @module
 */
import type { DriverCase, Expect } from "../../lib/certify/case.ts";
import { CLOCK } from "../../lib/certify/clock.ts";
import type { DriverRun } from "../../lib/certify/driver.ts";
import { judgeCase } from "../../lib/certify/judge.ts";
import type { CaseRecord, Seen, SeenRoute } from "../../lib/certify/record.ts";
import type { Verdict } from "../../lib/contract/result.ts";

/** A case that asks for nothing special; what a test is about stands in `changes`. */
export function caseOf(changes: Partial<DriverCase> = {}): DriverCase {
  return {
    id: "test.case",
    family: "good",
    clause: "error.contract-level",
    side: "D",
    level: "MUST",
    title: "a case of a test",
    mend: "Mend it.",
    op: { op: "inject", session_id: "s-1", text: "Which bay?" },
    script: {},
    proof: "outcome",
    expect: { outcome: ["ok"], requests: ["inject"] },
    ...changes,
  };
}

/** A run of turns with these texts. */
export function runOf(...texts: readonly string[]): DriverCase["op"] {
  return { op: "run", texts };
}

/** A request as the endpoint saw it. */
export interface SeenParts {
  readonly route: SeenRoute;
  /** A value, or the body's text. */
  readonly body?: unknown;
  readonly method?: string;
  readonly target?: string;
  readonly httpVersion?: string;
  readonly atMs?: number;
  readonly endedAtMs?: number | undefined;
  readonly leftAtMs?: number | undefined;
}

const utf8 = new TextEncoder();

/** A seen request. */
export function seen(parts: SeenParts): Seen {
  const { route, method = "POST", httpVersion = "1.1", atMs = 1000 } = parts;
  const { target = route === "other" ? "/health" : `/wt/${route}` } = parts;
  const { body = { wt_inject: 1 } } = parts;
  const bytes = body instanceof Uint8Array
    ? body
    : utf8.encode(typeof body === "string" ? body : JSON.stringify(body));
  return {
    route,
    received: {
      connection: 0,
      index: 0,
      method,
      target,
      httpVersion,
      headers: [["Host", "127.0.0.1"]],
      body: bytes,
      raw: bytes,
      unread: 0,
      atMs,
    },
    answer: utf8.encode("HTTP/1.1 200 OK\r\n\r\n"),
    size: 19,
    endedAtMs: parts.endedAtMs,
    leftAtMs: parts.leftAtMs,
  };
}

/** A turn as a good driver sends it. */
export function turn(
  text = "Which bay?",
  fields: Readonly<Record<string, unknown>> = {},
): SeenParts {
  return {
    route: "inject",
    body: { wt_inject: 1, session_id: "s-1", text, timeout_s: 4, ...fields },
  };
}

/** What a process printed, at its end. */
export function printed(stdout: unknown, changes: Partial<DriverRun> = {}): DriverRun {
  const text = typeof stdout === "string" ? stdout : `${JSON.stringify(stdout)}\n`;
  return {
    stdout: utf8.encode(text),
    overflow: false,
    stderr: "",
    ended: "exited",
    exit: "exit code 0",
    endedAtMs: 1100,
    ...changes,
  };
}

/** A record of a case. */
export function recordOf(
  one: DriverCase,
  requests: readonly SeenParts[],
  run: DriverRun | undefined,
  changes: Partial<CaseRecord> = {},
): CaseRecord {
  return {
    case: one,
    level: one.level,
    clock: CLOCK,
    timeoutS: 4,
    url: "http://127.0.0.1:8647",
    seen: requests.map(seen),
    unreadable: [],
    run,
    lagMs: 0,
    ...changes,
  };
}

/** The verdict on a record, and the code of each finding. */
export function verdictOf(record: CaseRecord): readonly [Verdict, ...string[]] {
  const { verdict, findings } = judgeCase(record);
  return [verdict, ...findings.map(({ violation }) => violation.code)];
}

/** The clause of each finding. */
export function clausesOf(record: CaseRecord): readonly string[] {
  return judgeCase(record).findings.map(({ violation }) => violation.clause);
}

/** The verdict where a case expects this, one turn was sent, and this was printed. */
export function judged(
  expect: Partial<Expect>,
  answer: unknown,
  changes: Partial<DriverCase> = {},
): readonly [Verdict, ...string[]] {
  const one = caseOf({ ...changes, expect: { outcome: ["ok"], requests: ["inject"], ...expect } });
  return verdictOf(recordOf(one, [turn()], printed(answer)));
}

/** A turn in OpenAI's shape. */
export function openAi(
  content: unknown,
  calls: readonly (readonly [name: string, args: unknown])[] = [],
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const tool_calls = calls.map(([name, args], n) => ({
    id: `call_${n}`,
    type: "function",
    function: { name, arguments: args },
  }));
  const message = { role: "assistant", content, tool_calls };
  return {
    choices: [{ message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }],
    ...more,
  };
}
