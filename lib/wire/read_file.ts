/**
 * Files that are read as a whole, with a bound: a device or a pipe may have no end.
 *
 * @module
 */

const MIB = 1024 * 1024;

/** Bound of a file that a person writes: a profile, a target, a baseline, a golden. */
export const SETTINGS_BYTES = 16 * MIB;
/** Bound of a file that a run writes: a report, a recording. */
export const RESULT_BYTES = 512 * MIB;

/**
 * The bytes of a file.
 *
 * @param most how many bytes there may be
 * @throws {Error} where there are more ("it has more than 16 MiB")
 * @throws what the system says where it can't be opened or read
 */
export async function readWhole(path: string | URL, most: number): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const { size, isFile } = await file.stat();
  if (isFile && size > most) throw tooLarge(most);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let buffer = bufferOf(size, most);;) {
    const read = await file.read(buffer);
    if (read === null) break;
    length += read;
    if (length > most) throw tooLarge(most);
    pieces.push(buffer.subarray(0, read));
    buffer = read < buffer.length ? buffer.subarray(read) : bufferOf(0, most);
  }
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** One byte more than there should be, so that the end is seen in one more read. */
function bufferOf(size: number, most: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Math.max(64 * 1024, Math.min(size, most) + 1));
}

function tooLarge(most: number): Error {
  return new Error(`it has more than ${most / MIB} MiB`);
}
