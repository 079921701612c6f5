import { assertEquals, assertStringIncludes } from "@std/assert";
import { smallEndpoint } from "../cli/endpoint.ts";
import { randomJson } from "../cli/random_json.ts";
import { inFolder } from "../cli/subprocess.ts";
import { ignore, ours, VERSION, withServe, wt } from "./bench.ts";

const RUNTIME = ["--runtime", "http_inject"] as const;

Deno.test({
  name: `windtunnel-bench ${VERSION}: each tool checks the other's golden of wt-inject serve`,
  ignore,
  async fn() {
    await inFolder((folder) =>
      withServe(async (url) => {
        const theirs = `${folder}/theirs.json`;
        const mine = `${folder}/ours.json`;
        const recorded = await wt(folder, url, "surface", "record", ...RUNTIME, "--golden", theirs);
        assertEquals(recorded.code, 0, recorded.stderr);
        assertEquals((await ours("surface", "record", url, "--golden", mine)).code, 0);
        assertEquals(await Deno.readTextFile(mine), await Deno.readTextFile(theirs));
        const checked = await wt(folder, url, "surface", "check", ...RUNTIME, "--golden", mine);
        assertEquals(checked.code, 0, checked.stdout + checked.stderr);
        assertEquals((await ours("surface", "check", url, "--golden", theirs)).code, 0);
      })
    );
  },
});

const SEED = 7;
const SURFACES = 12;

/** A good surface answer with whatever JSON can hold wherever the contract leaves room. */
function randomSurface(next: () => string, index: number): string {
  const any = () => next().slice(1, -1);
  const named = (n: number) => `"name":"tool ${index} ${n} \\ud83d\\ude00"`;
  return `{"wt_inject":1,"surface":{"system_instructions":[{"type":"text","content":"Caf\\u00e9\\u0007",` +
    `"x":${any()}}],"tool_definitions":[{"2":${any()},"1":${any()},${named(0)}},` +
    `{${
      named(1)
    },"input_schema":{"default":${any()},"enum":${next()}}},{"name":"7"},{"name":"3"}],` +
    `"extra_segments":[{"name":"b\\n","content":"\\"\\\\\\u2028"},{"name":"10","content":""}]}}`;
}

Deno.test({
  name: `windtunnel-bench ${VERSION}: goldens of random surfaces are the same byte for byte`,
  ignore,
  async fn() {
    // A number past a double's range has no spelling in a file that is JSON: hashes alone have it.
    const source = randomJson(SEED);
    let body = "";
    await using endpoint = smallEndpoint({ "/wt/surface": () => new Response(body) });
    await inFolder(async (folder) => {
      for (let index = 0; index < SURFACES; index++) {
        body = randomSurface(source, index);
        const text = index % 2 === 0 ? ["--store-text"] : [];
        const theirs = `${folder}/theirs${index}.json`;
        const mine = `${folder}/ours${index}.json`;
        const { url } = endpoint;
        const record = ["surface", "record", "--golden", theirs, ...RUNTIME, ...text];
        const recorded = await wt(folder, url, ...record);
        assertEquals(recorded.code, 0, recorded.stderr + body);
        const { code, stderr } = await ours("surface", "record", url, "--golden", mine, ...text);
        if (code === 1 && stderr.includes("past a double's range")) {
          assertStringIncludes(await Deno.readTextFile(theirs), "Infinity");
          continue;
        }
        assertEquals(code, 0, stderr + body);
        const same = await Deno.readTextFile(mine) === await Deno.readTextFile(theirs);
        assertEquals(same, true, `seed ${SEED}, surface ${index}: ${body}`);
      }
    });
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: both tools fail a changed, an invalid and a missing surface`,
  ignore,
  async fn() {
    const surface = (tools: unknown) => ({
      wt_inject: 1,
      surface: { system_instructions: [], tool_definitions: tools, extra_segments: [] },
    });
    let answer = () => Response.json(surface([{ name: "a" }, { name: "b" }]));
    await using endpoint = smallEndpoint({ "/wt/surface": () => answer() });
    await inFolder(async (folder) => {
      const { url } = endpoint;
      const golden = `${folder}/golden.json`;
      assertEquals((await ours("surface", "record", url, "--golden", golden)).code, 0);
      const cases: readonly (readonly [() => Response, theirs: string, mine: string])[] = [
        [
          () => Response.json(surface([{ name: "b" }, { name: "a" }])),
          "order changed",
          "tool order",
        ],
        [
          () => Response.json(surface([{ name: "a", x: 1 }])),
          "tool changed: 'a'",
          "tool changed: a",
        ],
        [() => Response.json(surface([{ name: "a" }])), "tool removed: 'b'", "tool removed: b"],
        [() => Response.json(surface({})), "INVALID", "invalid"],
        [() => new Response("", { status: 404 }), "unavailable", "unavailable"],
      ];
      for (const [next, theirs, mine] of cases) {
        answer = next;
        for (const [action, code] of [["check", 1], ["diff", 0]] as const) {
          const a = await wt(folder, url, "surface", action, ...RUNTIME, "--golden", golden);
          const b = await ours("surface", action, url, "--golden", golden);
          assertEquals([a.code, b.code], [code, code], `${action}: ${theirs}`);
          assertStringIncludes(a.stdout, theirs);
          assertStringIncludes(b.stdout, mine);
        }
      }
    });
  },
});
