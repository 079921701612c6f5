/**
 * The gateway's own neutral form: what a request, an answer and an event of any dialect say. Readers
 * make it, writers take it, and neither knows of the other. Nothing in it is rounded: numbers are
 * JSON spellings, arguments and schemas are JSON texts.
 *
 * @module
 */

/** A JSON text, or a number's spelling, as it came. */
export type JsonText = string;

/** A tool call. Its id is the one that the other side will be told, unchanged. */
export interface NeutralCall {
  readonly id: string;
  readonly name: string;
  /** The text of a JSON object; of a cut call, whatever came of it. */
  readonly arguments: JsonText;
  /** The answer's limit or its filter ended it in the middle. Never in a request. */
  readonly cut?: true;
}

/** An image, by reference or by value. */
export type NeutralImage =
  | { readonly url: string; readonly detail?: string }
  | { readonly mediaType: string; readonly base64: string; readonly detail?: string };

/** Text. */
export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** An image. */
export interface ImagePart {
  readonly kind: "image";
  readonly image: NeutralImage;
}

/** A call. */
export interface CallPart {
  readonly kind: "call";
  readonly call: NeutralCall;
}

/** A tool's result. */
export interface ResultPart {
  readonly kind: "result";
  /** The id of its call. */
  readonly id: string;
  /** Empty where the source had no content at all. */
  readonly content: readonly (TextPart | ImagePart)[];
  /** The source marked it as an error. */
  readonly error?: true;
}

/** One piece of a turn. */
export type NeutralPart = TextPart | ImagePart | CallPart | ResultPart;

/** One message or item of a request, at its place. Tool results stand in `user` turns. */
export interface NeutralTurn {
  readonly role: "system" | "developer" | "user" | "assistant";
  readonly parts: readonly NeutralPart[];
}

/** A tool as it is offered. */
export interface NeutralTool {
  readonly name: string;
  readonly description?: string;
  /** The JSON Schema; absent where the source gave none. */
  readonly schema?: JsonText;
  readonly strict?: boolean;
}

/** How the model may choose a tool. */
export type NeutralChoice = "auto" | "none" | "required" | { readonly name: string };

/** A request. */
export interface NeutralRequest {
  readonly model: string;
  readonly stream: boolean;
  /** Whether a streamed answer tells its usage: Chat must be asked, the others always do. */
  readonly usageWanted: boolean;
  /** A system text outside the turns: Messages' `system`, Responses' `instructions`. */
  readonly instructions?: string;
  readonly turns: readonly NeutralTurn[];
  readonly tools: readonly NeutralTool[];
  readonly choice?: NeutralChoice;
  /** Absent where the source said nothing. */
  readonly parallel?: boolean;
  /** Output limit. */
  readonly limit?: JsonText;
  readonly stop: readonly string[];
  readonly temperature?: JsonText;
  readonly topP?: JsonText;
  /** True where the client itself asked the vendor to store the answer. */
  readonly store?: boolean;
  /** Members of the request that an answer of its dialect repeats, as JSON texts by name. */
  readonly echo: Readonly<Record<string, JsonText>>;
}

/** Why an answer ended. */
export type NeutralStop = "stop" | "tool_calls" | "length" | "content_filter";

/** Token counts; `input` counts cached and written tokens too. Absent where nobody told. */
export interface NeutralUsage {
  readonly input?: JsonText;
  readonly cached?: JsonText;
  readonly cacheWrite?: JsonText;
  readonly output?: JsonText;
  readonly reasoning?: JsonText;
  readonly total?: JsonText;
}

/** A whole answer. */
export interface NeutralAnswer {
  readonly id?: string;
  readonly model?: string;
  readonly parts: readonly (TextPart | CallPart)[];
  readonly stop: NeutralStop;
  readonly usage?: NeutralUsage;
}

/** What kind of failure an error is, whatever a dialect calls it. */
export type ErrorKind =
  | "invalid_request"
  | "authentication"
  | "billing"
  | "permission"
  | "not_found"
  | "conflict"
  | "too_large"
  | "rate_limit"
  | "api"
  | "timeout"
  | "overloaded";

/** An error, ours or the upstream's. */
export interface NeutralError {
  /** The HTTP status that it came with; absent where it came inside a success. */
  readonly status?: number;
  readonly kind: ErrorKind;
  readonly message: string;
  /** The upstream's own words for it. */
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  /** The upstream's id of the request, where its dialect's error body has one. */
  readonly requestId?: string;
}

/**
 * What happens in a streamed answer. Text comes as it is read; a call comes when it is whole, so that
 * one with malformed arguments can be refused before anybody sees it.
 */
export type NeutralEvent =
  | { readonly kind: "start"; readonly id?: string; readonly model?: string }
  | { readonly kind: "text"; readonly text: string }
  /** A block of text is over; the next text begins another. */
  | { readonly kind: "text-end" }
  | { readonly kind: "call"; readonly call: NeutralCall }
  /** Nothing but a sign of life. */
  | { readonly kind: "ping" }
  /** The upstream's own terminal came. Last. */
  | { readonly kind: "end"; readonly stop: NeutralStop; readonly usage?: NeutralUsage }
  /** The upstream says that it failed. Last. */
  | { readonly kind: "error"; readonly error: NeutralError };
