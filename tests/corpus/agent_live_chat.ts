/**
 * A client of Chat Completions for test agents, streamed or not. It shares nothing with the code under
 * test.
 */

/** A call as Chat has it. */
export interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message as Chat has it. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
}

/** What a model said. */
export interface Said {
  readonly text: string;
  readonly calls: readonly ChatCall[];
  readonly finish: string | undefined;
}

interface Asked {
  readonly messages: readonly ChatMessage[];
  /** The names of those that are offered. */
  readonly tools: readonly string[];
  readonly stream?: boolean;
  readonly json?: true;
  readonly signal: AbortSignal;
}

/** One request; a failure is data. */
export async function chat(
  url: string,
  { messages, tools, stream = false, json, signal }: Asked,
): Promise<Said | { readonly failed: string; readonly text: string }> {
  const offered = tools.map((name) => ({
    type: "function",
    function: { name, description: name, parameters: { type: "object" } },
  }));
  let text = "";
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      signal,
      body: JSON.stringify({
        ...(json ? { response_format: { type: "json_object" } } : {}),
        model: "m",
        messages,
        stream,
        ...(tools.length === 0 ? {} : { tools: offered }),
      }),
    });
    text = await response.text();
    if (!response.ok) return { failed: `status ${response.status}`, text: "" };
    if (stream) return streamed(text);
    const { message, finish_reason } = JSON.parse(text).choices[0];
    return {
      text: message.content ?? "",
      calls: message.tool_calls ?? [],
      finish: finish_reason,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { failed: (error as Error).message, text: "" };
  }
}

/** Puts a stream together; one that has no end of its own is a failure with what came. */
function streamed(body: string): Said | { readonly failed: string; readonly text: string } {
  let text = "";
  let finish: string | undefined;
  const calls: { id: string; type: "function"; function: { name: string; arguments: string } }[] =
    [];
  for (const line of body.split("\n")) {
    if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
    const { choices, error } = JSON.parse(line.slice("data: ".length));
    if (error !== undefined) return { failed: error.message, text };
    const [choice] = choices;
    text += choice?.delta.content ?? "";
    for (const { index, id, function: fn } of choice?.delta.tool_calls ?? []) {
      if (id !== undefined) {
        calls[index] = { id, type: "function", function: { name: fn.name, arguments: "" } };
      }
      calls[index]!.function.arguments += fn.arguments;
    }
    finish ??= choice?.finish_reason ?? undefined;
  }
  return finish === undefined ? { failed: "the stream broke off", text } : { text, calls, finish };
}
