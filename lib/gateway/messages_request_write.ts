/**
 * Writes a Messages request.
 *
 * @module
 */
import { choiceOf } from "./choice.ts";
import { messagesImage } from "./images.ts";
import { jsonText, type Out, Raw, raw } from "./json_out.ts";
import type {
  ImagePart,
  NeutralPart,
  NeutralRequest,
  NeutralTool,
  NeutralTurn,
  ResultPart,
  TextPart,
} from "./neutral.ts";
import { refusal } from "./trouble.ts";
import { isResult, isSaid, joinedSystem, type Run, runsOf, textsOf } from "./turns.ts";

/** 4.2: a limit is required here and optional elsewhere: "absent ⇒ any positive int". */
export const DEFAULT_MAX_TOKENS = "4096";

/** 4.2: "missing/`{}` ⇒" this. */
const NO_PARAMETERS = '{"type":"object","properties":{}}';

/** The body of the request. Throws a refusal for what Messages can't be told. */
export function writeMessagesRequest(request: NeutralRequest): string {
  const { system, turns } = splitSystem(request);
  const { tools, stop } = request;
  return jsonText({
    model: request.model,
    max_tokens: raw(request.limit ?? DEFAULT_MAX_TOKENS),
    system,
    messages: runsOf(turns).flatMap(writeRun),
    tools: tools.length === 0 ? undefined : tools.map(writeTool),
    tool_choice: writeChoice(request),
    stop_sequences: stop.length === 0 ? undefined : stop,
    temperature: raw(request.temperature),
    top_p: raw(request.topP),
    stream: request.stream ? true : undefined,
  });
}

/** 4.2: leading system texts go to the top level. Of the three ways with later ones, (c): 400. */
function splitSystem(
  { instructions, turns }: NeutralRequest,
): { readonly system: string | undefined; readonly turns: readonly NeutralTurn[] } {
  const first = turns.findIndex(({ role }) => role !== "system" && role !== "developer");
  const leading = first === -1 ? turns : turns.slice(0, first);
  const rest = turns.slice(leading.length);
  if (rest.some(({ role }) => role === "system" || role === "developer")) {
    const why = "a system message stands after the conversation began, where the upstream's " +
      "dialect has no place for one; put it first";
    throw refusal(why, "");
  }
  const texts = leading.flatMap(({ parts }) => textsOf(parts));
  return { system: joinedSystem([instructions, ...texts]), turns: rest };
}

function writeRun({ role, turns, parts }: Run): readonly Out[] {
  if (role === "assistant") {
    const blocks = parts.flatMap(assistantBlock);
    return blocks.length === 0 ? [] : [{ role, content: blocks }];
  }
  const results = parts.filter(isResult);
  if (results.length > 0) {
    // 4.0: "all results of a turn together in the next user message, results before any text".
    const said = parts.filter(isSaid).filter(isNotEmpty).map(saidBlock);
    return [{ role: "user", content: [...results.map(writeResult), ...said] }];
  }
  return turns.map(({ parts }) => ({ role: "user", content: contentOf(parts.filter(isSaid)) }));
}

/** 4.2: "empty/whitespace-only assistant text omitted". Blocks are never put in another order. */
function assistantBlock(part: NeutralPart): readonly Out[] {
  if (part.kind === "text") return part.text.trim() === "" ? [] : [textBlock(part.text)];
  if (part.kind !== "call") return [];
  const { id, name, arguments: input } = part.call;
  return [{ type: "tool_use", id, name, input: new Raw(input) }];
}

function contentOf(said: readonly (TextPart | ImagePart)[]): Out {
  const [only] = said;
  if (only === undefined) return "";
  if (said.length === 1 && only.kind === "text") return only.text;
  return said.filter(isNotEmpty).map(saidBlock);
}

/** The API takes an empty text as a string, and refuses it as a block. */
function isNotEmpty(part: TextPart | ImagePart): boolean {
  return part.kind !== "text" || part.text !== "";
}

function saidBlock(part: TextPart | ImagePart): Out {
  return part.kind === "text" ? textBlock(part.text) : messagesImage(part.image);
}

function textBlock(text: string): Out {
  return { type: "text", text };
}

/** 4.0: "an empty result (no content) is valid". */
function writeResult({ id, content, error }: ResultPart): Out {
  return {
    type: "tool_result",
    tool_use_id: id,
    content: content.length === 0 ? undefined : contentOf(content),
    is_error: error,
  };
}

/** 4.2 lets `strict` go; not every server of this dialect knows it. */
function writeTool({ name, description, schema }: NeutralTool): Out {
  const given = schema === undefined || schema === "{}" ? NO_PARAMETERS : schema;
  return { name, description, input_schema: new Raw(given) };
}

/** 4.2: the flag stands "on auto/any/tool; if tool_choice absent synthesize; … never on none". */
function writeChoice(request: NeutralRequest): Out | undefined {
  const single = request.parallel === false && request.tools.length > 0;
  const choice = choiceOf(request) ?? (single ? "auto" : undefined);
  if (choice === undefined) return undefined;
  if (choice === "none") return { type: "none" };
  const flag = { disable_parallel_tool_use: single ? true : undefined };
  if (choice === "auto") return { type: "auto", ...flag };
  if (choice === "required") return { type: "any", ...flag };
  return { type: "tool", name: choice.name, ...flag };
}
