/**
 * The bytes of answers: what a good endpoint says, and how an answer is put on the wire.
 *
 * @module
 */
import { httpAnswer } from "../wire/raw_server.ts";
import type { Answer } from "./script.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** A plain turn. */
export const GOOD_INJECT = '{"wt_inject":1,"reply":"Bay 4.","tool_calls":[]}';
/** What a good reset answers. */
export const GOOD_RESET = '{"wt_inject":1}';
/** A surface with one segment of each kind; synthetic, as published examples must be. */
export const GOOD_SURFACE = '{"wt_inject":1,"surface":{"system_instructions":[{"type":"text",' +
  '"content":"You answer for a made-up freight desk."}],"tool_definitions":[{"name":"find_bay",' +
  '"description":"Finds the bay of a pallet.","input_schema":{"type":"object"}}],' +
  '"extra_segments":[{"name":"narration:tool_started","content":"Looking."}]}}';
/** Good on each of the three routes, so that whoever is led there finds nothing amiss. */
export const GOOD_ANYWHERE = GOOD_SURFACE.replace(
  '{"wt_inject":1,',
  '{"wt_inject":1,"reply":"You were led astray.","tool_calls":[],',
);

/** A path of ours that no route has: where redirects lead. */
export const ELSEWHERE = "/elsewhere";

/** Status 200 with this body, Content-Length and Connection: close. */
export function ok(
  body: string | Uint8Array,
  headers = JSON_TYPE as Record<string, string>,
): Answer {
  return [{ send: httpAnswer(200, body, headers) }];
}

/** Another status with this body. */
export function status(
  code: number,
  body: string | Uint8Array = GOOD_INJECT,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return [{ send: httpAnswer(code, body, { ...JSON_TYPE, ...headers }) }];
}

/** Status 200 and a connection that stays open for another request. */
export function kept(body: string): Answer {
  return [{ send: head("content-length: " + byteLength(body)) + body }, { keep: true }];
}

/** A head of status 200 with exactly these fields beside the Content-Type. */
export function head(...fields: readonly string[]): string {
  const lines = ["HTTP/1.1 200 OK", "content-type: application/json", ...fields];
  return lines.map((line) => `${line}\r\n`).join("") + "\r\n";
}

/** A body in chunks of `size` characters, the last chunk included. ASCII alone. */
export function chunked(body: string, size = 16, extension = ""): string {
  let out = "";
  for (let at = 0; at < body.length; at += size) {
    const piece = body.slice(at, at + size);
    out += `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`;
  }
  return `${out}0\r\n`;
}

/** A body's length in bytes. */
export function byteLength(body: string): number {
  return new TextEncoder().encode(body).length;
}

/** Bytes of Latin-1 text: each character one byte. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
