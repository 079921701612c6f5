import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Answers, smallEndpoint } from "./endpoint.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const NAMES = ["a", "b", "c", "d"];

/** An endpoint that tells how many requests were ever in it at once. */
function counting(answers: Answers = {}) {
  let now = 0;
  let most = 0;
  const watched = (inner: Answers[string]) => async (body: Record<string, unknown>) => {
    most = Math.max(most, ++now);
    // A second one has time to come.
    for (let step = 0; step < 20; step++) await new Promise((go) => setTimeout(go, 0));
    now--;
    return inner(body);
  };
  const ordinary: Answers = {
    "/wt/inject": () => Response.json({ wt_inject: 1, reply: "Hello.", tool_calls: [] }),
    "/wt/reset": () => Response.json({ wt_inject: 1 }),
    "/wt/surface": () => new Response(null, { status: 404 }),
    ...answers,
  };
  const entries = Object.entries(ordinary).map(([path, inner]) => [path, watched(inner)] as const);
  return { most: () => most, server: smallEndpoint(Object.fromEntries(entries)) };
}

/** Four scenarios of two turns, three runs each, on these endpoints. */
async function swept(folder: string, urls: readonly string[]) {
  const text = NAMES.map((name) => `name: ${name}\nuser_turns: [Hello, Again]\n`).join("---\n");
  await Deno.writeTextFile(`${folder}/s.yaml`, text);
  const { code, stdout, stderr } = await wtInject([
    "run",
    `${folder}/s.yaml`,
    ...urls.flatMap((url) => ["--url", url]),
    "--runs=3",
    "--format=json",
    `--out=${folder}/runs`,
  ]);
  return { code, stderr, report: JSON.parse(stdout) };
}

Deno.test("three endpoints share the runs, each made once, and no two ever meet on one", async () => {
  await inFolder(async (folder) => {
    const all = [counting(), counting(), counting()];
    await using one = all[0]!.server;
    await using two = all[1]!.server;
    await using three = all[2]!.server;
    const servers = [one, two, three];
    const { code, report } = await swept(folder, servers.map(({ url }) => url));
    assertEquals([code, report.outcome], [0, "PASS"]);
    assertEquals(all.map(({ most }) => most()), [1, 1, 1]);
    const run = ["/wt/reset", "/wt/surface", "/wt/inject", "/wt/inject"];
    for (const { paths } of servers) {
      assert(paths.length > 0);
      assertEquals(paths, Array(paths.length / 4).fill(run).flat());
    }
    for (const { runs } of report.scenarios) {
      assertEquals(runs.map(({ number }: { number: number }) => number), [1, 2, 3]);
    }
    const sessions = servers.flatMap(({ bodies }) =>
      bodies.flatMap(({ session_id }) => session_id === undefined ? [] : [session_id])
    );
    assertEquals([sessions.length, new Set(sessions).size], [24, 12]);
  });
});

Deno.test("of three endpoints one that breaks the contract makes its own runs INVALID, and no others", async () => {
  await inFolder(async (folder) => {
    await using good = counting().server;
    await using other = counting().server;
    await using html = counting({ "/wt/inject": () => new Response("<html>oops</html>") }).server;
    const { code, report } = await swept(folder, [good.url, html.url, other.url]);
    assertEquals([code, report.outcome], [3, "INVALID"]);
    let invalid = 0;
    for (const { runs } of report.scenarios) {
      for (const { verdict, endpoint, warnings } of runs) {
        assertEquals(verdict, endpoint === html.url ? "INVALID" : "PASS");
        if (verdict === "PASS") continue;
        assertStringIncludes(warnings[0], "runner_error: ");
        invalid++;
      }
    }
    assert(invalid > 0);
  });
});

Deno.test("of three endpoints one whose reset fails stops them all", async () => {
  await inFolder(async (folder) => {
    await using good = counting().server;
    await using other = counting().server;
    await using stuck = counting({ "/wt/reset": () => new Response(null, { status: 500 }) }).server;
    const { code, report, stderr } = await swept(folder, [good.url, stuck.url, other.url]);
    assertEquals([code, report.outcome, stuck.paths], [3, "INCOMPLETE", ["/wt/reset"]]);
    assertEquals(stderr.match(/Cannot reset the endpoint/g)?.length, 1);
    assert(good.paths.length + other.paths.length < 2 * 3 * 4 * 2);
  });
});
