/**
 * What a request or an answer of any dialect says, in one dialect-neutral form. Oracles read wires into
 * it, expectations are written in it, comparers compare it. Data only; no translator makes it.
 *
 * @module
 */

/** The three dialects. */
export const DIALECTS = ["chat", "messages", "responses"] as const;

/** A dialect: OpenAI Chat Completions, Anthropic Messages, OpenAI Responses. */
export type Dialect = (typeof DIALECTS)[number];

/** JSON text with numbers as they came: compared as values with exact decimals. */
export type JsonText = string;

/** A call's arguments: a JSON object's text, or what stood there where it was none. */
export type Arguments =
  | { readonly kind: "object"; readonly json: JsonText }
  /** Text that is no JSON object: malformed, cut, or another kind of value. Kept byte for byte. */
  | { readonly kind: "raw"; readonly text: string };

/** A tool call. An id or name that isn't there is absent, never `""`. */
export interface Call {
  readonly id?: string;
  readonly name?: string;
  readonly arguments: Arguments;
}

/** A tool's result, tied to its call by id alone. */
export interface Result {
  readonly id?: string;
  readonly text: string;
  /** True where the dialect marks it as an error; dialects without such a mark never set it. */
  readonly error?: true;
}

/** One piece of a turn, in the order in which it stands. */
export type Part =
  | { readonly text: string }
  | { readonly call: Call }
  | { readonly result: Result }
  /** What this reader doesn't know: kept, so that it still differs. */
  | { readonly other: JsonText };

/** One turn. Adjacent turns of one role are one turn, as the dialects themselves have it. */
export interface Turn {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly parts: readonly Part[];
}

/** A tool as it is offered to the model. */
export interface ToolOffer {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonText;
}

/** How the model may choose a tool. */
export type Choice =
  | { readonly mode: "auto" | "none" | "required" }
  | { readonly mode: "named"; readonly name: string };

/** A request. */
export interface RequestTranscript {
  readonly model?: string;
  readonly stream: boolean;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolOffer[];
  readonly choice?: Choice;
  /** False where parallel calls are switched off; absent where nothing is said. */
  readonly parallel?: boolean;
  /** Output limit, as it came. */
  readonly limit?: JsonText;
  readonly stop?: readonly string[];
  /** Top-level members that this reader doesn't know, by name. */
  readonly other: Readonly<Record<string, JsonText>>;
}

/** Why the model stopped, in one vocabulary; what isn't in it is `other:` and the dialect's word. */
export type StopReason =
  | "stop"
  | "tool_calls"
  | "length"
  | "content_filter"
  | `other:${string}`;

/** Token counts, inclusive: `input` counts cached tokens too. Numbers as they came. */
export interface Usage {
  readonly input?: JsonText;
  readonly cached?: JsonText;
  readonly cache_write?: JsonText;
  readonly output?: JsonText;
  readonly reasoning?: JsonText;
  readonly total?: JsonText;
}

/** How an answer ended. */
export type Ending =
  /** The dialect's success terminal came, whole. */
  | "complete"
  /** The dialect says itself that the answer is cut: a length or a filter. */
  | "incomplete"
  /** An error in the dialect's own form: by status, or in the stream. */
  | "error"
  /** The wire ended without any of the above. */
  | "truncated";

/** An error in a dialect's own form. */
export interface WireError {
  /** HTTP status; 200 for an error inside a stream. */
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  readonly retry_after?: string;
}

/** A fault of grammar in an answer or a stream: what came where it must not. */
export interface GrammarFault {
  /** A word for machines: `delta-after-stop`, `second-terminal`, `index-gap`, `bad-utf8`, … */
  readonly code: string;
  readonly message: string;
  /** Byte offset in a stream's body; 0 for an answer that isn't one. */
  readonly offset: number;
}

/** An answer, streamed or not. */
export interface AnswerTranscript {
  readonly ending: Ending;
  /** Text and calls in the order in which they stand (in a stream: in which they began). */
  readonly parts: readonly Part[];
  readonly stop?: StopReason;
  readonly usage?: Usage;
  readonly error?: WireError;
  readonly faults: readonly GrammarFault[];
  readonly other: Readonly<Record<string, JsonText>>;
}
