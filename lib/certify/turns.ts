/**
 * The turns that a driver hands on in OpenAI's shape, against those that the endpoint sent.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import type { Finding } from "../contract/result.ts";
import { isObject } from "../contract/violations_value.ts";
import type { ExpectedCall, ExpectedTurn } from "./case.ts";
import { type Breach, finding, quote } from "./finding.ts";
import type { DriverOutcome, JsonObject } from "./outcome.ts";
import type { CaseRecord } from "./record.ts";
import { jsonDifference } from "./same_json.ts";

/** The first choice's message and its place. */
interface Message {
  readonly choice: JsonObject;
  readonly message: JsonObject;
  readonly pointer: string;
}

type Add = (breach: Breach) => void;

/**
 * What is wrong with the turns. A driver that gives none is not judged by them, but for an agent's error,
 * which must stand somewhere word for word.
 */
export function judgeTurns(record: CaseRecord, outcome: DriverOutcome): readonly Finding[] {
  const expected = record.case.expect.turns ?? [];
  if (outcome.class !== "ok" && outcome.class !== "agent_error") return [];
  const findings: Finding[] = [];
  const injects = record.seen.flatMap(({ route }, index) => route === "inject" ? [index] : []);
  const adder = (turn: number): Add => (breach) => {
    const requests = injects.slice(turn, turn + 1);
    findings.push(finding(record, breach, { requests, driver: true }));
  };
  expected.forEach((turn, index) => {
    const add = adder(index);
    judgeError(turn, outcome, outcome.turns[index]?.value, add);
    const given = outcome.turns[index];
    if (given === undefined) {
      // A run may end at an agent's error; otherwise a driver that gives turns gives all of them.
      const mayEnd = expected.slice(0, index).some(({ error }) => error !== undefined);
      if (outcome.turns.length > 0 && !mayEnd) {
        add({ code: "turn-missing", expected: `turn ${index + 1}`, received: "no such turn" });
      }
      return;
    }
    const message = messageOf(given.value, given.pointer);
    if (message === undefined) {
      add({
        clause: "layer.normalization",
        code: "not-openai-shape",
        expected: "choices[0].message, as OpenAI's shape has it",
        received: quote(given.value),
        pointer: given.pointer,
      });
      return;
    }
    judgeContent(turn, message, add);
    judgeCalls(record, turn, message, add);
    judgeShape(record, turn, message, add);
  });
  if (outcome.turns.length > Math.max(expected.length, 1) && expected.length > 0) {
    adder(expected.length - 1)({
      code: "turn-added",
      expected: `${expected.length} turns`,
      received: `${outcome.turns.length} turns`,
      pointer: outcome.turns[expected.length]?.pointer ?? "",
    });
  }
  return findings;
}

function messageOf(turn: JsonObject, pointer: string): Message | undefined {
  const { choices } = turn;
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice) || !isObject(choice.message)) return undefined;
  return { choice, message: choice.message, pointer: `${pointer}/choices/0` };
}

function judgeError(
  { error }: ExpectedTurn,
  { detail }: DriverOutcome,
  turn: JsonObject | undefined,
  add: Add,
): void {
  if (error === undefined) return;
  const warnings: JsonValue = turn?.worker_warnings ?? [];
  const told = Array.isArray(warnings) ? warnings : [warnings];
  if (detail === error || told.includes(error)) return;
  add({
    clause: "error.verbatim",
    code: detail === undefined && told.length === 0 ? "error-dropped" : "error-changed",
    expected: `the error, word for word, as "detail" or in "worker_warnings": ${quote(error)}`,
    received: `detail ${quote(detail)}, worker_warnings ${quote(turn?.worker_warnings)}`,
    pointer: "/detail",
    hint: "Hand the endpoint's error on as it came: no trimming, no prefix, no summary.",
  });
}

function judgeContent({ content: expected, error }: ExpectedTurn, given: Message, add: Add): void {
  const right = typeof expected === "string" ? [expected] : expected;
  const content = given.message.content ?? null;
  if (right.includes(typeof content === "string" ? content : "")) {
    if (typeof content === "string" || content === null) return;
  }
  const madeUp = right.includes("") && error !== undefined;
  add({
    clause: madeUp ? "error.verbatim" : "layer.normalization",
    code: madeUp ? "reply-made-up" : "reply-changed",
    expected: `the content ${right.map(quote).join(" or ")}`,
    received: quote(content),
    pointer: `${given.pointer}/message/content`,
    hint: madeUp
      ? "Leave the reply empty where the endpoint sent none; the error speaks for itself."
      : "Hand the reply on as it came.",
  });
}

function callsOf(message: JsonObject): readonly JsonValue[] | undefined {
  const calls = message.tool_calls ?? [];
  return Array.isArray(calls) ? calls : undefined;
}

function judgeCalls(
  record: CaseRecord,
  { calls: expected = [] }: ExpectedTurn,
  { message, pointer }: Message,
  add: Add,
): void {
  const place = `${pointer}/message/tool_calls`;
  const calls = callsOf(message);
  const names = (calls ?? []).map((call) => functionOf(call)?.name ?? null);
  const wanted = expected.map(({ name }) => name);
  if (calls === undefined || JSON.stringify(names) !== JSON.stringify(wanted)) {
    add({
      clause: "layer.normalization",
      code: "calls-changed",
      expected: wanted.length === 0 ? "no call" : `the calls ${wanted.join(", ")}, in this order`,
      received: calls === undefined ? quote(message.tool_calls) : quote(names),
      pointer: place,
      hint: "Hand on every call that the endpoint lists, in its order, and no other.",
    });
    return;
  }
  expected.forEach((call, index) => {
    const given = functionOf(calls[index] ?? null)?.arguments;
    const breach = argumentsBreach(call, given, `${place}/${index}/function/arguments`);
    if (breach !== undefined) add({ ...breach, hint: record.case.mend });
  });
}

function functionOf(call: JsonValue): JsonObject | undefined {
  return isObject(call) && isObject(call.function) ? call.function : undefined;
}

function argumentsBreach(
  { arguments: sent }: ExpectedCall,
  given: JsonValue | undefined,
  pointer: string,
): Breach | undefined {
  const about = { clause: "layer.normalization", pointer };
  const right = typeof sent === "string" ? [sent] : sent;
  const expected = `the arguments ${right.join(" or ")}, as a string of JSON`;
  if (typeof given !== "string") {
    return { ...about, code: "arguments-not-a-string", expected, received: quote(given) };
  }
  try {
    const doc = parseJson(given);
    const differences = right.map((text) => jsonDifference(parseJson(text), doc));
    if (differences.includes(undefined)) return undefined;
    const [first] = differences;
    const place = first?.pointer === "" ? "the whole" : first?.pointer;
    const received = `at ${place}: ${first?.what}`;
    return { ...about, code: "arguments-changed", expected, received };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ...about, code: "arguments-not-json", expected, received: quote(given) };
  }
}

function judgeShape(record: CaseRecord, turn: ExpectedTurn, given: Message, add: Add): void {
  const checks = record.case.expect.shape ?? [];
  const { message, choice, pointer } = given;
  if (checks.includes("role") && message.role !== "assistant") {
    add({
      code: "role",
      expected: 'the role "assistant"',
      received: quote(message.role),
      pointer: `${pointer}/message/role`,
    });
  }
  if (checks.includes("ids")) {
    const ids = (callsOf(message) ?? []).map((call) => isObject(call) ? call.id ?? null : null);
    const good = ids.every((id) => typeof id === "string" && id !== "");
    if (!good || new Set(ids).size < ids.length) {
      add({
        code: "call-ids",
        expected: "an id for each call, each another",
        received: quote(ids),
        pointer: `${pointer}/message/tool_calls`,
      });
    }
  }
  const finish = (turn.calls ?? []).length > 0 ? "tool_calls" : "stop";
  if (checks.includes("finish") && choice.finish_reason !== finish) {
    add({
      code: "finish-reason",
      expected: `the finish_reason "${finish}"`,
      received: quote(choice.finish_reason),
      pointer: `${pointer}/finish_reason`,
    });
  }
}
