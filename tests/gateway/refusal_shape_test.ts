import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { ask } from "./_client.ts";
import { errorOf } from "./_errors.ts";
import { HEARD } from "./_requests.ts";
import { pair } from "./_upstream.ts";

const user = { role: "user", content: "hi" };
const chat = (more: object) => ({ model: "m", messages: [user], ...more });
const turn = (more: object) => chat({ messages: [{ ...user, ...more }] });
const messages = (more: object) => ({ model: "m", max_tokens: 5, messages: [user], ...more });
const block = (role: string, more: object) =>
  messages({ messages: [user, { role, content: [more] }] });
const responses = (more: object) => ({ model: "m", input: "hi", ...more });
const item = (more: object) => responses({ input: [more] });

/** Members of another type than their dialect has, by the place that is named: 4.0. */
const SHAPES: readonly (readonly [client: Dialect, pointer: string, body: object])[] = [
  ["chat", "/model", chat({ model: 7 })],
  ["chat", "/stream", chat({ stream: "yes" })],
  ["chat", "/max_tokens", chat({ max_tokens: "5" })],
  ["chat", "/stop", chat({ stop: [1] })],
  ["chat", "/messages", chat({ messages: {} })],
  ["chat", "/messages/0", chat({ messages: [7] })],
  ["chat", "/messages/0/role", turn({ role: "function" })],
  ["chat", "/messages/0/content", turn({ content: null })],
  ["chat", "/messages/0/content", turn({ content: 7 })],
  ["chat", "/messages/0/content/0", turn({ content: [{ type: "image_url" }] })],
  ["chat", "/messages/0/tool_calls/0", turn({ role: "assistant", tool_calls: [{ id: "a" }] })],
  ["chat", "/messages/0/function_call", turn({ role: "assistant", function_call: { name: "f" } })],
  ["chat", "/tools/0", chat({ tools: [{ type: "function" }] })],
  [
    "chat",
    "/tools/0/function/parameters",
    chat({
      tools: [{ type: "function", function: { name: "f", parameters: "none" } }],
    }),
  ],
  ["chat", "/response_format/type", chat({ response_format: { type: "json_object" } })],
  ["chat", "/stream_options/more", chat({ stream_options: { more: true } })],
  ["messages", "/messages", { model: "m", max_tokens: 5 }],
  ["messages", "/messages/0/role", messages({ messages: [{ role: "tool", content: "x" }] })],
  ["messages", "/messages/0/content", messages({ messages: [{ role: "user" }] })],
  [
    "messages",
    "/messages/1/content/0/type",
    block("user", { type: "tool_use", id: "a", name: "f", input: {} }),
  ],
  [
    "messages",
    "/messages/1/content/0/type",
    block("assistant", { type: "tool_result", tool_use_id: "a" }),
  ],
  ["messages", "/messages/1/content/0", block("user", { type: "image" })],
  [
    "messages",
    "/messages/1/content/0/source/type",
    block("user", { type: "image", source: { type: "file" } }),
  ],
  [
    "messages",
    "/messages/1/content/0/citations",
    block("user", { type: "text", text: "x", citations: [{}] }),
  ],
  ["messages", "/system/0/type", messages({ system: [{ type: "image" }] })],
  [
    "messages",
    "/tool_choice/type",
    messages({ tools: [{ name: "f" }], tool_choice: { type: "some" } }),
  ],
  ["messages", "/thinking/type", messages({ thinking: { type: "enabled", budget_tokens: 9 } })],
  ["messages", "/service_tier", messages({ service_tier: "priority" })],
  ["responses", "/input", { model: "m" }],
  ["responses", "/input/0/role", item({ role: "tool", content: "x" })],
  ["responses", "/input/0/content", item({ role: "user" })],
  [
    "responses",
    "/input/0/content/0/type",
    item({ role: "user", content: [{ type: "input_file" }] }),
  ],
  [
    "responses",
    "/input/0/content/0/type",
    item({ role: "assistant", content: [{ type: "refusal", refusal: "x" }] }),
  ],
  ["responses", "/include", responses({ include: ["message.output_text.logprobs"] })],
  ["responses", "/tool_choice", responses({ tools: [], tool_choice: { type: "mcp" } })],
  ["responses", "/text/format/type", responses({ text: { format: { type: "json_object" } } })],
  ["responses", "/reasoning", responses({ reasoning: { effort: "low" } })],
];

for (const [client, pointer, body] of SHAPES) {
  Deno.test(`startGateway() names ${pointer} in ${JSON.stringify(body)}`, async () => {
    const upstream = client === "chat" ? "responses" : "chat";
    await using ends = await pair(upstream, [HEARD]);
    const answer = await ask(ends.gateway.port, client, body);
    assertEquals(answer.status, 400, answer.text);
    const error = errorOf(client, answer) as { param?: unknown };
    if (client !== "messages") assertEquals(error.param, pointer);
    assertEquals(ends.upstream.connections, 0);
  });
}

Deno.test("startGateway() refuses bytes that are not UTF-8, and an image that is nowhere", async () => {
  await using ends = await pair("messages", [HEARD]);
  const conn = await Deno.connect({ hostname: "127.0.0.1", port: ends.gateway.port });
  const head = "POST /v1/messages HTTP/1.1\r\nContent-Length: 9\r\n\r\n";
  await conn.write(
    new Uint8Array([...new TextEncoder().encode(`${head}{"m":"`), 0xff, 0x22, 0x7d]),
  );
  const buffer = new Uint8Array(4096);
  const size = await conn.read(buffer) ?? 0;
  conn.close();
  assertEquals(
    new TextDecoder().decode(buffer.subarray(0, size)).startsWith("HTTP/1.1 400 "),
    true,
  );
  const image = { type: "image_url", image_url: { url: "ftp://x.test/i.png" } };
  const answer = await ask(ends.gateway.port, "chat", turn({ content: [image] }));
  assertEquals(answer.status, 400);
  assertEquals(ends.upstream.connections, 0);
});
