import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conform, type RunEvent } from "../../lib/conform/run.ts";
import { once } from "../../lib/wire/client.ts";
import { rawServer } from "../../lib/wire/raw_server.ts";
import { idsOf, json, QUICK, resultOf, served } from "./_served.ts";

/** Where nobody listens: only the system's own services may take this port. */
const NOBODY = "http://127.0.0.1:1";

Deno.test("conform() says of a port where nobody listens that nothing was tested", async () => {
  const report = await conform({ ...QUICK, baseUrl: NOBODY });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertEquals(report.exit_code, 3);
  assertEquals(report.results, []);
  assertEquals(report.turns.sent, 0);
  assertStringIncludes(report.reason, "nothing was tested");
  assertStringIncludes(report.reason, "8647");
});

Deno.test("conform() waits for an endpoint that starts late", async () => {
  await using endpoint = await served();
  const events: RunEvent[] = [];
  const isUp = () => events.filter(({ type }) => type === "waiting").length >= 2;
  const report = await conform({
    ...QUICK,
    patterns: ["reset"],
    baseUrl: endpoint.url,
    waitMs: 30_000,
    onEvent: (event) => void events.push(event),
    transport: (request, options) => {
      const url = isUp() ? request.url : request.url.replace(endpoint.url, NOBODY);
      return once({ ...request, url }, options);
    },
  });
  assertEquals(report.counts.failed, 0);
  assertEquals(resultOf(report, "reset.echo").verdict, "passed");
  assertEquals(events.filter(({ type }) => type === "plan").length, 1);
  const waiting = events.filter((event) => event.type === "waiting");
  assertEquals(waiting.length, 2);
  assertStringIncludes(waiting[0]!.reason, "not reachable");
  assert(waiting[0]!.forMs > 0 && waiting[0]!.forMs <= 30_000);
});

Deno.test("conform() waits no longer than it was told", async () => {
  let looks = 0;
  const report = await conform({
    ...QUICK,
    baseUrl: NOBODY,
    waitMs: 300,
    onEvent: ({ type }) => void (looks += type === "waiting" ? 1 : 0),
  });
  assertEquals(report.outcome, "NOT REACHABLE");
  assert(looks >= 1 && looks <= 3, `${looks}`);
});

Deno.test("conform() doesn't wait for a wall that a wait can't take down", async () => {
  await using endpoint = await served({ change: () => json({ error: "log in" }, 401) });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url, waitMs: 60_000 });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertEquals(endpoint.requests.length, 3);
});

for (const status of [401, 403, 407, 502, 503, 504]) {
  Deno.test(`conform() calls HTTP ${status} on every route a wall, and asks no agent`, async () => {
    await using endpoint = await served({ change: () => json({ error: "no" }, status) });
    const report = await conform({ ...QUICK, baseUrl: endpoint.url });
    assertEquals(report.outcome, "NOT REACHABLE");
    assertEquals(report.exit_code, 3);
    assertStringIncludes(report.reason, `HTTP ${status} on every route`);
    assertEquals(endpoint.requests.map(({ route }) => route), ["reset", "surface", "inject"]);
    assertEquals(endpoint.texts(), 0);
    assertEquals(report.turns.sent, 0);
  });
}

for (const status of [400, 404, 405, 422, 429, 500]) {
  Deno.test(`conform() judges an endpoint that says HTTP ${status} on every route`, async () => {
    await using endpoint = await served({ change: () => json({ error: "no" }, status) });
    const report = await conform({ ...QUICK, baseUrl: endpoint.url });
    assertEquals(report.outcome, "DOES NOT CONFORM");
  });
}

for (const status of [404, 405]) {
  Deno.test(`conform() says once of HTTP ${status} on inject that the route is missing`, async () => {
    await using endpoint = await served({
      change: ({ route }) => route === "inject" ? json({ error: "no" }, status) : undefined,
    });
    const report = await conform({ ...QUICK, baseUrl: endpoint.url });
    assertEquals(idsOf(report, "failed"), ["transport.inject-route"]);
    assertEquals(resultOf(report, "response.reply").verdict, "could_not_run");
    assertEquals(endpoint.turns(), 1);
  });

  Deno.test(`conform() says once of HTTP ${status} on reset that the route is missing`, async () => {
    await using endpoint = await served({
      change: ({ route }) => route === "reset" ? json({ error: "no" }, status) : undefined,
    });
    const report = await conform({ ...QUICK, baseUrl: endpoint.url });
    assertEquals(idsOf(report, "failed"), ["transport.reset-route"]);
    for (const id of ["reset.echo", "reset.total", "conformance.canary"]) {
      assertEquals(resultOf(report, id).verdict, "could_not_run", id);
    }
  });
}

Deno.test("conform() takes a wall on one route for that route's own", async () => {
  await using endpoint = await served({
    change: ({ route }) => route === "reset" ? json({ error: "no" }, 503) : undefined,
  });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  assertEquals(report.outcome, "DOES NOT CONFORM");
  assert(idsOf(report, "failed").includes("reset.echo"));
});

Deno.test("conform() says of a server that speaks something else that nothing was tested", async () => {
  await using server = rawServer(() => [{ send: "220 mail.example ESMTP\r\n" }, { close: "fin" }]);
  const report = await conform({ ...QUICK, baseUrl: server.url });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertStringIncludes(report.reason, "no HTTP/1.1");
});

Deno.test("conform() says of an http port asked by https that it is TLS that failed", async () => {
  await using endpoint = await served();
  const report = await conform({ ...QUICK, baseUrl: endpoint.url.replace("http:", "https:") });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertStringIncludes(report.reason, "use an http URL");
});
