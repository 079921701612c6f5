import { assertEquals, assertMatch } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { ARGUMENTS, CHAT_ANSWER, MESSAGES_ANSWER, ok, RESPONSES_ANSWER } from "./_answers.ts";
import { ask, headerOf } from "./_client.ts";
import { pair } from "./_upstream.ts";

const REQUESTS = {
  chat: { model: "m", messages: [{ role: "user", content: "hi" }] },
  messages: { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] },
  responses: { model: "m", input: "hi", instructions: "be brief", temperature: 1.0 },
};

const ANSWERS = { chat: CHAT_ANSWER, messages: MESSAGES_ANSWER, responses: RESPONSES_ANSWER };
const quoted = JSON.stringify(ARGUMENTS);

/** The texts are compared, so that a number that was rounded on the way shows. */
const chatTold = (id: string, usage: string) =>
  `{"id":"chatcmpl-${id}","object":"chat.completion","created":0,"model":"up","choices":[{"index":0,` +
  `"message":{"role":"assistant","content":"On it","refusal":null,"tool_calls":[{"id":"a",` +
  `"type":"function","function":{"name":"find","arguments":${quoted}}},{"id":"b","type":"function",` +
  `"function":{"name":"list","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],` +
  `"usage":${usage}}`;

const messagesTold = (id: string, usage: string) =>
  `{"id":"msg_${id}","type":"message","role":"assistant","model":"up","content":[` +
  `{"type":"text","text":"On it"},{"type":"tool_use","id":"a","name":"find","input":${ARGUMENTS}},` +
  `{"type":"tool_use","id":"b","name":"list","input":{}}],"stop_reason":"tool_use",` +
  `"stop_sequence":null,"usage":${usage}}`;

const responsesTold = (id: string) =>
  `{"id":"resp_${id}","object":"response","created_at":0,"status":"completed","background":false,` +
  `"error":null,"incomplete_details":null,"instructions":"be brief","max_output_tokens":null,` +
  `"model":"up","output":[{"id":"msg_${id}_0","type":"message","status":"completed",` +
  `"role":"assistant","content":[{"type":"output_text","text":"On it","annotations":[],` +
  `"logprobs":[]}]},{"id":"fc_${id}_1","type":"function_call","status":"completed","call_id":"a",` +
  `"name":"find","arguments":${quoted}},{"id":"fc_${id}_2","type":"function_call",` +
  `"status":"completed","call_id":"b","name":"list","arguments":"{}"}],"parallel_tool_calls":true,` +
  `"previous_response_id":null,"store":false,"temperature":1,"text":{"format":{"type":"text"}},` +
  `"tool_choice":"auto","tools":[],"top_p":null,"truncation":"disabled","usage":{` +
  `"input_tokens":100,"input_tokens_details":{"cached_tokens":60},"output_tokens":20,` +
  `"output_tokens_details":{"reasoning_tokens":5},"total_tokens":120},"metadata":{}}`;

const PATHS: readonly (readonly [client: Dialect, upstream: Dialect, told: string])[] = [
  // 4.2: prompt = in + cache_creation + cache_read.
  [
    "chat",
    "messages",
    chatTold(
      "m1",
      '{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,"prompt_tokens_details":' +
        '{"cached_tokens":60,"cache_write_tokens":10},"completion_tokens_details":{"reasoning_tokens":5}}',
    ),
  ],
  // 4.5: the same counts.
  [
    "chat",
    "responses",
    chatTold(
      "r1",
      '{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,"prompt_tokens_details":' +
        '{"cached_tokens":60},"completion_tokens_details":{"reasoning_tokens":5}}',
    ),
  ],
  // 4.3: input = prompt − cached − cache_write.
  [
    "messages",
    "chat",
    messagesTold(
      "c1",
      '{"input_tokens":30,"cache_creation_input_tokens":10,"cache_read_input_tokens":60,' +
        '"output_tokens":20,"output_tokens_details":{"thinking_tokens":5}}',
    ),
  ],
  // 4.6: input = input − cached.
  [
    "messages",
    "responses",
    messagesTold(
      "r1",
      '{"input_tokens":40,"cache_read_input_tokens":60,"output_tokens":20,' +
        '"output_tokens_details":{"thinking_tokens":5}}',
    ),
  ],
  ["responses", "chat", responsesTold("c1")],
  ["responses", "messages", responsesTold("m1")],
];

for (const [client, upstream, told] of PATHS) {
  Deno.test(`startGateway() carries a whole ${upstream} answer to a ${client} client`, async () => {
    await using ends = await pair(upstream, [ok(ANSWERS[upstream])]);
    const answer = await ask(ends.gateway.port, client, REQUESTS[client]);
    assertEquals(answer.status, 200, answer.text);
    const created = /"created(?:_at)?":(\d+)/.exec(answer.text)?.[1];
    if (client !== "messages") assertMatch(created ?? "", /^\d{10}$/);
    assertEquals(answer.text.replace(/("created(?:_at)?":)\d+/, "$10"), told);
    assertEquals(headerOf(answer, "content-type"), "application/json");
    assertEquals(headerOf(answer, "x-request-id"), "r1");
    assertEquals(ends.upstream.requests.length, 1);
  });
}

for (const dialect of ["chat", "messages", "responses"] as const) {
  Deno.test(`startGateway() relays a whole ${dialect} answer byte for byte`, async () => {
    await using ends = await pair(dialect, [ok(ANSWERS[dialect])]);
    const said = JSON.stringify(REQUESTS[dialect]).replace("{", '{ "x-1": 1.10, "x-0": [1E400] ,');
    const answer = await ask(ends.gateway.port, dialect, said);
    assertEquals([answer.status, answer.text], [200, ANSWERS[dialect]]);
    assertEquals(headerOf(answer, "x-request-id"), "r1");
    const [received] = ends.upstream.requests;
    assertEquals(new TextDecoder().decode(received?.body), said);
  });
}
