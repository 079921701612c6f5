/**
 * Bytes that grow, and bytes as text: Latin-1 for heads, strict UTF-8 for bodies, base64 for what
 * is neither.
 *
 * @module
 */

/** What every buffer starts from: most of an exchange's buffers are never written to. */
const NONE = new Uint8Array(0);

/** A growing run of bytes. Appending costs the bytes appended, however small the pieces are. */
export class ByteBuffer {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 0) {
    this.#bytes = capacity === 0 ? NONE : new Uint8Array(capacity);
  }

  /** A full buffer that is `bytes` themselves, which nobody may write to. */
  static over(bytes: Uint8Array): ByteBuffer {
    const full = new ByteBuffer();
    full.#bytes = bytes;
    full.#length = bytes.length;
    return full;
  }

  get length(): number {
    return this.#length;
  }

  /** Copies `source[start, end)` to the end. */
  append(source: Uint8Array, start = 0, end = source.length): void {
    const size = end - start;
    if (size <= 0) return;
    const needed = this.#length + size;
    if (needed > this.#bytes.length) this.#grow(needed);
    // A view costs more than a handful of stores: a body in one-byte chunks is all such pieces.
    if (size < 16) {
      for (let i = start; i < end; i++) this.#bytes[this.#length++] = source[i] as number;
      return;
    }
    const whole = start === 0 && end === source.length;
    this.#bytes.set(whole ? source : source.subarray(start, end), this.#length);
    this.#length = needed;
  }

  /** What is held, from `start` on. Valid until the next append; never write to it. */
  view(start = 0): Uint8Array {
    return this.#bytes.subarray(start, this.#length);
  }

  /** A copy that stays valid; the buffer itself where it is exactly full and will not be used again. */
  take(): Uint8Array {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length);
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** How many arguments one call takes without risk to the stack. */
const SPREAD = 8192;

/** Each byte as the character of the same number. (TextDecoder's "latin1" is windows-1252.) */
export function latin1(bytes: Uint8Array): string {
  if (bytes.length <= SPREAD) return characters(bytes);
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += SPREAD) {
    parts.push(characters(bytes.subarray(i, i + SPREAD)));
  }
  return parts.join("");
}

/** Reflect.apply takes the bytes as they are; a spread would iterate, at eight times the cost. */
function characters(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, undefined, bytes);
}

/** Writes a string of characters up to U+00FF as bytes of the same number. */
export function writeLatin1(text: string, into: Uint8Array): void {
  for (let i = 0; i < text.length; i++) into[i] = text.charCodeAt(i);
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes that are valid UTF-8 (a BOM stays a character); `undefined` of others. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** Base64 back to bytes; `undefined` where it isn't base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  writeLatin1(binary, bytes);
  return bytes;
}
