/**
 * Holds a play of an agent's loop against what is expected of it. Every request counts, not the final
 * answer alone.
 *
 * @module
 */
import type { Message, ModelRequest } from "../agent/messages.ts";
import type { Capture, PlayedTurn } from "./agent_play.ts";
import { compareTurns } from "./compare_turns.ts";
import { matchesText, toldText } from "./compare_values.ts";
import { ABSENT, count, Differences, text, word } from "./difference.ts";
import type { Expectation, ExpectedAgentTurn } from "./expectation.ts";
import { Ids } from "./ids.ts";
import type { PlayVerdict } from "./judge.ts";
import { firstChanged } from "./judge_history.ts";
import { argumentsOfText } from "./oracle/arguments.ts";
import type { Part, Turn } from "./transcript.ts";

/** Judges a play of an agent. */
export function judgeAgent(
  played: readonly PlayedTurn[],
  { agent }: Expectation,
): PlayVerdict {
  const differences = new Differences(agent!);
  const last = new Map<string, readonly Turn[]>();
  for (const [index, turn] of played.entries()) {
    const expected = agent!.turns[index]!;
    const pointer = `/turns/${index}`;
    compareOutcome(expected, turn, pointer, differences);
    compareRequests(expected, turn, pointer, differences);
    judgeGrowth(turn, pointer, last, differences);
    judgeForeign(turn, played, pointer, differences);
  }
  const verdict = differences.failed > 0 ? "failed" : differences.total > 0 ? "warned" : "passed";
  return { verdict, differences: differences.list, more: differences.more, timed: false };
}

function compareOutcome(
  expected: ExpectedAgentTurn,
  { outcome }: PlayedTurn,
  pointer: string,
  differences: Differences,
): void {
  const kind = outcome?.kind ?? "thrown";
  if (kind !== expected.outcome) {
    differences.add({
      subject: "ending",
      code: kind === "completed" ? "false-success" : "ending",
      clause: "R009",
      pointer: `${pointer}/outcome`,
      expected: word(expected.outcome),
      received: word(kind),
    });
  } else if (outcome?.kind === "completed" && expected.reply !== undefined) {
    if (matchesText(expected.reply, outcome.reply)) return;
    const sides = { expected: toldText(expected.reply), received: text(outcome.reply) };
    differences.add({
      subject: "text",
      code: "text-changed",
      pointer: `${pointer}/reply`,
      ...sides,
    });
  }
}

function compareRequests(
  expected: ExpectedAgentTurn,
  { captures }: PlayedTurn,
  pointer: string,
  differences: Differences,
): void {
  if (captures.length !== expected.requests.length) {
    differences.add({
      subject: "attempts",
      code: captures.length > expected.requests.length ? "hidden-attempt" : "attempt-missing",
      pointer: `${pointer}/requests`,
      expected: count(expected.requests.length, "model requests"),
      received: count(captures.length, "model requests"),
    });
  }
  for (const [index, { copy, later }] of captures.entries()) {
    const at = `${pointer}/requests/${index}`;
    const request = expected.requests[index];
    if (request !== undefined) {
      const comparison = { ids: new Ids(true), dialect: "chat" as const, differences };
      compareTurns(request.turns, turnsOf(copy), at, comparison);
    }
    if (JSON.stringify(copy) === JSON.stringify(later)) continue;
    const sides = { expected: word("as-it-was-made"), received: word("changed-since") };
    differences.add({ subject: "history", code: "request-mutated", pointer: at, ...sides });
  }
}

/** Each request begins with the one before, then has the model's own answer and a result a call. */
function judgeGrowth(
  { turn, captures }: PlayedTurn,
  pointer: string,
  last: Map<string, readonly Turn[]>,
  differences: Differences,
): void {
  let answered: Capture["reply"];
  for (const [index, { copy, reply }] of captures.entries()) {
    const at = `${pointer}/requests/${index}`;
    const turns = turnsOf(copy);
    const before = last.get(turn.history) ??
      (turn.branch_of === undefined ? undefined : last.get(turn.branch_of));
    const changed = before === undefined ? -1 : firstChanged(before, turns);
    if (changed >= 0) {
      const sides = { expected: word("as-in-the-request-before"), received: word("changed") };
      const place = `${at}/turns/${changed}`;
      differences.add({ subject: "history", code: "not-append-only", pointer: place, ...sides });
    } else if (answered !== undefined && before !== undefined) {
      const added = copy.messages.slice(-answered.toolCalls.length - 1);
      if (!isAnswer(added, answered)) {
        const sides = { expected: word("answer-and-results"), received: word("something-else") };
        differences.add({
          subject: "history",
          code: "answer-not-in-history",
          pointer: at,
          ...sides,
        });
      }
    }
    last.set(turn.history, turns);
    answered = reply;
  }
}

/** The model's answer as it gave it, and one result for each of its calls, in any order. */
function isAnswer(
  [assistant, ...results]: readonly Message[],
  answered: NonNullable<Capture["reply"]>,
): boolean {
  if (assistant?.role !== "assistant" || assistant.text !== answered.text) return false;
  const asked = (calls: typeof answered.toolCalls) =>
    JSON.stringify(calls.map(({ id, name, arguments: args }) => [id, name, args]));
  const ids = answered.toolCalls.map(({ id }) => id).sort();
  const tied = results.map((one) => one.role === "tool" ? one.callId : "").sort();
  return asked(assistant.toolCalls) === asked(answered.toolCalls) &&
    JSON.stringify(ids) === JSON.stringify(tied);
}

/** What was said in one branch is in no request of another. */
function judgeForeign(
  { turn, captures }: PlayedTurn,
  played: readonly PlayedTurn[],
  pointer: string,
  differences: Differences,
): void {
  const own = new Set([turn.history]);
  for (const { turn: one } of played) {
    if (own.has(one.history) && one.branch_of !== undefined) own.add(one.branch_of);
  }
  const foreign = played.filter((one) => !own.has(one.turn.history)).map((one) => one.turn.user);
  for (const [index, { copy }] of captures.entries()) {
    const said = copy.messages.flatMap((message) => message.role === "user" ? [message.text] : []);
    if (!foreign.some((user) => said.includes(user))) continue;
    differences.add({
      subject: "history",
      code: "branch-mixed",
      clause: "R005",
      pointer: `${pointer}/requests/${index}`,
      expected: ABSENT,
      received: word("turn-of-another-branch"),
    });
  }
}

/** A request to a model as turns. */
export function turnsOf({ messages }: ModelRequest): readonly Turn[] {
  return messages.map((message): Turn => ({ role: message.role, parts: partsOf(message) }));
}

function partsOf(message: Message): readonly Part[] {
  if (message.role === "tool") {
    const { callId: id, outcome } = message;
    const result = outcome.ok
      ? { id, text: JSON.stringify(outcome.value) }
      : { id, text: outcome.error, error: true as const };
    return [{ result }];
  }
  const said: readonly Part[] = message.text === "" ? [] : [{ text: message.text }];
  if (message.role !== "assistant") return said;
  const calls = message.toolCalls.map(({ id, name, arguments: args }): Part => ({
    call: { id, name, arguments: argumentsOfText(args) },
  }));
  return [...said, ...calls];
}
