/**
 * The example of an agent that knows people by channel and user: it conforms, and each thing that its
 * page says to take care of is what makes it do so.
 */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";
import { conform } from "../../lib/conform/run.ts";
import { benched, FrontDesk, userOf } from "../../examples/endpoints/multiplexed/endpoint.ts";

const FOLDER = new URL("../../examples/endpoints/multiplexed/", import.meta.url);
const PROFILE = JSON.parse(await Deno.readTextFile(new URL("wt-inject.json", FOLDER)));
const NEVER = new AbortController().signal;

async function judged(desk: FrontDesk, identify?: (sessionId: string) => Promise<string>) {
  const handler = contractHandler(benched(desk, "bench", identify));
  const endpoint = await serveEndpoint({ port: 0, handler });
  try {
    return await conform({ baseUrl: endpoint.url, profile: PROFILE });
  } finally {
    await endpoint.close();
  }
}

Deno.test("examples/endpoints/multiplexed conforms, with the declarations of its profile", async () => {
  const report = await judged(new FrontDesk());
  assertEquals([report.outcome, report.counts.failed, report.counts.warned], ["CONFORMS", 0, 0]);
  const unasked = report.results.filter(({ verdict }) => verdict === "could_not_run");
  assertEquals(
    unasked.map(({ id }) => id),
    ["request.text-received"],
    "a SHOULD: it echoes nothing",
  );
  assertEquals(PROFILE.declare, ["no-tools", "no-slow-turn", "no-error-on-demand"]);
});

Deno.test("one user for all sessions fails session.isolated", async () => {
  const report = await judged(new FrontDesk(), () => Promise.resolve("bench"));
  const failed = report.results.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
  assertEquals(report.exit_code, 1);
  assert(failed.includes("session.isolated"), failed.join(", "));
});

Deno.test("benched() empties its own channel at a reset, its index too, and no other", async () => {
  const desk = new FrontDesk();
  await desk.answer({ channel: "shop", user: "ann" }, "keep lamp-1", NEVER);
  const agent = benched(desk, "bench");
  await agent.inject({
    sessionId: "s",
    text: "keep lamp-2",
    timeoutS: 30,
    signal: NEVER,
    called: () => {},
  });
  assertEquals([desk.knows("shop", "lamp-1"), desk.knows("bench", "lamp-2")], [true, true]);
  await agent.reset();
  assertEquals([desk.knows("shop", "lamp-1"), desk.knows("bench", "lamp-2")], [true, false]);
  const reply = await desk.answer({ channel: "shop", user: "ann" }, "What did I say?", NEVER);
  assertStringIncludes(reply, "lamp-1");
});

Deno.test("FrontDesk keeps nothing of a turn that its signal ended", async () => {
  const desk = new FrontDesk();
  const ended = AbortSignal.abort(new Error("too late"));
  const failure = await desk.answer({ channel: "c", user: "u" }, "lamp-3", ended).catch(String);
  assertEquals([failure, desk.knows("c", "lamp-3")], ["Error: too late", false]);
});

Deno.test("userOf() gives each session a user of its own, and the same one again", async () => {
  const ids = ["", " ", "a", "A", "a/b", "__proto__", "x".repeat(5000), "é", "e\u0301"];
  const users = await Promise.all(ids.map(userOf));
  assertEquals(new Set(users).size, ids.length);
  for (const user of users) assert(/^bench-[0-9a-f]{64}$/.test(user), user);
  assertEquals(await userOf("a"), users[2]);
  assertNotEquals(users[2], users[3]);
});

Deno.test("the example's own command listens, and is told its channel by DESK_CHANNEL alone", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
      "--allow-net=127.0.0.1",
      "--allow-env=DESK_CHANNEL",
      new URL("endpoint.ts", FOLDER).pathname,
      "--port",
      "0",
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const line = new TextDecoder().decode(value);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    assert(url !== undefined, line);
    const response = await fetch(`${url}/wt/reset`, { method: "POST", body: '{"wt_inject":1}' });
    assertEquals([response.status, await response.json()], [200, { wt_inject: 1 }]);
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
});
