/**
 * The body of a gateway's request, as it was before it was framed and coded.
 *
 * @module
 */
import { header } from "../../wire/exchange.ts";
import type { Received } from "../../wire/raw_server.ts";
import { isJson, isObject } from "./asked_mode.ts";

/** No request that is decoded may be larger. */
const MAX_BYTES = 16 * 1024 * 1024;

const CODINGS: Readonly<Record<string, CompressionFormat>> = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
};

/** A copy of the body; undefined where it has a content coding that can't be taken off. */
export async function plainBody(request: Received): Promise<Uint8Array | undefined> {
  const { headers, body } = request;
  const coding = (header(headers, "content-encoding") ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coding === "") return wholeBody(request);
  const format = CODINGS[coding];
  return format === undefined ? undefined : await decoded(body, format);
}

/**
 * The body. Where the server must be able to reset, it leaves the request's last byte unread (see
 * `resets` in raw_server.ts). That is no byte of the body where the body is chunked, and it was white
 * space where the rest is JSON; else it is the object's brace.
 */
function wholeBody({ body, unread, headers }: Received): Uint8Array {
  const chunked = header(headers, "transfer-encoding") !== undefined;
  if (unread === 0 || chunked || isJson(body)) return body.slice();
  const whole = new Uint8Array(body.length + 1);
  whole.set(body);
  whole[body.length] = 0x7d;
  return whole;
}

/** A coded body whose last byte is unread lacks a part of its check sum, and nothing of what it says. */
async function decoded(
  body: Uint8Array,
  format: CompressionFormat,
): Promise<Uint8Array | undefined> {
  const stream = new Blob([body.slice()]).stream().pipeThrough(new DecompressionStream(format));
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of stream) {
      size += piece.length;
      if (size > MAX_BYTES) return undefined;
      pieces.push(piece);
    }
  } catch {
    // What came by then is judged.
  }
  const plain = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  return isObject(plain) ? plain : undefined;
}
