/**
 * Reads a Chat stream.
 *
 * @module
 */
import { chatStop, namesOf } from "./chat_answer.ts";
import { readInBandError } from "./errors.ts";
import type { Fields } from "./fields.ts";
import type { NeutralEvent, NeutralStop, NeutralUsage } from "./neutral.ts";
import type { SseEvent } from "./sse.ts";
import { isObjectText, mayCut, settleCall, type Steps } from "./steps.ts";
import { eventFields, Kept, type StreamReader } from "./stream.ts";
import { disbelief } from "./trouble.ts";
import { readChatUsage } from "./usage.ts";

/** A call whose fragments are being gathered. */
interface Gathered {
  id?: string | undefined;
  name?: string | undefined;
  arguments?: string;
  told: boolean;
  /** Its arguments changed since they were last found not to be whole. */
  changed: boolean;
}

/** A reader of one stream. */
export function chatStreamReader(steps: Steps): StreamReader {
  return new ChatStreamReader(steps);
}

class ChatStreamReader implements StreamReader {
  readonly #steps: Steps;
  readonly #calls = new Map<number, Gathered>();
  readonly #used = new Set<string>();
  readonly #kept = new Kept();
  #started = false;
  #refused = false;
  #finish: NeutralStop | undefined;
  #usage: NeutralUsage | undefined;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  read(event: SseEvent): readonly NeutralEvent[] {
    if (event.data === "[DONE]") return this.#end();
    const chunk = eventFields(event);
    const error = readInBandError(chunk);
    if (error !== undefined) return [{ kind: "error", error }];
    const events: NeutralEvent[] = [];
    if (!this.#started) events.push({ kind: "start", ...namesOf(chunk) });
    this.#started = true;
    // Some servers tell a running count on every chunk: the last one stands.
    this.#usage = readChatUsage(chunk.child("usage")) ?? this.#usage;
    for (const choice of chunk.children("choices")) this.#choice(choice, events);
    return events;
  }

  #choice(choice: Fields, events: NeutralEvent[]): void {
    if ((choice.count("index") ?? "0") !== "0") {
      throw choice.fault("a second choice, which nobody asked for", "index");
    }
    const delta = choice.child("delta");
    if (delta !== undefined) {
      const refusal = delta.text("refusal");
      if (refusal) this.#refused = true;
      for (const text of [delta.text("content"), refusal]) if (text) this.#text(text, events);
      if (delta.value("function_call") !== undefined) {
        throw delta.fault("calls without an id can't be carried", "function_call");
      }
      for (const fragment of delta.children("tool_calls")) this.#fragment(fragment);
    }
    const finish = choice.text("finish_reason");
    if (finish !== undefined) this.#finish = chatStop(finish, choice);
  }

  /** Text never waits, and calls that are whole go before it: 4.3, "text then tools then text". */
  #text(text: string, events: NeutralEvent[]): void {
    if (this.#finish !== undefined) throw disbelief("text comes after finish_reason", "");
    for (const call of this.#inOrder()) {
      if (call.told) continue;
      if (!call.changed || !isObjectText(call.arguments)) {
        call.changed = false;
        break;
      }
      this.#tell(call, false, events);
    }
    events.push({ kind: "text", text });
  }

  /** 4.1: "only `index` is required per fragment, id/name normally once". */
  #fragment(fragment: Fields): void {
    if (this.#finish !== undefined) throw fragment.fault("it comes after finish_reason");
    fragment.default("type", "function", "");
    const index = fragment.count("index");
    if (index === undefined) throw fragment.fault("a fragment without an index", "index");
    const call = this.#calls.get(Number(index)) ?? { told: false, changed: true };
    if (!this.#calls.has(Number(index))) this.#kept.entry();
    this.#calls.set(Number(index), call);
    const named = fragment.child("function");
    const piece = named?.text("arguments") ?? "";
    if (call.told && piece.trim() !== "") {
      throw fragment.fault("it adds to a call that was whole already");
    }
    // An index that is used again for another call: whose fragments follow, nobody could say.
    call.id = once(call.id, fragment.text("id"), fragment);
    call.name = once(call.name, named?.text("name"), fragment);
    if (piece === "") return;
    call.arguments = (call.arguments ?? "") + this.#kept.add(piece);
    call.changed = true;
  }

  #inOrder(): readonly Gathered[] {
    return [...this.#calls].sort(([one], [other]) => one - other).map(([, call]) => call);
  }

  #tell(gathered: Gathered, cut: boolean, events: NeutralEvent[]): void {
    const fault = (reason: string) => disbelief(reason, "");
    const call = settleCall(gathered, cut, this.#used, this.#steps, fault);
    gathered.told = true;
    if (call !== undefined) events.push({ kind: "call", call });
  }

  #end(): readonly NeutralEvent[] {
    // 4.3: "`[DONE]` without finish" is an error.
    if (this.#finish === undefined) throw disbelief("it ends without a finish_reason", "");
    const events: NeutralEvent[] = [];
    const calls = this.#inOrder();
    const cutAt = mayCut(this.#finish) ? lastCut(calls) : Infinity;
    calls.forEach((call, index) => {
      if (!call.told) this.#tell(call, index >= cutAt, events);
    });
    const stop = this.#steps.stop(
      this.#finish,
      calls.length,
      this.#refused,
      (reason) => disbelief(reason, ""),
    );
    const usage = this.#usage === undefined ? {} : { usage: this.#usage };
    return [...events, { kind: "end", stop, ...usage }];
  }
}

/** Fragments may alternate, so a limit may cut several calls: from the first that isn't whole. */
function lastCut(calls: readonly Gathered[]): number {
  const last = calls.length - 1;
  const malformed = calls.findIndex((call) => call.arguments && !isObjectText(call.arguments));
  return malformed === -1 ? last : malformed;
}

function once(
  known: string | undefined,
  told: string | undefined,
  fragment: Fields,
): string | undefined {
  if (told === undefined || told === "" || told === known) return known;
  if (known !== undefined) throw fragment.fault("it gives another id or name to one index");
  return told;
}
