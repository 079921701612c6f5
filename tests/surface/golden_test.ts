import { assert, assertEquals } from "@std/assert";
import { goldenFile, goldenOf } from "../../lib/surface/golden.ts";
import { segmentsOf } from "../../lib/surface/segments.ts";
import type { Reported } from "../../lib/surface/state.ts";
import { reported } from "./support.ts";

/** A good answer's state. */
function good(instructions?: string, tools?: string, extra?: string): Reported {
  const state = reported(instructions, tools, extra);
  assert(state.status === "reported");
  return state;
}

async function file(state: Reported, storeText = false): Promise<string> {
  const found = await segmentsOf(state);
  assert(found.ok);
  return goldenFile(goldenOf(found.segments), storeText ? state : undefined);
}

Deno.test("goldenFile() is the file that wt surface record writes", async () => {
  const state = good(
    '[{"type":"text","content":"Café"}]',
    '[{"name":"a"}]',
    '[{"name":"n","content":"x"}]',
  );
  assertEquals(
    await file(state),
    `{
  "windtunnel_surface_golden": 1,
  "status": "reported",
  "system_instructions": "sha256:59ec078d3320ad56a889ed21bcb3357f40a028fd804a0751d6e9142dc02531e7",
  "tool_order": [
    "a"
  ],
  "tool_definitions": {
    "a": "sha256:278ce8dfc5e512d86d0b49e07ea59ab73a1d68da1a30c54f514c5d228cabbbac"
  },
  "extra_segments": {
    "n": "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
  }
}
`,
  );
});

Deno.test("goldenFile() leaves empty lists on one line", async () => {
  assertEquals(
    await file(good()),
    `{
  "windtunnel_surface_golden": 1,
  "status": "reported",
  "system_instructions": "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
  "tool_order": [],
  "tool_definitions": {},
  "extra_segments": {}
}
`,
  );
});

Deno.test("goldenFile() keeps manifest order and raw names, whatever they look like", async () => {
  const text = await file(
    good("[]", '[{"name":"b"},{"name":"10"},{"name":"__proto__"},{"name":"é\\n"}]'),
  );
  const lines = text.split("\n");
  assertEquals(lines.slice(4, 10), [
    '  "tool_order": [',
    '    "b",',
    '    "10",',
    '    "__proto__",',
    '    "é\\n"',
    "  ],",
  ]);
  assertEquals(lines.slice(11, 15).map((line) => line.split(":")[0]), [
    '    "b"',
    '    "10"',
    '    "__proto__"',
    '    "é\\n"',
  ]);
});

Deno.test("goldenFile() stores text with keys as they came and numbers as Python spells them", async () => {
  const state = good(
    '[{"type":"text","content":"q\\u0022 \\u00e9 \\/ \\u007f \\u2028 \\u0001","2":1.10,"1":[],"x":{}}]',
    '[{"name":"t","k":1,"10":[1e16,-0,-0.0,12345678901234567890],"9":null,"k":true}]',
  );
  const text = await file(state, true);
  assertEquals(
    text.slice(text.indexOf('  "text": ')),
    `  "text": {
    "system_instructions": [
      {
        "type": "text",
        "content": "q\\" é / \u007f \u2028 \\u0001",
        "2": 1.1,
        "1": [],
        "x": {}
      }
    ],
    "tool_definitions": [
      {
        "name": "t",
        "k": true,
        "10": [
          1e+16,
          0,
          -0.0,
          12345678901234567890
        ],
        "9": null
      }
    ],
    "extra_segments": []
  }
}
`,
  );
  const { sensitivity_warning } = JSON.parse(text);
  assert(sensitivity_warning.startsWith("This golden embeds the agent's full prompt surface."));
});

Deno.test("segmentsOf() says where each segment stands, how long it is, and what is hashed", async () => {
  const found = await segmentsOf(good("[]", '[{"name":"a"}]', '[{"name":"n","content":"é"}]'));
  assert(found.ok);
  assertEquals(found.segments.map(({ sha256: _, ...rest }) => rest), [
    {
      kind: "system instructions",
      name: "",
      pointer: "/surface/system_instructions",
      type: "array",
      text: "[]",
      bytes: 2,
    },
    {
      kind: "tool",
      name: "a",
      pointer: "/surface/tool_definitions/0",
      type: "object",
      text: '{"name": "a"}',
      bytes: 13,
    },
    {
      kind: "extra segment",
      name: "n",
      pointer: "/surface/extra_segments/0/content",
      type: "string",
      text: "é",
      bytes: 2,
    },
  ]);
});

Deno.test("segmentsOf() refuses what no golden can hold, and quotes none of it", async () => {
  const cases: readonly (readonly [Reported, pointer: string, says: string])[] = [
    [
      good("[]", '[{"name":"hush"},{"name":"b"},{"name":"hush"}]'),
      "/surface/tool_definitions/2/name",
      "is the name of entry 0 too: names must be different",
    ],
    [
      good("[]", "[]", '[{"name":"","content":"x"}]'),
      "/surface/extra_segments/0/name",
      "is empty, and a golden knows segments by name",
    ],
    [
      good('[{"type":"text","content":"hush \\ud800"}]'),
      "/surface/system_instructions/0/content",
      "holds a lone surrogate, which UTF-8 can't carry",
    ],
    [
      good("[]", '[{"name":"t","input_schema":{"hush":{"\\udc00":1}}}]'),
      "/surface/tool_definitions/0/input_schema/…",
      "has a key with a lone surrogate, which UTF-8 can't carry",
    ],
    [
      good("[]", `[{"name":"t","input_schema":{"n":${"9".repeat(4301)}}}]`),
      "/surface/tool_definitions/0/input_schema/…",
      "is an integer of over 4300 digits, which Python can't read",
    ],
  ];
  for (const [state, pointer, says] of cases) {
    assertEquals(await segmentsOf(state), { ok: false, faults: [{ pointer, says }] });
  }
});

Deno.test("segmentsOf() refuses a number past a double's range only where text is stored", async () => {
  const state = good("[]", '[{"name":"t","input_schema":{"maximum":1e400}}]');
  assertEquals((await segmentsOf(state)).ok, true);
  const found = await segmentsOf(state, { asText: true });
  assert(!found.ok);
  assertEquals(found.faults.map(({ says }) => says), [
    "is past a double's range, and can't be stored as JSON",
  ]);
});

Deno.test("segmentsOf() takes every integer that Python reads: 4,300 digits, the sign not counted", async () => {
  for (const whole of [`1${"0".repeat(400)}`, `-${"9".repeat(4300)}`, "9".repeat(4300)]) {
    const state = good("[]", `[{"name":"t","input_schema":{"n":${whole}}}]`);
    assertEquals((await segmentsOf(state, { asText: true })).ok, true);
    assert((await file(state, true)).includes(`"n": ${whole}\n`));
  }
});

Deno.test("segmentsOf() takes any depth that the parser takes", async () => {
  const deep = `{"name":"t","x":${"[".repeat(9_000)}${"]".repeat(9_000)}}`;
  const text = await file(good("[]", `[${deep}]`), true);
  assert(text.length > 9_000 * 9_000);
});
