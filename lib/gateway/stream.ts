/**
 * What the readers and writers of streams are, and what they share.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, parseJson } from "../contract/json.ts";
import { Fields } from "./fields.ts";
import type { NeutralEvent } from "./neutral.ts";
import type { SseEvent } from "./sse.ts";
import { disbelief, upstreamTrouble } from "./trouble.ts";

/** Reads one stream. An `end` or an `error` among what it returns is the last thing that it says. */
export interface StreamReader {
  /** What an event says; nothing, as a rule. Throws a Trouble for what can't be carried. */
  read(event: SseEvent): readonly NeutralEvent[];
}

/** Writes one stream. */
export interface StreamWriter {
  /** The text that tells an event in the dialect; `""` where there is nothing to tell. */
  write(event: NeutralEvent): string;
}

/** The JSON object of an event. */
export function eventFields({ data }: SseEvent): Fields {
  let doc: JsonDocument;
  try {
    doc = parseJson(data);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw upstreamTrouble("Cannot carry the upstream's answer: an event of it is not JSON");
  }
  return new Fields(doc, doc.value, "", disbelief);
}

/** 4.2: a ping is "nothing or SSE comment" where the dialect has no such event. */
export const PING_COMMENT = ": ping\n\n";

/** How much of one stream is kept in memory at a time: calls in the making, texts to be repeated. */
export const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;

/** What an entry of a table costs, about. */
const ENTRY_CHARACTERS = 256;

/** Counts what a stream keeps. */
export class Kept {
  #characters = 0;

  /** Counts a text, and returns it. Throws a Trouble past {@linkcode MAX_KEPT_CHARACTERS}. */
  add(text: string): string {
    this.#count(text.length);
    return text;
  }

  /** Counts one more thing of which something is kept, however little. */
  entry(): void {
    this.#count(ENTRY_CHARACTERS);
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= MAX_KEPT_CHARACTERS) return;
    const bound = `it has to be kept, and is over ${MAX_KEPT_CHARACTERS} characters`;
    throw upstreamTrouble(`Cannot carry the upstream's answer: ${bound}`);
  }
}
