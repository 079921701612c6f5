/**
 * Turns what an expectation file says into what comparers compare: values become matches, JSON
 * values become texts whose numbers are spelled as they were written.
 *
 * @module
 */
import { type JsonDocument, type JsonValue, pointerOf, stringifyJson } from "../contract/json.ts";
import type {
  ExpectedAgentTurn,
  ExpectedAnswer,
  ExpectedCall,
  ExpectedExchange,
  ExpectedPart,
  ExpectedRequest,
  Grounds,
  Match,
  Outcome,
  TextMatch,
} from "./expectation.ts";
import { FREE } from "./ids.ts";
import type { Choice, Ending, JsonText, StopReason, ToolOffer } from "./transcript.ts";

/** A value that was checked against its schema, and where it stands. */
interface Spot {
  readonly doc: JsonDocument;
  readonly value: JsonValue;
  readonly path: readonly (string | number)[];
}

/** The outcomes of a variant on a path. */
export function readOutcomes(doc: JsonDocument, value: JsonValue): readonly Outcome[] {
  const spot = { doc, value, path: [] };
  const several = member(spot, "one_of");
  return several === undefined ? [outcome(spot)] : entries(several).map(outcome);
}

/** The turns of an agent. */
export function readAgentTurns(
  doc: JsonDocument,
  value: JsonValue,
): readonly ExpectedAgentTurn[] {
  return list({ doc, value, path: [] }, "turns").map((turn): ExpectedAgentTurn => {
    const reply = member(turn, "reply");
    return {
      requests: list(turn, "requests").map(request),
      outcome: text(turn, "outcome") as "completed" | "failed",
      ...(reply === undefined ? {} : { reply: textMatch(reply) }),
    };
  });
}

function outcome(spot: Spot): Outcome {
  const tolerated = text(spot, "tolerated");
  return {
    basis: text(spot, "basis") as Outcome["basis"],
    source: text(spot, "source") ?? "",
    ...(tolerated === undefined ? {} : { tolerated }),
    grounds: (member(spot, "parts")?.value ?? {}) as unknown as Readonly<Record<string, Grounds>>,
    exchanges: list(spot, "exchanges").map((one): ExpectedExchange => {
      const answered = member(one, "answer")!;
      return {
        upstream: list(one, "upstream").map(request),
        answer: answered.value === "left" ? "left" : answer(answered),
      };
    }),
  };
}

function request(spot: Spot): ExpectedRequest {
  const choice = member(spot, "choice");
  const parallel = member(spot, "parallel");
  const limit = member(spot, "limit");
  const stop = member(spot, "stop");
  return {
    turns: list(spot, "turns").map((turn) => ({
      role: text(turn, "role") as ExpectedRequest["turns"][number]["role"],
      parts: list(turn, "parts").map(part),
    })),
    tools: list(spot, "tools").map((one): ToolOffer => {
      const description = text(one, "description");
      return {
        name: text(one, "name") ?? "",
        ...(description === undefined ? {} : { description }),
        schema: json(member(one, "schema")!),
      };
    }),
    ...(choice === undefined ? {} : { choice: choiceOf(choice.value) }),
    ...(parallel === undefined ? {} : { parallel: parallel.value as boolean }),
    ...(limit === undefined ? {} : { limit: matchOf(limit, json) }),
    ...(stop === undefined ? {} : { stop: stop.value as string[] }),
    other: Object.fromEntries(
      members(member(spot, "other")).map(([name, one]) => [
        name,
        json(one),
      ]),
    ),
  };
}

function choiceOf(value: JsonValue): Choice {
  if (typeof value === "string") return { mode: value as "auto" | "none" | "required" };
  return { mode: "named", name: (value as { name: string }).name };
}

function part(spot: Spot): ExpectedPart {
  const said = member(spot, "text");
  if (said !== undefined) return { text: textMatch(said) };
  const called = member(spot, "call");
  if (called !== undefined) return { call: call(called) };
  const type = text(spot, "other_type");
  if (type !== undefined) return { otherType: type };
  const result = member(spot, "result");
  if (result === undefined) return { other: json(member(spot, "other")!) };
  const id = idOf(result);
  const failed = member(result, "error") !== undefined;
  return {
    result: {
      ...(id === undefined ? {} : { id }),
      text: textMatch(member(result, "text")!),
      ...(failed ? { error: true as const } : {}),
    },
  };
}

function call(spot: Spot): ExpectedCall {
  const id = idOf(spot);
  const name = text(spot, "name");
  const raw = text(spot, "raw");
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    arguments: raw === undefined
      ? { kind: "object", json: json(member(spot, "arguments")!) }
      : { kind: "raw", text: raw },
  };
}

function idOf(spot: Spot): string | undefined {
  const id = member(spot, "id");
  const free = id === undefined ? undefined : text(id, "any");
  return free === undefined ? text(spot, "id") : FREE + free;
}

function answer(spot: Spot): ExpectedAnswer {
  const stop = member(spot, "stop");
  const usage = member(spot, "usage");
  const error = member(spot, "error");
  const optional = (from: Spot, name: string) => {
    const one = member(from, name);
    return one === undefined ? {} : { [name]: matchOf(one, string) };
  };
  return {
    ending: matchOf(member(spot, "ending")!, (one) => one.value as Ending),
    parts: matchOf(member(spot, "parts")!, (one) => entries(one).map(part)),
    ...(stop === undefined ? {} : { stop: matchOf(stop, (one) => one.value as StopReason) }),
    ...(usage === undefined ? {} : {
      usage: usage.value === null
        ? null
        : Object.fromEntries(members(usage).map(([name, one]) => [name, json(one)])),
    }),
    ...(error === undefined ? {} : {
      error: {
        status: matchOf(member(error, "status")!, json),
        ...optional(error, "type"),
        ...optional(error, "code"),
        ...optional(error, "retry_after"),
      },
    }),
  };
}

/** A match; a list is a value, an object with `any_of` or `any` is not. */
function matchOf<T>(spot: Spot, read: (spot: Spot) => T): Match<T> {
  const { value } = spot;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { values: [read(spot)] };
  }
  const several = member(spot, "any_of");
  return several === undefined ? { any: true } : { values: entries(several).map(read) };
}

function textMatch(spot: Spot): TextMatch {
  const prefix = text(spot, "prefix_of");
  if (prefix !== undefined) return { prefixOf: prefix };
  const contains = text(spot, "contains");
  if (contains === undefined) return matchOf(spot, string);
  const andMore = member(spot, "and_more") === undefined ? {} : { andMore: true as const };
  return { contains, ...andMore };
}

function string(spot: Spot): string {
  return spot.value as string;
}

function json({ doc, value, path }: Spot): JsonText {
  if (typeof value === "number") return doc.numberAt(pointerOf(path)) ?? String(value);
  return stringifyJson(doc, value);
}

function member(spot: Spot, name: string): Spot | undefined {
  const { doc, value, path } = spot;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  return inner === undefined ? undefined : { doc, value: inner, path: [...path, name] };
}

function members(spot: Spot | undefined): readonly (readonly [string, Spot])[] {
  if (spot === undefined) return [];
  return Object.keys(spot.value as object).map((name) => [name, member(spot, name)!]);
}

function entries({ doc, value, path }: Spot): readonly Spot[] {
  return (value as readonly JsonValue[]).map((one, i) => ({ doc, value: one, path: [...path, i] }));
}

function list(spot: Spot, name: string): readonly Spot[] {
  const one = member(spot, name);
  return one === undefined ? [] : entries(one);
}

function text(spot: Spot, name: string): string | undefined {
  const value = member(spot, name)?.value;
  return typeof value === "string" ? value : undefined;
}
