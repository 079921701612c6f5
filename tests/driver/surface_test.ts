import { assert, assertEquals, assertRejects } from "@std/assert";
import { stringifyJson } from "../../lib/contract/json.ts";
import { TransportError } from "../../lib/driver/errors.ts";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { answering, driverOf, playing } from "./support.ts";

const surface = '{"system_instructions":[{"type":"text","content":"Synthetic prompt.","k":1}],' +
  '"tool_definitions":[{"name":"client_lookup","input_schema":{"maximum":1.10}}],' +
  '"extra_segments":[{"name":"n","content":"c"}],"later":[]}';

Deno.test("surface() reports what the endpoint reports, unknown keys and numbers too", async () => {
  await using server = answering(`{"wt_inject":1,"surface":${surface}}`);
  const result = await driverOf(server).surface();
  assert(result.status === "reported");
  assertEquals(result.surface.system_instructions, [
    { type: "text", content: "Synthetic prompt.", k: 1 },
  ]);
  assertEquals(result.surface.tool_definitions[0]?.name, "client_lookup");
  assertEquals(result.surface.extra_segments, [{ name: "n", content: "c" }]);
  assertEquals(stringifyJson(result.document), `{"wt_inject":1,"surface":${surface}}`);
  assertEquals(result.warnings, []);
});

Deno.test("surface() reports empty lists as they are", async () => {
  await using server = answering(
    '{"wt_inject":1,"surface":{"system_instructions":[],"tool_definitions":[],"extra_segments":[]}}',
  );
  const result = await driverOf(server).surface();
  assert(result.status === "reported");
  assertEquals(result.surface, {
    system_instructions: [],
    tool_definitions: [],
    extra_segments: [],
  });
});

Deno.test("surface() is unavailable on 404 and 501 alone", async () => {
  for (const status of [404, 501]) {
    await using server = playing({ send: httpAnswer(status, "no such route") });
    const result = await driverOf(server).surface();
    assertEquals(result.status, "unavailable");
  }
  for (const status of [204, 302, 400, 403, 405, 410, 500, 502]) {
    await using server = playing({ send: httpAnswer(status, "", { location: "/" }) });
    const result = await driverOf(server).surface();
    assert(result.status === "invalid");
    assertEquals(result.violations.map(({ code }) => code), ["status"]);
    assert(result.detail.includes(`received ${status}`), result.detail);
    assertEquals(server.requests.length, 1);
  }
});

Deno.test("surface() is invalid where the answer is malformed, and keeps none of it", async () => {
  const secret = "SYNTHETIC-SECRET";
  const lists = `"tool_definitions":[],"extra_segments":[]`;
  const cases: readonly (readonly [json: string, code: string])[] = [
    ["{}", "version-missing"],
    ['{"wt_inject":1}', "surface-missing"],
    [`{"wt_inject":1,"surface":"${secret}"}`, "surface-type"],
    [`{"wt_inject":1,"surface":{${lists}}}`, "system-instructions-missing"],
    [
      `{"wt_inject":1,"surface":{"system_instructions":["${secret}"],${lists}}}`,
      "system-instructions-part-type",
    ],
    [`{"wt_inject":2,"surface":${surface}}`, "version-mismatch"],
    [`{"wt_inject":1,"surface":${surface}`, "not-json"],
    [secret, "not-json"],
  ];
  for (const [json, code] of cases) {
    await using server = answering(json);
    const result = await driverOf(server).surface();
    assert(result.status === "invalid");
    const codes = result.violations.map((violation) => violation.code);
    assert(codes.includes(code), `${code} is not among ${codes.join(", ")}`);
    assert(result.detail.startsWith(`Cannot read the surface (POST ${server.url}/wt/surface): `));
    assertEquals(Object.keys(result).sort(), ["detail", "status", "violations"]);
    assert(!JSON.stringify(result).includes(secret), JSON.stringify(result));
  }
});

Deno.test("surface() is invalid where the wire fails", async () => {
  await using server = playing({ close: "fin" });
  const driver = driverOf(server);
  const result = await driver.surface();
  assert(result.status === "invalid");
  assert(result.detail.includes("[no-response]"), result.detail);
  assertEquals(result.violations, []);
  assertEquals(server.requests.length, 1);
});

Deno.test("surface() throws only where the caller ended it", async () => {
  await using server = playing({ wait: new Promise<never>(() => {}) });
  const controller = new AbortController();
  const probe = driverOf(server).surface({ signal: controller.signal });
  await server.received(1);
  controller.abort();
  const error = await assertRejects(() => probe, TransportError);
  assertEquals(error.kind, "aborted");
});
