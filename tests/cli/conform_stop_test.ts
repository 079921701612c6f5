import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { smallEndpoint } from "./endpoint.ts";
import { cliWords, ended, inFolder, start } from "./subprocess.ts";

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test({
  name: "conform writes its report when it is interrupted, and exits 130",
  ignore: Deno.build.os === "windows",
  async fn() {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      await inFolder(async (folder) => {
        const asked = Promise.withResolvers<void>();
        const gate = Promise.withResolvers<Response>();
        await using endpoint = smallEndpoint({
          "/wt/inject"() {
            asked.resolve();
            return gate.promise;
          },
        });
        const child = start([
          "conform",
          endpoint.url,
          "--format=json",
          `--report=text=${folder}/report.txt`,
          `--report=json=${folder}/report.json`,
          `--record=${folder}/wire.ndjson`,
        ]);
        const output = child.output();
        await asked.promise;
        child.kill(signal);
        const { code, stdout, stderr } = ended(await output);
        gate.resolve(new Response());
        assertEquals(code, 130);
        const report = JSON.parse(stdout);
        assertEquals([report.outcome, report.exit_code], ["INTERRUPTED", 130]);
        assertEquals(await Deno.readTextFile(`${folder}/report.json`), stdout);
        assertStringIncludes(await Deno.readTextFile(`${folder}/report.txt`), "INTERRUPTED: ");
        assertEquals(names(folder), ["report.json", "report.txt", "wire.ndjson"]);
        assertStringIncludes(stderr, "interrupted: the report is on its way");
        assertEquals(stderr.includes("    at "), false);
      });
    }
  },
});

Deno.test("a reader that leaves early makes no noise", async () => {
  for (
    const words of [["help", "conform"], ["list"], ["explain", "reset.echo"], ["schema", "report"]]
  ) {
    const child = start(words);
    await child.stdout.cancel();
    const stderr = await new Response(child.stderr).text();
    assertEquals([(await child.status).code, stderr], [0, ""], words.join(" "));
  }
});

Deno.test("a report that nobody reads to its end keeps its exit code", async () => {
  await using endpoint = smallEndpoint({ "/wt/reset": () => Response.json({}) });
  const child = start(["conform", endpoint.url, "--select=reset.echo", "--format=json", "--quiet"]);
  await child.stdout.cancel();
  const stderr = await new Response(child.stderr).text();
  assertEquals([(await child.status).code, stderr], [1, ""]);
});

Deno.test("a standard error that nobody reads stops no run", async () => {
  await using endpoint = smallEndpoint();
  const child = start(["conform", endpoint.url, "--select=reset.echo", "--format=json", "-v"]);
  await child.stderr.cancel();
  const report = await new Response(child.stdout).json();
  assertEquals([(await child.status).code, report.outcome], [0, "CONFORMS"]);
});

Deno.test({
  name: "a pipe into head prints one line and nothing else",
  ignore: Deno.build.os === "windows",
  async fn() {
    const line = cliWords().map((word) => `'${word}'`).join(" ");
    const script = `${line} list | head -1; ${line} schema report | head -1`;
    const { success, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", script] })
      .output();
    const text = new TextDecoder().decode(stdout);
    assert(success);
    assertEquals([text, new TextDecoder().decode(stderr)], ["Checks\n{\n", ""]);
  },
});
