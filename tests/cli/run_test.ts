import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import type { RunReport } from "../../lib/run/run_report.ts";
import { deadUrl, smallEndpoint } from "./endpoint.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder } from "./subprocess.ts";

const GREETING = "name: greeting\nprompt: Hello\ntarget_facts: [[good morning]]\n";

/** Runs a command line; answers its exit code and what it said. */
async function run(...words: readonly string[]) {
  const io = memoryIo();
  const code = await main(["run", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

/** A folder with scenario files in it. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(path, text);
    }
    await work(folder);
  });
}

Deno.test("run takes folders, passes over what is hidden, and runs each file once", async () => {
  await withFiles({
    "b.yaml": "name: b\nprompt: p\n",
    "a/z.json": '{"name":"z","prompt":"p"}',
    "notes.txt": "x",
    ".hidden.yaml": "no: scenario",
    "..data/x.yaml": "no: scenario",
  }, async (folder) => {
    await using endpoint = smallEndpoint();
    const { code, out, err } = await run(
      folder,
      `${folder}/b.yaml`,
      "--url",
      endpoint.url,
      "--format",
      "json",
    );
    const { scenarios }: RunReport = JSON.parse(out);
    assertEquals(scenarios.map(({ name, line }) => [name, line]), [["z", 1], ["b", 1]]);
    assertEquals(scenarios[0]!.file, `${folder}/a/z.json`);
    assertEquals(code, 0);
    assertEquals(
      err,
      `2 scenarios, 2 runs on ${endpoint.url}; its state is destroyed before each\n`,
    );
    const each = ["/wt/reset", "/wt/surface", "/wt/inject"];
    assertEquals(endpoint.paths, [...each, ...each]);
    const [first, second] = endpoint.bodies.filter((body) => "session_id" in body);
    assert(first!.session_id !== second!.session_id);
  });
});

Deno.test("a typo in a scenario ends it before anything is sent: exit 2, file, line and key", async () => {
  await withFiles({ "s.yaml": `${GREETING}must_cal: [a]\n` }, async (folder) => {
    await using endpoint = smallEndpoint();
    const { code, out, err } = await run(`${folder}/s.yaml`, "--url", endpoint.url);
    assertEquals([code, out, endpoint.paths.length], [2, "", 0]);
    assertEquals(
      err,
      `wt-inject: Cannot read the scenario in ${folder}/s.yaml:4: the key "must_cal" is unknown.\n` +
        'Did you mean "must_call"?\n',
    );
  });
});

Deno.test("mistakes on the command line send nothing and exit with 2", async () => {
  await withFiles({
    "a.yaml": "name: same\nprompt: p\ntags: [smoke]\n",
    "b.yaml": "name: same\nprompt: p\n",
    "c.txt": "",
    "d/e.txt": "",
    "long.yaml": `name: ${"é".repeat(128)}\nprompt: p\n`,
  }, async (folder) => {
    const a = `${folder}/a.yaml`;
    const cases: readonly (readonly [words: readonly string[], says: string])[] = [
      [[folder], `"same" stands in ${folder}/a.yaml:1 and in ${folder}/b.yaml:1`],
      [[`${folder}/c.txt`], "its ending is unknown"],
      [[`${folder}/d`], "no file in it has the ending"],
      [[`${folder}/none.yaml`], "there is no such file or folder"],
      [
        [a, "--tag", "smok"],
        "Cannot select by --tag smok: no scenario has it.\nDid you mean smoke?",
      ],
      [[a, "--shard", "3/2"], "Cannot use --shard 3/2"],
      [[a, "--interchange"], "Cannot use --interchange: no folder is named"],
      [
        [a, "--url", "http://127.0.0.1:1", "--url", "http://127.0.0.1:1/"],
        "twice: two runs would meet",
      ],
      [[a, "--reference", "--url", "http://127.0.0.1:1"], "Cannot use --reference with --url"],
      [[a, "--url", "http://192.0.2.1:1"], "Add --destroy-state"],
      [[a, "--runs", "0"], "Cannot use --runs 0"],
      [[`${folder}/long.yaml`, "--out", `${folder}/runs`], "a name has more than 255 bytes"],
      [[a, "--reference", "--out", a], `Cannot keep traces in ${a}`],
      [
        [a, "--reference", "--out", `${folder}/r`, "--report", `json=${folder}/r/all.json`],
        "it would be taken for a trace.\nWrite it elsewhere, or with another dot in its name: all.report.json.",
      ],
      [[a, "--reference", "--report", `pdf=${folder}/x`], "there is no format pdf"],
    ];
    for (const [words, says] of cases) {
      const { code, err, out } = await run(...words);
      assertEquals([code, out], [2, ""], words.join(" "));
      assertStringIncludes(err, says);
    }
  });
});

Deno.test("an endpoint that fails its reset stops everything: exit 3, one clear error", async () => {
  await withFiles({ "s.yaml": GREETING }, async (folder) => {
    await using endpoint = smallEndpoint({
      "/wt/reset": () => new Response("locked", { status: 500 }),
    });
    const out = `${folder}/runs`;
    const json = await run(
      `${folder}/s.yaml`,
      "--url",
      endpoint.url,
      "--runs",
      "5",
      "--format",
      "json",
      "--out",
      out,
    );
    assertEquals([json.code, endpoint.paths], [3, ["/wt/reset"]]);
    assertStringIncludes(
      json.err,
      '\nwt-inject: Cannot run the scenario "greeting": the reset before it failed',
    );
    const report: RunReport = JSON.parse(json.out);
    assertEquals([report.outcome, report.scenarios[0]!.verdict], ["INCOMPLETE", "INCOMPLETE"]);
    assertEquals([...Deno.readDirSync(out)], []);

    const text = await run(`${folder}/s.yaml`, "--url", endpoint.url);
    assertEquals(text.out.match(/the reset before it failed/g)?.length, 1);
    assertEquals(text.err.includes("reset before it failed"), false);
  });
});

Deno.test("nothing that listens is a reset that fails", async () => {
  await withFiles({ "s.yaml": GREETING }, async (folder) => {
    const { code, out } = await run(`${folder}/s.yaml`, "--url", deadUrl());
    assertEquals(code, 3);
    assertStringIncludes(out, "the reset before it failed");
  });
});

Deno.test("an invalid surface is warned of loudly, kept as invalid, and fails nothing", async () => {
  await withFiles({ "s.yaml": GREETING }, async (folder) => {
    await using endpoint = smallEndpoint({
      "/wt/surface": () => Response.json({ wt_inject: 1, surface: { secret: 1 } }),
    });
    const { code, err, out } = await run(
      `${folder}/s.yaml`,
      "--url",
      endpoint.url,
      "--format",
      "json",
      "--out",
      `${folder}/runs`,
    );
    assertEquals(code, 0);
    assertStringIncludes(err, "warning: greeting: surface_invalid: ");
    const [line] = (JSON.parse(out) as RunReport).scenarios;
    const trace = JSON.parse(await Deno.readTextFile(line!.runs[0]!.trace!));
    assertEquals(trace.surface.status, "invalid");
    assertEquals(Object.keys(trace.surface), ["status", "detail"]);
    assertEquals(trace.worker_warnings, [`surface_invalid: ${trace.surface.detail}`]);
  });
});

Deno.test("Ctrl-C writes the report, and only whole traces are on the disk", async () => {
  await withFiles({ "s.yaml": GREETING }, async (folder) => {
    const io = memoryIo();
    let turns = 0;
    await using endpoint = smallEndpoint({
      "/wt/inject": () => {
        if (++turns === 3) io.interrupt();
        return Response.json({ wt_inject: 1, reply: "Good morning", tool_calls: [] });
      },
    });
    const words = ["run", `${folder}/s.yaml`, "--url", endpoint.url, "--runs", "50"];
    const code = await main([
      ...words,
      "--out",
      `${folder}/runs`,
      "--report",
      `json=${folder}/r.json`,
    ], io);
    const report: RunReport = JSON.parse(await Deno.readTextFile(`${folder}/r.json`));
    assertEquals([code, report.outcome, report.scenarios[0]!.verdict], [
      130,
      "INTERRUPTED",
      "INCOMPLETE",
    ]);
    assertEquals(report.scenarios[0]!.runs.length, 2);
    const traces = report.scenarios[0]!.runs.map(({ trace }) => trace!.split("/").at(-1)!);
    const kept = [...Deno.readDirSync(`${folder}/runs/greeting/wt-inject/cli_run/unknown/unknown`)];
    const scores = traces.map((name) => name.replace(".json", ".score.json"));
    assertEquals(kept.map(({ name }) => name).sort(), [...traces, ...scores].sort());
    assertStringIncludes(io.err(), "interrupted: the report is on its way");
  });
});
