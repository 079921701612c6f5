/**
 * Where a stream of bytes stops being UTF-8, however its reads were cut. A decoder that repairs
 * says nothing, and one that refuses says neither where nor how often.
 *
 * @module
 */

/** Watches bytes go by. */
export interface Utf8Watch {
  /** Takes the next bytes. */
  feed(bytes: Uint8Array): void;
  /** No more bytes come: a character that isn't whole is bad as well. */
  end(): void;
}

/**
 * Calls `onBad` with the byte offset of each sequence that isn't UTF-8, at its first byte: once for
 * each U+FFFD that the Encoding Standard's decoder would put there.
 */
export function watchUtf8(onBad: (offset: number) => void): Utf8Watch {
  /** Of the byte that comes next. */
  let offset = 0;
  /** How many bytes the character still lacks, where it began, and what its next byte may be. */
  let lacking = 0, start = 0, low = 0x80, high = 0xbf;

  function next(byte: number): void {
    if (lacking > 0) {
      if (byte >= low && byte <= high) {
        lacking--;
        low = 0x80;
        high = 0xbf;
        return;
      }
      lacking = 0;
      onBad(start);
    }
    if (byte < 0x80) return;
    start = offset;
    low = 0x80;
    high = 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) lacking = 1;
    else if (byte >= 0xe0 && byte <= 0xef) {
      lacking = 2;
      if (byte === 0xe0) low = 0xa0; // overlong forms
      if (byte === 0xed) high = 0x9f; // surrogates
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      lacking = 3;
      if (byte === 0xf0) low = 0x90; // overlong forms
      if (byte === 0xf4) high = 0x8f; // past U+10FFFF
    } else onBad(offset);
  }

  return {
    feed(bytes) {
      for (const byte of bytes) {
        if (byte >= 0x80 || lacking > 0) next(byte);
        offset++;
      }
    },
    end() {
      if (lacking > 0) onBad(start);
      lacking = 0;
    },
  };
}
