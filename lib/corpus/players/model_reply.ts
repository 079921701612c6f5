/**
 * What a scripted model says, in no dialect, and what it is asked to look like on the wire.
 *
 * @module
 */

/** A tool call of a scripted model. */
export interface ModelCallOut {
  readonly id: string;
  readonly name: string;
  /** As the model writes them: JSON text, or text that is none. */
  readonly arguments: string;
}

/** One answer of a scripted model. */
export interface ModelOut {
  readonly text: string;
  readonly calls: readonly ModelCallOut[];
  /** Why it stops. `length`: its output ran out, and what it says is cut. */
  readonly stop: "stop" | "tool_calls" | "length";
  /**
   * `error`: it fails, in a stream after its text and else by status 500; `cut`: the connection ends in
   * the middle. Absent: it answers whole.
   */
  readonly fault?: "error" | "cut";
}

/** What an answer's form depends on beside its content. */
export interface ModelForm {
  readonly model: string;
  /** Unlike any other answer's. */
  readonly id: string;
  /** A last chunk with token counts was asked for (Chat alone). */
  readonly usageChunk: boolean;
}

/** How one dialect writes an answer. */
export interface ModelWriter {
  /** The body of an answer that is no stream. */
  body(out: ModelOut, form: ModelForm): string;
  /** The stream's events, framed, up to the one that ends it. */
  events(out: ModelOut, form: ModelForm): readonly string[];
  /** The event that ends a stream as the answer's `stop` has it, framed; several in one. */
  ending(out: ModelOut, form: ModelForm): string;
  /** The event that ends a stream with an error, framed. */
  failure(message: string): string;
  /** The body of an error by status. */
  error(message: string): string;
}

/** The part of an answer's id that is its own, by the number of its request. */
export function answerId(index: number): string {
  return `wt${index}`;
}

/** The token counts of every answer: small, fixed, and nobody's business here. */
export const USAGE = { input: 9, output: 7 } as const;

/** A text in two pieces, so that whoever reads a stream has to put it together; none where it is empty. */
export function pieces(text: string): readonly string[] {
  const characters = [...text];
  const half = Math.ceil(characters.length / 2);
  return [characters.slice(0, half).join(""), characters.slice(half).join("")]
    .filter((piece) => piece !== "");
}

/** One server-sent event. */
export function sse(data: unknown, event?: string): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** Arguments where a dialect wants a value: the JSON text as it is, or a string of what is none. */
export function argumentsJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}
