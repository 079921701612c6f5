/**
 * Adds up the blocks of a streamed Messages answer: start, deltas, stop, one block after the other
 * (spec/dialects.md 4.1, AM 2).
 *
 * @module
 */
import type { Arguments, Call, Part } from "../transcript.ts";
import { argumentsOfText, argumentsOfValue } from "./arguments.ts";
import { given } from "./given.ts";
import { isThere, member, members, moved, type Place, stringOf, textOf, under } from "./place.ts";
import type { StreamReading } from "./stream.ts";

/** The deltas that are known: the block they belong to, and the member that holds the piece. */
const DELTAS: Readonly<Record<string, { readonly block: string; readonly member: string }>> = {
  text_delta: { block: "text", member: "text" },
  input_json_delta: { block: "tool_use", member: "partial_json" },
  thinking_delta: { block: "thinking", member: "thinking" },
  signature_delta: { block: "thinking", member: "signature" },
};

/** The members that a block of a known type starts with. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text"],
  tool_use: ["type", "id", "name", "input"],
  thinking: ["type", "thinking", "signature"],
};

interface Block {
  readonly index: number;
  readonly type: string;
  /** Its `content_block`; absent where deltas came without a start. */
  readonly start?: Place;
  /** Pieces of text, thinking or arguments so far. */
  text: string;
  signature: string;
  /** Deltas of a block whose type isn't known. */
  readonly unknown: string[];
  deltas: number;
  isStopped: boolean;
}

/** The blocks of one answer. */
export class MessagesBlocks {
  readonly #reading: StreamReading;
  /** In the order in which they began. */
  readonly #blocks: Block[] = [];
  readonly #byIndex = new Map<number, Block>();
  #open: Block | undefined;

  constructor(reading: StreamReading) {
    this.#reading = reading;
  }

  /** `content_block_start`. */
  start(event: Place): void {
    const index = this.#index(event);
    const block = member(event, "content_block");
    const type = stringOf(member(block, "type"));
    if (block === undefined || type === undefined) {
      this.#reading.fault("block-form", "the event has no content_block with a type");
    }
    if (this.#open !== undefined) {
      this.#reading.fault("block-open", `block ${this.#open.index} hasn't stopped yet`);
    }
    const expected = this.#byIndex.size;
    if (this.#byIndex.has(index)) {
      this.#reading.fault("index-reused", `block ${index} began before`);
    } else if (index !== expected) {
      this.#reading.fault("index-gap", `a block began at index ${index}, not at ${expected}`);
    }
    const here = block === undefined ? undefined : moved(block, under("", "content", index));
    this.#begin(index, type ?? "", here);
  }

  /** `content_block_delta`. */
  delta(event: Place): void {
    const block = this.#blockOf(event);
    const delta = member(event, "delta");
    const type = stringOf(member(delta, "type"));
    block.deltas++;
    if (delta === undefined || type === undefined) {
      this.#reading.fault("delta-form", "the event has no delta with a type");
      return;
    }
    if (!Object.hasOwn(STARTS, block.type)) {
      block.unknown.push(textOf(delta));
      return;
    }
    const pointer = under("", "content", block.index);
    const known = Object.hasOwn(DELTAS, type) ? DELTAS[type] : undefined;
    const piece = known === undefined ? undefined : stringOf(member(delta, known.member));
    if (known === undefined) this.#reading.others.note(under(pointer, type), textOf(delta));
    else if (piece === undefined) {
      this.#reading.fault("delta-form", `a ${type} holds no piece`);
      this.#reading.others.note(under(pointer, type), textOf(delta));
    } else if (known.block !== block.type) {
      this.#reading.fault("delta-type", `a ${type} came in a block of type ${block.type}`);
      this.#reading.others.append(under(pointer, known.member), piece);
    } else if (type === "signature_delta") block.signature += piece;
    else {
      block.text += piece;
      if (type === "text_delta") this.#reading.sawText(piece);
    }
  }

  /** `content_block_stop`. */
  stop(event: Place): void {
    const index = this.#index(event);
    const block = this.#byIndex.get(index);
    if (block === undefined) {
      this.#reading.fault("stop-without-start", `block ${index} never began`);
      return;
    }
    if (block.isStopped) this.#reading.fault("second-stop", `block ${index} stopped before`);
    else if (block.deltas === 0 && Object.hasOwn(STARTS, block.type)) {
      this.#reading.fault("no-delta", `block ${index} stops and had no delta`);
    }
    block.isStopped = true;
    if (this.#open === block) this.#open = undefined;
  }

  /** Says that no block may be open any more. */
  close(): void {
    if (this.#open === undefined) return;
    this.#reading.fault("block-not-stopped", `block ${this.#open.index} never stopped`);
    this.#open = undefined;
  }

  /** What has come so far. */
  list(): readonly Part[] {
    return this.#blocks.map((block) => partOf(block));
  }

  #index(event: Place): number {
    const value = member(event, "index")?.value;
    if (typeof value === "number") return value;
    this.#reading.fault("index-missing", "the event has no index");
    return this.#open?.index ?? this.#byIndex.size;
  }

  /** The block that a delta names; one that never began is begun with the type it must have. */
  #blockOf(event: Place): Block {
    const index = this.#index(event);
    const block = this.#byIndex.get(index);
    if (block === undefined) {
      this.#reading.fault("delta-without-start", `block ${index} never began`);
      const type = stringOf(member(member(event, "delta"), "type")) ?? "";
      return this.#begin(index, Object.hasOwn(DELTAS, type) ? DELTAS[type]!.block : "", undefined);
    }
    if (block.isStopped) {
      this.#reading.fault("delta-after-stop", `block ${index} has stopped before this delta`);
    }
    return block;
  }

  #begin(index: number, type: string, start: Place | undefined): Block {
    const text = type === "text" || type === "thinking" ? stringOf(member(start, type)) ?? "" : "";
    const signature = type === "thinking" ? stringOf(member(start, "signature")) ?? "" : "";
    const input = type === "tool_use" ? member(start, "input") : undefined;
    if (text !== "" || signature !== "" || (input !== undefined && members(input).length > 0)) {
      this.#reading.fault("start-not-empty", `block ${index} starts with content`);
    }
    if (type === "tool_use" && start !== undefined && input === undefined) {
      this.#reading.fault("input-missing", `block ${index} starts without its empty input`);
    }
    if (start !== undefined && Object.hasOwn(STARTS, type)) {
      const unknown = members(start).filter((one) => isThere(one)).map((one) => String(one.key));
      for (const name of unknown) {
        if (!STARTS[type]!.includes(name)) this.#reading.others.keep(member(start, name)!);
      }
    }
    const block = { index, type, text, signature, unknown: [], deltas: 0, isStopped: false };
    const whole: Block = { ...block, ...given<Block>({ start }) };
    this.#blocks.push(whole);
    this.#byIndex.set(index, whole);
    this.#open = whole;
    if (type === "text") this.#reading.sawText(text);
    return whole;
  }
}

function partOf(block: Block): Part {
  const { type, start, text, signature, unknown } = block;
  if (type === "text") return { text };
  if (type === "thinking") return { other: JSON.stringify({ type, thinking: text, signature }) };
  if (type === "tool_use") {
    const id = stringOf(member(start, "id"));
    const name = stringOf(member(start, "name"));
    return { call: { ...given<Call>({ id, name }), arguments: inputOf(block) } };
  }
  const whole = start === undefined ? "null" : textOf(start);
  if (unknown.length === 0) return { other: whole };
  return { other: `{"block":${whole},"deltas":[${unknown.join(",")}]}` };
}

/** "a no-argument call may be one empty piece (`""` ⇒ `{}`)": documented here, so read as that. */
function inputOf({ start, text }: Block): Arguments {
  if (text !== "") return argumentsOfText(text);
  const input = member(start, "input");
  return input === undefined ? { kind: "object", json: "{}" } : argumentsOfValue(input);
}
