import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Settings } from "../../lib/conform/evidence.ts";
import { judgeOne } from "../../lib/conform/judge.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import { conform } from "../../lib/conform/run.ts";
import type { CheckResult } from "../../lib/contract/result.ts";
import type { Fault } from "../../lib/wire/exchange.ts";
import { error, evidenceOf, REFUSED, reply, TIMEOUT, type Told } from "./_entries.ts";
import { idsOf, json, PROFILE, QUICK, resultOf, says, served } from "./_served.ts";

const ordinary: readonly Told[] = [
  { probe: "first-turn", role: "first" },
  { probe: "first-turn", role: "second" },
];
const slow: Told = { probe: "deadline", role: "expiring", sent: "deadline", timeoutS: 1 };
const silent: Told = { ...slow, fault: TIMEOUT, endMs: 1500 };
const ABORTED: Fault = { kind: "aborted", phase: "head", message: "the caller aborted" };
const DROPPED: Fault = { kind: "no-response", phase: "head", message: "closed" };

function judged(
  id: "request.timeout" | "error.own-deadline",
  entries: readonly Told[],
  settings: Partial<Settings> = {},
): CheckResult {
  const check = CHECKS.find((c) => c.id === id)!;
  return judgeOne(check, evidenceOf([...ordinary, ...entries], settings));
}

Deno.test("request.timeout warns of two turns without an answer", () => {
  const result = judged("request.timeout", [silent, silent]);
  assertEquals(result.verdict, "warned");
  assertEquals(result.findings[0]?.exchanges, ["deadline/1", "deadline/2"]);
});

Deno.test("request.timeout warns of no single turn without an answer", () => {
  assertEquals(judged("request.timeout", [silent]).verdict, "could_not_run");
});

for (const [what, fault] of [["gone", REFUSED], ["interrupted", ABORTED]] as const) {
  Deno.test(`request.timeout says of no answer that one came where the second try was ${what}`, () => {
    const result = judged("request.timeout", [silent, { ...slow, fault, endMs: 3 }]);
    assertEquals(result.verdict, "could_not_run");
    const { message } = judged("error.own-deadline", [silent, { ...slow, fault, endMs: 3 }]);
    assertStringIncludes(message, "timeout_s");
  });
}

Deno.test("request.timeout says of no dropped connection that an answer came", () => {
  const dropped = { ...slow, fault: DROPPED, endMs: 1010 };
  assertEquals(judged("request.timeout", [dropped]).verdict, "could_not_run");
  assertEquals(judged("error.own-deadline", [dropped]).verdict, "failed");
});

Deno.test("request.timeout passes on a second turn that is answered in time", () => {
  const converted = { ...slow, answer: error("timed out"), endMs: 1010 };
  assertEquals(judged("request.timeout", [silent, converted]).verdict, "passed");
});

for (const lagMs of [251, 5000]) {
  Deno.test(`request.timeout is our own fault where our loop stalled for ${lagMs} ms`, () => {
    const stalled = { ...silent, lagMs };
    assertEquals(judged("request.timeout", [stalled, stalled]).verdict, "harness_error");
    assertEquals(judged("request.timeout", [silent, stalled]).verdict, "harness_error");
  });
}

Deno.test("request.timeout counts a stall of 250 ms as none", () => {
  const still = { ...silent, lagMs: 250 };
  assertEquals(judged("request.timeout", [still, still]).verdict, "warned");
});

Deno.test("error.own-deadline is our own fault where a stall made a failure look due", () => {
  const crashed = { ...slow, status: 500, answer: "oops", endMs: 1100 };
  assertEquals(judged("error.own-deadline", [crashed]).verdict, "failed");
  assertEquals(judged("error.own-deadline", [{ ...crashed, lagMs: 900 }]).verdict, "harness_error");
  const told = { ...crashed, status: 504, lagMs: 900 };
  assertEquals(judged("error.own-deadline", [told]).verdict, "failed");
});

const DECLARED = { declarations: ["no-slow-turn"] } as const;
const late: Told = { ...slow, answer: reply("At last."), endMs: 1200 };

Deno.test("no-slow-turn is contradicted by two turns that outlast their deadline", () => {
  assertEquals(judged("error.own-deadline", [late, late], DECLARED).verdict, "failed");
  assertEquals(judged("request.timeout", [late, late], DECLARED).verdict, "warned");
});

Deno.test("no-slow-turn is contradicted by no single turn", () => {
  const soon = { ...slow, answer: reply("Hello."), endMs: 20 };
  assertEquals(judged("error.own-deadline", [late, soon], DECLARED).verdict, "not_applicable");
  assertEquals(judged("error.own-deadline", [late], DECLARED).verdict, "could_not_run");
});

Deno.test("no-slow-turn is contradicted by no stall of our own loop", () => {
  const stalled = { ...late, lagMs: 900 };
  assertEquals(judged("error.own-deadline", [stalled, stalled], DECLARED).verdict, "harness_error");
});

Deno.test("error.own-deadline lays no end of the target at an expiry's door", () => {
  const dropped = { ...slow, fault: DROPPED, endMs: 1010 };
  const gone: Told = { probe: "deadline", role: "liveness", route: "reset", fault: REFUSED };
  assertEquals(judged("error.own-deadline", [dropped, gone]).verdict, "could_not_run");
});

Deno.test("error.own-deadline is judged alike alone and in a whole run", async () => {
  // Each turn takes longer than the short deadline, and is a 500: no turn expired.
  await using endpoint = await served({
    change: async ({ route, fields }) => {
      if (route !== "inject" || typeof fields.text !== "string") return undefined;
      await new Promise((resolve) => setTimeout(resolve, 60));
      return json({ error: "no model is configured" }, 500);
    },
  });
  for (const patterns of [[], ["error.own-deadline"], ["error.*"]]) {
    const report = await conform({ ...QUICK, profile: {}, baseUrl: endpoint.url, patterns });
    assertEquals(resultOf(report, "error.own-deadline").verdict, "could_not_run", `${patterns}`);
  }
});

Deno.test("error.agent-level is judged alike alone and in a whole run", async () => {
  await using endpoint = await served({
    change: ({ route, fields }) =>
      route === "inject" && typeof fields.text === "string"
        ? json({ error: "no model is configured" }, 500)
        : undefined,
  });
  for (const patterns of [[], ["error.agent-level"]]) {
    const report = await conform({ ...QUICK, baseUrl: endpoint.url, patterns });
    assertEquals(resultOf(report, "error.agent-level").verdict, "could_not_run", `${patterns}`);
  }
});

Deno.test("conform() asks once more where a turn outlasts what no-slow-turn declares", async () => {
  let slowTurns = 0;
  await using endpoint = await served({
    change: async ({ route, fields }) => {
      if (route !== "inject" || fields.timeout_s !== 0.1 || ++slowTurns > 1) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 130));
      return says("Sorry for the wait.");
    },
  });
  const { slow_prompt: _, ...profile } = PROFILE;
  const report = await conform({
    ...QUICK,
    profile: { ...profile, declare: ["no-slow-turn"] },
    baseUrl: endpoint.url,
  });
  assertEquals(idsOf(report, "failed"), []);
  assertEquals(idsOf(report, "warned"), []);
  assertEquals(resultOf(report, "error.own-deadline").verdict, "not_applicable");
});
