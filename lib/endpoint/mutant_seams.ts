/**
 * The seams that many mutants share: which answers are touched, and the commonest changes.
 *
 * @module
 */
import { REFERENCE_PROFILE } from "./reference.ts";
import type { Answer, Asked, Seams } from "./mutant.ts";

/** A JSON object that may be changed. */
export type Json = Record<string, unknown>;

const encoder = new TextEncoder();

/** A valid turn that isn't meant to fail or to outlast its deadline. */
export function isOrdinary(asked: Asked): boolean {
  return asked.route === "inject" && asked.valid && !isSlow(asked) && !isFailing(asked);
}

/** A turn of the profile's ordinary words, on whose answer nothing depends. */
export function isSmallTalk(asked: Asked): boolean {
  return asked.valid && asked.fields.text === REFERENCE_PROFILE.prompt;
}

/** The turn that keeps the reference agent busy past its deadline. */
export function isSlow(asked: Asked): boolean {
  return asked.valid && asked.fields.text === REFERENCE_PROFILE.slow_prompt;
}

/** The turn that makes the reference agent fail. */
export function isFailing(asked: Asked): boolean {
  return asked.valid && asked.fields.text === REFERENCE_PROFILE.error_prompt;
}

/** Changes the value of every answer with a reply: those of turns that neither fail nor expire. */
export function replies(change: (value: Json, asked: Asked) => unknown): Pick<Seams, "value"> {
  return { value: (value, asked) => isOrdinary(asked) ? change(value, asked) : value };
}

/** Changes the value of answers to ordinary words alone: none that the profile promises. */
export function smallTalk(change: (value: Json, asked: Asked) => unknown): Pick<Seams, "value"> {
  return { value: (value, asked) => isSmallTalk(asked) ? change(value, asked) : value };
}

/** Changes the value of every turn's answer, errors and expiries too. */
export function turns(change: (value: Json, asked: Asked) => unknown): Pick<Seams, "value"> {
  return { value: (value, asked) => asked.route === "inject" ? change(value, asked) : value };
}

/** Changes the value of every 200 on one route. */
export function on(
  route: "reset" | "surface",
  change: (value: Json, asked: Asked) => unknown,
): Pick<Seams, "value"> {
  return { value: (value, asked) => asked.route === route ? change(value, asked) : value };
}

/** Changes the text of every answer with a reply. */
export function replyText(change: (text: string) => string | Uint8Array): Pick<Seams, "text"> {
  return { text: (text, asked) => isOrdinary(asked) ? change(text) : text };
}

/** Changes the list of calls in every answer with a reply, after making sure that one stands in it. */
export function calls(change: (list: Json[]) => unknown): Pick<Seams, "value"> {
  return replies((value) => {
    const list = value.tool_calls as Json[];
    return { ...value, tool_calls: change(list.length === 0 ? [aCall()] : list) };
  });
}

/** A call that is on contract. */
export function aCall(): Json {
  return { name: "client_lookup", arguments: { query: "misrouted pallet" } };
}

/** The object without one key. */
export function without(key: string): (value: Json) => Json {
  return (value) => Object.fromEntries(Object.entries(value).filter(([k]) => k !== key));
}

/** The object with one key set. */
export function having(key: string, to: unknown): (value: Json) => Json {
  return (value) => ({ ...value, [key]: to });
}

/** The surface with a change to its own object. */
export function surface(change: (surface: Json) => unknown): Pick<Seams, "value"> {
  return on("surface", (value) => ({ ...value, surface: change(value.surface as Json) }));
}

/** The surface with the first entry of a list changed. */
export function firstOf(key: string, change: (entry: Json) => unknown): Pick<Seams, "value"> {
  return surface((whole) => {
    const [first, ...rest] = whole[key] as Json[];
    return { ...whole, [key]: [change(first!), ...rest] };
  });
}

/** Answers by itself where `when` holds. */
export function answers(
  when: (asked: Asked) => boolean,
  make: (asked: Asked) => Answer | Promise<Answer>,
): Pick<Seams, "answer"> {
  return { answer: (asked) => when(asked) ? make(asked) : undefined };
}

/** Closes the connection at once and without a byte where `when` holds. */
export function drops(when: (asked: Asked) => boolean): Pick<Seams, "answer" | "wire"> {
  return {
    ...answers(when, () => bare(200)),
    wire: (_, asked) => when(asked) ? [{ close: "fin" }] : undefined,
  };
}

/** An answer with a JSON body. */
export function json(value: unknown, status = 200): Answer {
  return { status, reason: "", headers: JSON_TYPE, body: encoder.encode(JSON.stringify(value)) };
}

/** An answer with any text for a body. */
export function text(
  body: string,
  status = 200,
  headers: Answer["headers"] = [["content-type", "text/html; charset=utf-8"]],
): Answer {
  return { status, reason: "", headers, body: encoder.encode(body) };
}

/** An answer with no body. */
export function bare(status: number, headers: Answer["headers"] = []): Answer {
  return { status, reason: "", headers, body: new Uint8Array() };
}

const JSON_TYPE: Answer["headers"] = [["content-type", "application/json"]];

/** What a careless web server shows on every path. */
export const HTML = "<!doctype html><title>Freight desk</title><p>Welcome.";

/** Bytes one after another. */
export function joined(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const whole = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Settles after so many milliseconds, or when the server closes: for clauses that are about time. */
export function pause(ms: number, closing: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    closing.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
