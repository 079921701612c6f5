import { assert, assertEquals } from "@std/assert";
import { describeSurface, MAX_ENTRIES } from "../../lib/surface/describe.ts";
import { surfaceState } from "../../lib/surface/state.ts";
import { answered, PRIVATE_INVALID, PRIVATE_SURFACE, reported, surfaceBody } from "./support.ts";

const HIDE = { show: false };
const SHOW = { show: true };

Deno.test("describeSurface() counts, measures and hashes", async () => {
  const state = reported(
    '[{"type":"text","content":"Café"}]',
    '[{"name":"a"},{"name":"a"}]',
    '[{"name":"n","content":"x"}]',
  );
  assertEquals(await describeSurface(state, HIDE), {
    status: "reported",
    lists: {
      system_instructions: {
        length: 1,
        // Of [{"content": "Café", "type": "text"}]
        sha256: "sha256:59ec078d3320ad56a889ed21bcb3357f40a028fd804a0751d6e9142dc02531e7",
        entries: [{
          bytes: 5,
          sha256: "sha256:73473dcc12b763085904a5279d048c4d5b3b008c46f1f32443b99de04aa83a14",
        }],
      },
      tool_definitions: {
        length: 2,
        names: 1,
        sha256: "sha256:98c1a2e91d48c6b6b9cbca4cf616ba94278255c0251af23e26991ca330865a51",
        entries: [{
          bytes: 13,
          sha256: "sha256:278ce8dfc5e512d86d0b49e07ea59ab73a1d68da1a30c54f514c5d228cabbbac",
        }, {
          bytes: 13,
          sha256: "sha256:278ce8dfc5e512d86d0b49e07ea59ab73a1d68da1a30c54f514c5d228cabbbac",
        }],
      },
      extra_segments: {
        length: 1,
        names: 1,
        sha256: "sha256:1736d1af09719bf0d4d231fdd497b8583540252ea3484e1d45cdf83fb9333173",
        entries: [{
          bytes: 1,
          sha256: "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
        }],
      },
    },
    violations: [],
  });
});

Deno.test("describeSurface() has nothing of a surface's text, names or keys in it unless asked", async () => {
  for (const body of [PRIVATE_SURFACE, PRIVATE_INVALID]) {
    const described = JSON.stringify(await describeSurface(surfaceState(answered(body)), HIDE));
    assert(!described.includes("hush"), described);
    assert(!described.includes("7311355"), described);
    assert(
      JSON.stringify(await describeSurface(surfaceState(answered(body)), SHOW)).includes("hush"),
    );
  }
});

Deno.test("describeSurface() tells what is wrong by pointer, type, size and hash", async () => {
  const state = surfaceState(answered(surfaceBody("[]", "[]", '[{"name":7,"content":["x"]}]')));
  const { violations } = await describeSurface(state, HIDE);
  assertEquals(violations.map(({ code, pointer, received }) => [code, pointer, received]), [
    [
      "extra-segment-name-type",
      "/surface/extra_segments/0/name",
      "a number, sha256:7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451",
    ],
    [
      "extra-segment-content-type",
      "/surface/extra_segments/0/content",
      "an array of 1 entry, sha256:cd65ea2c2ad99e94a85b1b6df72efef9cb2ed0ae933a60c32ce16317f7d7d6aa",
    ],
  ]);
});

Deno.test("describeSurface() shows a wrong value where it is asked to, and never without end", async () => {
  const state = surfaceState(
    answered(surfaceBody("[]", "[]", `[{"name":1.10,"content":["${"x".repeat(1000)}"]}]`)),
  );
  const { violations } = await describeSurface(state, SHOW);
  assertEquals(violations[0]?.received, "a number: 1.10");
  assertEquals(violations[1]?.received, `an array of 1 entry: ["${"x".repeat(498)}…`);
});

Deno.test("describeSurface() cuts a pointer where the endpoint's own keys begin", async () => {
  const state = surfaceState(answered(PRIVATE_SURFACE));
  const pointers = async (options: { show: boolean }) =>
    (await describeSurface(state, options)).violations.map(({ code, pointer }) => [code, pointer]);
  assertEquals(await pointers(HIDE), [["duplicate-key", "/surface/system_instructions/0/…"]]);
  assertEquals(await pointers(SHOW), [
    ["duplicate-key", "/surface/system_instructions/0/a~1hush"],
  ]);
});

Deno.test("describeSurface() shows the surface as it came where it is asked to", async () => {
  const described = await describeSurface(surfaceState(answered(PRIVATE_SURFACE)), SHOW);
  assertEquals(described.lists?.tool_definitions.entries[0]?.shown, {
    name: "hush_tool",
    text: '{"name":"hush_tool","description":"hush-description","input_schema":{"type":"object",' +
      '"properties":{"hush_property":{"default":12345678901234567890}}},"result_schema":{}}',
  });
  assertEquals(described.lists?.extra_segments.entries[0]?.shown, {
    name: "hush:segment",
    text: "hush-content\nhush-\u202eline",
  });
  assert(described.json?.includes('"hush-key":"hush-extra"'));
});

Deno.test("describeSurface() describes a bounded number of entries and counts all", async () => {
  const segments = Array.from({ length: 250 }, (_, i) => ({ name: `n${i}`, content: "" }));
  const { lists } = await describeSurface(reported("[]", "[]", JSON.stringify(segments)), HIDE);
  const { length, names, entries } = lists!.extra_segments;
  assertEquals([length, names, entries.length], [250, 250, MAX_ENTRIES]);
});

Deno.test("describeSurface() has little to say of a surface that isn't served", async () => {
  assertEquals(await describeSurface(surfaceState(answered("", 404)), HIDE), {
    status: "unavailable",
    violations: [],
  });
});
