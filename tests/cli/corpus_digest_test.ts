/**
 * docs/corpus_digest.py against our own digest. Needs --allow-run=python3 and --allow-write; ignored
 * where there is no Python 3.
 */
import { assertEquals } from "@std/assert";
import { digestOf, identityOf } from "../../lib/corpus/digest.ts";
import { folderFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { type Small, small, smallFiles } from "../corpus/small.ts";

const ROOT = new URL("../../", import.meta.url);

async function python(folder?: string): Promise<{ code: number; digest: string; says: string }> {
  const { code, stdout, stderr } = await new Deno.Command("python3", {
    args: ["docs/corpus_digest.py", ...folder === undefined ? [] : [folder]],
    cwd: ROOT,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, digest: text(stdout), says: text(stderr) };
}

async function hasPython(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("python3", { args: ["--version"] }).output();
    return success;
  } catch {
    return false;
  }
}

const ignore = !await hasPython();

Deno.test({
  name: "docs/corpus_digest.py agrees on the corpus",
  ignore,
  async fn() {
    const { digest } = await loadCorpus(folderFiles(new URL("corpus/", ROOT)));
    assertEquals(await python(), { code: 0, digest, says: "" });
  },
});

/** Each of these has another digest, and Python must find the same one. */
const changes: Readonly<Record<string, (parts: Small) => void>> = {
  "as it is": () => {},
  "with another fixture": (p) => p.fixture.variants.plain.about = "another – greeting",
  "with other file names": (p) => {
    p.manifest.cases[0].fixture = "fixtures/Other-greeting_2.json";
  },
  "with a file that two cases share": (p) => {
    p.manifest.cases.push({ ...p.manifest.cases[0], id: "a-second" });
  },
  "with every printable character": (p) => {
    p.manifest.cases[0].invariant = Array.from(
      { length: 0x7f - 0x20 },
      (_, i) => String.fromCharCode(0x20 + i),
    ).join("");
  },
};

for (const [name, change] of Object.entries(changes)) {
  Deno.test({
    name: `docs/corpus_digest.py agrees on a corpus ${name}`,
    ignore,
    async fn() {
      const parts = small();
      change(parts);
      parts.manifest.content_sha256 = "none yet";
      const written = await smallFiles(parts);
      const renamed = new Map(Object.entries(written));
      renamed.delete("fixtures/greeting.json");
      renamed.set(parts.manifest.cases[0].fixture, written["fixtures/greeting.json"] ?? "");
      const folder = await Deno.makeTempDir();
      try {
        await Deno.mkdir(`${folder}/fixtures`);
        await Deno.mkdir(`${folder}/expected`);
        for (const [path, text] of renamed) {
          await Deno.writeTextFile(`${folder}/${path}`, text);
        }
        renamed.delete("manifest.json");
        const bytes = [...renamed].map(([path, text]) =>
          [path, new TextEncoder().encode(text)] as const
        );
        const digest = await digestOf(await identityOf(parts.manifest, new Map(bytes)));
        const said = await python(folder);
        assertEquals(said, { code: 1, digest, says: "content_sha256 is none yet" });
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
