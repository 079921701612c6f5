/**
 * Where UTF-8 goes wrong. TextDecoder says only that it does.
 *
 * @module
 */

/**
 * The offset of the first byte sequence that isn't UTF-8, at its leading byte; the length where
 * there is none, or where the bytes end inside a character.
 */
export function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at]!);
    if (length === 0) return at;
    for (let next = 1; next < length; next++) {
      const byte = bytes[at + next];
      if (byte === undefined) return bytes.length;
      const [low, high] = next === 1 ? secondByteRange(bytes[at]!) : [0x80, 0xbf];
      if (byte < low || byte > high) return at;
    }
    at += length;
  }
  return bytes.length;
}

/** How many bytes a sequence has by its first; 0 where none may begin so. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** Shuts out overlong forms, surrogates and what lies past U+10FFFF. */
function secondByteRange(lead: number): readonly [low: number, high: number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
