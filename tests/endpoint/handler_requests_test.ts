import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { agentOf, inject, ok, request, send } from "./support.ts";

const echo = agentOf(({ text, timeoutS, sessionId }) => ({
  reply: `${sessionId}|${text}|${timeoutS}`,
}));
const whole = { wt_inject: 1, session_id: "s", text: "x", timeout_s: 9 };

const REFUSED: readonly [name: string, body: unknown, words: string][] = [
  ["an empty body", "", "no bytes"],
  ["broken JSON", '{"wt_inject": 1', "the body"],
  ["trailing bytes", `${JSON.stringify(whole)}x`, "the body"],
  ["a byte order mark", `\uFEFF${JSON.stringify(whole)}`, "byte order mark"],
  ["NaN", '{"wt_inject":1,"session_id":"s","text":"x","timeout_s":NaN}', "NaN"],
  ["an array", [1], "a JSON object"],
  ["no version", { ...whole, wt_inject: undefined }, "wt_inject"],
  ["a version of true", { ...whole, wt_inject: true }, "wt_inject"],
  ['a version of "1"', { ...whole, wt_inject: "1" }, "wt_inject"],
  ["a version of 1.5", { ...whole, wt_inject: 1.5 }, "wt_inject"],
  ["no session_id", { ...whole, session_id: undefined }, "session_id"],
  ["a number for session_id", { ...whole, session_id: 7 }, "session_id"],
  ["no text", { ...whole, text: undefined }, "text"],
  ["null for text", { ...whole, text: null }, "text"],
  ["a string for timeout_s", { ...whole, timeout_s: "9" }, "timeout_s"],
  ["a timeout_s of 0", { ...whole, timeout_s: 0 }, "timeout_s"],
  ["a negative timeout_s", { ...whole, timeout_s: -1 }, "timeout_s"],
  [
    "an endless timeout_s",
    '{"wt_inject":1,"session_id":"s","text":"x","timeout_s":1e400}',
    "timeout_s",
  ],
];

for (const [name, body, words] of REFUSED) {
  Deno.test(`contractHandler() refuses ${name} with 400 and the field's name, and no reply`, async () => {
    let asked = 0;
    const handler = contractHandler(agentOf(() => ({ reply: `${++asked}` })));
    const answer = await send(handler, "/wt/inject", body);
    assertEquals(answer.status, 400);
    const { wt_inject, error, ...rest } = answer.body as Record<string, unknown>;
    assertEquals([wt_inject, rest], [1, {}]);
    assertMatch(String(error), /^Cannot read the request: /);
    assertStringIncludes(String(error), words);
    assertEquals(asked, 0);
  });
}

Deno.test("contractHandler() refuses bad UTF-8 with 400", async () => {
  const response = await contractHandler(echo)(
    new Request("http://x/wt/inject", { method: "POST", body: new Uint8Array([0x7b, 0xff]) }),
  );
  assertEquals(response.status, 400);
  assertEquals(response.headers.get("content-type"), "application/json");
  await response.body?.cancel();
});

Deno.test("contractHandler() refuses a version it doesn't speak by naming the one it does, on all routes", async () => {
  const handler = contractHandler({
    ...echo,
    surface: () => ({ system_instructions: [], tool_definitions: [], extra_segments: [] }),
  });
  for (const route of ["inject", "reset", "surface"]) {
    const { status, body } = await send(handler, `/wt/${route}`, { wt_inject: 2 });
    assertEquals(status, 400);
    assertStringIncludes((body as { error: string }).error, "this endpoint speaks wt_inject 1");
    assertEquals((body as { error: string }).error.includes("session_id"), false);
  }
});

Deno.test("contractHandler() ignores unknown fields, a reset's scope among them", async () => {
  const handler = contractHandler(echo);
  assertEquals(await send(handler, "/wt/inject", { ...whole, future: { a: [1] } }), ok("s|x|9"));
  assertEquals(await send(handler, "/wt/reset", { wt_inject: 1, scope: "none" }), {
    status: 200,
    body: { wt_inject: 1 },
  });
});

Deno.test("contractHandler() asks for no Content-Type, and takes any", async () => {
  const handler = contractHandler(echo);
  const body = new TextEncoder().encode(JSON.stringify(whole));
  for (const headers of [{}, { "content-type": "text/plain" }, { "content-type": "a/b; c" }]) {
    const response = await handler(request("/wt/inject", "", { body, headers }));
    assertEquals((await response.json()).reply, "s|x|9");
  }
});

Deno.test("contractHandler() passes session ids and texts on exactly", async () => {
  const handler = contractHandler(echo);
  for (const odd of ["", "__proto__", " s ", "é\u0000\n\u2028\u{1f600}", "\ud800", "/wt/../x?y"]) {
    const answer = await inject(handler, odd, { session: odd, timeout: 9 });
    assertEquals(answer, ok(`${odd}|${odd}|9`));
  }
});

Deno.test("contractHandler() takes a missing timeout_s for 120, for the option's value, or not at all", async () => {
  const body = { ...whole, timeout_s: undefined };
  assertEquals(await send(contractHandler(echo), "/wt/inject", body), ok("s|x|120"));
  const seven = contractHandler(echo, { defaultTimeoutS: 7 });
  assertEquals(await send(seven, "/wt/inject", body), ok("s|x|7"));
  assertEquals(await send(seven, "/wt/inject", whole), ok("s|x|9"));
  const refusing = contractHandler(echo, { defaultTimeoutS: "refuse" });
  const answer = await send(refusing, "/wt/inject", body);
  assertEquals(answer.status, 400);
  assertStringIncludes((answer.body as { error: string }).error, "timeout_s");
});

Deno.test("contractHandler() answers 404 off its routes and 405 with Allow off POST", async () => {
  const handler = contractHandler(echo);
  for (const path of ["/", "/wt", "/wt/inject/", "/wt/Inject", "/x/wt/inject", "/wt/surface"]) {
    const { status, body } = await send(handler, path, whole);
    assertEquals([path, status], [path, 404]);
    assertEquals(Object.keys(body as object), ["wt_inject", "error"]);
  }
  for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
    const response = await handler(new Request("http://x/wt/reset", { method }));
    assertEquals([response.status, response.headers.get("allow")], [405, "POST"]);
    assertEquals((await response.json()).wt_inject, 1);
  }
});

Deno.test("contractHandler() serves under a prefix, however its slashes are put", async () => {
  for (const prefix of ["/a/b", "a/b", "/a/b/"]) {
    const handler = contractHandler(echo, { prefix });
    assertEquals(await send(handler, "/a/b/wt/inject?x=1", whole), ok("s|x|9"));
    assertEquals((await send(handler, "/wt/inject", whole)).status, 404);
  }
});

Deno.test("contractHandler() answers 413 past its bound, and takes a body right at it", async () => {
  const body = JSON.stringify(whole);
  const at = contractHandler(echo, { maxBodyBytes: body.length });
  assertEquals(await send(at, "/wt/inject", body), ok("s|x|9"));
  const below = contractHandler(echo, { maxBodyBytes: body.length - 1 });
  const answer = await send(below, "/wt/inject", body);
  assertEquals([answer.status, Object.keys(answer.body as object)], [413, ["wt_inject", "error"]]);
});

Deno.test("contractHandler() stops reading an endless body at its bound", async () => {
  const pulled = { count: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled.count++;
      controller.enqueue(new Uint8Array(1024));
    },
    cancel: () => {
      pulled.cancelled = true;
    },
  });
  const handler = contractHandler(echo, { maxBodyBytes: 10_000 });
  const response = await handler(new Request("http://x/wt/inject", { method: "POST", body }));
  assertEquals([response.status, pulled.cancelled], [413, true]);
  assertEquals(pulled.count < 20, true);
  await response.body?.cancel();
});

Deno.test("contractHandler() answers 413 to a body nested past what it can hold", async () => {
  const answer = await send(contractHandler(echo), "/wt/inject", "[".repeat(20_000));
  assertEquals(answer.status, 413);
});

Deno.test("contractHandler() answers 400 to a body that breaks off", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("cut")),
  });
  const response = await contractHandler(echo)(
    new Request("http://x/wt/inject", { method: "POST", body }),
  );
  assertEquals(response.status, 400);
  await response.body?.cancel();
});
