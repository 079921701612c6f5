/**
 * Reads a Messages stream.
 *
 * @module
 */
import { namesOf } from "./chat_answer.ts";
import { messagesEventError } from "./errors_in_stream.ts";
import type { Fields } from "./fields.ts";
import { isThinking, messagesStop } from "./messages_answer.ts";
import type { NeutralEvent, NeutralStop } from "./neutral.ts";
import type { SseEvent } from "./sse.ts";
import { isObjectText, mayCut, type PartialCall, settleCall, type Steps } from "./steps.ts";
import { eventFields, Kept, type StreamReader } from "./stream.ts";
import { disbelief } from "./trouble.ts";
import { inclusive, type MessagesCounts, readMessagesCounts } from "./usage.ts";

/** The block that is open. */
interface Block {
  readonly index: string;
  readonly type: string;
  /** Of a call. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The `input` that its start told; deltas, if any come, stand in its place. */
  readonly input?: string | undefined;
  pieces: string;
  /** Text of it was told. */
  told: boolean;
}

/** A reader of one stream. */
export function messagesStreamReader(steps: Steps): StreamReader {
  return new MessagesStreamReader(steps);
}

class MessagesStreamReader implements StreamReader {
  readonly #steps: Steps;
  readonly #used = new Set<string>();
  readonly #kept = new Kept();
  #started = false;
  #blocks = 0;
  #calls = 0;
  #open: Block | undefined;
  /** A call that isn't whole though its block is: the limit may have cut it. */
  #held: PartialCall | undefined;
  #said: NeutralStop | undefined;
  #counts: MessagesCounts = {};

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  read(event: SseEvent): readonly NeutralEvent[] {
    const fields = eventFields(event);
    const type = fields.text("type") ?? event.event;
    if (type === "ping") return [{ kind: "ping" }];
    if (type === "error") return [{ kind: "error", error: messagesEventError(fields) }];
    if (type === "message_start") return this.#start(fields);
    // 4.1: "must be first".
    if (!this.#started) throw fields.fault(`${type} comes before message_start`);
    switch (type) {
      case "content_block_start":
        return this.#blockStart(fields);
      case "content_block_delta":
        return this.#blockDelta(fields);
      case "content_block_stop":
        return this.#blockStop(fields);
      case "message_delta":
        return this.#messageDelta(fields);
      case "message_stop":
        return this.#end(fields);
    }
    // 4.1: "Unknown event types must be tolerated".
    return [];
  }

  #start(fields: Fields): readonly NeutralEvent[] {
    if (this.#started) throw fields.fault("a second message_start");
    this.#started = true;
    const message = fields.child("message");
    this.#counts = readMessagesCounts(message?.child("usage"));
    return [{ kind: "start", ...(message === undefined ? {} : namesOf(message)) }];
  }

  #blockStart(fields: Fields): readonly NeutralEvent[] {
    const index = fields.count("index");
    // 4.1: "contiguous, strictly sequential".
    if (this.#open !== undefined) throw fields.fault("a block begins inside another");
    if (index !== String(this.#blocks)) throw fields.fault("blocks are not contiguous", "index");
    this.#blocks++;
    const block = fields.child("content_block");
    if (block === undefined) throw fields.fault("it is missing", "content_block");
    const type = block.requiredText("type");
    if (type !== "text" && type !== "tool_use" && !isThinking(type)) {
      throw block.fault(`no other dialect has a block ${JSON.stringify(type)}`, "type");
    }
    const call = type !== "tool_use" ? {} : {
      id: block.text("id"),
      name: block.text("name"),
      input: block.raw("input"),
    };
    this.#open = { index, type, ...call, pieces: "", told: false };
    const events = this.#release(false);
    const text = type === "text" ? block.text("text") ?? "" : "";
    if (text === "") return events;
    this.#open.told = true;
    return [...events, { kind: "text", text }];
  }

  #blockDelta(fields: Fields): readonly NeutralEvent[] {
    const open = this.#opened(fields);
    const delta = fields.child("delta");
    if (delta === undefined) throw fields.fault("it is missing", "delta");
    const type = delta.requiredText("type");
    if (type === "text_delta" && open.type === "text") {
      const text = delta.requiredText("text");
      open.told ||= text !== "";
      return text === "" ? [] : [{ kind: "text", text }];
    }
    if (type === "input_json_delta" && open.type === "tool_use") {
      open.pieces += this.#kept.add(delta.requiredText("partial_json"));
      return [];
    }
    const foreign = type === "text_delta" || type === "input_json_delta";
    // 4.1: "Delta type must match block type." Those of thinking, and new ones, tell nothing here.
    if (foreign) throw delta.fault(`${type} in a block of type ${open.type}`, "type");
    return [];
  }

  #blockStop(fields: Fields): readonly NeutralEvent[] {
    const { type, id, name, input, pieces, told } = this.#opened(fields);
    this.#open = undefined;
    if (type === "text") return told ? [{ kind: "text-end" }] : [];
    if (type !== "tool_use") return [];
    this.#calls++;
    this.#kept.entry();
    this.#held = { id, name, arguments: pieces !== "" || input === "{}" ? pieces : input };
    return isObjectText(this.#held.arguments) ? this.#release(false) : [];
  }

  #opened(fields: Fields): Block {
    const open = this.#open;
    if (open === undefined || fields.count("index") !== open.index) {
      throw fields.fault("it belongs to no open block", "index");
    }
    return open;
  }

  #release(cut: boolean): readonly NeutralEvent[] {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return [];
    const call = settleCall(held, cut, this.#used, this.#steps, (reason) => disbelief(reason, ""));
    return call === undefined ? [] : [{ kind: "call", call }];
  }

  /** 4.1: "one or more; counters are cumulative and overwrite". */
  #messageDelta(fields: Fields): readonly NeutralEvent[] {
    this.#counts = readMessagesCounts(fields.child("usage"), this.#counts);
    const delta = fields.child("delta");
    if (delta?.text("stop_reason") !== undefined) this.#said = messagesStop(delta);
    return [];
  }

  #end(fields: Fields): readonly NeutralEvent[] {
    if (this.#open !== undefined) throw fields.fault("it ends inside a block");
    // 4.2: no `message_delta.stop_reason`, no end.
    const said = this.#said;
    if (said === undefined) throw fields.fault("it ends without a stop_reason");
    const last = this.#release(mayCut(said));
    const fault = (reason: string) => fields.fault(reason);
    const stop = this.#steps.stop(said, this.#calls, false, fault);
    const usage = inclusive(this.#counts);
    return [...last, { kind: "end", stop, ...(usage === undefined ? {} : { usage }) }];
  }
}
