/**
 * One answer of Anthropic Messages in its other mode (spec/dialects.md 4.0 and 4.1, AM).
 *
 * @module
 */
import {
  isObject,
  items,
  member,
  type Place,
  readText,
  stringOf,
  textOf,
} from "../oracle/place.ts";
import type { JsonText } from "../transcript.ts";
import { listOf, objectOf, rewritten, textsOf } from "./mode_json.ts";
import { pieces, sse } from "./model_reply.ts";

/** What a stream tells at its end; all other counts it tells at its start. */
const LATE: readonly string[] = ["output_tokens", "output_tokens_details"];

/** The stream of a whole answer; undefined where it has what a stream has no place for. */
export function messagesStream(root: Place): readonly string[] | undefined {
  const usage = member(root, "usage");
  const output = member(usage, "output_tokens");
  const content = items(member(root, "content"));
  const reason = member(root, "stop_reason");
  const blocks = content?.map(blockOf) ?? [undefined];
  if (usage === undefined || output === undefined || reason === undefined) return undefined;
  if (blocks.includes(undefined)) return undefined;
  const small = typeof output.value !== "number" ? textOf(output) : output.value < 1 ? "0" : "1";
  const late = textsOf(usage).filter(([name]) => LATE.includes(name));
  const sequence = member(root, "stop_sequence");
  const message = rewritten(root, {
    content: "[]",
    stop_reason: "null",
    stop_sequence: "null",
    usage: rewritten(usage, { output_tokens: small, output_tokens_details: undefined }),
  });
  return [
    event("message_start", [["message", message]]),
    ...blocks.flatMap((block, index) => {
      const at = ["index", String(index)] as const;
      return [
        event("content_block_start", [at, ["content_block", block!.start]]),
        ...block!.deltas.map((delta) => event("content_block_delta", [at, ["delta", delta]])),
        event("content_block_stop", [at]),
      ];
    }),
    event("message_delta", [
      [
        "delta",
        objectOf([
          ["stop_reason", textOf(reason)],
          ["stop_sequence", sequence === undefined ? "null" : textOf(sequence)],
        ]),
      ],
      ["usage", objectOf(late)],
    ]),
    event("message_stop", []),
  ];
}

interface Block {
  readonly start: JsonText;
  readonly deltas: readonly JsonText[];
}

function blockOf(block: Place): Block | undefined {
  switch (stringOf(member(block, "type"))) {
    case "text": {
      const text = stringOf(member(block, "text"));
      if (text === undefined) return undefined;
      return {
        start: rewritten(block, { text: '""' }),
        deltas: some(pieces(text)).map((piece) => delta("text_delta", "text", piece)),
      };
    }
    case "tool_use": {
      const input = member(block, "input");
      if (input === undefined) return undefined;
      const json = pieces(textOf(input));
      return {
        start: rewritten(block, { input: "{}" }),
        deltas: json.map((piece) => delta("input_json_delta", "partial_json", piece)),
      };
    }
    case "thinking": {
      const thinking = stringOf(member(block, "thinking"));
      const signature = stringOf(member(block, "signature"));
      if (thinking === undefined || signature === undefined) return undefined;
      return {
        start: rewritten(block, { thinking: '""', signature: '""' }),
        deltas: [
          ...some(pieces(thinking)).map((piece) => delta("thinking_delta", "thinking", piece)),
          ...(signature === "" ? [] : [delta("signature_delta", "signature", signature)]),
        ],
      };
    }
    case undefined:
      return undefined;
    default:
      // A block that there are no deltas for (redacted_thinking, say) starts as it is.
      return { start: textOf(block), deltas: [] };
  }
}

/** "1..n content_block_delta": a block of nothing has one that says nothing. */
function some(all: readonly string[]): readonly string[] {
  return all.length === 0 ? [""] : all;
}

function delta(type: string, name: string, piece: string): JsonText {
  return objectOf([["type", JSON.stringify(type)], [name, JSON.stringify(piece)]]);
}

function event(type: string, more: readonly (readonly [string, JsonText])[]): string {
  return sse(objectOf([["type", JSON.stringify(type)], ...more]), type);
}

/** What each kind of block gathers in its deltas. */
interface Gathered {
  readonly start: Place;
  text: string;
  signature: string;
}

/**
 * The whole answer that plain events add up to. Undefined where they are not plain, or where a call's
 * input is no JSON value and has no place in a whole answer.
 */
export function messagesWhole(events: readonly Place[]): JsonText | undefined {
  const types = events.map((one) => stringOf(member(one, "type")) ?? "");
  const shape = types.map((type) => LETTERS[type] ?? "?").join("").replaceAll("p", "");
  if (!/^m(?:bd*e)*cs$/.test(shape)) return undefined;
  const message = member(events[types.indexOf("message_start")], "message");
  const end = events[types.indexOf("message_delta")];
  const usage = member(message, "usage");
  if (message === undefined || usage === undefined) return undefined;
  const blocks: Gathered[] = [];
  for (const [index, one] of events.entries()) {
    if (types[index] === "content_block_start") {
      const start = member(one, "content_block");
      if (start === undefined) return undefined;
      blocks.push({ start, text: "", signature: "" });
    } else if (types[index] === "content_block_delta") gather(blocks.at(-1)!, one);
  }
  const content = blocks.map(wholeBlock);
  if (content.includes(undefined)) return undefined;
  // A call that was cut before its first piece would be one without arguments.
  const isCut = stringOf(member(member(end, "delta"), "stop_reason")) === "max_tokens";
  const isBare = ({ start, text }: Gathered) =>
    stringOf(member(start, "type")) === "tool_use" && text === "";
  if (isCut && blocks.some(isBare)) return undefined;
  const counts = new Map(textsOf(usage));
  for (const [name, text] of textsOf(member(end, "usage")!)) {
    // "counters are cumulative and overwrite"; null says nothing.
    if (text !== "null" || !counts.has(name)) counts.set(name, text);
  }
  const said = (name: string) => {
    const one = member(member(end, "delta"), name);
    return one === undefined ? "null" : textOf(one);
  };
  return rewritten(message, {
    content: listOf(content.map((one) => one!)),
    stop_reason: said("stop_reason"),
    stop_sequence: said("stop_sequence"),
    usage: objectOf([...counts]),
  });
}

const LETTERS: Readonly<Record<string, string>> = {
  message_start: "m",
  content_block_start: "b",
  content_block_delta: "d",
  content_block_stop: "e",
  message_delta: "c",
  message_stop: "s",
  ping: "p",
};

function gather(block: Gathered, event: Place): void {
  const piece = member(event, "delta");
  for (const name of ["text", "partial_json", "thinking"]) {
    block.text += stringOf(member(piece, name)) ?? "";
  }
  block.signature += stringOf(member(piece, "signature")) ?? "";
}

function wholeBlock({ start, text, signature }: Gathered): JsonText | undefined {
  switch (stringOf(member(start, "type"))) {
    case "text":
      return rewritten(start, { text: JSON.stringify(text) });
    case "thinking":
      return rewritten(start, {
        thinking: JSON.stringify(text),
        signature: JSON.stringify(signature),
      });
    case "tool_use": {
      const input = readText(text === "" ? "{}" : text);
      return input.ok && isObject(input.place.value)
        ? rewritten(start, { input: text === "" ? "{}" : text })
        : undefined;
    }
    default:
      return textOf(start);
  }
}
