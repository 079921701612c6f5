/**
 * Nothing is written in the place of what is read, kept, or written besides.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { smallEndpoint } from "./endpoint.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

async function said(...words: readonly string[]) {
  const io = memoryIo();
  const code = await main(words, io);
  return { code, out: io.out(), err: io.err() };
}

/** A scenario in `FOLDER/sf`, and an endpoint to run it on. */
async function withScenario(
  work: (folder: string, run: (...words: string[]) => ReturnType<typeof said>) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    await using endpoint = smallEndpoint();
    await Deno.mkdir(`${folder}/sf`);
    await Deno.writeTextFile(`${folder}/sf/s.yaml`, "name: s\nprompt: p\n");
    await work(folder, (...words) => said("run", ...words, "-q", "--url", endpoint.url));
  });
}

Deno.test("run writes no report in the place of its ledger, a score, or a conversation", async () => {
  await withScenario(async (folder, run) => {
    const out = `${folder}/runs`;
    const words = [`${folder}/sf/s.yaml`, "--out", out];
    assertEquals((await run(...words)).code, 0);
    const ledger = await Deno.readTextFile(`${out}/ledger.ndjsonl`);
    for (
      const name of ["ledger.ndjsonl", "x.score.json", "x.wtin.json", "./../runs/ledger.ndjsonl"]
    ) {
      const { code, err } = await run(...words, "--report", `json=${out}/${name}`);
      assertEquals(code, 2, err);
      assertStringIncludes(err, "in the runs directory that name is one of its own files");
    }
    assertEquals(await Deno.readTextFile(`${out}/ledger.ndjsonl`), ledger);
  });
});

Deno.test({
  name: "run waits for no ledger that is a pipe",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withScenario(async (folder, run) => {
      await Deno.mkdir(`${folder}/runs`);
      await new Deno.Command("mkfifo", { args: [`${folder}/runs/ledger.ndjsonl`] }).output();
      const { code, err } = await run(`${folder}/sf/s.yaml`, "--out", `${folder}/runs`);
      assertEquals(code, 2);
      assertStringIncludes(err, "its ledger.ndjsonl is no plain file");
    });
  },
});

Deno.test("run leaves nothing that its next run would read for a scenario", async () => {
  await withScenario(async (folder, run) => {
    const sf = `${folder}/sf`;
    for (const words of [["--report", `json=${sf}/r.json`], ["--out", `${sf}/deep/runs`]]) {
      const { code, err } = await run(sf, ...words);
      assertEquals(code, 2, err);
      assertStringIncludes(err, `the next run would read it as a scenario, for it is in ${sf}`);
    }
    // A file alone is read alone, and some endings and folders are passed over.
    for (
      const words of [
        [`${sf}/s.yaml`, "--report", `json=${sf}/r2.json`],
        [`${sf}/s.yaml`, "--out", `${sf}/.runs`],
        [`${sf}/s.yaml`, "--report", `html=${sf}/r.html`],
      ]
    ) assertEquals((await run(...words)).code, 0, words.join(" "));
    const { code, err } = await run(sf);
    assertEquals(code, 2);
    assertStringIncludes(
      err,
      `Cannot read ${sf}/r2.json as scenarios: it is what a run left (wt_inject_run_report)`,
    );
  });
});

Deno.test("run goes by what it may read, asks for no more, and ends", async () => {
  await withScenario(async (folder) => {
    await Deno.mkdir(`${folder}/out`);
    const permissions = [
      "--allow-env",
      "--allow-net=127.0.0.1",
      `--allow-read=${folder}/sf`,
      `--allow-write=${folder}/out`,
    ];
    for (
      const [more, words] of [
        [[], ["--out", "out/new"]],
        [[], ["--out", `${folder}/out/new`]],
        [[`--allow-read=${folder}/sf,${folder}/out/new`], ["--out", "out/new"]],
        [[], ["--report", "json=out/r.json"]],
      ] as const
    ) {
      const { code, stderr } = await wtInject(["run", "sf", "--url=http://127.0.0.1:1", ...words], {
        permissions: [...permissions, ...more],
        cwd: folder,
      });
      assert(code === 2 || code === 3, stderr);
      if (code === 2) assertStringIncludes(stderr, "Run it again with --allow-read=");
    }
  });
});

Deno.test("no report takes the place of another, by whatever spelling", async () => {
  await withScenario(async (folder, run) => {
    const words = ["--report", `json=${folder}/q.x`, "--report", `html=${folder}/sf/../q.x`];
    const { code, err } = await run(`${folder}/sf/s.yaml`, ...words);
    assertEquals(code, 2);
    assertStringIncludes(err, "another report goes to the same file");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["sf"]);
  });
});

Deno.test("report merge, and every command, writes no report over what the line names besides", async () => {
  await withScenario(async (folder, run) => {
    const shards = [`${folder}/1.json`, `${folder}/2.json`];
    for (const [index, path] of shards.entries()) {
      const shard = `${index + 1}/2`;
      const made = await run(`${folder}/sf`, "--shard", shard, "--report", `json=${path}`);
      assertEquals(made.code, 0, made.err);
    }
    const before = await Deno.readTextFile(shards[0]!);
    await Deno.symlink(shards[0]!, `${folder}/link.json`);
    for (const path of [shards[0], `${folder}/sf/../1.json`, `${folder}/link.json`]) {
      const { code, err } = await said("report", "merge", ...shards, "--report", `json=${path}`);
      assertEquals(code, 2);
      assertStringIncludes(
        err,
        `Cannot write ${path}: the command line names that file in another`,
      );
    }
    assertEquals(await Deno.readTextFile(shards[0]!), before);
    const merged = await said("report", "merge", ...shards, "--report", `json=${folder}/all.json`);
    assertEquals(merged.code, 0, merged.err);
    // A second time it is its own, older report.
    const again = await said("report", "merge", ...shards, `--report=json=${folder}/all.json`);
    assertEquals(again.code, 0, again.err);
    const target = `${folder}/gateway.json`;
    await Deno.writeTextFile(target, "{}");
    const corpus = await said("corpus", "run", `--target=${target}`, `--report=json=${target}`);
    assertEquals(corpus.code, 2);
    assert(corpus.err.includes("names that file in another place") || corpus.err.includes(target));
    assertEquals(await Deno.readTextFile(target), "{}");
  });
});
