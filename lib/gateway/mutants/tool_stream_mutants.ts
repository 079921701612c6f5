/**
 * Mutants that misread the calls of an upstream's stream: which fragment belongs to which call, what is a
 * text, what a snapshot says again.
 *
 * @module
 */
import type { NeutralEvent } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { events, perDialect } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks: "R006", kinds: ["across"], make: () => partsWith(parts()), kills };
}

interface Fragment {
  index: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface Delta {
  content?: string | null;
  reasoning_content?: string;
  tool_calls?: Fragment[];
}

/** What these mutants change in an event of any dialect. */
interface Told {
  readonly type?: string;
  readonly choices?: readonly { readonly delta: Delta }[];
  content_block?: { readonly type: string; readonly text?: string };
  /** In Responses, a text. */
  delta?: { readonly type?: string; readonly thinking?: string; readonly text?: string };
  readonly item?: Item;
  readonly response?: { readonly output: readonly Item[] };
}

interface Item {
  readonly type: string;
  content?: readonly unknown[];
}

/**
 * The events of a stream that crosses dialects, changed in place before they are read; one that the
 * change turns down is dropped.
 */
function upstreamEvents(make: () => (data: Told) => boolean): Partial<GatewayParts> {
  return {
    streamReader: perDialect((dialect) => (steps) => {
      const reader = gatewayParts.streamReader[dialect](steps);
      const change = make();
      return {
        read(event) {
          if (event.data === "[DONE]") return reader.read(event);
          const told = JSON.parse(event.data) as Told;
          return change(told) ? reader.read({ ...event, data: JSON.stringify(told) }) : [];
        },
      };
    }),
  };
}

/** The deltas of a Chat stream. */
function deltas(make: () => (delta: Delta) => void): Partial<GatewayParts> {
  return upstreamEvents(() => {
    const change = make();
    return ({ choices = [] }) => {
      for (const { delta } of choices) change(delta);
      return true;
    };
  });
}

/** The fragments of a Chat stream; one that the change turns down is dropped. */
function fragments(make: () => (fragment: Fragment) => boolean): Partial<GatewayParts> {
  return deltas(() => {
    const keep = make();
    return (delta) => {
      if (delta.tool_calls !== undefined) delta.tool_calls = delta.tool_calls.filter(keep);
    };
  });
}

/** Fragments without an id, given to the call that began last. */
function byArrival(): (fragment: Fragment) => boolean {
  let last = 0;
  return (fragment) => {
    if (fragment.id === undefined) fragment.index = last;
    else last = fragment.index;
    return true;
  };
}

/** A call for each fragment that has an id. */
function byId(): (fragment: Fragment) => boolean {
  const current = new Map<number, number>();
  let next = 0;
  return (fragment) => {
    if (fragment.id !== undefined) current.set(fragment.index, next++);
    fragment.index = current.get(fragment.index) ?? fragment.index;
    return true;
  };
}

/** One call at each index, its first. */
function firstAtIndex(): (fragment: Fragment) => boolean {
  const ids = new Map<number, string>();
  const over = new Set<number>();
  return ({ index, id }) => {
    if (id !== undefined && (ids.get(index) ?? id) !== id) over.add(index);
    if (id !== undefined && !ids.has(index)) ids.set(index, id);
    return !over.has(index);
  };
}

/** Thinking as if it were text, of Chat's vendors and of Messages. */
function reasoningAsText(told: Told): boolean {
  for (const { delta } of told.choices ?? []) {
    if (delta.reasoning_content !== undefined) delta.content = delta.reasoning_content;
  }
  if (told.content_block?.type === "thinking") {
    told.content_block = { type: "text", text: "" };
  }
  const { delta } = told;
  if (delta?.type !== "thinking_delta") return delta?.type !== "signature_delta";
  told.delta = { type: "text_delta", text: delta.thinking ?? "" };
  return true;
}

/** Texts of Responses without what snapshots say of them. */
function withoutSnapshots({ type, item, response }: Told): boolean {
  for (const one of [...item === undefined ? [] : [item], ...response?.output ?? []]) {
    if (one.type === "message") one.content = [];
  }
  return type !== "response.output_text.done" && type !== "response.content_part.done";
}

/** A text once more when it is whole. */
function textAgain(): (event: NeutralEvent) => readonly NeutralEvent[] {
  let text = "";
  return (event) => {
    if (event.kind === "text") text += event.text;
    if (event.kind !== "text-end") return [event];
    const again = text;
    text = "";
    return [{ kind: "text", text: again }, event];
  };
}

/** Streams with calls, misread. */
export const TOOL_STREAM_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "one-call-a-chunk",
    "reads the first of the fragments that share a chunk",
    () =>
      deltas(() => (delta) => {
        if (delta.tool_calls !== undefined) delta.tool_calls = delta.tool_calls.slice(0, 1);
      }),
    [{ case: "stream-parallel-tool-index.one-chunk", code: "part-missing" }],
  ),
  mutant(
    "first-piece-lost",
    "begins a call with its first fragment, and drops the arguments in it",
    () =>
      fragments(() => (fragment) => {
        if (fragment.id !== undefined) delete fragment.function?.arguments;
        return true;
      }),
    [{ case: "stream-parallel-tool-index.first-is-call", code: "ending" }, {
      case: "mixed-text-tool-stop-reason.shared-chunks",
      code: "ending",
    }],
  ),
  mutant(
    "text-on-switch-lost",
    "drops the text in a chunk that has a call's fragment",
    () =>
      deltas(() => (delta) => {
        if (delta.tool_calls !== undefined) delete delta.content;
      }),
    [{ case: "mixed-text-tool-stop-reason.shared-chunks", code: "text-changed" }],
  ),
  mutant(
    "reasoning-as-text",
    "tells reasoning as a part of the answer's text",
    () => upstreamEvents(() => reasoningAsText),
    [{ case: "stream-parallel-tool-index.after-reasoning", code: "text-changed" }, {
      case: "mixed-text-tool-stop-reason.text-around-call",
      code: "text-changed",
    }],
  ),
  mutant(
    "fragments-by-arrival",
    "gives fragments to the call that began last, whatever their index",
    () => fragments(byArrival),
    [{ case: "stream-interleaved-tool-fragments.round-robin", code: "ending" }],
  ),
  mutant(
    "name-with-id-alone",
    "takes a call's name from the fragment that has its id, and from no other",
    () =>
      fragments(() => (fragment) => {
        if (fragment.id === undefined) delete fragment.function?.name;
        return true;
      }),
    [{ case: "stream-interleaved-tool-fragments.name-late", code: "ending" }],
  ),
  mutant(
    "id-begins-a-call",
    "takes each fragment with an id for another call",
    () => fragments(byId),
    [{ case: "stream-interleaved-tool-fragments.id-repeated", code: "ending" }],
  ),
  mutant(
    "second-at-index-lost",
    "drops a call whose index another had before",
    () => fragments(firstAtIndex),
    [{ case: "stream-interleaved-tool-fragments.index-taken", code: "part-missing" }],
  ),
  mutant(
    "snapshots-ignored",
    "reads a text's deltas alone, and none where only a snapshot has it",
    () => upstreamEvents(() => withoutSnapshots),
    [{ case: "stream-split-tool-json.snapshot-text", code: "part-kind" }],
  ),
  mutant(
    "snapshot-told-again",
    "tells a text of Responses again from what ends it",
    () => {
      const { responses } = events(textAgain).streamReader;
      return { streamReader: { ...gatewayParts.streamReader, responses } };
    },
    [{ case: "stream-split-tool-json.snapshot-text", code: "text-changed" }, {
      case: "stream-split-tool-json.snapshot-repeats",
      code: "part-kind",
    }],
  ),
];
