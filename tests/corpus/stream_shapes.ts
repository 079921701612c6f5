/**
 * The vendors' streaming grammars once more, by hand and as regular expressions (spec/dialects.md 4.1), for
 * what the players write by themselves.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import type { Loose } from "./small.ts";

/** Each event's name (`-` where it has none) and data. */
function eventsOf(stream: string): readonly (readonly [name: string, data: string])[] {
  assertEquals(stream.endsWith("\n\n"), true, "an event ends with a blank line");
  return stream.slice(0, -2).split("\n\n").map((event) => {
    const match = /^(?:event: (.*)\n)?data: (.*)$/.exec(event);
    return [match?.[1] ?? "-", match?.[2] ?? ""] as const;
  });
}

/** What breaks a grammar, one line each; empty where nothing does. */
export function broken(dialect: Dialect, stream: string): readonly string[] {
  const events = eventsOf(stream);
  return dialect === "chat"
    ? brokenChat(events)
    : dialect === "messages"
    ? brokenMessages(events)
    : brokenResponses(events);
}

type Events = ReturnType<typeof eventsOf>;

function shape(pattern: RegExp, words: readonly string[]): readonly string[] {
  const text = words.map((word) => `${word};`).join("");
  return pattern.test(text) ? [] : [`it has the shape ${text}`];
}

function brokenChat(events: Events): readonly string[] {
  const heads = new Set<string>();
  const words = events.map(([name, data]) => {
    if (name !== "-") return `named ${name}`;
    if (data === "[DONE]") return "done";
    const { id, object, created, model, choices, usage }: Loose = JSON.parse(data);
    heads.add(JSON.stringify([id, object, created, model]));
    const [choice] = choices;
    if (choice === undefined) return usage ? "usage" : "nothing";
    if (usage) return "usage beside a choice";
    const keys = Object.keys(choice.delta);
    if (choice.finish_reason !== null) return keys.length === 0 ? "finish" : "finish with a delta";
    return keys.includes("role") ? "role" : keys.length === 1 ? keys[0]! : keys.join("+");
  });
  return [
    ...shape(
      /^role;(?:reasoning_content;)*(?:content;)*(?:tool_calls;)*finish;(?:usage;)?done;$/,
      words,
    ),
    ...(heads.size === 1 ? [] : ["its chunks have several heads"]),
  ];
}

function brokenMessages(events: Events): readonly string[] {
  const wrong: string[] = [];
  let blocks = 0;
  const words = events.map(([name, data]) => {
    const { type, index, delta, message }: Loose = JSON.parse(data);
    if (type !== name) wrong.push(`${type} is named ${name}`);
    if (type === "content_block_start" && index !== blocks++) wrong.push("a gap of indexes");
    if (type.startsWith("content_block") && index !== blocks - 1) wrong.push("another's index");
    if (message !== undefined && (message.content.length > 0 || message.stop_reason !== null)) {
      wrong.push("it starts with content");
    }
    return type === "content_block_delta" ? delta.type : type;
  });
  const block = "content_block_start;(?:(?:text_delta;)+|(?:input_json_delta;)+|" +
    "(?:thinking_delta;)+(?:signature_delta;)?)content_block_stop;";
  const whole = `^message_start;(?:${block})*message_delta;message_stop;$`;
  return [...shape(new RegExp(whole), words), ...wrong];
}

function brokenResponses(events: Events): readonly string[] {
  const wrong: string[] = [];
  let items = 0;
  const words = events.map(([name, data], number) => {
    const { type, sequence_number, output_index, item, item_id }: Loose = JSON.parse(data);
    if (type !== name) wrong.push(`${type} is named ${name}`);
    if (sequence_number !== number) wrong.push(`number ${sequence_number} is event ${number}`);
    if (type === "response.output_item.added" && output_index !== items++) wrong.push("a gap");
    if (output_index !== undefined && output_index !== items - 1) wrong.push("another's index");
    if (output_index !== undefined && (item?.id ?? item_id) === undefined) wrong.push("no id");
    return type.replace(/^response\./, "");
  });
  const part = "content_part.added;(?:output_text.delta;)*output_text.done;content_part.done;";
  const call = "(?:function_call_arguments.delta;)*function_call_arguments.done;";
  const summary = "reasoning_summary_part.added;(?:reasoning_summary_text.delta;)*" +
    "reasoning_summary_text.done;reasoning_summary_part.done;";
  const item = `output_item.added;(?:(?:${part})*|${call}|(?:${summary})*)output_item.done;`;
  const whole = `^created;in_progress;(?:${item})*(?:completed|incomplete);$`;
  return [...shape(new RegExp(whole), words), ...wrong];
}
