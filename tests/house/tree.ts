/**
 * The files of this project, as a fresh checkout has them.
 *
 * @module
 */
import type { Source } from "./source.ts";

/** The project's folder. */
export const ROOT = new URL("../../", import.meta.url);

/** What git ignores, or is git's own. */
const SKIPPED = /^(?:\.git|node_modules|dist|coverage)$|\.log$/;

/** Every UTF-8 file of the tree; binary ones are left out. */
export async function readTree(): Promise<readonly Source[]> {
  const sources: Source[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { name, isDirectory, isFile } of Deno.readDir(new URL(folder, ROOT))) {
      if (SKIPPED.test(name)) continue;
      if (isDirectory) folders.push(`${folder}${name}/`);
      if (!isFile) continue;
      const text = decode(await Deno.readFile(new URL(`${folder}${name}`, ROOT)));
      if (text !== undefined) sources.push({ path: `${folder}${name}`, text });
    }
  }
  return sources;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
