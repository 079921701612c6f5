import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Answers, smallEndpoint } from "./endpoint.ts";
import { inFolder, start, wtInject } from "./subprocess.ts";
import { A_HASH, PROMPT, serving, surface } from "./surface_serving.ts";

Deno.test("surface record writes a golden that surface check passes", async () => {
  await inFolder(async (folder) => {
    await using endpoint = smallEndpoint(serving([{ name: "a" }], PROMPT));
    const golden = `${folder}/deep/er/golden.json`;
    const recorded = await wtInject(["surface", "record", endpoint.url, "--golden", golden]);
    assertEquals([recorded.code, recorded.stderr], [0, ""]);
    assertStringIncludes(recorded.stdout, `Golden recorded: ${golden} (hashes alone)\n`);
    const text = await Deno.readTextFile(golden);
    assertEquals(JSON.parse(text).tool_definitions, { a: A_HASH });
    assertEquals(text.includes("heron"), false);
    const checked = await wtInject(["surface", "check", endpoint.url, "--golden", golden]);
    assertEquals([checked.code, checked.stderr], [0, ""]);
    assertMatch(checked.stdout, /^Reported surface of http:\S+ beside \S+: unchanged\n/);
    assertEquals(endpoint.paths, ["/wt/surface", "/wt/surface", "/wt/surface"]);
    assertEquals([...Deno.readDirSync(`${folder}/deep/er`)].map(({ name }) => name), [
      "golden.json",
    ]);
  });
});

Deno.test("surface record replaces no golden without --overwrite, and sends nothing then", async () => {
  await inFolder(async (folder) => {
    await using endpoint = smallEndpoint(serving([]));
    const golden = `${folder}/g.json`;
    await Deno.writeTextFile(golden, "mine");
    const [code, out, err] = await surface("record", endpoint.url, "--golden", golden);
    assertEquals([code, out, endpoint.paths.length], [2, "", 0]);
    assertStringIncludes(err, `Cannot write the golden ${golden}: it is there already.\n`);
    assertEquals(await Deno.readTextFile(golden), "mine");
    const words = ["record", endpoint.url, "--golden", golden, "--overwrite"];
    const [again] = await surface(...words);
    assertEquals([again, (await Deno.readTextFile(golden))[0]], [0, "{"]);
  });
});

Deno.test("surface record keeps the golden as it was where there is no surface to record", async () => {
  const cases: readonly (readonly [answers: Answers, code: number, says: string])[] = [
    [{}, 1, "Nothing was recorded: the endpoint serves no surface.\n"],
    [serving({}), 1, "Nothing was recorded: the surface is invalid.\n"],
    [serving([{ name: "x" }, { name: "x" }]), 1, "/surface/tool_definitions/1/name is the name"],
    [serving([], [{ type: "text", content: "\ud800" }]), 1, "holds a lone surrogate"],
    [{ "/wt/surface": () => new Response("", { status: 503 }) }, 3, "nothing was judged"],
  ];
  for (const [answers, expected, says] of cases) {
    await inFolder(async (folder) => {
      await using endpoint = smallEndpoint(answers);
      const golden = `${folder}/g.json`;
      await Deno.writeTextFile(golden, "mine");
      const words = ["record", endpoint.url, "--golden", golden, "--overwrite"];
      const [code, , err] = await surface(...words);
      assertEquals(code, expected, says);
      assertStringIncludes(err, says);
      assertEquals(await Deno.readTextFile(golden), "mine");
      assertEquals([...Deno.readDirSync(folder)].length, 1);
    });
  }
});

Deno.test("surface record warns of a surface that changes by itself", async () => {
  await inFolder(async (folder) => {
    let probes = 0;
    await using endpoint = smallEndpoint({
      "/wt/surface": () =>
        Response.json({
          wt_inject: 1,
          surface: {
            system_instructions: [],
            tool_definitions: [],
            extra_segments: [{ name: "time", content: String(probes++) }],
          },
        }),
    });
    const [code, , err] = await surface("record", endpoint.url, "--golden", `${folder}/g.json`);
    assertEquals(code, 0);
    assertStringIncludes(err, "Warning: two probes gave two surfaces (content-changed)");
  });
});

Deno.test("surface record --store-text warns, and makes the file its owner's alone", async () => {
  await inFolder(async (folder) => {
    await using endpoint = smallEndpoint(serving([], PROMPT));
    const golden = `${folder}/g.json`;
    await Deno.writeTextFile(golden, "old", { mode: 0o644 });
    const words = ["record", endpoint.url, "--golden", golden, "--overwrite", "--store-text"];
    const [code, out, err] = await surface(...words, "--format", "json");
    assertEquals([code, JSON.parse(out).stores_text], [0, true]);
    assertStringIncludes(err, "Warning: the golden holds the whole surface");
    assertEquals(out.includes("heron"), false);
    assertEquals(JSON.parse(await Deno.readTextFile(golden)).text.system_instructions, PROMPT);
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(golden)).mode! & 0o777, 0o600);
    }
    assertEquals((await surface("check", endpoint.url, "--golden", golden))[0], 0);
  });
});

Deno.test({
  name: "surface record exits 130 when it is interrupted, and leaves nothing behind",
  ignore: Deno.build.os === "windows",
  async fn() {
    await inFolder(async (folder) => {
      const asked = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<Response>();
      await using endpoint = smallEndpoint({
        "/wt/surface"() {
          asked.resolve();
          return gate.promise;
        },
      });
      const child = start(["surface", "record", endpoint.url, "--golden", `${folder}/g.json`]);
      const output = child.output();
      await Promise.race([asked.promise, output]);
      child.kill("SIGINT");
      const { code } = await output;
      gate.resolve(new Response());
      assertEquals([code, [...Deno.readDirSync(folder)].length], [130, 0]);
    });
  },
});
