import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { type Answers, deadUrl, smallEndpoint } from "./endpoint.ts";
import { memoryIo } from "./memory_io.ts";
import { ended, start, wtInject } from "./subprocess.ts";

const SECRET = "You are Bluewing's desk. The pass phrase is heron.";

/** Answers that serve a surface. */
function serving(surface: unknown): Answers {
  return { "/wt/surface": () => Response.json({ wt_inject: 1, surface }) };
}

const GOOD = {
  system_instructions: [{ type: "text", content: SECRET }],
  tool_definitions: [{ name: "client_lookup" }],
  extra_segments: [],
};

async function run(...words: string[]) {
  const io = memoryIo();
  const code = await main(["surface", "probe", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

Deno.test("surface probe says that a surface is reported, shows none of it, and destroys nothing", async () => {
  await using endpoint = smallEndpoint(serving(GOOD));
  const { code, stdout, stderr } = await wtInject(["surface", "probe", endpoint.url]);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^Reported surface of http:\S+: reported\n/);
  for (const secret of ["heron", "client_lookup"]) assertEquals(stdout.includes(secret), false);
  assertEquals(endpoint.paths, ["/wt/surface", "/wt/surface"]);

  const asked = await run(endpoint.url, "--show-surface");
  for (const secret of ["heron", "client_lookup"]) assertStringIncludes(asked.out, secret);
  const json = JSON.parse((await run(endpoint.url, "--format=json")).out);
  assertEquals([json.status, json.label, json.surface], ["reported", "reported", undefined]);
  const shown = JSON.parse((await run(endpoint.url, "--format=json", "--show-surface")).out);
  assertEquals(shown.surface, GOOD);
});

Deno.test("surface probe exits 0 where no surface is served, which the contract leaves to the endpoint", async () => {
  await using endpoint = smallEndpoint();
  const { code, out } = await run(endpoint.url);
  assertEquals(code, 0);
  assertMatch(out, /: unavailable\n/);
  assertEquals(JSON.parse((await run(endpoint.url, "--format=json")).out).status, "unavailable");
});

Deno.test("surface probe exits 1 on an invalid surface, and points at each fault", async () => {
  await using endpoint = smallEndpoint(serving({
    system_instructions: [{ type: "text", content: 5 }],
    tool_definitions: [{ description: SECRET }],
  }));
  const { code, out } = await run(endpoint.url);
  assertEquals(code, 1);
  assertMatch(out, /: invalid\n/);
  for (
    const pointer of [
      "/surface/system_instructions/0/content",
      "/surface/tool_definitions/0",
      "/surface/extra_segments",
    ]
  ) assertStringIncludes(out, pointer);
  assertEquals(out.includes("heron"), false);
  const json = JSON.parse((await run(endpoint.url, "--format=json")).out);
  assertEquals(json.status, "invalid");
  assertEquals(json.violations.length, 3);
});

Deno.test("surface probe exits 3 where nothing listens, and blames no endpoint", async () => {
  const { code, out } = await run(deadUrl());
  assertEquals(code, 3);
  assertMatch(out, /: unreachable\n/);
  assertStringIncludes(out, "Nothing was judged");
});

Deno.test("surface probe --reference probes the reference endpoint", async () => {
  const { code, stdout } = await wtInject(["surface", "probe", "--reference", "--format=json"]);
  assertEquals(code, 0);
  const { status, tool_definitions, differences } = JSON.parse(stdout);
  assertEquals([status, tool_definitions.length, differences], ["reported", 5, []]);
});

Deno.test("surface probe exits 2 on each mistake, and names the nearest word", async () => {
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [["surface", "prob"], 'Cannot run "surface prob": there is no such command'],
    [["surface", "prob"], "Did you mean surface probe?"],
    [["surface", "--reference"], "Cannot use --reference here: the command comes first"],
    [["help", "surface", "prob"], "Did you mean surface probe?"],
    [["surfac", "probe"], "Did you mean surface?"],
    [["surface", "probe", "localhost"], "Did you mean http://localhost?"],
    [["surface", "probe", "http://u:p@localhost"], "it carries a user name or a password"],
    [["surface", "probe", "--reference", "http://localhost"], "with the URL http://localhost"],
    [["surface", "probe", "--timeout=0"], "it must be above 0"],
    [["surface", "probe", "--format=junit"], "it isn't one of text, json"],
    [["surface", "probe", "--destroy-state"], "surface probe has no such flag"],
  ];
  for (const [words, says] of cases) {
    const io = memoryIo();
    assertEquals([await main(words, io), io.out()], [2, ""], words.join(" "));
    assertStringIncludes(io.err(), says);
  }
});

Deno.test({
  name: "surface probe exits 130 when it is interrupted, and prints nothing",
  ignore: Deno.build.os === "windows",
  async fn() {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<Response>();
    await using endpoint = smallEndpoint({
      "/wt/surface"() {
        asked.resolve();
        return gate.promise;
      },
    });
    const child = start(["surface", "probe", endpoint.url]);
    const output = child.output();
    await asked.promise;
    child.kill("SIGINT");
    const { code, stdout, stderr } = ended(await output);
    gate.resolve(new Response());
    assertEquals([code, stdout, stderr], [130, "", ""]);
  },
});
