import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { smallEndpoint } from "./endpoint.ts";
import { cliWords, ended, inFolder, start, wtInject } from "./subprocess.ts";

/** Trace files, and every other file, under a folder. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) files.push(...await filesIn(`${folder}/${name}`));
    else files.push(`${folder}/${name}`);
  }
  return files;
}

Deno.test("a run that is killed at any point leaves only whole traces, each with its score", async () => {
  await inFolder(async (folder) => {
    const scenario = `${folder}/s.yaml`;
    await Deno.writeTextFile(scenario, "name: s\nprompt: Hello\n");
    let kept = 0;
    for (const [nth, after] of [3, 11, 26, 47].entries()) {
      const out = `${folder}/runs-${nth}`;
      const reached = Promise.withResolvers<void>();
      let turns = 0;
      const reply = "Good morning. ".repeat(20_000);
      await using endpoint = smallEndpoint({
        "/wt/inject": () => {
          if (++turns === after) reached.resolve();
          return Response.json({ wt_inject: 1, reply, tool_calls: [] });
        },
      });
      const child = start([
        "run",
        scenario,
        "--url",
        endpoint.url,
        "--runs",
        "100000",
        "--out",
        out,
      ]);
      // A child that can't start must not be waited for.
      await Promise.race([reached.promise, child.status]);
      // Let the writing get on a little, to another place each time.
      for (let step = 0; step < nth * 40; step++) await Promise.resolve();
      assert(turns >= after, "it ended by itself");
      child.kill("SIGKILL");
      await child.output();
      const files = await filesIn(out);
      for (const path of files.filter((name) => /\/[^./]+\.json$/.test(name))) {
        assertEquals(JSON.parse(await Deno.readTextFile(path)).turns[1].content, reply);
        assert(files.includes(path.replace(".json", ".score.json")), path);
        kept++;
      }
      for (const path of files.filter((name) => name.endsWith(".score.json"))) {
        JSON.parse(await Deno.readTextFile(path));
      }
    }
    assert(kept >= 3 - 1 + 11 - 1 + 26 - 1 + 47 - 1 - 4, `${kept} traces`);
  });
});

Deno.test("a folder that nobody may write is told before anything is sent: exit 2", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/s.yaml`, "name: s\nprompt: Hello\n");
    await Deno.writeTextFile(`${folder}/file`, "");
    await using endpoint = smallEndpoint();
    const words = [
      "run",
      `${folder}/s.yaml`,
      "--url",
      endpoint.url,
      "--out",
      `${folder}/file/runs`,
    ];
    const { code, stdout, stderr } = await wtInject(words);
    assertEquals([code, stdout, endpoint.paths], [2, "", []]);
    assertStringIncludes(stderr, `wt-inject: Cannot keep traces in ${folder}/file/runs: `);
  });
});

Deno.test({
  name: "a full disk is told in one line: exit 4, and nothing half-made stays",
  // A small disk has to be mounted for it.
  ignore: Deno.build.os !== "linux",
  async fn() {
    await inFolder(async (folder) => {
      const scenario = `${folder}/s.yaml`;
      await Deno.writeTextFile(scenario, "name: s\nprompt: Hello\n");
      await Deno.mkdir(`${folder}/disk`);
      const reply = "Good morning. ".repeat(5_000);
      await using endpoint = smallEndpoint({
        "/wt/inject": () => Response.json({ wt_inject: 1, reply, tool_calls: [] }),
      });
      const line = cliWords().map((word) => `'${word}'`).join(" ");
      const script = `mount -t tmpfs -o size=256k none '${folder}/disk' || exit 77; ` +
        `${line} run '${scenario}' --url ${endpoint.url} --runs 50 --out '${folder}/disk/runs'; ` +
        `code=$?; find '${folder}/disk' -name '*.tmp'; exit $code`;
      const apart = `if [ "$(id -u)" = 0 ]; then exec unshare -m "$@"; fi; exec unshare -rm "$@"`;
      const args = ["-c", apart, "apart", "sh", "-c", script];
      const shell = new Deno.Command("sh", { args });
      const { code, stdout, stderr } = ended(await shell.output());
      if (code === 77 || /^(?:sh: .*)?unshare:/.test(stderr)) {
        console.log(`not shown here: no disk can be mounted (${stderr.trim()})`);
        return;
      }
      assertEquals(code, 4, stderr);
      assertEquals(stdout.match(/No space left on device/g)?.length, 1, stdout);
      assert(!stdout.includes(".tmp"), stdout);
    });
  },
});
