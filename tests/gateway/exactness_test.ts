import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { ARGUMENTS } from "./_answers.ts";
import { ask } from "./_client.ts";
import { HEARD } from "./_requests.ts";
import { pair } from "./_upstream.ts";

const SCHEMA =
  '{"type":"object","properties":{"q":{"maximum":12345678901234567890,"minimum":-0.0,' +
  '"multipleOf":1e-2,"default":null,"enum":[]}},"required":["q"],"x":{"b":1,"a":2}}';
const quoted = JSON.stringify(ARGUMENTS);

/** What an upstream hears of a text, byte for byte. */
async function heard(client: Dialect, upstream: Dialect, said: string): Promise<string> {
  await using ends = await pair(upstream, [HEARD]);
  const answer = await ask(ends.gateway.port, client, said);
  const [request] = ends.upstream.requests;
  return request === undefined ? answer.text : new TextDecoder().decode(request.body);
}

const messagesTurns = `{"role":"user","content":"go"},{"role":"assistant","content":[` +
  `{"type":"tool_use","id":"a","name":"f","input":${ARGUMENTS}}]},` +
  `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"r"}]}`;
const chatTurns = `{"role":"user","content":"go"},{"role":"assistant","content":null,` +
  `"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":${quoted}}}]},` +
  `{"role":"tool","tool_call_id":"a","content":"r"}`;
const responsesItems =
  `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},` +
  `{"type":"function_call","call_id":"a","name":"f","arguments":${quoted}},` +
  `{"type":"function_call_output","call_id":"a","output":"r"}`;

const SAID = {
  chat: (turns: string) =>
    `{"model":"m","max_completion_tokens":1e3,"temperature":1.0,"top_p":0.10,"messages":[${turns}],` +
    `"tools":[{"type":"function","function":{"name":"f","parameters":${SCHEMA}}}]}`,
  messages: (turns: string) =>
    `{"model":"m","max_tokens":1e3,"temperature":1.0,"top_p":0.10,"messages":[${turns}],` +
    `"tools":[{"name":"f","input_schema":${SCHEMA}}]}`,
  responses: (turns: string) =>
    `{"model":"m","max_output_tokens":1e3,"temperature":1.0,"top_p":0.10,"input":[${turns}],` +
    `"tools":[{"type":"function","name":"f","parameters":${SCHEMA}}]}`,
};
const TURNS = { chat: chatTurns, messages: messagesTurns, responses: responsesItems };

/** What each upstream must hear of it: numbers as they came, keys in their order. */
const HEARD_AS = {
  chat:
    `{"model":"m","messages":[${chatTurns}],"tools":[{"type":"function","function":{"name":"f",` +
    `"parameters":${SCHEMA}}}],"max_completion_tokens":1e3,"temperature":1.0,"top_p":0.10}`,
  messages: `{"model":"m","max_tokens":1e3,"messages":[${messagesTurns}],"tools":[{"name":"f",` +
    `"input_schema":${SCHEMA}}],"temperature":1.0,"top_p":0.10}`,
  responses: `{"model":"m","input":[${responsesItems}],"tools":[{"type":"function","name":"f",` +
    `"parameters":${SCHEMA},"strict":false}],"max_output_tokens":1e3,"temperature":1.0,` +
    `"top_p":0.10,"store":false}`,
};

for (const client of ["chat", "messages", "responses"] as const) {
  for (const upstream of ["chat", "messages", "responses"] as const) {
    if (client === upstream) continue;
    Deno.test(`startGateway() loses no digit and no key from ${client} to ${upstream}`, async () => {
      const said = SAID[client](TURNS[client]);
      assertEquals(await heard(client, upstream, said), HEARD_AS[upstream]);
      // CASES: request stability. The same request is the same bytes.
      assertEquals(await heard(client, upstream, said), HEARD_AS[upstream]);
    });

    Deno.test(`startGateway() only appends when a ${client} history grows, to ${upstream}`, async () => {
      // R003: what was said before stays byte for byte what it was.
      const more = {
        chat: ',{"role":"assistant","content":"done"},{"role":"user","content":"next"}',
        messages: ',{"role":"assistant","content":"done"},{"role":"user","content":"next"}',
        responses: ',{"role":"assistant","content":"done"},{"role":"user","content":"next"}',
      };
      const turns = HEARD_AS[upstream].slice(0, HEARD_AS[upstream].indexOf('],"tools"'));
      const grown = await heard(client, upstream, SAID[client](TURNS[client] + more[client]));
      assertEquals(grown.slice(0, turns.length), turns);
      assertEquals(grown.includes("done") && grown.includes("next"), true);
    });
  }
}

Deno.test("startGateway() keeps the arguments' own text from a string to an object", async () => {
  const odd = '{ "10": 1.50, "2": "\\u00e9\\ud83d", "__proto__": {"a": [ ]} }';
  const turns = chatTurns.replace(quoted, JSON.stringify(odd));
  const text = await heard("chat", "messages", SAID.chat(turns));
  assertEquals(text.includes(`"input":${odd}}`), true, text);
});

Deno.test("startGateway() keeps two branches of one history apart", async () => {
  await using ends = await pair("messages", [HEARD]);
  const branch = (text: string) => ({
    model: "m",
    messages: [{ role: "user", content: "root" }, { role: "user", content: text }],
  });
  await Promise.all(["left", "right"].map((text) => ask(ends.gateway.port, "chat", branch(text))));
  const texts = ends.upstream.requests.map(({ body }) => new TextDecoder().decode(body));
  assertEquals(texts.map((text) => [text.includes("left"), text.includes("right")]).sort(), [
    [false, true],
    [true, false],
  ]);
});
