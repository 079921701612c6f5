import { assert, assertEquals, assertRejects } from "@std/assert";
import { canary } from "../../lib/conform/canary.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { rewriting, taking } from "../../lib/endpoint/coop_agents.ts";
import { hiddenStore } from "../../lib/endpoint/coop_hidden_store.ts";
import { canaryOf, conformTo } from "./coop_support.ts";

const NO_LEAK = "NO LEAK OBSERVED (not proof of isolation)";
const CANARY = "conformance.canary";

const forgetful = rewriting({ get: () => undefined });

/** What a report's canary says. */
function canaryIn(report: Awaited<ReturnType<typeof canaryOf>>) {
  const { headline, outcome, exit_code: exit, results } = report;
  const result = results.find(({ id }) => id === CANARY)!;
  return { headline, outcome, exit, verdict: result.verdict, message: result.message };
}

Deno.test("canary() observes no leak in the reference, and claims no more", async () => {
  const report = await canaryOf({}, { rounds: 2 });
  assertEquals(canaryIn(report), {
    headline: NO_LEAK,
    outcome: "CONFORMS",
    exit: 0,
    verdict: "passed",
    message:
      "no leak observed (not proof of isolation) in 2 of 2 rounds in which the agent could recall before the reset",
  });
  assertEquals(new Set(report.nonces).size, 2);
});

Deno.test("canary() is inconclusive with an agent that recalls nothing", async () => {
  const { headline, outcome, exit, verdict, message } = canaryIn(await canaryOf(forgetful));
  assertEquals([headline, outcome, exit, verdict], [
    "INCONCLUSIVE",
    "INCOMPLETE",
    3,
    "could_not_run",
  ]);
  assert(message.startsWith("inconclusive: this agent can't recall before the reset either"));
});

Deno.test("canary() is inconclusive with an agent that fails every turn", async () => {
  const failing = taking(() => () => ({ reply: "", error: "no model is configured" }));
  const { headline, message } = canaryIn(await canaryOf(failing, { rounds: 1 }));
  assertEquals(headline, "INCONCLUSIVE");
  assert(message.includes("agent-level error"), message);
});

Deno.test("canary() refuses to run where it may neither ask nor look", async () => {
  await assertRejects(
    () => canary({ baseUrl: "http://127.0.0.1:1", recall: false }),
    UsageError,
    "--no-recall needs a state probe",
  );
  for (const rounds of [0, -1, 1.5, Number.NaN, 1001]) {
    await assertRejects(
      () => canary({ baseUrl: "http://127.0.0.1:1", rounds }),
      UsageError,
      `Cannot run ${rounds} rounds`,
    );
  }
});

Deno.test("canary() proves a leak that only the state probe sees, and observes none without", async () => {
  const store = hiddenStore({ wiped: false });
  assertEquals(canaryIn(await canaryOf(store)).headline, NO_LEAK);
  const stateProbe = () => Promise.resolve(store.print());
  const { headline, verdict, exit } = canaryIn(await canaryOf(store, { stateProbe }));
  assertEquals([headline, verdict, exit], ["LEAK PROVEN", "failed", 1]);
});

Deno.test("canary() sees through a store's spelling", async () => {
  const store = hiddenStore({
    wiped: false,
    keep: (text) => text.toUpperCase().replaceAll("-", "").replace(/(..)/g, "$1:"),
  });
  const stateProbe = () => Promise.resolve(store.print());
  assertEquals(canaryIn(await canaryOf(store, { stateProbe })).headline, "LEAK PROVEN");
});

Deno.test("canary() observes no leak in a store that a reset wipes", async () => {
  const store = hiddenStore({ wiped: true });
  const stateProbe = () => Promise.resolve(store.print());
  const { headline, message } = canaryIn(await canaryOf(store, { stateProbe }));
  assertEquals(headline, NO_LEAK);
  assert(message.includes("the state probe found each nonce before the reset"), message);
});

Deno.test("canary() is inconclusive with a state probe that doesn't find the nonce before the reset", async () => {
  const blind = () => Promise.resolve("sessions: 2, notes: 14");
  const { headline, verdict, exit, message } = canaryIn(
    await canaryOf({}, { stateProbe: blind }),
  );
  assertEquals([headline, verdict, exit], ["INCONCLUSIVE", "could_not_run", 3]);
  assert(message.includes("didn't find the nonce before the reset"), message);
});

Deno.test("canary() is inconclusive with a state probe that throws, and says what it threw", async () => {
  const store = hiddenStore({ wiped: true });
  let looks = 0;
  const probes = {
    always: () => Promise.reject(new Error("exit code 127: no such command")),
    "after the reset": () =>
      ++looks % 2 === 0
        ? Promise.reject(new Error("exit code 127: no such command"))
        : Promise.resolve(store.print()),
  };
  for (const [when, stateProbe] of Object.entries(probes)) {
    const { headline, message } = canaryIn(await canaryOf(store, { stateProbe }));
    assertEquals(headline, "INCONCLUSIVE", when);
    assert(message.includes("no such command"), message);
  }
});

Deno.test("canary() without recall asks nothing and goes by the state probe alone", async () => {
  for (const [wiped, expected] of [[true, NO_LEAK], [false, "LEAK PROVEN"]] as const) {
    const store = hiddenStore({ wiped });
    const asked: string[] = [];
    const listening = {
      agent: (agent: Parameters<typeof store.agent>[0]) => {
        const inner = store.agent(agent);
        return {
          ...inner,
          inject(turn: Parameters<typeof inner.inject>[0]) {
            asked.push(turn.text);
            return inner.inject(turn);
          },
        };
      },
    };
    const stateProbe = () => Promise.resolve(store.print());
    const report = await canaryOf(listening, { recall: false, rounds: 2, stateProbe });
    assertEquals(canaryIn(report).headline, expected);
    assertEquals(asked.length, 2, "one turn a round: the seed");
  }
});

Deno.test("canary() proves a leak of a forgetful agent by its store", async () => {
  const store = hiddenStore({ wiped: false });
  const both = {
    agent: (agent: Parameters<typeof store.agent>[0]) => store.agent(forgetful.agent(agent)),
  };
  const stateProbe = () => Promise.resolve(store.print());
  assertEquals(canaryIn(await canaryOf(both, { stateProbe })).headline, "LEAK PROVEN");
});

Deno.test("conform() proves a leak by a state probe, under the canary's clause alone", async () => {
  const store = hiddenStore({ wiped: false });
  const stateProbe = () => Promise.resolve(store.print());
  const report = await conformTo(store, { stateProbe });
  assertEquals(
    report.results.filter(({ verdict }) => verdict === "failed").map(({ id }) => id),
    [CANARY],
  );
  assertEquals((await conformTo(store)).outcome, "CONFORMS");
});
