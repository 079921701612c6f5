/**
 * The small corpus in a folder, for tests of commands that read one.
 *
 * @module
 */
import { type Small, small, smallFiles } from "../corpus/small.ts";
import { inFolder } from "./subprocess.ts";

/** Writes the small corpus, changed or as it is, into a folder `corpus` of a folder of its own. */
export async function inCorpus(
  work: (corpus: string, folder: string) => Promise<void>,
  change: (parts: Small) => void = () => {},
): Promise<void> {
  const parts = small();
  change(parts);
  await inFolder(async (folder) => {
    const corpus = `${folder}/corpus`;
    for (const [path, text] of Object.entries(await smallFiles(parts))) {
      await Deno.mkdir(`${corpus}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${corpus}/${path}`, text);
    }
    await work(corpus, folder);
  });
}
