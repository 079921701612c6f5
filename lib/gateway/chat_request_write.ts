/**
 * Writes a Chat request.
 *
 * @module
 */
import { chatImage } from "./images.ts";
import { jsonText, type Out, raw } from "./json_out.ts";
import type {
  ImagePart,
  NeutralCall,
  NeutralRequest,
  NeutralTool,
  ResultPart,
  TextPart,
} from "./neutral.ts";
import { choiceOf } from "./choice.ts";
import { refusal } from "./trouble.ts";
import { isCall, isResult, isSaid, markedContent, type Run, runsOf, textsOf } from "./turns.ts";

/** 4.0: "string or ≤4 strings". */
const MAX_STOP = 4;

/** The body of the request. Throws a refusal for what Chat can't be told. */
export function writeChatRequest(request: NeutralRequest): string {
  if (request.stop.length > MAX_STOP) {
    throw refusal(`the upstream's dialect takes ${MAX_STOP} stop strings at most`, "");
  }
  const choice = choiceOf(request);
  const { tools, instructions, stream } = request;
  return jsonText({
    model: request.model,
    messages: [
      ...(instructions === undefined ? [] : [{ role: "system", content: instructions }]),
      ...runsOf(request.turns).flatMap(writeRun),
    ],
    tools: tools.length === 0 ? undefined : tools.map(writeTool),
    tool_choice: typeof choice === "object"
      ? { type: "function", function: { name: choice.name } }
      : choice,
    parallel_tool_calls: tools.length === 0 ? undefined : request.parallel,
    max_completion_tokens: raw(request.limit),
    stop: request.stop.length === 0 ? undefined : request.stop,
    temperature: raw(request.temperature),
    top_p: raw(request.topP),
    stream: stream ? true : undefined,
    // 4.3: "adding `stream_options.include_usage:true` is an allowed addition".
    stream_options: stream ? { include_usage: true } : undefined,
  });
}

function writeRun({ role, turns, parts }: Run): readonly Out[] {
  switch (role) {
    case "system":
    case "developer":
      return turns.map((turn) => ({ role, content: textOf(textsOf(turn.parts)) }));
    case "user":
      // 4.3: "`tool` messages first, one per result, … directly after the assistant message".
      return [
        ...parts.filter(isResult).map(writeResult),
        ...turns.map(({ parts }) => parts.filter(isSaid)).filter((said) => said.length > 0)
          .map((said) => ({ role, content: contentOf(said) })),
      ];
    case "assistant":
      // 4.4: calls and the text of the same turn are one message, or the results would not follow it.
      if (parts.some(isCall)) return [writeAssistant(textsOf(parts), parts.filter(isCall))];
      return turns.filter((turn) => turn.parts.length > 0)
        .map((turn) => writeAssistant(textsOf(turn.parts), []));
  }
}

function writeAssistant(
  texts: readonly string[],
  calls: readonly { readonly call: NeutralCall }[],
): Out {
  const text = texts.join("");
  return {
    role: "assistant",
    // 4.3: "content = joined text or null".
    content: text === "" && calls.length > 0 ? null : text,
    tool_calls: calls.length === 0 ? undefined : calls.map(({ call }) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

/** 4.3: "string as is; text blocks joined or text parts; absent ⇒ `""`; images: … or 400". */
function writeResult(result: ResultPart): Out {
  const content = markedContent(result);
  if (content.some(({ kind }) => kind === "image")) {
    throw refusal("the upstream's dialect takes no image in a tool's result", "");
  }
  return { role: "tool", tool_call_id: result.id, content: textOf(textsOf(content)) };
}

function contentOf(said: readonly (TextPart | ImagePart)[]): Out {
  if (said.every(({ kind }) => kind === "text")) return textOf(textsOf(said));
  return said.map((part) => part.kind === "image" ? chatImage(part.image) : textPart(part.text));
}

function textOf(texts: readonly string[]): Out {
  return texts.length > 1 ? texts.map(textPart) : texts[0] ?? "";
}

function textPart(text: string): Out {
  return { type: "text", text };
}

function writeTool({ name, description, schema, strict }: NeutralTool): Out {
  return { type: "function", function: { name, description, parameters: raw(schema), strict } };
}
