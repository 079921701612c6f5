import { assert, assertEquals, assertRejects } from "@std/assert";
import { probeSurface, surfaceExitCode, type SurfaceProbe } from "../../lib/surface/probe.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, type RawServer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { surfaceBody } from "./support.ts";

/** Probes a server that plays these steps, the nth for the nth request. */
async function probe(...answers: readonly (readonly Step[])[]): Promise<SurfaceProbe> {
  await using server = rawServer(({ index }) => answers[index] ?? answers.at(-1)!);
  return await probeOf(server);
}

function probeOf(server: Pick<RawServer, "url">): Promise<SurfaceProbe> {
  return probeSurface({ baseUrl: server.url, transport: once, timeoutS: 30 });
}

/** Steps that answer with a body. */
function answer(body: string, status = 200): readonly Step[] {
  return [{ send: httpAnswer(status, body) }];
}

Deno.test("probeSurface() asks twice for a surface that is reported, and for nothing else", async () => {
  await using server = rawServer(() => answer(surfaceBody()));
  const found = await probeOf(server);
  assert(found.status === "reported");
  assertEquals([found.probes, found.differences, found.url], [2, [], server.url]);
  assertEquals(
    server.requests.map(({ method, target, body }) =>
      `${method} ${target} ${new TextDecoder().decode(body)}`
    ),
    ['POST /wt/surface {"wt_inject":1}', 'POST /wt/surface {"wt_inject":1}'],
  );
  assertEquals(surfaceExitCode(found), 0);
});

Deno.test("probeSurface() asks once where no surface is served, and that is no fault", async () => {
  for (const status of [404, 501]) {
    const found = await probe(answer("no such route", status));
    assertEquals([found.status, found.probes, surfaceExitCode(found)], ["unavailable", 1, 0]);
  }
});

Deno.test("probeSurface() finds an invalid surface, first or later", async () => {
  const first = await probe(answer("{}"));
  assertEquals([first.status, first.probes, surfaceExitCode(first)], ["invalid", 1, 1]);
  const later = await probe(answer(surfaceBody()), answer("{}"));
  assert(later.status === "invalid");
  assertEquals([later.probes, surfaceExitCode(later)], [2, 1]);
  assertEquals(later.differences.map(({ code }) => code), ["status-changed"]);
  const dropped = await probe([{ close: "fin" }]);
  assertEquals([dropped.status, surfaceExitCode(dropped)], ["invalid", 1]);
});

Deno.test("probeSurface() warns of a surface that changes, and doesn't fail it", async () => {
  const body = (name: string) => surfaceBody("[]", "[]", `[{"name":"${name}","content":""}]`);
  const found = await probe(answer(body("run-1")), answer(body("run-2")));
  assert(found.status === "reported");
  assertEquals(found.differences.map(({ code, severity }) => [code, severity]), [
    ["names-changed", "warned"],
  ]);
  assertEquals(surfaceExitCode(found), 0);
});

Deno.test("probeSurface() blames nobody for what stands in front of the endpoint", async () => {
  for (const status of [401, 403, 407, 502, 503, 504]) {
    const found = await probe(answer("go away", status));
    assertEquals([found.status, surfaceExitCode(found)], ["unreachable", 3]);
  }
  const found = await probe([{ send: "SSH-2.0-server\r\n" }]);
  assertEquals([found.status, surfaceExitCode(found)], ["unreachable", 3]);
});

Deno.test("probeSurface() is unreachable where nothing listens or nothing answers", async () => {
  const closed = rawServer(() => []);
  await closed.close();
  const refused = await probeOf(closed);
  assert(refused.status === "unreachable");
  assert(refused.reason.startsWith("nothing can be asked there ("), refused.reason);
  assertEquals(surfaceExitCode(refused), 3);

  const silent = await probeSurface({
    baseUrl: closed.url,
    timeoutS: 1,
    transport: (request) =>
      Promise.resolve({
        request,
        fault: { kind: "timeout", phase: "head", message: "the deadline passed" },
        startedAt: "2030-01-02T03:04:05.678Z",
        times: { endMs: 6000 },
        arrivals: [],
        raw: new Uint8Array(),
      }),
  });
  assert(silent.status === "unreachable");
  assertEquals(silent.reason, "the connection was accepted and nothing answered in 6.0 s");
});

Deno.test("probeSurface() gives the contract's grace on top of the deadline", async () => {
  const deadlines: (number | undefined)[] = [];
  await using server = rawServer(() => answer("", 404));
  await probeSurface({
    baseUrl: server.url,
    timeoutS: 2,
    transport: (request, options) => {
      deadlines.push(options?.deadlineMs);
      return once(request, options);
    },
  });
  assertEquals(deadlines, [7000]);
});

Deno.test("probeSurface() past a bound of ours is incomplete, and no violation", async () => {
  const deep = surfaceBody("[]", "[]", "[".repeat(20_000) + "]".repeat(20_000));
  const found = await probe(answer(deep));
  assertEquals([found.status, surfaceExitCode(found)], ["invalid", 3]);
});

Deno.test("probeSurface() ends with the signal's reason", async () => {
  const controller = new AbortController();
  const never = Promise.withResolvers<void>();
  await using server = rawServer(() => {
    controller.abort(new Error("interrupted"));
    return [{ wait: never.promise }];
  });
  const { signal } = controller;
  await assertRejects(
    () => probeSurface({ baseUrl: server.url, transport: once, timeoutS: 30, signal }),
    Error,
    "interrupted",
  );
  never.resolve();
});
