/**
 * The events of a streamed response, as spec/dialects.md 4.1 (RS) quotes them.
 *
 * @module
 */
import { type Data, named } from "./oracle_support.ts";

/** The events named, and numbered from 0. */
export const numbered = (...all: readonly Data[]): string =>
  named(...all.map((one, index) => ({ ...one, sequence_number: one.sequence_number ?? index })));

const response = (status: string, output: readonly Data[], more: Data = {}): Data => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "m",
  status,
  output,
  ...more,
});

export const created = (): Data => ({
  type: "response.created",
  response: response("in_progress", []),
});
export const progress = (): Data => ({
  type: "response.in_progress",
  response: response("in_progress", []),
});

/** The terminal event; named for the status in `more`, which is `completed` unless given. */
export const ended = (output: readonly Data[], more: Data = {}): Data => ({
  type: `response.${more.status ?? "completed"}`,
  response: response("completed", output, more),
});
export const failed = (more: Data = {}): Data =>
  ended([], { status: "failed", error: { code: "server_error", message: "boom" }, ...more });
export const error = (): Data => ({
  type: "error",
  code: "server_error",
  message: "boom",
  param: null,
});

const TEXT = { type: "output_text", annotations: [], logprobs: [] };

/** A message item; without a text it has no part yet. */
export const messageItem = (index: number, text?: string): Data => ({
  type: "message",
  id: `i${index}`,
  role: "assistant",
  status: text === undefined ? "in_progress" : "completed",
  content: text === undefined ? [] : [{ ...TEXT, text }],
});
export const callItem = (
  index: number,
  call_id: string,
  name: string,
  args: string,
  status = "completed",
): Data => ({ type: "function_call", id: `i${index}`, call_id, name, arguments: args, status });

export const added = (output_index: number, item: Data): Data => ({
  type: "response.output_item.added",
  output_index,
  item,
});
export const done = (output_index: number, item: Data): Data => ({
  type: "response.output_item.done",
  output_index,
  item,
});

/** `response.<what>.delta`; texts have a content_index too. */
export const piece = (what: string, index: number, delta: string): Data => ({
  type: `response.${what}.delta`,
  item_id: `i${index}`,
  output_index: index,
  ...(what === "output_text" ? { content_index: 0 } : {}),
  delta,
});
export const pieceDone = (what: string, index: number, whole: Data): Data => ({
  type: `response.${what}.done`,
  item_id: `i${index}`,
  output_index: index,
  ...(what === "function_call_arguments" ? {} : { content_index: 0 }),
  ...whole,
});
export const partAdded = (index: number, content_index = 0, text = ""): Data => ({
  type: "response.content_part.added",
  item_id: `i${index}`,
  output_index: index,
  content_index,
  part: { ...TEXT, text },
});
export const partDone = (index: number, text: string): Data =>
  pieceDone("content_part", index, { part: { ...TEXT, text } });

/** All events of a message with one text. */
export const wholeText = (
  index: number,
  pieces: readonly string[],
  text: string = pieces.join(""),
): Data[] => [
  added(index, messageItem(index)),
  partAdded(index),
  ...pieces.map((one) => piece("output_text", index, one)),
  pieceDone("output_text", index, { text }),
  partDone(index, text),
  done(index, messageItem(index, text)),
];

/** All events of a call. */
export const wholeCall = (
  index: number,
  id: string,
  name: string,
  pieces: readonly string[],
): Data[] => [
  added(index, callItem(index, id, name, "", "in_progress")),
  ...pieces.map((one) => piece("function_call_arguments", index, one)),
  pieceDone("function_call_arguments", index, { arguments: pieces.join("") }),
  done(index, callItem(index, id, name, pieces.join(""))),
];

/** A message with one text, its events, and each of them. */
export const item = messageItem(0, "a");
export const text = wholeText(0, ["a"]);
export const [textAdded, begin, delta, textDone, partEnd, itemDone] = text as [
  Data,
  Data,
  Data,
  Data,
  Data,
  Data,
];
/** A call, its events, and each of them. */
export const call = wholeCall(0, "c", "f", ["{}"]);
export const [callAdded, callDelta, callArgs, callDone] = call as [Data, Data, Data, Data];
export const theCall = callItem(0, "c", "f", "{}");

/** A stream in which only these events are wrong, and whose response ends with these items. */
export const between = (events: readonly Data[], output: readonly Data[] = [item]): string =>
  numbered(created(), ...events, ended(output));

/** Events with one of them left out. */
export const without = (events: readonly Data[], left: Data): readonly Data[] =>
  events.filter((one) => one !== left);

/** An event without one of its members. */
export const lacking = <K extends string>(event: Data, name: K): Data => {
  const { [name]: _, ...rest } = event;
  return rest;
};
