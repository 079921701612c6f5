/**
 * Reads a Chat request.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import { Fields } from "./fields.ts";
import { readChatImage } from "./images.ts";
import type {
  ImagePart,
  NeutralCall,
  NeutralChoice,
  NeutralPart,
  NeutralRequest,
  NeutralTool,
  NeutralTurn,
  TextPart,
} from "./neutral.ts";
import type { Steps } from "./steps.ts";
import { refusal } from "./trouble.ts";

/** Reads the request for another dialect's upstream. Throws a refusal for what none can be told. */
export function readChatRequest(doc: JsonDocument, steps: Steps): NeutralRequest {
  const top = new Fields(doc, doc.value, "", refusal);
  const options = top.child("stream_options");
  options?.skip("include_obfuscation");
  const usageWanted = options?.flag("include_usage") ?? false;
  options?.close();
  const choice = readChoice(top);
  const parallel = top.flag("parallel_tool_calls");
  // 4.0: `max_tokens` is the deprecated name.
  const older = top.number("max_tokens");
  const limit = top.number("max_completion_tokens") ?? older;
  const temperature = top.number("temperature");
  const topP = top.number("top_p");
  const request: NeutralRequest = {
    model: top.requiredText("model"),
    stream: top.flag("stream") ?? false,
    usageWanted,
    turns: top.children("messages").map((message) => readMessage(message, steps)),
    tools: top.children("tools").map((tool) => readTool(tool, steps)),
    ...(choice === undefined ? {} : { choice }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(limit === undefined ? {} : { limit }),
    stop: readStop(top),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    store: top.flag("store") ?? false,
    echo: {},
  };
  if (top.value("messages") === undefined) throw top.fault("the list is missing", "messages");
  readDefaults(top);
  top.close();
  return request;
}

function readDefaults(top: Fields): void {
  top.default("n", 1);
  top.default("logprobs", false);
  top.default("top_logprobs", 0);
  top.default("frequency_penalty", 0);
  top.default("presence_penalty", 0);
  top.default("service_tier", "auto", "default");
  const format = top.child("response_format");
  format?.default("type", "text");
  format?.close();
  top.skip("user", "metadata", "safety_identifier", "prompt_cache_key", "prompt_cache_retention");
}

function readStop(top: Fields): readonly string[] {
  const stop = top.value("stop");
  return typeof stop === "string" ? [stop] : top.strings("stop");
}

function readMessage(message: Fields, steps: Steps): NeutralTurn {
  const role = message.requiredText("role");
  const turn = role === "assistant"
    ? readAssistant(message, steps)
    : role === "tool"
    ? readResult(message, steps)
    : readSaid(message, role);
  message.close();
  return turn;
}

function readSaid(message: Fields, role: string): NeutralTurn {
  if (role !== "user" && role !== "system" && role !== "developer") {
    throw message.fault(`no message has the role ${JSON.stringify(role)} elsewhere`, "role");
  }
  if (message.value("content") === undefined) throw message.fault("it is missing", "content");
  return { role, parts: readContent(message, role === "user") };
}

function readContent(message: Fields, images: boolean): readonly (TextPart | ImagePart)[] {
  const content = message.content("content");
  if (content === undefined) return [];
  if (typeof content === "string") return [{ kind: "text", text: content }];
  return content.map((part) => {
    const type = part.requiredText("type");
    const read: TextPart | ImagePart = type === "text"
      ? { kind: "text", text: part.requiredText("text") }
      : type === "image_url" && images
      ? { kind: "image", image: readChatImage(part) }
      : unsupported(part, type);
    part.close();
    return read;
  });
}

function unsupported(part: Fields, type: string): never {
  throw part.fault(`content of type ${JSON.stringify(type)} can't be carried here`, "type");
}

function readAssistant(message: Fields, steps: Steps): NeutralTurn {
  const parts: NeutralPart[] = [...readContent(message, false)];
  for (const call of message.children("tool_calls")) {
    parts.push({ kind: "call", call: readCall(call, steps) });
  }
  // 4.4: reasoning is "dropped or vendor field"; these are the vendors' names for it.
  message.skip("reasoning", "reasoning_content", "reasoning_details", "annotations");
  return { role: "assistant", parts };
}

function readCall(call: Fields, steps: Steps): NeutralCall {
  const fault = (reason: string) => call.fault(reason);
  call.default("type", "function");
  // Not of the dialect, but kept by clients that replay a stream's fragments.
  call.skip("index");
  const named = call.child("function");
  if (named === undefined) throw call.fault("a tool call without function");
  const read = {
    id: steps.id(call.text("id"), fault),
    name: steps.name(named.text("name"), fault),
    arguments: steps.arguments(named.text("arguments"), fault),
  };
  named.close();
  call.close();
  return read;
}

function readResult(message: Fields, steps: Steps): NeutralTurn {
  const id = steps.id(message.text("tool_call_id"), (reason) => message.fault(reason));
  // A relic of function messages: the id says which call it was.
  message.skip("name");
  return {
    role: "user",
    parts: [{ kind: "result", id, content: readContent(message, false) }],
  };
}

function readTool(tool: Fields, steps: Steps): NeutralTool {
  const type = tool.requiredText("type");
  if (type !== "function") {
    throw tool.fault(`a tool of type ${JSON.stringify(type)} can't be carried`, "type");
  }
  const named = tool.child("function");
  if (named === undefined) throw tool.fault("a tool without function");
  const description = named.text("description");
  const schema = named.rawObject("parameters");
  const strict = named.flag("strict");
  const read: NeutralTool = {
    name: steps.name(named.text("name"), (reason) => named.fault(reason)),
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema }),
    ...(strict === undefined ? {} : { strict }),
  };
  named.close();
  tool.skip("cache_control");
  tool.close();
  return read;
}

/** 4.2: `allowed_tools` may be refused, and is. */
function readChoice(top: Fields): NeutralChoice | undefined {
  const choice = top.value("tool_choice");
  if (choice === undefined || choice === "auto" || choice === "none" || choice === "required") {
    return choice;
  }
  const named = typeof choice === "object" ? top.child("tool_choice") : undefined;
  const name = named?.text("type") === "function" ? named.child("function")?.text("name") : "";
  if (name) return { name };
  throw top.fault("only none, auto, required and one named function can be carried", "tool_choice");
}
