import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { smallEndpoint } from "./endpoint.ts";
import { inFolder, wtInject } from "./subprocess.ts";

Deno.test("rescore tells of traces that can't be read, one by one, and judges the others", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/s.yaml`, "name: s\nprompt: Hello\n");
    const runs = `${folder}/runs`;
    await using endpoint = smallEndpoint();
    await wtInject(["run", `${folder}/s.yaml`, "--url", endpoint.url, "--out", runs]);
    await Deno.symlink("gone", `${runs}/dangling.json`);
    await Deno.symlink(".", `${runs}/folder.json`);
    await Deno.writeTextFile(`${runs}/cut.json`, '{"windtunnel_trace": 1, "turns": [');
    await Deno.writeFile(`${runs}/latin.json`, new Uint8Array([0x22, 0xe9, 0x22]));
    await Deno.writeTextFile(
      `${runs}/proto.json`,
      '{"windtunnel_trace": 1, "scenario_id": "__proto__", "turns": []}',
    );
    const words = ["rescore", runs, "--scenarios", `${folder}/s.yaml`, "--format", "json"];
    const { code, stdout, stderr } = await wtInject(words);
    assertEquals([code, stderr], [2, ""]);
    const traces: readonly Record<string, string>[] = JSON.parse(stdout).traces;
    const problems = Object.fromEntries(
      traces.flatMap(({ trace, problem }) =>
        problem === undefined ? [] : [[trace!.slice(runs.length + 1), problem]]
      ),
    );
    assertEquals(Object.keys(problems).sort(), [
      "cut.json",
      "dangling.json",
      "folder.json",
      "latin.json",
      "proto.json",
    ]);
    // Which reason it is depends on Deno's version; some reason of the system's, not a crash.
    assertMatch(problems["dangling.json"]!, /^there is no such file or folder$|os error/);
    assertEquals(problems["latin.json"], "it isn't UTF-8");
    assertEquals(problems["proto.json"], 'no scenario is named "__proto__"');
    assertEquals(traces.filter(({ verdict }) => verdict === "PASS").length, 1);
  });
});

Deno.test("rescore refuses a path inside a file: exit 2, in one line", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/s.yaml`, "name: s\nprompt: Hello\n");
    const path = `${folder}/s.yaml/runs`;
    const words = ["rescore", path, "--scenarios", `${folder}/s.yaml`];
    const { code, stdout, stderr } = await wtInject(words);
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, `wt-inject: Cannot rescore ${path}: `);
  });
});
