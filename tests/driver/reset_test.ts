import { assertEquals, assertStringIncludes } from "@std/assert";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { answering, contractErrorOf, driverOf, playing, transportErrorOf } from "./support.ts";

Deno.test("reset() takes 200 with the echo, and ignores other fields", async () => {
  for (const json of ['{"wt_inject":1}', '{"scope":"some","wt_inject":1,"ok":false}']) {
    await using server = answering(json);
    const { warnings, exchange } = await driverOf(server).reset();
    assertEquals(warnings, []);
    assertEquals(exchange.request.url, `${server.url}/wt/reset`);
  }
});

Deno.test("reset() fails on anything but 200 with the echo", async () => {
  const cases: readonly (readonly [status: number, body: string, code: string])[] = [
    [200, "{}", "version-missing"],
    [200, '{"wt_inject":2}', "version-mismatch"],
    [200, '{"wt_inject":true}', "version-type"],
    [200, '"ok"', "not-an-object"],
    [200, "", "empty-body"],
    [200, "ok", "not-json"],
    [202, '{"wt_inject":1}', "status"],
    [204, "", "status"],
    [302, '{"wt_inject":1}', "status"],
    [404, '{"wt_inject":1}', "status"],
    [500, '{"wt_inject":1}', "status"],
  ];
  for (const [status, body, code] of cases) {
    await using server = playing({ send: httpAnswer(status, body, { location: "/elsewhere" }) });
    const error = await contractErrorOf(driverOf(server).reset());
    assertEquals([error.route, error.status, error.bodyStart], ["reset", status, body]);
    assertEquals(error.violations.some((violation) => violation.code === code), true, code);
    assertStringIncludes(
      error.message,
      `Cannot reset the endpoint (POST ${server.url}/wt/reset): `,
    );
    assertEquals(server.requests.length, 1);
  }
});

Deno.test("reset() is sent once when its connection is dropped", async () => {
  await using server = playing({ close: "fin" });
  const error = await transportErrorOf(driverOf(server).reset());
  assertEquals([error.kind, error.route], ["no-response", "reset"]);
  assertEquals([server.connections, server.requests.length], [1, 1]);
});
