/**
 * Reads a Responses request.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import { Fields } from "./fields.ts";
import { readResponsesImage } from "./images.ts";
import type {
  ImagePart,
  NeutralChoice,
  NeutralRequest,
  NeutralTool,
  NeutralTurn,
  TextPart,
} from "./neutral.ts";
import type { Steps } from "./steps.ts";
import { refusal } from "./trouble.ts";

/** What an answer repeats of its request, where the request says it. */
const ECHOED = [
  "instructions",
  "max_output_tokens",
  "metadata",
  "parallel_tool_calls",
  "temperature",
  "tool_choice",
  "tools",
  "top_p",
] as const;

/** Reads the request for another dialect's upstream. Throws a refusal for what none can be told. */
export function readResponsesRequest(doc: JsonDocument, steps: Steps): NeutralRequest {
  const top = new Fields(doc, doc.value, "", refusal);
  refuseState(top);
  const instructions = top.text("instructions");
  const choice = readChoice(top);
  const parallel = top.flag("parallel_tool_calls");
  const limit = top.number("max_output_tokens");
  const temperature = top.number("temperature");
  const topP = top.number("top_p");
  const request: NeutralRequest = {
    model: top.requiredText("model"),
    stream: top.flag("stream") ?? false,
    usageWanted: true,
    ...(instructions === undefined ? {} : { instructions }),
    turns: readInput(top, steps),
    tools: top.children("tools").map((tool) => readTool(tool, steps)),
    ...(choice === undefined ? {} : { choice }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(limit === undefined ? {} : { limit }),
    stop: [],
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    echo: echoOf(top),
  };
  readDefaults(top);
  top.close();
  return request;
}

/** 4.4: "full rebuilt history, or 4xx with no upstream call". The gateway keeps none. */
function refuseState(top: Fields): void {
  for (const key of ["previous_response_id", "conversation"]) {
    if (top.value(key) === undefined) continue;
    throw top.fault("the gateway keeps no conversations; send the whole history as input", key);
  }
}

function readDefaults(top: Fields): void {
  top.default("background", false);
  top.default("top_logprobs", 0);
  top.default("truncation", "disabled");
  top.default("service_tier", "auto", "default");
  const text = top.child("text");
  const format = text?.child("format");
  format?.default("type", "text");
  format?.close();
  text?.close();
  // Reasoning isn't carried at all (4.4), in whatever form it is asked for.
  const asked = top.strings("include");
  if (asked.some((one) => one !== "reasoning.encrypted_content")) {
    throw top.fault("the upstream's dialect can't tell it; leave it out", "include");
  }
  // Nothing is stored here whether it is asked for or not; every answer says so.
  top.skip("store", "stream_options", "user", "metadata", "safety_identifier");
  top.skip("prompt_cache_key", "prompt_cache_retention");
}

function echoOf(top: Fields): Readonly<Record<string, string>> {
  const echo: Record<string, string> = {};
  for (const key of ECHOED) {
    const text = top.raw(key);
    if (text !== undefined) echo[key] = text;
  }
  return echo;
}

/** 4.4: "input string → one user message". */
function readInput(top: Fields, steps: Steps): readonly NeutralTurn[] {
  const input = top.content("input");
  if (input === undefined) throw top.fault("it is missing", "input");
  if (typeof input === "string") return [{ role: "user", parts: [{ kind: "text", text: input }] }];
  return input.flatMap((item) => readItem(item, steps));
}

function readItem(item: Fields, steps: Steps): readonly NeutralTurn[] {
  const type = item.text("type") ?? "message";
  // 4.4: "dropped or vendor field; never turned into visible assistant text".
  if (type === "reasoning") return [];
  // An item's own id and state are its vendor's; `call_id` is what ties results to calls (4.0).
  item.skip("id", "status");
  const turn = type === "message"
    ? readMessage(item)
    : type === "function_call"
    ? readCall(item, steps)
    : type === "function_call_output"
    ? readResult(item, steps)
    : undefined;
  if (turn === undefined) {
    throw item.fault(`an item of type ${JSON.stringify(type)} can't be carried`, "type");
  }
  item.close();
  return [turn];
}

function readMessage(item: Fields): NeutralTurn {
  const role = item.requiredText("role");
  if (role !== "user" && role !== "assistant" && role !== "system" && role !== "developer") {
    throw item.fault(`no message has the role ${JSON.stringify(role)} elsewhere`, "role");
  }
  if (item.value("content") === undefined) throw item.fault("it is missing", "content");
  item.skip("phase");
  return { role, parts: readParts(item, "content", role === "user") };
}

function readParts(
  item: Fields,
  key: string,
  images: boolean,
): readonly (TextPart | ImagePart)[] {
  const content = item.content(key);
  if (content === undefined) return [];
  if (typeof content === "string") return [{ kind: "text", text: content }];
  return content.map((part) => {
    const read = readPart(part, images);
    part.close();
    return read;
  });
}

function readPart(part: Fields, images: boolean): TextPart | ImagePart {
  const type = part.requiredText("type");
  switch (type) {
    case "output_text":
      part.skip("annotations", "logprobs");
      return { kind: "text", text: part.requiredText("text") };
    case "input_text":
      return { kind: "text", text: part.requiredText("text") };
    case "input_image":
      if (images) return { kind: "image", image: readResponsesImage(part) };
  }
  throw part.fault(`content of type ${JSON.stringify(type)} can't be carried here`, "type");
}

function readCall(item: Fields, steps: Steps): NeutralTurn {
  const fault = (reason: string) => item.fault(reason);
  const call = {
    id: steps.id(item.text("call_id"), fault),
    name: steps.name(item.text("name"), fault),
    arguments: steps.arguments(item.text("arguments"), fault),
  };
  return { role: "assistant", parts: [{ kind: "call", call }] };
}

function readResult(item: Fields, steps: Steps): NeutralTurn {
  const id = steps.id(item.text("call_id"), (reason) => item.fault(reason));
  return {
    role: "user",
    parts: [{ kind: "result", id, content: readParts(item, "output", true) }],
  };
}

/** 4.4: "hosted tools ⇒ 400". */
function readTool(tool: Fields, steps: Steps): NeutralTool {
  const type = tool.requiredText("type");
  if (type !== "function") {
    throw tool.fault(`the upstream's dialect has no tool of type ${JSON.stringify(type)}`, "type");
  }
  const description = tool.text("description");
  const schema = tool.rawObject("parameters");
  const strict = tool.flag("strict");
  const read: NeutralTool = {
    name: steps.name(tool.text("name"), (reason) => tool.fault(reason)),
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema }),
    ...(strict === undefined ? {} : { strict }),
  };
  tool.close();
  return read;
}

function readChoice(top: Fields): NeutralChoice | undefined {
  const choice = top.value("tool_choice");
  if (choice === undefined || choice === "auto" || choice === "none" || choice === "required") {
    return choice;
  }
  const named = typeof choice === "object" ? top.child("tool_choice") : undefined;
  const name = named?.text("type") === "function" ? named.text("name") : "";
  if (name) return { name };
  throw top.fault("only none, auto, required and one named function can be carried", "tool_choice");
}
