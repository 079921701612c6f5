import { assert, assertEquals } from "@std/assert";
import { surfaceState } from "../../lib/surface/state.ts";
import { answered, faulty, surfaceBody } from "./support.ts";

Deno.test("surfaceState() reports the three lists, with how numbers were spelled", () => {
  const state = surfaceState(answered(surfaceBody(
    '[{"type":"text","content":"You answer."}]',
    '[{"name":"count","input_schema":{"maximum":1.0}}]',
    '[{"name":"n","content":"c"}]',
  )));
  assert(state.status === "reported");
  assertEquals(state.surface.system_instructions[0]?.content, "You answer.");
  assertEquals(state.surface.tool_definitions[0]?.name, "count");
  assertEquals(state.surface.extra_segments.length, 1);
  assertEquals(
    state.document.numberAt("/surface/tool_definitions/0/input_schema/maximum"),
    "1.0",
  );
  assertEquals(state.warnings, []);
});

Deno.test("surfaceState() is unavailable with 404 and 501, whatever the body", () => {
  for (const status of [404, 501]) {
    assertEquals(surfaceState(answered("<html>", status)), { status: "unavailable" });
    assertEquals(surfaceState(answered(surfaceBody(), status)), { status: "unavailable" });
  }
});

Deno.test("surfaceState() is invalid with anything else, and names the place", () => {
  const cases: readonly (readonly [body: string, status: number, code: string, pointer: string])[] =
    [
      [surfaceBody(), 500, "status", ""],
      [surfaceBody(), 204, "status", ""],
      [surfaceBody(), 302, "status", ""],
      ["", 200, "empty-body", ""],
      ["{", 200, "not-json", ""],
      ["[]", 200, "not-an-object", ""],
      ['{"wt_inject":2,"surface":{}}', 200, "version-mismatch", "/wt_inject"],
      ['{"wt_inject":1}', 200, "surface-missing", "/surface"],
      ['{"wt_inject":1,"surface":[]}', 200, "surface-type", "/surface"],
      [
        '{"wt_inject":1,"surface":{"system_instructions":[],"extra_segments":[]}}',
        200,
        "tool-definitions-missing",
        "/surface/tool_definitions",
      ],
      [
        surfaceBody("[]", '[{"name":"a"},{"name":7}]'),
        200,
        "tool-definition-name-type",
        "/surface/tool_definitions/1/name",
      ],
      [
        surfaceBody('[{"type":"text"}]'),
        200,
        "system-instructions-part-content-missing",
        "/surface/system_instructions/0/content",
      ],
    ];
  for (const [body, status, code, pointer] of cases) {
    const state = surfaceState(answered(body, status));
    assert(state.status === "invalid", body);
    const [first] = state.violations;
    assertEquals([first?.code, first?.pointer, state.ourBound], [code, pointer, false], body);
  }
});

Deno.test("surfaceState() is invalid where the wire failed", () => {
  for (const kind of ["reset", "cut-body", "timeout", "refused"] as const) {
    const state = surfaceState(faulty(kind));
    assert(state.status === "invalid");
    assertEquals([state.violations, state.ourBound], [[], false]);
    assert(state.detail.includes(`a ${kind}`));
  }
});

Deno.test("surfaceState() says where a bound of ours was hit", () => {
  const deep = surfaceBody("[]", "[]", "[".repeat(20_000) + "]".repeat(20_000));
  for (const exchange of [answered(deep), faulty("body-too-large"), faulty("head-too-large")]) {
    const state = surfaceState(exchange);
    assert(state.status === "invalid");
    assertEquals([state.violations, state.ourBound], [[], true]);
  }
});

Deno.test("surfaceState() takes a driver's result, too", () => {
  assertEquals(surfaceState({ status: "unavailable", exchange: answered("", 404) }), {
    status: "unavailable",
  });
  assertEquals(surfaceState({ status: "invalid", detail: "half a surface", violations: [] }), {
    status: "invalid",
    detail: "half a surface",
    violations: [],
    ourBound: false,
  });
});
