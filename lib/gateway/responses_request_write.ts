/**
 * Writes a Responses request.
 *
 * @module
 */
import { choiceOf } from "./choice.ts";
import { responsesImage } from "./images.ts";
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
import { isSaid, markedContent } from "./turns.ts";

/** Required here, and nullable; a schema without properties says that a tool takes none. */
const NO_PARAMETERS = '{"type":"object","properties":{}}';

/** The body of the request. Throws a refusal for what Responses can't be told. */
export function writeResponsesRequest(request: NeutralRequest): string {
  // 4.0: "no such parameter"; 4.5: "refuse".
  if (request.stop.length > 0) {
    throw refusal("the upstream's dialect has no stop strings; leave them out", "");
  }
  const choice = choiceOf(request);
  const { tools } = request;
  return jsonText({
    model: request.model,
    instructions: request.instructions,
    input: request.turns.flatMap(writeTurn),
    tools: tools.length === 0 ? undefined : tools.map(writeTool),
    tool_choice: typeof choice === "object" ? { type: "function", name: choice.name } : choice,
    parallel_tool_calls: tools.length === 0 ? undefined : request.parallel,
    max_output_tokens: raw(request.limit),
    temperature: raw(request.temperature),
    top_p: raw(request.topP),
    // 4.5: "not switched on by the gateway without being asked (RS default is true)".
    store: request.store === true,
    stream: request.stream ? true : undefined,
  });
}

/** 4.6: "item order = block order". Text and images that stand together are one message. */
function writeTurn({ role, parts }: NeutralTurn): readonly Out[] {
  const items: Out[] = [];
  let said: (TextPart | ImagePart)[] = [];
  const flush = () => {
    if (said.length > 0) items.push(writeMessage(role, said));
    said = [];
  };
  for (const part of parts) {
    if (isSaid(part)) {
      // A block of nothing isn't history; a user's empty message is.
      if (role !== "assistant" || part.kind !== "text" || part.text !== "") said.push(part);
      continue;
    }
    flush();
    items.push(writeItem(part));
  }
  flush();
  return items;
}

function writeMessage(role: NeutralTurn["role"], said: readonly (TextPart | ImagePart)[]): Out {
  const content = said.map((part): Out => {
    if (part.kind === "image") return responsesImage(part.image);
    const { text } = part;
    return role === "assistant"
      ? { type: "output_text", text, annotations: [] }
      : { type: "input_text", text };
  });
  return { type: "message", role, content };
}

/** 4.5: "no `role` on non-message items; no foreign `id`". */
function writeItem(part: Exclude<NeutralPart, TextPart | ImagePart>): Out {
  if (part.kind === "result") return writeResult(part);
  const { id, name, arguments: text } = part.call;
  return { type: "function_call", call_id: id, name, arguments: text };
}

function writeResult(result: ResultPart): Out {
  const content = markedContent(result);
  const [only] = content;
  const output: Out = content.length > 1 || only?.kind === "image"
    ? content.map((part): Out =>
      part.kind === "image" ? responsesImage(part.image) : { type: "input_text", text: part.text }
    )
    : only?.text ?? "";
  return { type: "function_call_output", call_id: result.id, output };
}

/** Left out, `strict` would be on here and off in the other dialects. */
function writeTool({ name, description, schema, strict }: NeutralTool): Out {
  const parameters = new Raw(schema ?? NO_PARAMETERS);
  return { type: "function", name, description, parameters, strict: strict ?? false };
}
