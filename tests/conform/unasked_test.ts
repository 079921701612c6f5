import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { canary } from "../../lib/conform/canary.ts";
import { judgeOne } from "../../lib/conform/judge.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import { conform } from "../../lib/conform/run.ts";
import type { CheckResult } from "../../lib/contract/result.ts";
import { error, evidenceOf, reply, type Told } from "./_entries.ts";
import { idsOf, json, QUICK, resultOf, served } from "./_served.ts";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";
const RECALLED = "recall_prompt";

const seedA: Told = { probe: "memory", role: "seed-a", session: "a", nonce: A };
const seedB: Told = { probe: "memory", role: "seed-b", session: "b", nonce: B };
const recallA: Told = { probe: "memory", role: "recall-a", session: "a", answer: reply(A) };
const laterA: Told = { ...recallA, role: "recall-a-later" };
const longTwin: Told = { probe: "memory", role: "ask-long-twin", session: "c" };
const caseTwin: Told = { probe: "memory", role: "ask-case-twin", session: "d" };
const wipe: Told = { probe: "memory", role: "reset", route: "reset" };
const afterA: Told = { probe: "memory", role: "after-a", session: "a" };
const told: Told = { probe: "memory", role: "after-told", session: "b" };
const asked: Told = { probe: "memory", role: "after-recall", session: "b" };
const recallB: Told = { probe: "memory", role: "recall-b", session: "b", answer: reply(B) };
const scoped: Told = { probe: "memory", role: "reset-scoped", route: "reset", sent: "extra" };
const afterScoped: Told = { probe: "memory", role: "after-scoped", session: "b" };

/** A conversation in which everything goes well. */
const GOOD: readonly Told[] = [
  seedA,
  recallA,
  laterA,
  longTwin,
  caseTwin,
  wipe,
  afterA,
  told,
  asked,
  seedB,
  recallB,
  scoped,
  afterScoped,
];

/** The conversation with some entries in place of those with their roles; undefined takes one out. */
function but(changes: Readonly<Record<string, Partial<Told> | undefined>>): readonly Told[] {
  return GOOD.flatMap((one) => {
    if (!Object.hasOwn(changes, one.role)) return [one];
    const change = changes[one.role];
    return change === undefined ? [] : [{ ...one, ...change }];
  });
}

function judged(id: string, entries: readonly Told[], profile = {}): CheckResult {
  const check = CHECKS.find((c) => c.id === id)!;
  return judgeOne(check, evidenceOf(entries, { profile }));
}

const MEMORY = [
  "session.memory",
  "session.isolated",
  "reset.synchronous",
  "reset.total",
  "reset.no-scope",
  "conformance.canary",
  "conformance.back-to-back",
];

Deno.test("CHECKS on memory pass where every question is answered", () => {
  for (const id of MEMORY) assertEquals(judged(id, GOOD).verdict, "passed", id);
});

/** Answers that say nothing of what the agent knows. */
const MUTE: Readonly<Record<string, Partial<Told>>> = {
  "HTTP 429": { status: 429, answer: "slow down" },
  "HTTP 500": { status: 500, answer: "oops" },
  "an agent-level error": { answer: error("overloaded") },
  "no JSON": { answer: "<h1>Hello" },
};

/** Questions that have to be answered, by what passes on their silence. */
const NEEDED: readonly (readonly [id: string, roles: readonly string[]])[] = [
  ["session.isolated", ["ask-long-twin", "ask-case-twin"]],
  ["reset.synchronous", ["after-a"]],
  ["reset.total", ["after-a"]],
  ["reset.total", ["after-told", "after-recall"]],
  ["conformance.canary", ["after-told", "after-recall"]],
  ["conformance.back-to-back", ["after-told", "after-recall"]],
  ["reset.no-scope", ["after-scoped"]],
];

for (const [id, roles] of NEEDED) {
  for (const [what, mute] of Object.entries(MUTE)) {
    Deno.test(`${id} doesn't pass where ${roles.join(" and ")} got ${what}`, () => {
      const changes = Object.fromEntries(roles.map((role) => [role, mute]));
      assertEquals(judged(id, but(changes)).verdict, "could_not_run");
    });
  }
}

Deno.test("reset.total calls nothing late, and nothing left, where the second look shows nothing", () => {
  const again: Told = { ...afterA, role: "after-a-again" };
  const leaking = but({ "after-a": { answer: reply(A) } });
  for (const mute of Object.values(MUTE)) {
    assertEquals(
      judged("reset.total", [...leaking, { ...again, ...mute }]).verdict,
      "could_not_run",
    );
  }
  assertEquals(judged("reset.total", leaking).verdict, "could_not_run");
  assertEquals(judged("reset.total", [...leaking, again]).verdict, "passed");
  const still = { ...again, answer: reply(A) };
  assertEquals(judged("reset.total", [...leaking, still]).verdict, "failed");
  // Whatever the second look shows, the first one proves that the 200 came too early.
  assertEquals(judged("reset.synchronous", leaking).verdict, "failed");
});

Deno.test("reset.no-scope accuses no scope before a reset without one was seen to do better", () => {
  const leaking = but({ "after-scoped": { answer: reply(B) } });
  const again: Told = { ...afterScoped, role: "after-scoped-again", answer: reply(B) };
  const plain: Told = { ...wipe, role: "reset-control" };
  const control: Told = { ...afterScoped, role: "after-control" };
  const verdict = (...more: readonly Told[]) =>
    judged("reset.no-scope", [...leaking, ...more]).verdict;
  assertEquals(verdict(), "could_not_run");
  assertEquals(verdict(again), "could_not_run");
  assertEquals(verdict({ ...again, answer: error("overloaded") }), "could_not_run");
  assertEquals(verdict(again, plain, { ...control, status: 429 }), "could_not_run");
  assertEquals(verdict(again, plain, control), "failed");
});

Deno.test("conformance.back-to-back accuses nobody where the reset between was refused", () => {
  const kept = { "after-told": { answer: reply(A) }, reset: { status: 500 } };
  assertEquals(judged("conformance.back-to-back", but(kept)).verdict, "could_not_run");
});

const STATED = { recall_prompt: RECALLED, seed_prompt: "{nonce}" };
const forgets = (text: string) =>
  but({
    "recall-a": { answer: reply(text.replace("A", A)) },
    "recall-a-later": { answer: reply(text.replace("A", A)) },
    "recall-b": { answer: reply(text.replace("A", B)) },
  });

Deno.test("session.memory fails where a stated prompt recalls nothing in three answers", () => {
  assertEquals(judged("session.memory", forgets("I know of none."), STATED).verdict, "failed");
});

Deno.test("session.memory doesn't call lost what comes back in pieces, or from behind", () => {
  const split = (n: string) => `It begins with ${n.slice(0, 18)} and ends with ${n.slice(19)}.`;
  const reversed = (n: string) => n.split("").reverse().join("");
  for (const spell of [split, reversed]) {
    const entries = but({
      "recall-a": { answer: reply(spell("12345678-9abc-4def-8123-456789abcdef")) },
      "recall-a-later": { answer: reply(spell("12345678-9abc-4def-8123-456789abcdef")) },
      "seed-a": { nonce: "12345678-9abc-4def-8123-456789abcdef" },
      "recall-b": { answer: reply("I know of none.") },
    });
    assertEquals(judged("session.memory", entries, STATED).verdict, "could_not_run");
  }
});

Deno.test("conform() passes no reset whose questions are all refused after it", async () => {
  let told = false;
  let wiped = false;
  await using endpoint = await served({
    change: ({ route, body }) => {
      // The long seed is the last thing that is told before the reset.
      if (body.length > 1500) told = true;
      if (route === "reset") wiped = told;
      return wiped && route === "inject" ? json({ error: "slow down" }, 429) : undefined;
    },
  });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  for (const id of ["reset.total", "reset.synchronous", "conformance.canary"]) {
    assert(resultOf(report, id).verdict !== "passed", id);
  }
});

Deno.test("canary() observes nothing where no reset was answered 200", async () => {
  await using endpoint = await served({
    change: ({ route, earlier }) =>
      route === "reset" && earlier > 0 ? json({ error: "busy" }, 500) : undefined,
  });
  const report = await canary({ ...QUICK, baseUrl: endpoint.url, rounds: 2 });
  assertEquals(report.outcome, "INCOMPLETE");
  const { verdict, message } = resultOf(report, "conformance.canary");
  assertEquals(verdict, "could_not_run");
  assertStringIncludes(message, "HTTP 500");
  assertEquals(idsOf(report, "failed"), []);
});

Deno.test("canary() observes nothing where nobody answers after the reset", async () => {
  let seeded = false;
  let wiped = false;
  await using endpoint = await served({
    change: ({ route, fields }) => {
      if (route === "reset") wiped = seeded;
      if (route !== "inject") return undefined;
      if (/remember/.test(String(fields.text))) {
        seeded = true;
        wiped = false;
      }
      return wiped ? json({ wt_inject: 1, reply: "", tool_calls: [], error: "busy" }) : undefined;
    },
  });
  const report = await canary({ ...QUICK, baseUrl: endpoint.url, rounds: 2 });
  assertEquals(resultOf(report, "conformance.canary").verdict, "could_not_run");
  assertEquals(report.outcome, "INCOMPLETE");
});

Deno.test("canary() proves no leak by a store that a refused reset left as it was", async () => {
  let store = "";
  await using endpoint = await served({
    change: ({ route, fields, earlier }) => {
      if (route === "inject") store += String(fields.text);
      return route === "reset" && earlier > 0 ? json({ error: "busy" }, 500) : undefined;
    },
  });
  const report = await canary({
    ...QUICK,
    baseUrl: endpoint.url,
    rounds: 1,
    stateProbe: () => Promise.resolve(store),
  });
  assertEquals(resultOf(report, "conformance.canary").verdict, "could_not_run");
});
