import { assertEquals } from "@std/assert";
import { ContractError } from "../../lib/driver/errors.ts";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import {
  answering,
  contractErrorOf,
  driverOf,
  GOOD,
  playing,
  transportErrorOf,
} from "./support.ts";

// HttpInject over the platform's fetch. Each test uses one connection and closes its server, so
// that fetch's pool keeps none of them.

Deno.test("HttpInject() over fetch says that exactly-once isn't guaranteed", () => {
  const driver = driverOf({ url: "http://127.0.0.1:1" }, { fetch });
  assertEquals(driver.exactlyOnce, false);
  assertEquals(driver.label, "exactly-once not guaranteed");
});

Deno.test("inject() over fetch sends the same body and headers, and reads the answer", async () => {
  const args = '{"id":12345678901234567890,"price":1.10}';
  await using server = answering(
    `{"wt_inject":1,"reply":"é","tool_calls":[{"name":"n","arguments":${args}}]}`,
  );
  const result = await driverOf(server, { fetch, timeoutS: 9 }).inject("s", "t");
  assertEquals([result.reply, result.toolCalls[0]?.argumentsJson], ["é", args]);
  const [request] = server.requests;
  assertEquals(
    new TextDecoder().decode(request?.body),
    '{"wt_inject":1,"session_id":"s","text":"t","timeout_s":9}',
  );
  const headers = new Headers(
    request?.headers.map(([name, value]): [string, string] => [
      name,
      value,
    ]),
  );
  assertEquals(headers.get("content-type"), "application/json");
  assertEquals(headers.get("accept"), "application/json");
  assertEquals(headers.get("user-agent"), "wt-inject/0.1.0");
});

Deno.test("inject() over fetch follows no redirect", async () => {
  await using elsewhere = answering(GOOD);
  for (const status of [301, 302, 303, 307, 308]) {
    await using server = playing({
      send: httpAnswer(status, "", { location: `${elsewhere.url}/wt/inject` }),
    });
    const error = await contractErrorOf(driverOf(server, { fetch }).inject("s", "t"));
    assertEquals(error instanceof ContractError && error.status, status);
  }
  assertEquals(elsewhere.connections, 0);
});

Deno.test("inject() over fetch keeps the deadline over the body", async () => {
  await using server = playing(
    { send: "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n" },
    { drip: " ".repeat(20_000) },
  );
  const driver = driverOf(server, { fetch, timeoutS: 0.1, graceS: 0.1 });
  assertEquals((await transportErrorOf(driver.inject("s", "t"))).kind, "timeout");
});

Deno.test("inject() over fetch refuses a cut body", async () => {
  await using server = playing(
    { send: `HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n${GOOD}` },
    { close: "fin" },
  );
  assertEquals((await transportErrorOf(driverOf(server, { fetch }).inject("s", "t"))).kind, "io");
});
