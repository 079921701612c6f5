import { assertEquals, assertStringIncludes } from "@std/assert";
import { inFolder, wtInject } from "./subprocess.ts";

const RUN = ["corpus", "run", "--case=two-calls-one-turn", "--path=chat-to-chat", "--quiet"];

Deno.test("corpus matrix puts reports side by side, as text, Markdown and JSON", async () => {
  await inFolder(async (folder) => {
    const file = `${folder}/a.json`;
    assertEquals((await wtInject([...RUN, `--report=json=${file}`])).code, 0);
    const report = JSON.parse(await Deno.readTextFile(file));
    report.target.url = "another";
    report.results[0].verdict = "could_not_run";
    await Deno.writeTextFile(`${folder}/b.json`, JSON.stringify(report));
    const matrix = async (...words: string[]) => {
      const { code, stdout, stderr } = await wtInject([
        "corpus",
        "matrix",
        file,
        `${folder}/b.json`,
        ...words,
      ]);
      assertEquals([code, stderr], [0, ""]);
      return stdout;
    };
    const text = await matrix();
    const of = report.results.length;
    assertStringIncludes(text, `\ntwo-calls-one-turn  ✓ ${of}/${of}`);
    assertStringIncludes(text, `? ${of - 1}/${of}\n`);
    assertStringIncludes(await matrix("--format=markdown"), `| ${of - 1}/${of} could not run |\n`);
    const { targets, cases } = JSON.parse(await matrix("--format=json"));
    assertEquals(cases, ["two-calls-one-turn"]);
    assertEquals(targets[1].cases["two-calls-one-turn"], {
      worst: "could_not_run",
      passed: of - 1,
      of,
      could_not_run: 1,
    });
    report.corpus.sha256 = "0".repeat(64);
    await Deno.writeTextFile(`${folder}/b.json`, JSON.stringify(report));
    const other = await wtInject(["corpus", "matrix", file, `${folder}/b.json`]);
    assertEquals(other.code, 2);
    assertStringIncludes(other.stderr, "Cannot put another beside the others: its report is of");
    report.command = "conform";
    await Deno.writeTextFile(`${folder}/b.json`, JSON.stringify(report));
    const wrong = await wtInject(["corpus", "matrix", `${folder}/b.json`]);
    assertEquals(wrong.code, 2);
    assertStringIncludes(wrong.stderr, "it is no report of a corpus run.");
  });
});

Deno.test("corpus matrix says where reports have other cells, or another judge", async () => {
  await inFolder(async (folder) => {
    const [whole, part] = [`${folder}/whole.json`, `${folder}/part.json`];
    await wtInject(["corpus", "run", "--path=agent", "--quiet", `--report=json=${whole}`]);
    await wtInject([...RUN, `--report=json=${part}`]);
    const report = JSON.parse(await Deno.readTextFile(part));
    report.tool.version = "9.9.9";
    report.target.url = "another";
    await Deno.writeTextFile(part, JSON.stringify(report));
    const { code, stdout } = await wtInject(["corpus", "matrix", whole, part]);
    const { selected, available } = report.selection;
    assertEquals([code, selected < available], [0, true]);
    assertStringIncludes(
      stdout,
      `another: ${selected} of ${available} cells were selected; no count has the others.\n`,
    );
    assertStringIncludes(stdout, "another: judged by wt-inject 9.9.9.\n");
    const { targets } = JSON.parse(
      (await wtInject(["corpus", "matrix", part, "--format=json"])).stdout,
    );
    assertEquals(
      [targets[0].judged_by, targets[0].selected, targets[0].available],
      ["wt-inject 9.9.9", selected, available],
    );
    const alone = await wtInject(["corpus", "matrix", part]);
    assertEquals(alone.stdout.includes("judged by"), false);
  });
});

Deno.test("corpus explain says what is sent, held and expected, and by what source", async () => {
  const cell = await wtInject(["corpus", "explain", "stream-first-event.text.messages-to-chat"]);
  assertEquals([cell.code, cell.stderr], [0, ""]);
  for (
    const says of [
      "  The client sends (messages)\n",
      "  The upstream answers (chat)\n",
      "    -- holds the rest until the client has seen a text --\n",
      "  What must come of it\n  messages-to-chat\n",
      'R006: "SSE cases prove',
    ]
  ) assertStringIncludes(cell.stdout, says);
  const json = await wtInject(["corpus", "explain", "unicode-arguments", "--format=json"]);
  const { id, variants } = JSON.parse(json.stdout);
  assertEquals([id, variants[0].cells.length], ["unicode-arguments", 10]);
  assertEquals(Object.hasOwn(variants[0].stimuli, "exchanges"), true);
  for (const name of ["stream-first-evnt", "stream-first-event.txt", "stream-first-event.text.x"]) {
    const { code, stderr } = await wtInject(["corpus", "explain", name]);
    assertEquals(code, 2);
    assertStringIncludes(stderr, `Cannot explain "${name}": there is no such `);
  }
});
