/**
 * Where traces go. Each file takes its place whole or not at all: it is written beside its place, made
 * durable, and renamed. A trace comes last, so that one that stands there always has its score.
 *
 * @module
 */

/** The file of the runs directory that has a line for each scenario of each sweep. */
export const LEDGER = "ledger.ndjsonl";

/** What a store needs of a file system; tests put a failing one in its place. */
export interface Disk {
  /** Makes a folder and those around it. */
  mkdir(path: string): Promise<void>;
  /** Writes a new file that its owner alone can read, and makes it durable. */
  write(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes durable what was renamed in a folder, where the platform can. */
  settle(folder: string): Promise<void>;
  /** Adds a text to a file's end: all of it, or nothing. */
  append(path: string, text: string): Promise<void>;
}

/** A file could not be written once the run had begun: a full disk, say. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";

  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot write ${path}: ${reason.replace(/: (?:open|write|rename|mkdir) .*$/, "")}`, {
      cause,
    });
  }
}

/** The disk of this machine. */
export const localDisk: Disk = {
  mkdir: (path) => Deno.mkdir(path, { recursive: true }),
  async write(path, text) {
    using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    await writeAll(file, new TextEncoder().encode(text));
    await file.sync();
  },
  rename: (from, to) => Deno.rename(from, to),
  remove: (path) => Deno.remove(path),
  async settle(folder) {
    try {
      using handle = await Deno.open(folder, { read: true });
      await handle.sync();
    } catch {
      // Folders can't be opened everywhere; the files' own bytes are durable by then.
    }
  },
  async append(path, text) {
    // To open a pipe waits for its reader, and nothing ends that wait.
    const there = await Deno.stat(path).catch(() => undefined);
    if (there?.isFile === false) throw new Error("it is no plain file");
    using file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
    const { size } = await file.stat();
    try {
      await writeAll(file, new TextEncoder().encode(text));
      await file.sync();
    } catch (error) {
      await file.truncate(size);
      throw error;
    }
  },
};

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/** One file of a run: its ending, and its text. */
export interface Part {
  /** `.score.json`, … */
  readonly ending: string;
  readonly text: string;
}

/**
 * Writes the files of one run, in their order.
 *
 * @param folder made where it isn't there
 * @param stem the name that they share
 * @throws {StoreFailed} where one can't be written; temporary files are taken away, as far as that goes
 */
export async function storeRun(
  disk: Disk,
  folder: string,
  stem: string,
  parts: readonly Part[],
): Promise<void> {
  await attempt(folder, () => disk.mkdir(folder));
  for (const { ending, text } of parts) {
    await replaceFile(disk, `${folder}/${stem}${ending}`, text);
  }
  await disk.settle(folder);
}

/**
 * Puts a text in the place of a file, all at once.
 *
 * @throws {StoreFailed}
 */
export async function replaceFile(disk: Disk, path: string, text: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  await attempt(path, async () => {
    try {
      await disk.write(temporary, text);
      await disk.rename(temporary, path);
    } catch (error) {
      await disk.remove(temporary).catch(() => {});
      throw error;
    }
  });
}

/**
 * Adds lines to a file.
 *
 * @throws {StoreFailed}
 */
export async function appendTo(disk: Disk, path: string, text: string): Promise<void> {
  await attempt(path, () => disk.append(path, text));
}

async function attempt(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    throw new StoreFailed(path, error);
  }
}
