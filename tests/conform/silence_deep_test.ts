import { assertEquals, assertStringIncludes } from "@std/assert";
import { conform } from "../../lib/conform/run.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { referenceAgent } from "../../lib/endpoint/reference.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";
import { rawServer } from "../../lib/wire/raw_server.ts";
import { idsOf, json, QUICK, resultOf, says, served } from "./_served.ts";

/** Deadlines that pass while a test waits for them. */
const SHORT = { ...QUICK, timeoutS: 0.3, graceS: 0.2 };

Deno.test("conform() asks an endpoint that never answers just once", async () => {
  await using endpoint = rawServer(() => [{ wait: new Promise(() => {}) }]);
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertEquals(report.exit_code, 3);
  assertStringIncludes(report.reason, "answered nothing");
  assertEquals(endpoint.requests.length, 1);
});

Deno.test("conform() asks an endpoint that accepts and never reads just once", async () => {
  await using endpoint = rawServer(() => [], { accept: "ignore" });
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertEquals(endpoint.connections, 1);
});

Deno.test("conform() asks each route that falls silent once, and says which request it was", async () => {
  const closing = Promise.withResolvers<Response>();
  await using endpoint = await served({
    change: ({ route }) => route === "reset" ? undefined : closing.promise,
  });
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  closing.resolve(json({}));
  assertEquals(report.outcome, "INCOMPLETE");
  assertEquals(idsOf(report, "failed"), []);
  assertEquals(endpoint.requests.filter(({ route }) => route === "inject").length, 1);
  assertEquals(endpoint.requests.filter(({ route }) => route === "surface").length, 1);
  assertStringIncludes(resultOf(report, "response.reply").message, "no response (timeout");
  assertStringIncludes(resultOf(report, "session.memory").message, "first-turn/1");
});

Deno.test("conform() judges the rest where an endpoint never answers a broken request", async () => {
  const closing = Promise.withResolvers<Response>();
  await using endpoint = await served({
    change: ({ route, fields, n }) =>
      route === "inject" && n > 4 && fields.wt_inject === undefined ? closing.promise : undefined,
  });
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  closing.resolve(json({}));
  const refused = resultOf(report, "request.refused");
  assertEquals(refused.verdict, "could_not_run");
  assertStringIncludes(refused.message, "broken-requests/1");
  assertEquals(idsOf(report, "could_not_run"), ["request.refused"]);
  assertEquals(report.outcome, "CONFORMS");
});

Deno.test("conform() judges the rest where an endpoint never answers another version", async () => {
  const closing = Promise.withResolvers<Response>();
  await using endpoint = await served({
    change: ({ route, fields }) =>
      route === "inject" && fields.wt_inject === 2 ? closing.promise : undefined,
  });
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  closing.resolve(json({}));
  assertEquals(idsOf(report, "could_not_run"), ["version.unspoken"]);
  assertEquals(report.outcome, "CONFORMS");
});

Deno.test("request.refused doesn't pass where not every broken request was tried", async () => {
  let broken = 0;
  const closing = Promise.withResolvers<Response>();
  await using endpoint = await served({
    change: ({ route, fields }) =>
      route === "inject" && typeof fields.text !== "string" && ++broken === 3
        ? closing.promise
        : undefined,
  });
  const report = await conform({
    ...SHORT,
    baseUrl: endpoint.url,
    patterns: ["request.refused"],
  });
  closing.resolve(json({}));
  const { verdict, message } = resultOf(report, "request.refused");
  assertEquals(verdict, "could_not_run", message);
});

/** Serves the reference without its surface until a request after which it takes no more connections. */
async function servedUntil(isLast: (asked: { route: string; n: number }) => boolean) {
  const reference = contractHandler(referenceAgent({ surface: "none" }));
  const seen: string[] = [];
  const server = await serveEndpoint({
    port: 0,
    handler: (request) => {
      const route = new URL(request.url).pathname.slice(4);
      seen.push(route);
      if (isLast({ route, n: seen.length })) void server.close();
      return reference(request);
    },
  });
  return { url: server.url, seen, finished: server.finished };
}

Deno.test("conform() asks nothing more of a target that is gone, and says when it went", async () => {
  const endpoint = await servedUntil(({ n }) => n === 4);
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  await endpoint.finished;
  assertEquals(report.outcome, "INCOMPLETE");
  assertEquals(idsOf(report, "failed"), []);
  assertEquals(idsOf(report, "warned"), []);
  for (const id of ["session.memory", "conformance.canary", "reset.total", "error.own-deadline"]) {
    const { verdict, message } = resultOf(report, id);
    assertEquals(verdict, "could_not_run", id);
    assertStringIncludes(message, "The endpoint is gone", id);
  }
  assertEquals(endpoint.seen.length, 4);
});

Deno.test("conform() accuses no endpoint that is away for a while after a reset", async () => {
  const endpoint = await servedUntil(({ route }) => route === "reset");
  const report = await conform({ ...SHORT, baseUrl: endpoint.url });
  await endpoint.finished;
  assertEquals(report.outcome, "INCOMPLETE");
  assertEquals(idsOf(report, "failed"), []);
  assertStringIncludes(resultOf(report, "reset.idempotent").message, "refused");
});

Deno.test("conform() doesn't take a target's end in the middle of a turn for its answer", async () => {
  let turns = 0;
  const server = rawServer(function* ({ target }) {
    if (target === "/wt/inject" && ++turns === 2) {
      void server.close();
      return;
    }
    const [status, body] = target === "/wt/inject"
      ? ["200 OK", '{"wt_inject":1,"reply":"Hello.","tool_calls":[]}']
      : target === "/wt/reset"
      ? ["200 OK", '{"wt_inject":1}']
      : ["404 Not Found", "{}"];
    yield { send: `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}` };
    yield { close: "fin" };
  });
  const report = await conform({ ...SHORT, baseUrl: server.url });
  await server.close();
  assertEquals(idsOf(report, "failed"), []);
  const { verdict, message } = resultOf(report, "transport.framing");
  assertEquals(verdict, "could_not_run");
  assertStringIncludes(message, "The endpoint went away during first-turn/2");
  assertEquals(report.outcome, "INCOMPLETE");
});

Deno.test("conform() waits for slow turns as long as their deadline lets them take", async () => {
  await using endpoint = await served({
    change: async ({ route, fields }, reference) => {
      if (route !== "inject" || typeof fields.text !== "string") return undefined;
      const answer = await reference();
      await new Promise((resolve) => setTimeout(resolve, 60));
      return answer;
    },
  });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  assertEquals(report.outcome, "CONFORMS");
  assertEquals(idsOf(report, "warned"), []);
});

Deno.test("conform() never says that a request was refused which nobody answered", async () => {
  await using endpoint = await served({
    change: ({ route }) => route === "x" ? says("") : undefined,
  });
  const report = await conform({
    ...QUICK,
    baseUrl: endpoint.url,
    patterns: ["request.refused"],
  });
  assertEquals(resultOf(report, "request.refused").message, "9 broken requests were refused");
});
