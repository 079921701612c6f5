import { assert, assertEquals } from "@std/assert";
import type { SurfaceProbe } from "../../lib/surface/probe.ts";
import { renderSurface, REPORTED_NOTE, type SurfaceFormat } from "../../lib/surface/render.ts";
import { compareSurfaces } from "../../lib/surface/stability.ts";
import { type SurfaceState, surfaceState } from "../../lib/surface/state.ts";
import { answered, faulty, PRIVATE_INVALID, PRIVATE_SURFACE, reported } from "./support.ts";

const URL = "http://127.0.0.1:8647";
const HIDE = { show: false };
const SHOW = { show: true };

/** A probe that found a state. */
function probeOf(
  state: SurfaceState,
  probes = 1,
): Extract<SurfaceProbe, { readonly state: SurfaceState }> {
  return { status: state.status, url: URL, probes, state, differences: [] };
}

const UNREACHABLE: SurfaceProbe = {
  status: "unreachable",
  url: URL,
  probes: 1,
  reason: "nothing can be asked there (a refused)",
};

Deno.test("renderSurface() says in every output that it is a report", async () => {
  const probes = [
    probeOf(reported()),
    probeOf(surfaceState(answered("", 404))),
    probeOf(surfaceState(answered("{}"))),
    probeOf(surfaceState(faulty("reset"))),
    UNREACHABLE,
  ];
  for (const probe of probes) {
    for (const format of ["text", "json"] as SurfaceFormat[]) {
      for (const options of [HIDE, SHOW]) {
        const output = await renderSurface(probe, format, options);
        assert(output.includes(REPORTED_NOTE) && /\breported\b/i.test(output), output);
        assert(output.endsWith("\n"));
        if (format === "json") {
          const { label, status } = JSON.parse(output);
          assertEquals([label, status], ["reported", probe.status]);
        }
      }
    }
  }
});

Deno.test("renderSurface() prints nothing of a surface unless it is asked to", async () => {
  for (const body of [PRIVATE_SURFACE, PRIVATE_INVALID, "hush", '{"hush":']) {
    const probe = probeOf(surfaceState(answered(body)));
    for (const format of ["text", "json"] as SurfaceFormat[]) {
      const output = await renderSurface(probe, format, HIDE);
      assert(!output.includes("hush") && !output.includes("7311355"), output);
    }
  }
  const secret = probeOf(surfaceState(answered("hush", 500)));
  assert(!(await renderSurface(secret, "text", HIDE)).includes("hush"));
});

Deno.test("renderSurface() lists counts, sizes and hashes as text", async () => {
  const state = reported("[]", '[{"name":"a"}]', '[{"name":"n","content":"x"}]');
  assertEquals(
    await renderSurface(probeOf(state, 2), "text", HIDE),
    `Reported surface of http://127.0.0.1:8647: reported
  Reported by the endpoint: what it says it is configured to send, not what the model saw.
  Its text and its names are withheld; --show-surface prints them.

  system_instructions: 0 entries, sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945

  tool_definitions: 1 entry, 1 name, sha256:a45f3d8cf8b07fdcff3491895883ab7e15deeb505b32d2d3990a8e09fe56812d
    [0] 13 bytes, sha256:278ce8dfc5e512d86d0b49e07ea59ab73a1d68da1a30c54f514c5d228cabbbac

  extra_segments: 1 entry, 1 name, sha256:1736d1af09719bf0d4d231fdd497b8583540252ea3484e1d45cdf83fb9333173
    [0] 1 byte, sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881

  Asked 2 times: the same each time.
`,
  );
});

Deno.test("renderSurface() shows violations and differences with their places", async () => {
  const invalid = await renderSurface(
    probeOf(surfaceState(answered('{"wt_inject":1,"surface":[]}'))),
    "text",
    HIDE,
  );
  assert(
    invalid.includes(
      "  failed surface-type at /surface (surface.shape)\n" +
        "    expected: an object of three lists\n" +
        "    received: an array of 0 entries, sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n",
    ),
    invalid,
  );
  const first = reported("[]", "[]", '[{"name":"a","content":""}]');
  const differences = compareSurfaces(first, reported());
  const text = await renderSurface({ ...probeOf(first, 2), differences }, "text", HIDE);
  assert(
    text.includes(
      "  Asked 2 times: not the same each time.\n" +
        "  warned names-changed at /surface/extra_segments (surface.stable)\n",
    ),
    text,
  );
});

Deno.test("renderSurface() shows the text where it is asked to, and says how private that is", async () => {
  const probe = probeOf(surfaceState(answered(PRIVATE_SURFACE)));
  const text = await renderSurface(probe, "text", SHOW);
  assert(text.includes("keep this output as private as that"));
  // Nothing in it turns the line around.
  assert(
    text.includes("      name: hush:segment\n      | hush-content\n      | hush-\\u{202e}line\n"),
  );
  const json = await renderSurface(probe, "json", SHOW);
  assert(json.includes('"default":12345678901234567890'));
  assert(!json.includes("\u202e"));
  const { surface, tool_definitions } = JSON.parse(json);
  assertEquals(surface.extra_segments[0].content, "hush-content\nhush-\u202eline");
  assertEquals(Object.keys(tool_definitions.entries[0]), ["bytes", "sha256"]);
});

Deno.test("renderSurface() names no credentials of the URL", async () => {
  const url = "http://me:pass@127.0.0.1:8647/base";
  const exchange = faulty("reset");
  const asked = { ...exchange.request, url: `${url}/wt/surface` };
  const state = surfaceState({ ...exchange, request: asked });
  for (const format of ["text", "json"] as SurfaceFormat[]) {
    const output = await renderSurface({ ...probeOf(state), url }, format, HIDE);
    assert(!output.includes("pass@") && output.includes("http://127.0.0.1:8647/base"), output);
  }
});
