/**
 * The calls of a Responses stream, from fragments and snapshots, each told once and whole.
 *
 * @module
 */
import type { Fields } from "./fields.ts";
import type { NeutralEvent, NeutralStop } from "./neutral.ts";
import { Kept } from "./stream.ts";
import { isObjectText, mayCut, type PartialCall, settleCall, type Steps } from "./steps.ts";
import { disbelief } from "./trouble.ts";

/** A call item as a snapshot tells it. */
export interface CallItem extends PartialCall {
  /** The item's own status says that it was cut. */
  readonly incomplete?: boolean;
}

interface Gathered {
  id?: string | undefined;
  name?: string | undefined;
  arguments?: string | undefined;
  /** Whether `arguments` came in deltas, which a snapshot may only repeat. */
  fragments: boolean;
  incomplete: boolean;
  /** Its item is done, but what came isn't whole: the limit may have cut it. */
  held: boolean;
  told: boolean;
}

/** Calls by the index of their item. */
export class ResponsesCalls {
  readonly #steps: Steps;
  readonly #calls = new Map<number, Gathered>();
  readonly #used = new Set<string>();
  readonly #kept = new Kept();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  get count(): number {
    return this.#calls.size;
  }

  /** An item was added. */
  begin(index: number, item: CallItem): void {
    if (this.#calls.has(index)) throw disbelief("two items have one output_index", "");
    this.#kept.entry();
    const { id, name, arguments: text } = item;
    const start = { fragments: false, incomplete: false, held: false, told: false };
    // `""` at the start is no snapshot: what it stands for is still to come.
    this.#calls.set(index, { id, name, arguments: text === "" ? undefined : text, ...start });
  }

  delta(index: number, piece: string, place: Fields): void {
    const call = this.#calls.get(index);
    if (call === undefined || call.held || call.told) {
      throw place.fault("a fragment belongs to no open call", "output_index");
    }
    call.arguments = (call.fragments ? call.arguments ?? "" : "") + this.#kept.add(piece);
    call.fragments = true;
  }

  /** What a snapshot says of a call: 4.1, consumers "must not append" it. */
  snapshot(index: number, item: CallItem, place: Fields): void {
    if (!this.#calls.has(index)) this.begin(index, item);
    const call = this.#calls.get(index)!;
    const { id, name, arguments: text } = item;
    const other = differs(call.arguments || "{}", text || "{}") && text !== undefined &&
      call.arguments !== undefined;
    if (other || differs(call.id, id) || differs(call.name, name)) {
      throw place.fault("a snapshot of a call is not what was told of it before");
    }
    call.id ??= id;
    call.name ??= name;
    call.arguments = text ?? call.arguments;
    call.incomplete ||= item.incomplete ?? false;
  }

  /** An item is done: its call is told if it is whole, and waits for what comes next if it isn't. */
  done(index: number, item: CallItem, place: Fields, events: NeutralEvent[]): void {
    this.snapshot(index, item, place);
    const call = this.#calls.get(index)!;
    if (isObjectText(call.arguments) && !call.incomplete) this.#tell(call, false, events);
    else call.held = true;
  }

  /** Another item begins, so that those before it were not cut, unless they say so themselves. */
  settleHeld(events: NeutralEvent[]): void {
    for (const call of this.#calls.values()) {
      if (call.held && !call.incomplete) this.#tell(call, false, events);
    }
  }

  /** The response is over: tells what has not been told. */
  end(stop: NeutralStop, events: NeutralEvent[]): void {
    const calls = [...this.#calls].sort(([one], [other]) => one - other).map(([, call]) => call);
    calls.forEach((call, index) => {
      const last = index === calls.length - 1;
      this.#tell(call, mayCut(stop) && (last || call.incomplete), events);
    });
  }

  #tell(gathered: Gathered, cut: boolean, events: NeutralEvent[]): void {
    if (gathered.told) return;
    gathered.told = true;
    gathered.held = false;
    const fault = (reason: string) => disbelief(reason, "");
    const call = settleCall(gathered, cut, this.#used, this.#steps, fault);
    if (call !== undefined) events.push({ kind: "call", call });
  }
}

function differs(known: string | undefined, told: string | undefined): boolean {
  return known !== undefined && told !== undefined && known !== told;
}
