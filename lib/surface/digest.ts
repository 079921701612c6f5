/**
 * The hash by which surfaces are told apart.
 *
 * @module
 */

/** The size of a text's UTF-8 in bytes, and its hash: `sha256:` and 64 hex digits in lower case. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Takes the digest of well-formed text; lone surrogates would count as U+FFFD. */
export async function digest(text: string): Promise<Digest> {
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { bytes: bytes.length, sha256: `sha256:${hex}` };
}
