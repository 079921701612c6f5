/**
 * A corpus read from a folder: what only a file system can do wrong. Needs --allow-write for a folder
 * of its own, and for links leave to read and write at all.
 */
import { assertEquals } from "@std/assert";
import { CorpusError } from "../../lib/corpus/fault.ts";
import { folderFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { small, smallFiles } from "../corpus/small.ts";

/** Writes the small corpus into a folder of its own, and removes it again. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const parent = await Deno.makeTempDir();
  const folder = `${parent}/corpus #1`;
  try {
    for (const [path, text] of Object.entries(await smallFiles(small()))) {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    await work(folder);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

async function faultIn(folder: string): Promise<readonly [string, string]> {
  try {
    await loadCorpus(folderFiles(folder));
  } catch (error) {
    if (error instanceof CorpusError) return [error.kind, error.where];
    throw error;
  }
  throw new Error("it loaded");
}

const FIXTURE = "fixtures/greeting.json";

Deno.test("folderFiles() reads a corpus from a folder, whatever its name", async () => {
  await inFolder(async (folder) => {
    assertEquals((await loadCorpus(folderFiles(folder))).cases.length, 1);
    assertEquals((await loadCorpus(folderFiles(`${folder}/`))).cases.length, 1);
  });
});

Deno.test("folderFiles() follows no link out of the corpus", async () => {
  await inFolder(async (folder) => {
    await Deno.rename(`${folder}/${FIXTURE}`, `${folder}/../outside.json`);
    await Deno.symlink(`${folder}/../outside.json`, `${folder}/${FIXTURE}`);
    assertEquals(await faultIn(folder), ["reference-outside", FIXTURE]);
  });
});

Deno.test("folderFiles() follows no linked folder out of the corpus", async () => {
  await inFolder(async (folder) => {
    await Deno.rename(`${folder}/fixtures`, `${folder}/../fixtures`);
    await Deno.symlink(`${folder}/../fixtures`, `${folder}/fixtures`);
    assertEquals(await faultIn(folder), ["reference-outside", FIXTURE]);
  });
});

Deno.test("folderFiles() isn't fooled by a neighbour whose name begins alike", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}-2`);
    await Deno.rename(`${folder}/${FIXTURE}`, `${folder}-2/x.json`);
    await Deno.symlink(`${folder}-2/x.json`, `${folder}/${FIXTURE}`);
    assertEquals(await faultIn(folder), ["reference-outside", FIXTURE]);
  });
});

Deno.test("folderFiles() takes a link that stays inside, and a corpus behind a link", async () => {
  await inFolder(async (folder) => {
    await Deno.rename(`${folder}/${FIXTURE}`, `${folder}/kept.json`);
    await Deno.symlink(`${folder}/kept.json`, `${folder}/${FIXTURE}`);
    assertEquals((await loadCorpus(folderFiles(folder))).cases.length, 1);
    await Deno.symlink(folder, `${folder}/../linked`);
    assertEquals((await loadCorpus(folderFiles(`${folder}/../linked`))).cases.length, 1);
  });
});

Deno.test("folderFiles() says why the system can't open a file, and calls it no fault of ours", async () => {
  await inFolder(async (folder) => {
    await Deno.remove(`${folder}/${FIXTURE}`);
    const name = FIXTURE.slice(FIXTURE.lastIndexOf("/") + 1);
    await Deno.symlink(name, `${folder}/${FIXTURE}`);
    assertEquals(await faultIn(folder), ["reference-unreadable", FIXTURE]);
  });
});

Deno.test("folderFiles() refuses what is no file, is too large, or isn't there", async () => {
  await inFolder(async (folder) => {
    await Deno.remove(`${folder}/${FIXTURE}`);
    assertEquals(await faultIn(folder), ["reference-missing", FIXTURE]);
    await Deno.mkdir(`${folder}/${FIXTURE}`);
    assertEquals(await faultIn(folder), ["reference-not-a-file", FIXTURE]);
    await Deno.remove(`${folder}/${FIXTURE}`);
    await Deno.writeFile(`${folder}/${FIXTURE}`, new Uint8Array(256 * 1024 + 1));
    assertEquals(await faultIn(folder), ["file-too-large", FIXTURE]);
    await Deno.remove(`${folder}/fixtures`, { recursive: true });
    await Deno.writeTextFile(`${folder}/fixtures`, "a file in a folder's place");
    assertEquals(await faultIn(folder), ["reference-missing", FIXTURE]);
    await Deno.remove(`${folder}/manifest.json`);
    assertEquals(await faultIn(folder), ["manifest-missing", "manifest.json"]);
  });
});

Deno.test("folderFiles() refuses a file whose name differs in letter case alone", async () => {
  await inFolder(async (folder) => {
    await Deno.rename(`${folder}/${FIXTURE}`, `${folder}/fixtures/Greeting.json`);
    const [kind] = await faultIn(folder);
    // A file system that tells case apart has no such file; another one would give it out.
    const [found] = await Array.fromAsync(Deno.readDir(`${folder}/fixtures`));
    assertEquals(found?.name, "Greeting.json");
    assertEquals(["reference-case", "reference-missing"].includes(kind), true, kind);
  });
});
