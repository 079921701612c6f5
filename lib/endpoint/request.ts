/**
 * From a request's bytes to what they say, or to the refusal that names what is wrong with them.
 *
 * @module
 */
import { readBody } from "../contract/body.ts";
import type { JsonDocument } from "../contract/json.ts";
import type { Violation } from "../contract/result.ts";
import { type EnvelopeKind, envelopeViolations } from "../contract/violations.ts";
import { VERSION } from "./envelope.ts";

/** An answer other than 200: never a reply. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request whose envelope holds, or its refusal. */
export type Reading =
  | { readonly ok: true; readonly doc: JsonDocument }
  | { readonly ok: false; readonly refusal: Refusal };

/** The request envelopes. */
export type RequestKind = Extract<EnvelopeKind, `${string}-request`>;

/**
 * Reads and checks a request. A missing `timeout_s` passes where `mayLackTimeout`; unknown fields
 * and a missing or odd Content-Type always do.
 */
export async function readRequest(
  request: Request,
  kind: RequestKind,
  { maxBodyBytes, mayLackTimeout = false }: {
    readonly maxBodyBytes: number;
    readonly mayLackTimeout?: boolean;
  },
): Promise<Reading> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBounded(request, maxBodyBytes);
  } catch {
    // The client is gone, or the framing of its body is broken.
    return refuse(400, "the body ended before it was whole");
  }
  if (bytes === undefined) {
    return refuse(
      413,
      `the body is larger than ${maxBodyBytes} bytes, the most this endpoint takes`,
    );
  }
  const body = readBody(bytes);
  if (!body.ok) {
    return body.limit === undefined
      ? refuse(400, inWords(body.violations))
      : refuse(413, body.limit);
  }
  const broken = envelopeViolations(kind, body.doc, { version: VERSION }).filter((violation) =>
    violation.severity === "failed" && !(mayLackTimeout && violation.code === "timeout-missing")
  );
  return broken.length === 0 ? { ok: true, doc: body.doc } : refuse(400, inWords(broken));
}

function refuse(status: number, reason: string): Reading {
  return { ok: false, refusal: { status, error: `Cannot read the request: ${reason}` } };
}

// How many violations a refusal tells: the first few show the author where to look.
const TOLD = 8;

function inWords(violations: readonly Violation[]): string {
  // In a version that we don't speak, the other fields may well be as they should.
  const unspoken = violations.filter(({ code }) => code === "version-mismatch");
  const relevant = unspoken.length > 0 ? unspoken : violations;
  const told = relevant.slice(0, TOLD).map(({ code, pointer, expected, received }) => {
    const where = pointer === "" ? "the body" : pointer.slice(1);
    const words = `${where}: expected ${expected}, received ${received}`;
    return code.startsWith("version-")
      ? `${words} (this endpoint speaks wt_inject ${VERSION})`
      : words;
  });
  const more = relevant.length - told.length;
  return told.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** All bytes of the body, or `undefined` as soon as there are more than `limit`. */
async function readBounded(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) {
    await request.body?.cancel();
    return undefined;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
