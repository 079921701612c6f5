/**
 * The contract's endpoints by hand, in other languages. Needs --allow-run=python3,node,go and
 * --allow-write (Go is built to a temporary file); what can't be run is ignored, with the reason in
 * the test's name.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conform } from "../../lib/conform/run.ts";
import { type Answer, inject, post, rawPost, reset, untilClose } from "./requests.ts";
import { type Endpoint, EXAMPLES, start, whyNot } from "./runtimes.ts";

const NONCE = "7d1f6b0e-52c4-4c8e-9a57-1f0f4f3b6f11";
const PROFILE = JSON.parse(
  await Deno.readTextFile(new URL("../../examples/endpoints/wt-inject.json", import.meta.url)),
);
const SEED = PROFILE.seed_prompt.replace("{nonce}", NONCE);
const ORDER_CALLS: Answer["tools"] = [["find_order", { order_id: "4417" }], ["find_hub", {
  hub_id: "H2",
}]];

async function remembers(endpoint: Endpoint): Promise<void> {
  await reset(endpoint);
  await inject(endpoint, "a", SEED);
  assertStringIncludes((await inject(endpoint, "a", PROFILE.recall_prompt)).reply, NONCE);
  const other = await inject(endpoint, "b", PROFILE.recall_prompt);
  assertEquals(other.reply.includes(NONCE), false, "another session knows it");
  await reset(endpoint, { scope: "none", timeout_s: "not a field of a reset" });
  const after = await inject(endpoint, "a", PROFILE.recall_prompt);
  assertEquals(after.reply.includes(NONCE), false, "the reset left it behind");
}

async function callsTools(endpoint: Endpoint): Promise<void> {
  const { tools, error, reply } = await inject(endpoint, "t", PROFILE.tool_prompt);
  assertEquals([tools, error], [ORDER_CALLS, undefined]);
  assertEquals(tools.map(([name]) => name), PROFILE.expect_tools);
  assertStringIncludes(reply, "Northport");
}

async function failsAfterTools(endpoint: Endpoint): Promise<void> {
  const { tools, error, reply } = await inject(endpoint, "e", PROFILE.error_prompt);
  assertEquals(tools, [["find_order", { order_id: "4999" }], ["find_hub", { hub_id: "H9" }]]);
  assertEquals(tools.map(([name]) => name), PROFILE.error_tools);
  assert(error !== undefined && error !== "");
  assertEquals(reply, "");
}

async function keepsItsDeadline(endpoint: Endpoint): Promise<void> {
  const began = performance.now();
  const { tools, error } = await inject(endpoint, "d", PROFILE.slow_prompt, { timeout_s: 0.3 });
  const tookMs = performance.now() - began;
  assert(tookMs >= 290 && tookMs < 5300, `${tookMs} ms`);
  assertEquals(tools, ORDER_CALLS.slice(0, 1));
  assert(error !== undefined && error !== "");
  await reset(endpoint);
}

async function stopsTurnsOnReset(endpoint: Endpoint): Promise<void> {
  // Whichever of the two comes first, the turn ends in an error: by the reset, or by its deadline.
  const turn = inject(endpoint, "r", PROFILE.slow_prompt, { timeout_s: 2 });
  await reset(endpoint);
  await reset(endpoint);
  const { error } = await turn;
  assert(error !== undefined && error !== "");
}

async function echoesWordForWord(endpoint: Endpoint): Promise<void> {
  const texts = [
    " leading, trailing ",
    "zwei\nZeilen\r\n\tund \u0001 ein Tab",
    '{"wt_inject":2,"reply":""}',
    "日本語 😀 e\u0301 \u202E <&> \u2028 \\u0041",
    "é".repeat(65_536),
  ];
  for (const text of texts) {
    const { reply } = await inject(
      endpoint,
      "echo",
      PROFILE.echo_prompt.replace("{text}", () => text),
    );
    assertEquals(reply, text);
  }
}

async function takesAnySession(endpoint: Endpoint): Promise<void> {
  const ids = [
    "",
    " ",
    "__proto__",
    "constructor",
    "../../etc",
    "a/b?c#d",
    "ü😀",
    "x".repeat(5000),
  ];
  for (const id of ids) {
    await inject(endpoint, id, `Please remember this: token-${ids.indexOf(id)}-end`, { user: {} });
  }
  for (const id of ids) {
    const { reply } = await inject(endpoint, id, PROFILE.recall_prompt);
    assertStringIncludes(reply, `token-${ids.indexOf(id)}-end`);
  }
}

async function refusesBadRequests(endpoint: Endpoint): Promise<void> {
  const good = { wt_inject: 1, session_id: "bad", text: "hello", timeout_s: 5 };
  const bodies: (string | Uint8Array)[] = [
    "",
    "hello",
    "null",
    "[]",
    "1",
    '{"wt_inject":1',
    `\uFEFF${JSON.stringify(good)}`,
    `${JSON.stringify(good)} x`,
    '{"wt_inject":1,"session_id":"s","text":"t","timeout_s":NaN}',
    Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
  ];
  for (const key of Object.keys(good)) bodies.push(JSON.stringify({ ...good, [key]: undefined }));
  const wrong = { wt_inject: [2, 0, true, "1", null], session_id: [7, null], text: [[], null] };
  for (const [key, values] of Object.entries({ ...wrong, timeout_s: ["5", true, null, 0, -1] })) {
    for (const value of values) bodies.push(JSON.stringify({ ...good, [key]: value }));
  }
  for (const body of bodies) {
    const { status, json } = await post(endpoint, "/wt/inject", body);
    const told = [status, json.wt_inject, json.reply, json.tool_calls];
    assertEquals(told, [400, 1, "", []], String(body));
    assert(typeof json.error === "string" && json.error !== "");
  }
  for (const path of ["/wt/reset", "/wt/surface"]) {
    for (const body of ["", "{}", '{"wt_inject":2}', '{"wt_inject":true}']) {
      assertEquals((await post(endpoint, path, body)).status, 400, `${path} ${body}`);
    }
  }
  await reset(endpoint);
}

async function showsItsSurface(endpoint: Endpoint): Promise<void> {
  const { status, json } = await post(endpoint, "/wt/surface", '{"wt_inject":1,"more":1}');
  assertEquals([status, json.wt_inject], [200, 1]);
  const { system_instructions, tool_definitions, extra_segments } = json.surface;
  assertEquals(system_instructions.length, 1);
  assertEquals(system_instructions[0].type, "text");
  assertEquals(extra_segments, []);
  const names = tool_definitions.map(({ name }: { name: string }) => name);
  assertEquals(names, ["find_order", "find_hub"]);
  assertEquals(tool_definitions[1].input_schema, {
    type: "object",
    properties: { hub_id: { type: "string" } },
    required: ["hub_id"],
  });
}

async function speaksHttp(endpoint: Endpoint): Promise<void> {
  const ok = '{"wt_inject":1}';
  const closed = await untilClose(endpoint, rawPost("/wt/reset", ok, "close"));
  assert(closed.startsWith("HTTP/1.1 200 "), closed);
  const kept = rawPost("/wt/reset", ok, "keep-alive") +
    rawPost("/wt/none", "unread", "keep-alive") +
    "GET /wt/inject HTTP/1.1\r\nHost: localhost\r\n\r\n" + rawPost("/wt/reset", ok, "close");
  const answers = await untilClose(endpoint, kept);
  assertEquals(
    [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ["200", "404", "405", "200"],
  );
  const chunked = await untilClose(
    endpoint,
    "POST /wt/reset HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
      'Transfer-Encoding: chunked\r\n\r\n7\r\n{"wt_in\r\n8;x=y\r\nject":1}\r\n0\r\n\r\n',
  );
  assert(chunked.startsWith(`HTTP/1.1 ${endpoint.example.chunked} `), chunked);
}

/** Judged by the suite as a user would: with its profile, and by itself without it. */
async function conforms(endpoint: Endpoint): Promise<void> {
  const whole = await conform({ baseUrl: endpoint.url, profile: PROFILE });
  assertEquals([whole.outcome, whole.counts.failed, whole.counts.warned], ["CONFORMS", 0, 0]);
  assertEquals(whole.counts.could_not_run, 0);
  const bare = await conform({ baseUrl: endpoint.url, timeoutS: 30 });
  assertEquals([bare.outcome, bare.counts.failed, bare.counts.warned], ["INCOMPLETE", 0, 0]);
  const narrow = await conform({
    baseUrl: endpoint.url,
    timeoutS: 30,
    profile: {
      seed_prompt: PROFILE.seed_prompt,
      recall_prompt: PROFILE.recall_prompt,
      declare: ["no-tools", "no-slow-turn", "no-error-on-demand"],
    },
  });
  assertEquals([narrow.outcome, narrow.counts.failed], ["CONFORMS", 0]);
}

const CHECKS = {
  "remembers in a session, and forgets at a reset": remembers,
  "lists tool calls in order": callsTools,
  "answers a failure with an envelope that lists the calls": failsAfterTools,
  "keeps its own deadline": keepsItsDeadline,
  "stops running turns on a reset": stopsTurnsOnReset,
  "passes text on word for word": echoesWordForWord,
  "takes any session id": takesAnySession,
  "refuses what isn't a request": refusesBadRequests,
  "shows its surface": showsItsSurface,
  "keeps and closes connections as asked": speaksHttp,
  "conforms, by the suite itself": conforms,
} as const;

for (const example of EXAMPLES) {
  const reason = await whyNot(example);
  Deno.test({
    name: `examples/endpoints/${example.name} conforms${
      reason === undefined ? "" : ` (${reason})`
    }`,
    ignore: reason !== undefined,
    async fn(t) {
      await using endpoint = await start(example);
      for (const [name, check] of Object.entries(CHECKS)) {
        await t.step(name, () => check(endpoint));
      }
    },
  });
}
