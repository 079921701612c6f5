/**
 * Files that a run leaves behind. Whether each can be written is found out before anything is sent;
 * a report takes its place whole or not at all.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { nearest } from "../contract/nearest.ts";
import { writeWhole } from "./io.ts";

/** One `--report FORMAT=PATH`. */
export interface ReportTarget {
  readonly format: string;
  readonly path: string;
}

/**
 * Reads the values of `--report`.
 *
 * @throws UsageError on one that isn't FORMAT=PATH, an unknown format, or a path given twice
 */
export function reportTargets(
  values: readonly string[],
  formats: readonly string[],
): readonly ReportTarget[] {
  const paths = new Set<string>();
  return values.map((value) => {
    const equals = value.indexOf("=");
    const format = value.slice(0, Math.max(0, equals));
    const path = value.slice(equals + 1);
    if (equals < 1 || path === "") {
      throw new UsageError(
        `Cannot use --report ${value}: it isn't FORMAT=PATH`,
        `Write --report junit=report.xml, for instance; formats are ${formats.join(", ")}.`,
      );
    }
    if (!formats.includes(format)) {
      const near = nearest(format, formats);
      throw new UsageError(
        `Cannot use --report ${value}: there is no format ${format}`,
        `${near === undefined ? "" : `Did you mean ${near}? `}Formats are ${formats.join(", ")}.`,
      );
    }
    if (paths.has(path)) {
      throw new UsageError(
        `Cannot use --report ${value}: ${path} is given twice`,
        "Give every report a file of its own.",
      );
    }
    paths.add(path);
    return { format, path };
  });
}

/** A file that is ready to be written. */
export interface PendingFile {
  readonly path: string;
  /** Puts the text in place, all at once where the platform can. */
  commit(text: string): Promise<void>;
  /** Leaves nothing behind, unless it was committed. May be called twice. */
  discard(): void;
}

/**
 * Makes sure that a file can be written, without touching what stands there. What is no regular file
 * (a device, a pipe) is written in place.
 *
 * @param options.mode Who may read and write it, whatever could be done with what stood there.
 * @throws UsageError where it can't be written; Deno.errors.NotCapable without the permission
 */
export async function prepareFile(
  path: string,
  options: { readonly mode?: number } = {},
): Promise<PendingFile> {
  try {
    const there = await statOf(path);
    if (there?.isDirectory) throw new Error("it is a folder");
    if (there !== undefined && !there.isFile) {
      (await Deno.open(path, { write: true })).close();
      return { path, commit: (text) => Deno.writeTextFile(path, text), discard() {} };
    }
    const final = there === undefined ? path : await Deno.realPath(path);
    const temporary = `${final}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    await Deno.writeTextFile(temporary, "", { createNew: true, ...options });
    let open = true;
    return {
      path,
      async commit(text) {
        await Deno.writeTextFile(temporary, text);
        await Deno.rename(temporary, final);
        open = false;
      },
      discard() {
        if (open) removeQuietly(temporary);
        open = false;
      },
    };
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** A file that grows line by line while a run goes on, readable by its owner alone. */
export interface LineFile {
  /** Appends one line, which brings its line feed; after a fault it does nothing, and {@linkcode LineFile.fault} says why. */
  write(line: string): void;
  readonly fault: string | undefined;
  /** Closes it, and takes it away again where it is new and no line was written. */
  close(): void;
}

/**
 * Opens a file for lines, mode 0600. What stands there is kept until the first line comes.
 *
 * @throws UsageError where it can't be written; Deno.errors.NotCapable without the permission
 */
export function openLineFile(path: string): LineFile {
  const { file, isNew } = openPrivate(path);
  const encoder = new TextEncoder();
  let lines = 0;
  let fault: string | undefined;
  return {
    write(line) {
      if (fault !== undefined) return;
      try {
        if (lines++ === 0 && file.statSync().isFile) file.truncateSync();
        if (!writeWhole(file, encoder.encode(line))) fault = "its reader went away";
      } catch (error) {
        fault = reasonOf(error);
      }
    },
    get fault() {
      return fault;
    },
    close() {
      file.close();
      if (isNew && lines === 0) removeQuietly(path);
    },
  };
}

function openPrivate(path: string): { readonly file: Deno.FsFile; readonly isNew: boolean } {
  const mode = 0o600;
  try {
    return { file: Deno.openSync(path, { write: true, createNew: true, mode }), isNew: true };
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw unwritable(path, error);
  }
  try {
    const file = Deno.openSync(path, { write: true });
    if (Deno.build.os !== "windows" && file.statSync().isFile) Deno.chmodSync(path, mode);
    return { file, isNew: false };
  } catch (error) {
    throw unwritable(path, error);
  }
}

async function statOf(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It is empty and named as temporary: nothing is lost where it stays.
  }
}

function unwritable(path: string, error: unknown): unknown {
  if (error instanceof Deno.errors.NotCapable) return error;
  const reason = error instanceof Deno.errors.NotFound
    ? "its folder doesn't exist"
    : reasonOf(error);
  return new UsageError(
    `Cannot write ${path}: ${reason}`,
    "Name a file in a folder that is yours.",
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error
    ? error.message.replace(/: (open|stat|realpath|chmod) .*$/, "")
    : String(error);
}
