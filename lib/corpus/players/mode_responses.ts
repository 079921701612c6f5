/**
 * One answer of OpenAI Responses in its other mode (spec/dialects.md 4.0 and 4.1, RS).
 *
 * @module
 */
import { items, member, type Place, stringOf, textOf } from "../oracle/place.ts";
import type { JsonText } from "../transcript.ts";
import { listOf, objectOf, rewritten, textsOf } from "./mode_json.ts";
import { pieces, sse } from "./model_reply.ts";

type Members = readonly (readonly [string, JsonText])[];
/** An event before it is numbered. */
type Event = readonly [type: string, more: Members];

/** The stream of a whole answer; undefined where it has what this writer can't tell in events. */
export function responsesStream(root: Place): readonly string[] | undefined {
  const status = stringOf(member(root, "status"));
  const output = items(member(root, "output"));
  if (output === undefined || (status !== "completed" && status !== "incomplete")) return undefined;
  const told = output.map(itemOf);
  if (told.includes(undefined)) return undefined;
  const begun = rewritten(root, {
    status: '"in_progress"',
    output: "[]",
    usage: undefined,
    ...(member(root, "incomplete_details") === undefined ? {} : { incomplete_details: "null" }),
  });
  const ended = rewritten(root, { output: listOf(told.map((one) => one!.item)) });
  const all: readonly Event[] = [
    ["response.created", [["response", begun]]],
    ["response.in_progress", [["response", begun]]],
    ...told.flatMap((one) => one!.events),
    [`response.${status}`, [["response", ended]]],
  ];
  return all.map(([type, more], number) =>
    sse(
      objectOf([["type", quoted(type)], ["sequence_number", String(number)], ...more]),
      type,
    )
  );
}

interface Told {
  /** The item as it is done. */
  readonly item: JsonText;
  readonly events: readonly Event[];
}

function itemOf(item: Place, index: number): Told | undefined {
  // Events refer to their item by its id, which a whole answer may leave out.
  const id = member(item, "id") === undefined
    ? quoted(`item_${index}`)
    : textOf(member(item, "id")!);
  const whole = rewritten(item, { id });
  const at: Members = [["item_id", id], ["output_index", String(index)]];
  const begun = (changes: Readonly<Record<string, JsonText>>) =>
    rewritten(item, {
      id,
      ...changes,
      ...(member(item, "status") === undefined ? {} : { status: '"in_progress"' }),
    });
  const between = (added: JsonText, events: readonly Event[]): Told => ({
    item: whole,
    events: [
      ["response.output_item.added", [["output_index", String(index)], ["item", added]]],
      ...events,
      ["response.output_item.done", [["output_index", String(index)], ["item", whole]]],
    ],
  });
  switch (stringOf(member(item, "type"))) {
    case "message": {
      const parts = items(member(item, "content"))?.map((part, part_index) =>
        textEvents(part, [...at, ["content_index", String(part_index)]])
      );
      if (parts === undefined || parts.includes(undefined)) return undefined;
      return between(begun({ content: "[]" }), parts.flatMap((one) => one ?? []));
    }
    case "function_call": {
      const args = stringOf(member(item, "arguments"));
      if (args === undefined) return undefined;
      const type = "response.function_call_arguments";
      return between(begun({ arguments: '""' }), [
        ...pieces(args).map((piece): Event => [`${type}.delta`, [...at, ["delta", quoted(piece)]]]),
        [`${type}.done`, [...at, ["arguments", quoted(args)]]],
      ]);
    }
    case "reasoning": {
      const parts = items(member(item, "summary"))?.map((part, part_index) =>
        summaryEvents(part, [...at, ["summary_index", String(part_index)]])
      );
      if (parts === undefined || parts.includes(undefined)) return undefined;
      return between(begun({ summary: "[]" }), parts.flatMap((one) => one ?? []));
    }
    default:
      return undefined;
  }
}

function textEvents(part: Place, at: Members): readonly Event[] | undefined {
  const text = stringOf(member(part, "text"));
  if (stringOf(member(part, "type")) !== "output_text" || text === undefined) return undefined;
  // An annotation has an event of its own, which nobody has written here.
  if ((items(member(part, "annotations"))?.length ?? 0) > 0) return undefined;
  if ((items(member(part, "logprobs"))?.length ?? 0) > 0) return undefined;
  return [
    ["response.content_part.added", [...at, ["part", rewritten(part, { text: '""' })]]],
    ...deltas("response.output_text", text, at),
    ["response.content_part.done", [...at, ["part", textOf(part)]]],
  ];
}

function summaryEvents(part: Place, at: Members): readonly Event[] | undefined {
  const text = stringOf(member(part, "text"));
  if (stringOf(member(part, "type")) !== "summary_text" || text === undefined) return undefined;
  return [
    ["response.reasoning_summary_part.added", [...at, ["part", rewritten(part, { text: '""' })]]],
    ...deltas("response.reasoning_summary_text", text, at),
    ["response.reasoning_summary_part.done", [...at, ["part", textOf(part)]]],
  ];
}

function deltas(type: string, text: string, at: Members): readonly Event[] {
  return [
    ...pieces(text).map((piece): Event => [`${type}.delta`, [...at, ["delta", quoted(piece)]]]),
    [`${type}.done`, [...at, ["text", quoted(text)]]],
  ];
}

/** The letters of the shape that plain events have; any other is none of it. */
const LETTERS: Readonly<Record<string, string>> = {
  "response.created": "c",
  "response.in_progress": "p",
  "response.output_item.added": "a",
  "response.content_part.added": "b",
  "response.output_text.delta": "d",
  "response.output_text.done": "t",
  "response.content_part.done": "e",
  "response.function_call_arguments.delta": "f",
  "response.function_call_arguments.done": "g",
  "response.reasoning_summary_part.added": "r",
  "response.reasoning_summary_text.delta": "r",
  "response.reasoning_summary_text.done": "r",
  "response.reasoning_summary_part.done": "r",
  "response.output_item.done": "z",
  "response.completed": "x",
  "response.incomplete": "x",
};
const PLAIN = /^cp?(?:a(?:(?:bd*te)*|f*g|r*)z)*x$/;

/** The whole answer that plain events end with; undefined where they are not plain. */
export function responsesWhole(events: readonly Place[]): JsonText | undefined {
  const letters = events.map((one) => LETTERS[stringOf(member(one, "type")) ?? ""] ?? "?");
  const response = member(events.at(-1), "response");
  if (!PLAIN.test(letters.join("")) || response === undefined) return undefined;
  return objectOf(textsOf(response));
}

function quoted(text: string): JsonText {
  return JSON.stringify(text);
}
