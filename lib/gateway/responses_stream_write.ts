/**
 * Writes a Responses stream.
 *
 * @module
 */
import type { AnswerContext } from "./context.ts";
import { responsesCode } from "./errors.ts";
import { jsonText, type Out } from "./json_out.ts";
import type { NeutralCall, NeutralError, NeutralEvent } from "./neutral.ts";
import {
  callItem,
  endOf,
  type ItemStatus,
  messageItem,
  responseObject,
  type ResponseState,
  textPart,
} from "./responses_object.ts";
import { sseText } from "./sse.ts";
import { Kept, PING_COMMENT, type StreamWriter } from "./stream.ts";

/** A writer of one stream. */
export function responsesStreamWriter(context: AnswerContext): StreamWriter {
  return new ResponsesStreamWriter(context);
}

type Members = { readonly [key: string]: Out | undefined };

/** Keeps all that it told, because the dialect has the end repeat it. */
class ResponsesStreamWriter implements StreamWriter {
  readonly #context: AnswerContext;
  readonly #output: Out[] = [];
  readonly #kept = new Kept();
  #sequence = 0;
  #key: string;
  #model: string;
  /** The parts of the open message item that are whole. */
  #parts: Out[] | undefined;
  /** The pieces of its open part. */
  #text: string[] | undefined;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#key = context.unique;
    this.#model = context.model;
  }

  write(event: NeutralEvent): string {
    switch (event.kind) {
      case "start":
        return this.#start(event.id, event.model);
      case "text":
        return this.#piece(event.text);
      case "text-end":
        return this.#closePart();
      case "call":
        return this.#closeItem("completed") + this.#call(event.call);
      case "ping":
        return PING_COMMENT;
      case "end": {
        const { status, reason } = endOf(event.stop);
        // 4.4: "open item status incomplete" and "every added item is closed before the terminal".
        const closed = this.#closeItem(status === "incomplete" ? "incomplete" : "completed");
        return closed + this.#stage(`response.${status}`, {
          status,
          output: this.#output,
          ...(reason === undefined ? {} : { reason }),
          ...(event.usage === undefined ? {} : { usage: event.usage }),
        });
      }
      case "error":
        return this.#closeItem("incomplete") + this.#failed(event.error);
    }
  }

  /** 4.1: "each with `sequence_number` increasing from 0". */
  #event(type: string, members: Members): string {
    return sseText(jsonText({ type, sequence_number: this.#sequence++, ...members }), type);
  }

  #stage(type: string, state: ResponseState): string {
    const response = responseObject(this.#key, this.#model, state, this.#context);
    return this.#event(type, { response });
  }

  #start(id: string | undefined, model: string | undefined): string {
    this.#key = id ?? this.#key;
    this.#model = model ?? this.#model;
    const state: ResponseState = { status: "in_progress", output: [] };
    return this.#stage("response.created", state) + this.#stage("response.in_progress", state);
  }

  /** Where the open part of the open message stands. */
  #place(): Members {
    const content_index = this.#parts?.length ?? 0;
    return { item_id: this.#id("msg"), output_index: this.#output.length, content_index };
  }

  #id(prefix: string): string {
    return `${prefix}_${this.#key}_${this.#output.length}`;
  }

  #piece(text: string): string {
    let opened = "";
    if (this.#parts === undefined) {
      this.#parts = [];
      const item = messageItem(this.#id("msg"), "in_progress", []);
      opened += this.#event("response.output_item.added", {
        output_index: this.#output.length,
        item,
      });
    }
    if (this.#text === undefined) {
      this.#text = [];
      const part = textPart("");
      opened += this.#event("response.content_part.added", { ...this.#place(), part });
    }
    this.#text.push(this.#kept.add(text));
    const delta = { ...this.#place(), delta: text, logprobs: [] };
    return opened + this.#event("response.output_text.delta", delta);
  }

  #closePart(): string {
    if (this.#text === undefined || this.#parts === undefined) return "";
    const text = this.#text.join("");
    const part = textPart(text);
    const done = { ...this.#place(), text, logprobs: [] };
    const told = this.#event("response.output_text.done", done) +
      this.#event("response.content_part.done", { ...this.#place(), part });
    this.#parts.push(part);
    this.#text = undefined;
    return told;
  }

  #closeItem(status: ItemStatus): string {
    const part = this.#closePart();
    if (this.#parts === undefined) return part;
    const item = messageItem(this.#id("msg"), status, this.#parts);
    this.#parts = undefined;
    return part + this.#done(item);
  }

  #done(item: Out): string {
    const told = this.#event("response.output_item.done", {
      output_index: this.#output.length,
      item,
    });
    this.#output.push(item);
    return told;
  }

  #call(call: NeutralCall): string {
    const item_id = this.#id("fc");
    const output_index = this.#output.length;
    const { arguments: text, name } = call;
    this.#kept.add(text);
    const added = callItem(item_id, "in_progress", call, "");
    const place = { item_id, output_index };
    return this.#event("response.output_item.added", { output_index, item: added }) +
      this.#event("response.function_call_arguments.delta", { ...place, delta: text }) +
      this.#event("response.function_call_arguments.done", { ...place, name, arguments: text }) +
      this.#done(callItem(item_id, call.cut === true ? "incomplete" : "completed", call, text));
  }

  /** 4.4: "`response.failed` (status failed, error.code/message)". */
  #failed(failure: NeutralError): string {
    const error = { code: responsesCode(failure), message: failure.message };
    return this.#stage("response.failed", { status: "failed", output: this.#output, error });
  }
}
