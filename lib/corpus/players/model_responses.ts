/**
 * A scripted model's answer in OpenAI Responses (spec/dialects.md 4.0 and 4.1, RS).
 *
 * @module
 */
import {
  type ModelForm,
  type ModelOut,
  type ModelWriter,
  pieces,
  sse,
  USAGE,
} from "./model_reply.ts";

/** Writes Responses. */
export const responsesWriter: ModelWriter = {
  body: (out, form) => JSON.stringify(whole(out, form)),
  events: (out, form) => numbered(begun(out, form)),
  ending(out, form) {
    const response = whole(out, form);
    const type = `response.${response.status}`;
    return sse({ type, sequence_number: begun(out, form).length, response }, type);
  },
  failure: (message) =>
    // The count goes on where nobody can know it: a stream that fails has lost its place.
    sse(
      { type: "error", sequence_number: 1_000, code: "server_error", message, param: null },
      "error",
    ),
  error: (message) =>
    JSON.stringify({ error: { message, type: "server_error", param: null, code: null } }),
};

type Item = Readonly<Record<string, unknown>>;

function whole(out: ModelOut, form: ModelForm) {
  const cut = out.stop === "length";
  return {
    ...head(form),
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    output: itemsOf(out, form).map(({ item }) => item),
    usage: {
      input_tokens: USAGE.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: USAGE.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: USAGE.input + USAGE.output,
    },
  };
}

function head({ id, model }: ModelForm) {
  return { id: `resp_${id}`, object: "response", created_at: 1_700_000_000, error: null, model };
}

interface Made {
  readonly item: Item;
  /** The text, or the arguments. */
  readonly said: string;
}

function itemsOf({ text, calls, stop }: ModelOut, { id }: ModelForm): readonly Made[] {
  const status = stop === "length" ? "incomplete" : "completed";
  const message = {
    type: "message",
    id: `msg_${id}`,
    role: "assistant",
    status,
    content: [part(text)],
  };
  const said = text === "" ? [] : [{ item: message, said: text }];
  const called = calls.map(({ id: call_id, name, arguments: args }, index): Made => ({
    item: {
      type: "function_call",
      id: `fc_${id}_${index}`,
      call_id,
      name,
      arguments: args,
      status,
    },
    said: args,
  }));
  return [...said, ...called];
}

function part(text: string) {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function begun(out: ModelOut, form: ModelForm): readonly Item[] {
  const response = { ...head(form), status: "in_progress", incomplete_details: null, output: [] };
  return [
    { type: "response.created", response },
    { type: "response.in_progress", response },
    ...itemsOf(out, form).flatMap(({ item, said }, output_index): readonly Item[] => {
      const at = { item_id: item.id, output_index };
      const added = { type: "response.output_item.added", output_index };
      const done = { type: "response.output_item.done", output_index, item };
      if (item.type === "message") {
        const inPart = { ...at, content_index: 0 };
        return [
          { ...added, item: { ...item, status: "in_progress", content: [] } },
          { type: "response.content_part.added", ...inPart, part: part("") },
          ...pieces(said).map((delta) => ({
            type: "response.output_text.delta",
            ...inPart,
            delta,
            logprobs: [],
          })),
          { type: "response.output_text.done", ...inPart, text: said, logprobs: [] },
          { type: "response.content_part.done", ...inPart, part: part(said) },
          done,
        ];
      }
      const call = "response.function_call_arguments";
      return [
        { ...added, item: { ...item, status: "in_progress", arguments: "" } },
        ...pieces(said).map((delta) => ({ type: `${call}.delta`, ...at, delta })),
        { type: `${call}.done`, ...at, name: item.name, arguments: said },
        done,
      ];
    }),
  ];
}

function numbered(events: readonly Item[]): readonly string[] {
  return events.map((one, sequence_number) => {
    const { type, ...rest } = one;
    return sse({ type, sequence_number, ...rest }, String(type));
  });
}
