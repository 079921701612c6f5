import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inCorpus } from "./corpus_small.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const READ = { permissions: ["--allow-read"] };

Deno.test("corpus verify says that the carried corpus holds, and by which digest", async () => {
  const { code, stdout, stderr } = await wtInject(["corpus", "verify"], READ);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(
    stdout,
    /^the embedded corpus holds\n {2}schema {3}\S+\/v1\n {2}version {2}\S+\n {2}sha256 {3}[0-9a-f]{64}\n {2}content {2}\d+ cases, \d+ variants; \d+ files, \d+ bytes\n$/,
  );
});

Deno.test("corpus verify takes a folder, and says what it holds for a program", async () => {
  await inCorpus(async (corpus) => {
    const { code, stdout } = await wtInject(["corpus", "verify", corpus, "--format=json"], READ);
    const { holds, version, cases, variants, files } = JSON.parse(stdout);
    assertEquals([code, holds, version, cases, variants, files], [0, true, "1", 1, 1, 3]);
  });
});

Deno.test("corpus verify exits 1 where a byte changed, and names the fault", async () => {
  await inCorpus(async (corpus) => {
    const path = `${corpus}/fixtures/greeting.json`;
    await Deno.writeTextFile(path, `${await Deno.readTextFile(path)}\n`);
    const { code, stdout, stderr } = await wtInject(["corpus", "verify", corpus], READ);
    assertEquals([code, stderr], [1, ""]);
    assertMatch(
      stdout,
      /^\S+ DOES NOT HOLD\nCannot load the corpus: content_sha256 is not the digest of this corpus \(bad-hash, at manifest\.json\/content_sha256\): the digest is [0-9a-f]{64}\.\n$/,
    );
  });
});

Deno.test("corpus verify exits 1 on a fault of each kind of file, by its own word", async () => {
  const wrong = {
    "manifest-missing": (corpus: string) => Deno.remove(`${corpus}/manifest.json`),
    "not-json": (corpus: string) => Deno.writeTextFile(`${corpus}/manifest.json`, "{"),
    "reference-missing": (corpus: string) => Deno.remove(`${corpus}/expected/greeting.json`),
  };
  for (const [fault, spoil] of Object.entries(wrong)) {
    await inCorpus(async (corpus) => {
      await spoil(corpus);
      const { code, stdout } = await wtInject(["corpus", "verify", corpus, "--format=json"], READ);
      const found = JSON.parse(stdout);
      assertEquals([code, found.holds, found.fault], [1, false, fault]);
    });
  }
  await inCorpus(async (corpus) => {
    const { code, stdout } = await wtInject(["corpus", "verify", corpus], READ);
    assertEquals(code, 1);
    assertStringIncludes(stdout, "(bad-id, at manifest.json/cases/0/id)");
  }, (parts) => parts.manifest.cases[0].id = "A greeting");
});

Deno.test("corpus verify exits 2 where there is no folder, or Deno may not read it", async () => {
  await inCorpus(async (corpus, folder) => {
    const gone = await wtInject(["corpus", "verify", `${folder}/gone`], READ);
    assertEquals([gone.code, gone.stdout], [2, ""]);
    assertStringIncludes(gone.stderr, "/gone: there is no such folder.\n");
    const file = await wtInject(["corpus", "verify", `${corpus}/manifest.json`], READ);
    assertEquals(file.code, 2);
    assertStringIncludes(file.stderr, "/manifest.json: it is no folder.\n");
    const unread = await wtInject(["corpus", "verify", corpus], { permissions: [] });
    assertEquals([unread.code, unread.stdout], [2, ""]);
    assertStringIncludes(unread.stderr, "Deno withholds read access");
  });
});

Deno.test("a corpus that doesn't hold is wrong usage for every command that works with it", async () => {
  await inCorpus(async (corpus, folder) => {
    await Deno.writeTextFile(`${corpus}/manifest.json`, "{}");
    for (const words of [["run"], ["list"], ["show", "greeting"], ["copy", `${folder}/copy`]]) {
      const line = ["corpus", ...words, "--corpus", corpus];
      const { code, stdout, stderr } = await wtInject(line);
      assertEquals([code, stdout], [2, ""], words.join(" "));
      assertStringIncludes(stderr, "wt-inject: Cannot load the corpus: ");
      assertStringIncludes(stderr, `"wt-inject corpus verify ${corpus}" looks at it alone.\n`);
    }
  });
});

Deno.test("corpus copy writes every byte and a note of where it came from", async () => {
  await inCorpus(async (corpus, folder) => {
    const copy = `${folder}/deep/copy`;
    const { code, stdout, stderr } = await wtInject(["corpus", "copy", copy, "--corpus", corpus]);
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^Wrote 4 files to \S+\/deep\/copy: corpus 1, sha256 [0-9a-f]{64}\n$/);
    for (const path of ["manifest.json", "fixtures/greeting.json", "expected/greeting.json"]) {
      const [made, from] = await Promise.all(
        [copy, corpus].map((one) => Deno.readFile(`${one}/${path}`)),
      );
      assertEquals(made, from);
    }
    const note = JSON.parse(await Deno.readTextFile(`${copy}/PROVENANCE.json`));
    assertStringIncludes(stdout, note.sha256);
    assertEquals((await wtInject(["corpus", "verify", copy], READ)).code, 0);
  });
});

Deno.test("corpus copy takes an empty folder, and overwrites nothing", async () => {
  await inFolder(async (folder) => {
    const copy = `${folder}/copy`;
    await Deno.mkdir(copy);
    assertEquals((await wtInject(["corpus", "copy", copy])).code, 0);
    await Deno.writeTextFile(`${copy}/manifest.json`, "mine");
    const again = await wtInject(["corpus", "copy", copy]);
    assertEquals([again.code, again.stdout], [2, ""]);
    assertMatch(again.stderr, /: it isn't empty \(\S+ is in it\), and nothing is overwritten\.\n/);
    assertEquals(await Deno.readTextFile(`${copy}/manifest.json`), "mine");
    await Deno.writeTextFile(`${folder}/file`, "mine");
    const file = await wtInject(["corpus", "copy", `${folder}/file`]);
    assertEquals(file.code, 2);
    assertStringIncludes(file.stderr, "/file: it is no folder.\n");
    const withheld = await wtInject(["corpus", "copy", `${folder}/new`], READ);
    assertEquals(withheld.code, 2);
    assertStringIncludes(withheld.stderr, "Deno withholds write access");
  });
});

Deno.test("corpus copy and corpus verify refuse an empty name, which is no folder's", async () => {
  await inFolder(async (folder) => {
    // Had it been taken for one, it would have been the root: Deno may write nowhere but here.
    const permissions = ["--allow-read", `--allow-write=${folder}`];
    const copy = await wtInject(["corpus", "copy", ""], { permissions, cwd: folder });
    assertEquals([copy.code, copy.stdout], [2, ""]);
    assertStringIncludes(copy.stderr, "Cannot run corpus copy: FOLDER is empty.\n");
    assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
    const verify = await wtInject(["corpus", "verify", ""], { permissions, cwd: folder });
    assertEquals(verify.code, 2);
    assertStringIncludes(verify.stderr, "Cannot run corpus verify: FOLDER is empty.\n");
    const list = await wtInject(["corpus", "list", "--corpus="], { permissions, cwd: folder });
    assertEquals(list.code, 2);
  });
});
