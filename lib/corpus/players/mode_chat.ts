/**
 * One answer of Chat Completions in its other mode (spec/dialects.md 4.0 and 4.1, CC).
 *
 * @module
 */
import {
  isObject,
  isThere,
  items,
  member,
  members,
  type Place,
  stringOf,
  textOf,
} from "../oracle/place.ts";
import type { JsonText } from "../transcript.ts";
import { listOf, objectOf, rewritten, textsOf } from "./mode_json.ts";
import { pieces, sse } from "./model_reply.ts";

/**
 * The stream of a whole answer; undefined where it has what a stream has no place for.
 *
 * @param usageAsked the request has `stream_options.include_usage`
 */
export function chatStream(root: Place, usageAsked: boolean): readonly string[] | undefined {
  const [choice, ...more] = items(member(root, "choices")) ?? [];
  const message = member(choice, "message");
  if (choice === undefined || more.length > 0 || (member(choice, "index")?.value ?? 0) !== 0) {
    return undefined;
  }
  if (message === undefined || !isObject(message.value) || isThere(member(choice, "logprobs"))) {
    return undefined;
  }
  const said = deltasOf(message);
  if (said === undefined) return undefined;
  const counts = member(root, "usage");
  const chunk = (choices: readonly JsonText[], usage = "null") =>
    sse(rewritten(root, {
      object: '"chat.completion.chunk"',
      choices: listOf(choices),
      usage: usageAsked ? usage : undefined,
    }));
  const running = (delta: JsonText) =>
    chunk([objectOf([["index", "0"], ["delta", delta], ["finish_reason", "null"]])]);
  const rest = textsOf(choice).filter(([name]) => name !== "index" && name !== "message");
  const finish = objectOf([["index", "0"], ["delta", "{}"], ...rest]);
  return [
    ...said.map(running),
    chunk([finish]),
    ...(usageAsked && isThere(counts) ? [chunk([], textOf(counts))] : []),
    sse("[DONE]"),
  ];
}

const OWN: readonly string[] = ["role", "content", "tool_calls"];

/** What the answer's deltas say: who speaks, members that not all know, text, calls. */
function deltasOf(message: Place): readonly JsonText[] | undefined {
  const content = member(message, "content");
  const text = content === undefined || content.value === null ? "" : stringOf(content);
  const calls = isThere(member(message, "tool_calls")) ? items(member(message, "tool_calls")) : [];
  if (text === undefined || calls === undefined) return undefined;
  const others = members(message).filter(({ key }) => !OWN.includes(String(key)));
  const isLater = (one: Place) => one.value !== null && one.value !== "";
  const opening = objectOf([
    ["role", '"assistant"'],
    [
      "content",
      content === undefined ? undefined : typeof content.value === "string" ? '""' : "null",
    ],
    ...others.filter((one) => !isLater(one)).map((one) => [String(one.key), textOf(one)] as const),
  ]);
  const called = calls.map(fragmentsOf);
  if (called.includes(undefined)) return undefined;
  return [
    opening,
    ...others.filter(isLater).flatMap((one) => {
      const whole = stringOf(one);
      const texts = whole === undefined ? [textOf(one)] : pieces(whole).map(quoted);
      return texts.map((piece) => objectOf([[String(one.key), piece]]));
    }),
    ...pieces(text).map((piece) => objectOf([["content", quoted(piece)]])),
    ...called.flatMap((one) => one ?? []),
  ];
}

/** The fragments of one call, each in a delta of its own: id and name at once, arguments in pieces. */
function fragmentsOf(call: Place, index: number): readonly JsonText[] | undefined {
  const fn = member(call, "function");
  const args = stringOf(member(fn, "arguments"));
  if (fn === undefined || args === undefined) return undefined;
  const rest = textsOf(call).filter(([name]) => name !== "index" && name !== "function");
  const at = ["index", String(index)] as const;
  const begun = objectOf([at, ...rest, ["function", rewritten(fn, { arguments: '""' })]]);
  const later = pieces(args).map((piece) =>
    objectOf([at, ["function", objectOf([["arguments", quoted(piece)]])]])
  );
  return [begun, ...later].map((one) => objectOf([["tool_calls", listOf([one])]]));
}

interface OpenCall {
  readonly begun: Place;
  args: string;
}

/**
 * The whole answer that plain chunks add up to. Undefined where they are not plain: text behind a call,
 * which a whole answer has no place for; fragments that take turns; counts anywhere but in a chunk of
 * their own at the end.
 */
export function chatWhole(chunks: readonly Place[]): JsonText | undefined {
  const calls: OpenCall[] = [];
  const others = new Map<string, string | Place>();
  const head = new Map<string, JsonText>();
  let content: string | undefined;
  let finish: Place | undefined;
  let usage: Place | undefined;
  for (const chunk of chunks) {
    for (const [name, text] of textsOf(chunk)) if (!head.has(name)) head.set(name, text);
    const choices = items(member(chunk, "choices")) ?? [];
    const counts = member(chunk, "usage");
    if (finish !== undefined) {
      if (choices.length > 0 || usage !== undefined || !isThere(counts)) return undefined;
      usage = counts;
      continue;
    }
    const [choice, ...more] = choices;
    const delta = member(choice, "delta");
    if (choice === undefined || more.length > 0 || isThere(counts) || delta === undefined) {
      return undefined;
    }
    const piece = member(delta, "content");
    if (stringOf(piece) !== undefined && stringOf(piece) !== "") {
      if (calls.length > 0) return undefined;
      content = (content ?? "") + stringOf(piece);
    }
    for (const fragment of items(member(delta, "tool_calls")) ?? []) {
      if (!takeFragment(calls, fragment)) return undefined;
    }
    for (const one of members(delta)) {
      const name = String(one.key);
      if (OWN.includes(name) || (one.value === null && others.has(name))) continue;
      const before = others.get(name);
      const text = stringOf(one);
      if (text === undefined) others.set(name, one);
      else others.set(name, (typeof before === "string" ? before : "") + text);
    }
    if (isThere(member(choice, "finish_reason"))) finish = choice;
  }
  if (finish === undefined) return undefined;
  const message = objectOf([
    ["role", '"assistant"'],
    ["content", content === undefined ? calls.length > 0 ? "null" : '""' : quoted(content)],
    ...[...others].map(([name, one]) =>
      [name, typeof one === "string" ? quoted(one) : textOf(one)] as const
    ),
    ["tool_calls", calls.length === 0 ? undefined : listOf(calls.map(callOf))],
  ]);
  const rest = textsOf(finish).filter(([name]) => name !== "index" && name !== "delta");
  head.set("object", '"chat.completion"');
  head.set("choices", listOf([objectOf([["index", "0"], ["message", message], ...rest])]));
  head.delete("usage");
  return objectOf([...head, ["usage", usage === undefined ? undefined : textOf(usage)]]);
}

/** True where the fragment begins the next call or goes on with the last one. */
function takeFragment(calls: OpenCall[], fragment: Place): boolean {
  const index = member(fragment, "index")?.value;
  const piece = member(member(fragment, "function"), "arguments");
  if (index === calls.length) calls.push({ begun: fragment, args: "" });
  else if (index !== calls.length - 1 || isThere(member(fragment, "id"))) return false;
  calls.at(-1)!.args += stringOf(piece) ?? "";
  return true;
}

function callOf({ begun, args }: OpenCall): JsonText {
  const fn = member(begun, "function");
  const name = member(fn, "name");
  return rewritten(begun, {
    index: undefined,
    function: objectOf([
      ["name", name === undefined ? undefined : textOf(name)],
      ["arguments", quoted(args)],
    ]),
  });
}

function quoted(text: string): JsonText {
  return JSON.stringify(text);
}
