import { assertEquals, assertStringIncludes } from "@std/assert";
import { smallEndpoint } from "./endpoint.ts";
import { inFolder, wtInject } from "./subprocess.ts";

/** Runs what must be refused before anything is sent; answers what was said. */
async function refused(url: string, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await wtInject(["run", "--url", url, ...words]);
  assertEquals([code, stdout], [2, ""], stderr);
  return stderr;
}

Deno.test("what is no ordinary file is no scenario: a device has no end, a pipe no beginning", async () => {
  await inFolder(async (folder) => {
    await using endpoint = smallEndpoint();
    await Deno.symlink("/dev/zero", `${folder}/zero.yaml`);
    const zero = await refused(endpoint.url, `${folder}/zero.yaml`);
    assertStringIncludes(zero, `Cannot read ${folder}/zero.yaml: it is no ordinary file`);
    assertStringIncludes(await refused(endpoint.url, folder), "it is no ordinary file");
    await Deno.symlink(folder, `${folder}/folder.yaml`);
    await Deno.remove(`${folder}/zero.yaml`);
    assertStringIncludes(await refused(endpoint.url, folder), "it is no ordinary file");
    assertEquals(endpoint.paths, []);
  });
});

Deno.test("a report doesn't take the place of a scenario file, by whatever name", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/s.yaml`;
    const text = "name: s\nprompt: Hello\n";
    await Deno.writeTextFile(path, text);
    await Deno.symlink("s.yaml", `${folder}/link`);
    await using endpoint = smallEndpoint();
    for (const name of ["s.yaml", "./s.yaml", "link"]) {
      const said = await refused(endpoint.url, path, "--report", `json=${folder}/${name}`);
      assertStringIncludes(said, `Cannot write ${folder}/${name}: it is one of the scenario files`);
    }
    assertEquals([await Deno.readTextFile(path), endpoint.paths], [text, []]);
  });
});

Deno.test("one endpoint by two names of this machine is one endpoint", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/s.yaml`, "name: s\nprompt: Hello\n");
    await using endpoint = smallEndpoint();
    for (const name of ["localhost", "[::1]", "[::ffff:7f00:1]"]) {
      const other = endpoint.url.replace("127.0.0.1", name);
      const said = await refused(endpoint.url, "--url", other, `${folder}/s.yaml`);
      assertStringIncludes(said, `Cannot use ${other} twice: two runs would meet on one endpoint`);
    }
    assertEquals(endpoint.paths, []);
  });
});

Deno.test("shards whose files were named in another order merge; the ledger is its owner's alone", async () => {
  await inFolder(async (folder) => {
    const [a, b] = [`${folder}/a.yaml`, `${folder}/b.yaml`];
    await Deno.writeTextFile(a, "name: a\nprompt: Hello\n");
    await Deno.writeTextFile(b, "name: b\nprompt: Hello\n");
    await using endpoint = smallEndpoint();
    const shards = [];
    for (const [nth, files] of [[a, b], [b, a]].entries()) {
      const report = `${folder}/${nth}.json`;
      const words = [
        "--url",
        endpoint.url,
        "--shard",
        `${nth + 1}/2`,
        "--report",
        `json=${report}`,
      ];
      const { code } = await wtInject(["run", ...files, ...words, "--out", `${folder}/runs`]);
      assertEquals(code, 0);
      shards.push(report);
    }
    const { code, stdout } = await wtInject(["report", "merge", ...shards, "--format", "json"]);
    const names = JSON.parse(stdout).scenarios.map(({ name }: { name: string }) => name);
    assertEquals([code, names.sort()], [0, ["a", "b"]]);
    const { mode } = await Deno.stat(`${folder}/runs/ledger.ndjsonl`);
    if (Deno.build.os !== "windows") assertEquals(mode! & 0o777, 0o600);
  });
});
