import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Answers, deadUrl, smallEndpoint } from "./endpoint.ts";
import { inFolder } from "./subprocess.ts";
import { A_HASH, PROMPT, serving, surface } from "./surface_serving.ts";

/** A golden of one tool, `a`, and a prompt that isn't the one that is served. */
async function goldenIn(folder: string): Promise<string> {
  const golden = `${folder}/g.json`;
  await using endpoint = smallEndpoint(serving([{ name: "a" }]));
  assertEquals((await surface("record", endpoint.url, "--golden", golden))[0], 0);
  return golden;
}

Deno.test("surface check fails on a change, diff informs, and neither tells the text", async () => {
  await inFolder(async (folder) => {
    const golden = await goldenIn(folder);
    await using endpoint = smallEndpoint(
      serving([{ name: "a", description: "heron" }, { name: "heron_tool" }], PROMPT),
    );
    const words = [endpoint.url, "--golden", golden];
    const [code, out, err] = await surface("check", ...words);
    assertEquals([code, err, out.includes("heron")], [1, "", false]);
    assertMatch(out, /: 3 changes\n/);
    assertStringIncludes(
      out,
      "  system instructions changed\n    golden:   /system_instructions, ",
    );
    assertStringIncludes(out, "  tool added\n    reported: /surface/tool_definitions/1, object, ");
    assertStringIncludes(
      out,
      `  tool changed: a\n    golden:   /tool_definitions/a, ${A_HASH}\n` +
        "    reported: /surface/tool_definitions/0, object, 37 bytes, sha256:",
    );
    const [informs, told] = await surface("diff", ...words);
    assertEquals([informs, told.includes("heron")], [0, false]);
    assertStringIncludes(told, "diff only informs; check fails on this.");
    const shown = (await surface("diff", ...words, "--show-surface"))[1];
    assertStringIncludes(shown, '      | {"description": "heron", "name": "a"}\n');
    assertStringIncludes(shown, "  tool added: heron_tool\n");

    const report = JSON.parse((await surface("check", ...words, "--format=json"))[1]);
    assertEquals([report.outcome, report.exit_code, report.label], ["changed", 1, "reported"]);
    assertEquals(report.changes.map(({ what, change }: Record<string, string>) => [what, change]), [
      ["system instructions", "changed"],
      ["tool", "added"],
      ["tool", "changed"],
    ]);
  });
});

Deno.test("surface check fails where the surface is invalid, gone or of doubled names; diff doesn't", async () => {
  const cases: readonly (readonly [answers: Answers, outcome: string])[] = [
    [{}, "unavailable"],
    [serving([{}]), "invalid"],
    [serving([{ name: "a" }, { name: "a" }]), "not comparable"],
  ];
  await inFolder(async (folder) => {
    const golden = await goldenIn(folder);
    for (const [answers, outcome] of cases) {
      await using endpoint = smallEndpoint(answers);
      const words = [endpoint.url, "--golden", golden];
      const [code, out] = await surface("check", ...words, "--format=json");
      assertEquals([code, JSON.parse(out).outcome], [1, outcome]);
      const [informs, text] = await surface("diff", ...words);
      assertEquals(informs, 0);
      assertStringIncludes(text, `: ${outcome}\n`);
      const xml = (await surface("check", ...words, "--format=junit"))[1];
      assertStringIncludes(xml, 'tests="1" failures="1" errors="0"');
    }
    const dead = [deadUrl(), "--golden", golden];
    for (const action of ["check", "diff"]) {
      const [code, out] = await surface(action, ...dead);
      assertEquals(code, 3);
      assertStringIncludes(out, "Nothing was compared: ");
    }
    const xml = (await surface("check", ...dead, "--format=junit"))[1];
    assertStringIncludes(xml, 'tests="1" failures="0" errors="1"');
  });
});

Deno.test("surface check writes JUnit with a case for everything that the golden holds", async () => {
  await inFolder(async (folder) => {
    const golden = await goldenIn(folder);
    await using endpoint = smallEndpoint(serving([{ name: "a", x: "<&\u0007" }, { name: "b" }]));
    const report = `${folder}/r.xml`;
    const words = ["check", endpoint.url, "--golden", golden, "--report", `junit=${report}`];
    assertEquals((await surface(...words))[0], 1);
    const xml = await Deno.readTextFile(report);
    assertStringIncludes(xml, 'tests="5" failures="2" errors="0" skipped="0"');
    assertStringIncludes(xml, 'name="a" classname="wt-inject.surface.tool"');
    assertStringIncludes(
      xml,
      'name="/surface/tool_definitions/1" classname="wt-inject.surface.tool"',
    );
    const shown = (await surface(
      "check",
      endpoint.url,
      "--golden",
      golden,
      "--show-surface",
      "--format=junit",
    ))[1];
    assertStringIncludes(shown, "&lt;&amp;\\u0007");
    assert((await surface("diff", endpoint.url, "--golden", golden, "--format=junit"))[0] === 2);
  });
});

Deno.test("surface check and diff exit 2 on a golden that is missing or broken, and send nothing", async () => {
  await inFolder(async (folder) => {
    await using endpoint = smallEndpoint(serving([]));
    const golden = `${folder}/g.json`;
    for (const action of ["check", "diff"]) {
      const [code, , err] = await surface(action, endpoint.url, "--golden", golden);
      assertEquals(code, 2);
      assertStringIncludes(err, `Cannot read the golden ${golden}: there is no such file.\n`);
    }
    await Deno.writeTextFile(golden, '{"windtunnel_surface_golden":1,"tool_definitions":{"a":7}}');
    const [code, , err] = await surface("check", endpoint.url, "--golden", golden);
    assertEquals([code, endpoint.paths.length], [2, 0]);
    assertStringIncludes(err, `Cannot compare with the golden ${golden}: /tool_definitions/a must`);
  });
});

Deno.test("surface check --reset resets first, and fails with a reset that fails", async () => {
  await inFolder(async (folder) => {
    const golden = await goldenIn(folder);
    await using endpoint = smallEndpoint(serving([{ name: "a" }]));
    const words = ["--golden", golden, "--reset"];
    assertEquals((await surface("check", endpoint.url, ...words))[0], 0);
    assertEquals(endpoint.paths, ["/wt/reset", "/wt/surface"]);
    await using broken = smallEndpoint({ "/wt/reset": () => new Response("", { status: 500 }) });
    const [code, , err] = await surface("check", broken.url, ...words);
    assertEquals([code, broken.paths], [1, ["/wt/reset"]]);
    assertMatch(err, /^wt-inject: Cannot reset the endpoint/);
  });
});
