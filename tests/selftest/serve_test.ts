import { assert, assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { mutantListText, mutantText, serveMutantById } from "../../lib/selftest/serve.ts";
import { mutantById } from "../../lib/selftest/select.ts";
import { once } from "../../lib/wire/client.ts";
import { broken } from "./support.ts";

Deno.test("serveMutantById() serves a mutant, and says how to judge it", async () => {
  const live = await serveMutantById("reply-missing", { port: 0 });
  try {
    const { response } = await once({
      method: "POST",
      url: `${live.url}/wt/inject`,
      headers: [],
      body: new TextEncoder().encode(
        '{"wt_inject":1,"session_id":"s","text":"Good morning.","timeout_s":5}',
      ),
    });
    assertEquals(new TextDecoder().decode(response!.body), '{"wt_inject":1,"tool_calls":[]}');
    assertEquals(live.mutant.breaks, "response.reply");
    assertEquals(live.requests(), 1);
    assertEquals(live.judgeWith.timeoutS, 10);
    assertEquals(live.judgeWith.thorough, false);
    assertEquals(live.judgeWith.profile.slow_timeout_s, 0.1);
  } finally {
    await live.close();
  }
});

Deno.test("serveMutantById() says whether only a thorough run sees the fault", async () => {
  const live = await serveMutantById("coop-text-cr-as-lf", { port: 0 });
  await live.close();
  assertEquals(live.judgeWith.thorough, true);
});

Deno.test("serveMutantById() knows the nearest name, and listens nowhere", async () => {
  const error = await assertRejects(() => serveMutantById("reply-mising"), UsageError);
  assertEquals(error.hint, "Did you mean reply-missing?");
});

Deno.test("serveMutantById() says what to do where the port is taken", async () => {
  const live = await serveMutantById("odd-nothing", { port: 0 });
  try {
    const port = Number(new URL(live.url).port);
    const error = await assertRejects(() => serveMutantById("odd-nothing", { port }), UsageError);
    assert(error.message.startsWith(`Cannot listen on 127.0.0.1:${port}: `), error.message);
    assertEquals(error.hint, "Choose another address or port (0: any free one).");
  } finally {
    await live.close();
  }
});

Deno.test("mutantText() says what a mutant does, and what a run must say of it", () => {
  assertEquals(
    mutantText(mutantById("expiry-cuts-the-body")),
    `expiry-cuts-the-body (deadline)
  does      an expired turn gets a head, half a body, and the end of the connection
  breaks    error.own-deadline
  expected  DOES NOT CONFORM
  failed    error.own-deadline, transport.framing
  warned    nothing
  because   it is no full envelope, and a body shorter than its Content-Length besides
`,
  );
  assert(mutantText(mutantById("coop-text-cr-as-lf")).includes(" in a thorough run\n"));
  assert(mutantText(mutantById("odd-nothing")).includes("  breaks    nothing\n"));
});

Deno.test("mutantListText() gives each mutant a line", () => {
  assertEquals(
    mutantListText([broken("one"), mutantById("odd-nothing")]),
    "one          the reference, unchanged (response.tool-calls-present)\n" +
      "odd-nothing  the reference endpoint, unchanged\n",
  );
  assertEquals(mutantListText([]), "");
});
