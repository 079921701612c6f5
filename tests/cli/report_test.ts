import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { formatNames } from "../../lib/report/formats.ts";
import { renderJson } from "../../lib/report/json.ts";
import { renderText } from "../../lib/report/text.ts";
import { ordinaryReport, report, result } from "../report/sample.ts";
import { smallEndpoint } from "./endpoint.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const FORMATS = formatNames;

async function run(words: readonly string[], input = "") {
  const io = memoryIo({ input });
  const code = await main(["report", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

Deno.test("report view shows a saved run as the run itself showed it, in each format", async () => {
  await using endpoint = smallEndpoint({ "/wt/reset": () => Response.json({ wt_inject: 2 }) });
  await inFolder(async (folder) => {
    const reports = FORMATS.map((format) => `--report=${format}=${folder}/${format}`);
    const first = await wtInject(["conform", endpoint.url, "--select=reset.*", ...reports]);
    assertEquals(first.code, 1);
    for (const format of FORMATS) {
      const { code, stdout, stderr } = await wtInject(
        ["report", "view", `${folder}/json`, "--format", format],
        { permissions: ["--allow-read"] },
      );
      assertEquals([code, stderr], [0, ""]);
      assertEquals(stdout, await Deno.readTextFile(`${folder}/${format}`));
    }
    const again = await run(["view", `${folder}/json`]);
    assertEquals(again.out, first.stdout);
  });
});

Deno.test("report view keeps a canary's words cautious, and a baseline's known failures known", async () => {
  const canary = await wtInject(["canary", "--reference", "--rounds=1", "--format=json", "-q"]);
  const shown = await run(["view", "-"], canary.stdout);
  assertMatch(shown.out, /^NO LEAK OBSERVED \(not proof of isolation\): /m);
  assertStringIncludes(shown.out, "no leak observed, which proves nothing");
  assertEquals(shown.out.includes("no nonce comes back"), false);

  await using endpoint = smallEndpoint({ "/wt/reset": () => Response.json({ wt_inject: 2 }) });
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    const entries = [{ check: "reset.echo", reason: "known since May" }];
    await Deno.writeTextFile(path, JSON.stringify({ wt_inject_baseline: 1, entries }));
    const words = ["conform", endpoint.url, "--select=reset.echo", "--format=json"];
    const saved = await wtInject([...words, `--baseline=${path}`]);
    const junit = await run(["view", "-", "--format=junit"], saved.stdout);
    assertStringIncludes(junit.out, '<skipped message="known failure: known since May"/>');
  });
});

Deno.test("report view shows all evidence on demand, and reads what a pipe brings", async () => {
  const saved = renderJson(ordinaryReport());
  const brief = await run(["view", "-"], saved);
  const whole = await run(["view", "-", "-v"], saved);
  assertEquals([brief.code, brief.out], [0, renderText(ordinaryReport())]);
  assertEquals(whole.out, renderText(ordinaryReport(), { verbose: true }));
  const piped = await wtInject(["report", "view", "-"], { input: saved });
  assertEquals([piped.code, piped.stdout], [0, brief.out]);
});

Deno.test("report view and diff exit 2 on what isn't a report", async () => {
  await inFolder(async (folder) => {
    const bad = `${folder}/bad.json`;
    const good = `${folder}/good.json`;
    const canary = `${folder}/canary.json`;
    await Deno.writeTextFile(bad, '{"wt_inject_report":1}');
    await Deno.writeTextFile(good, renderJson(ordinaryReport()));
    const other = { ...ordinaryReport(), command: "canary" as const };
    await Deno.writeTextFile(canary, renderJson(other));
    const cases: readonly (readonly [words: readonly string[], says: string])[] = [
      [["view"], "Cannot run report view: FILE is missing"],
      [["view", bad], `Cannot use ${bad} as a report: it must have the key "command"`],
      [["view", `${folder}/none`], "there is no such file"],
      [["view", good, "--format=htm"], "Cannot use --format htm"],
      [["diff", good], "Cannot run report diff: NEW is missing"],
      [["diff", good, bad], "as a report"],
      [["diff", good, canary], "Cannot compare these reports: one is of conform"],
      [["diff", "-", "-"], "Cannot read both reports from -: "],
      [["vew", good], "Did you mean report view?"],
    ];
    for (const [words, says] of cases) {
      const { code, out, err } = await run(words);
      assertEquals([code, out], [2, ""], words.join(" "));
      assertStringIncludes(err, says);
    }
    const { code, stderr } = await wtInject(["report", "view", good], { permissions: [] });
    assertEquals(code, 2);
    assertStringIncludes(stderr, "Deno withholds read access");
  });
});

Deno.test("report diff exits 1 on a new failure, 0 without, 3 where the new run says too little", async () => {
  await inFolder(async (folder) => {
    const save = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      return `${folder}/${name}`;
    };
    const good = report([result("a", "passed")], [], { outcome: "CONFORMS", exit_code: 0 });
    const bad = report([result("a", "failed")], []);
    const gone = report([], [], { outcome: "NOT REACHABLE", exit_code: 3 });
    const [goodFile, badFile, goneFile] = [
      await save("good", renderJson(good)),
      await save("bad", renderJson(bad)),
      await save("gone", renderJson(gone)),
    ] as const;
    const broke = await wtInject(["report", "diff", goodFile, badFile], {
      permissions: ["--allow-read"],
    });
    assertEquals([broke.code, broke.stderr], [1, ""]);
    assertMatch(broke.stdout, /^New failures \(1\)\n {2}a\n {4}said of a$/m);
    const mended = await run(["diff", badFile, goodFile]);
    assertEquals(mended.code, 0);
    assertMatch(mended.out, /^0 new, 1 fixed, 0 still failing; /m);
    assertEquals((await run(["diff", badFile, badFile])).code, 0);
    assertEquals((await run(["diff", goodFile, goneFile])).code, 3);
    const json = await run(["diff", goodFile, badFile, "--format=json"]);
    const { new_failures, exit_code } = JSON.parse(json.out);
    assertEquals([json.code, exit_code, new_failures[0].check], [1, 1, "a"]);
  });
});
