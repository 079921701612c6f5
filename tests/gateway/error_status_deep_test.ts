import { assertEquals, assertStringIncludes } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { ask, headerOf } from "./_client.ts";
import { errorOf } from "./_errors.ts";
import { ASK } from "./_streams.ts";
import { pair } from "./_upstream.ts";

/** 4.0 and 4.3: the status, and the type that Messages has for it. */
const STATUSES: readonly (readonly [status: number, type: string])[] = [
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [409, "conflict_error"],
  [413, "request_too_large"],
  [422, "invalid_request_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [502, "api_error"],
  [503, "overloaded_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
];

const BODIES = {
  chat: '{"error":{"message":"why","type":"their_type","param":"p","code":"their_code"},"x":1.10}',
  messages: '{"type":"error","error":{"type":"their_type","message":"why"},"request_id":"req_1"}',
  responses: '{"error":{"message":"why","type":"their_type","param":null,"code":"their_code"}}',
};

const unstreamed = {
  chat: { ...ASK.chat, stream: false },
  messages: { ...ASK.messages, stream: false },
  responses: { ...ASK.responses, stream: false },
};

for (const client of GATEWAY_DIALECTS) {
  for (const upstream of GATEWAY_DIALECTS) {
    Deno.test(`startGateway() keeps statuses and errors from ${upstream} to ${client}`, async () => {
      for (const [status, type] of STATUSES) {
        const more = { "retry-after": "17", "content-type": "application/json" };
        await using ends = await pair(upstream, [{
          send: httpAnswer(status, BODIES[upstream], more),
        }]);
        for (const body of [ASK[client], unstreamed[client]]) {
          const answer = await ask(ends.gateway.port, client, body);
          assertEquals([answer.status, answer.fault], [status, undefined]);
          assertEquals(headerOf(answer, "retry-after"), "17");
          if (client === upstream) assertEquals(answer.text, BODIES[upstream]);
          else {
            const error = errorOf(client, answer);
            assertEquals(error.message, "why");
            // Messages' types are a closed list; elsewhere the upstream's word stands.
            assertEquals(error.type, client === "messages" ? type : "their_type");
          }
        }
        assertEquals(ends.upstream.requests.length, 2);
        assertEquals(ends.gateway.leases(), { active: 0, taken: 2, released: 2 });
      }
    });
  }

  const other = client === "chat" ? "messages" : "chat";

  Deno.test(`startGateway() tells a ${client} client of an error that is no JSON`, async () => {
    await using ends = await pair(other, [{ send: httpAnswer(503, "<html>down</html>") }]);
    const answer = await ask(ends.gateway.port, client, ASK[client]);
    assertEquals(answer.status, 503);
    assertEquals(errorOf(client, answer).type, "overloaded_error");
  });

  Deno.test(`startGateway() follows no redirect for a ${client} client`, async () => {
    for (const upstream of [client, other] as const) {
      await using elsewhere = await pair(upstream, []);
      await using ends = await pair(upstream, [{
        send: httpAnswer(307, "", { location: `${elsewhere.upstream.url}/v1/messages` }),
      }]);
      const answer = await ask(ends.gateway.port, client, ASK[client]);
      assertEquals(answer.status, 502);
      assertStringIncludes(String(errorOf(client, answer).message), "redirects");
      assertEquals(elsewhere.upstream.connections, 0);
    }
  });
}

Deno.test("startGateway() keeps the status of an error whose body is cut", async () => {
  const cut = 'HTTP/1.1 429 Slow\r\nRetry-After: 3\r\nContent-Length: 99\r\n\r\n{"error":';
  for (const upstream of ["chat", "messages"] as const) {
    await using ends = await pair(upstream, [{ send: cut }, { close: "fin" }]);
    const answer = await ask(ends.gateway.port, "chat", ASK.chat);
    assertEquals([answer.status, headerOf(answer, "retry-after")], [429, "3"]);
    assertEquals(errorOf("chat", answer).type, "rate_limit_error");
  }
});
