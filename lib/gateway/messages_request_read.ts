/**
 * Reads a Messages request.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import { Fields } from "./fields.ts";
import { readMessagesImage } from "./images.ts";
import type {
  ImagePart,
  NeutralChoice,
  NeutralPart,
  NeutralRequest,
  NeutralTool,
  NeutralTurn,
  ResultPart,
  TextPart,
} from "./neutral.ts";
import type { Steps } from "./steps.ts";
import { refusal } from "./trouble.ts";
import { joinedSystem } from "./turns.ts";

/** Reads the request for another dialect's upstream. Throws a refusal for what none can be told. */
export function readMessagesRequest(doc: JsonDocument, steps: Steps): NeutralRequest {
  const top = new Fields(doc, doc.value, "", refusal);
  const instructions = readSystem(top);
  const { choice, parallel } = readChoice(top);
  const limit = top.number("max_tokens");
  // 4.0: required.
  if (limit === undefined) throw top.fault("a number is missing", "max_tokens");
  const temperature = top.number("temperature");
  const topP = top.number("top_p");
  const request: NeutralRequest = {
    model: top.requiredText("model"),
    stream: top.flag("stream") ?? false,
    usageWanted: true,
    ...(instructions === undefined ? {} : { instructions }),
    turns: top.children("messages").map((message) => readMessage(message, steps)),
    tools: top.children("tools").map((tool) => readTool(tool, steps)),
    ...(choice === undefined ? {} : { choice }),
    ...(parallel === undefined ? {} : { parallel }),
    limit,
    stop: top.strings("stop_sequences"),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    echo: {},
  };
  if (top.value("messages") === undefined) throw top.fault("the list is missing", "messages");
  const thinking = top.child("thinking");
  thinking?.default("type", "disabled");
  thinking?.close();
  top.default("service_tier", "auto", "standard_only");
  top.skip("metadata", "cache_control");
  top.close();
  return request;
}

/** 4.3: "texts joined in order"; 4.6: "blocks joined". */
function readSystem(top: Fields): string | undefined {
  const system = top.content("system");
  if (system === undefined || typeof system === "string") return joinedSystem([system]);
  return joinedSystem(system.map((block) => readText(block).text));
}

function readText(block: Fields): TextPart {
  const type = block.requiredText("type");
  if (type !== "text") throw unsupported(block, type);
  const text = block.requiredText("text");
  block.skip("cache_control");
  block.close();
  return { kind: "text", text };
}

function unsupported(block: Fields, type: string): Error {
  return block.fault(`a block of type ${JSON.stringify(type)} can't be carried here`, "type");
}

function readMessage(message: Fields, steps: Steps): NeutralTurn {
  const role = message.requiredText("role");
  if (role !== "user" && role !== "assistant" && role !== "system") {
    throw message.fault(`no message has the role ${JSON.stringify(role)} elsewhere`, "role");
  }
  const content = message.content("content");
  if (content === undefined) throw message.fault("it is missing", "content");
  const parts: NeutralPart[] = typeof content === "string"
    ? [{ kind: "text", text: content }]
    : content.flatMap((block) => readBlock(block, role, steps));
  message.close();
  // 4.3: a system message in the thread stays "at the same position".
  return { role, parts };
}

function readBlock(
  block: Fields,
  role: "user" | "assistant" | "system",
  steps: Steps,
): readonly NeutralPart[] {
  const type = block.requiredText("type");
  if (type === "text") {
    // A citation tells where a text came from; the text is all that the model is asked with.
    if (role === "assistant") block.skip("citations");
    return [readText(block)];
  }
  if (role === "user" && type === "image") return [readImage(block)];
  if (role === "user" && type === "tool_result") return [readResult(block, steps)];
  if (role === "assistant" && type === "tool_use") return [readCall(block, steps)];
  // 4.6: "thinking blocks never as visible output_text".
  if (role === "assistant" && (type === "thinking" || type === "redacted_thinking")) return [];
  throw unsupported(block, type);
}

function readImage(block: Fields): ImagePart {
  const image = readMessagesImage(block);
  block.skip("cache_control");
  block.close();
  return { kind: "image", image };
}

function readCall(block: Fields, steps: Steps): NeutralPart {
  const fault = (reason: string) => block.fault(reason);
  const call = {
    id: steps.id(block.text("id"), fault),
    name: steps.name(block.text("name"), fault),
    arguments: steps.arguments(block.isNull("input") ? "null" : block.raw("input"), fault),
  };
  block.skip("cache_control");
  block.close();
  return { kind: "call", call };
}

function readResult(block: Fields, steps: Steps): ResultPart {
  const id = steps.id(block.text("tool_use_id"), (reason) => block.fault(reason));
  const error = block.flag("is_error");
  const content = block.content("content");
  block.skip("cache_control");
  block.close();
  return {
    kind: "result",
    id,
    content: content === undefined
      ? []
      : typeof content === "string"
      ? [{ kind: "text", text: content }]
      : content.map(readResultBlock),
    ...(error === true ? { error } : {}),
  };
}

function readResultBlock(block: Fields): TextPart | ImagePart {
  return block.text("type") === "image" ? readImage(block) : readText(block);
}

/** 4.3: "server tools (`web_search_…` etc.) ⇒ 400". */
function readTool(tool: Fields, steps: Steps): NeutralTool {
  const type = tool.text("type");
  if (type !== undefined && type !== "custom") {
    throw tool.fault(`the upstream's dialect has no tool of type ${JSON.stringify(type)}`, "type");
  }
  const description = tool.text("description");
  const schema = tool.rawObject("input_schema");
  const strict = tool.flag("strict");
  const read: NeutralTool = {
    name: steps.name(tool.text("name"), (reason) => tool.fault(reason)),
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema }),
    ...(strict === undefined ? {} : { strict }),
  };
  tool.skip("cache_control");
  tool.close();
  return read;
}

function readChoice(
  top: Fields,
): { readonly choice?: NeutralChoice; readonly parallel?: false } {
  const choice = top.child("tool_choice");
  if (choice === undefined) return {};
  const type = choice.requiredText("type");
  const single = choice.flag("disable_parallel_tool_use") === true;
  const parallel = single ? { parallel: false as const } : {};
  const name = type === "tool" ? choice.requiredText("name") : undefined;
  choice.close();
  switch (type) {
    case "auto":
    case "none":
      return { choice: type, ...parallel };
    case "any":
      return { choice: "required", ...parallel };
    case "tool":
      return { choice: { name: name ?? "" }, ...parallel };
  }
  throw choice.fault(`the upstream's dialect has no choice ${JSON.stringify(type)}`, "type");
}
