import { assert, assertEquals } from "@std/assert";
import { MAX_TURNS, PROBES, probesFor, select, turnsOf } from "../../lib/conform/plan.ts";
import { conform, dryRun, type RunEvent } from "../../lib/conform/run.ts";
import { settingsOf } from "../../lib/conform/settings.ts";
import { type Declaration, DECLARATIONS, type Profile } from "../../lib/contract/profile.ts";
import { json, PROFILE, QUICK, says, served, type ServedOptions } from "./_served.ts";

/** Every subset of a list. */
function subsets<T>(list: readonly T[]): readonly (readonly T[])[] {
  return list.reduce<readonly (readonly T[])[]>(
    (sets, one) => [...sets, ...sets.map((set) => [...set, one])],
    [[]],
  );
}

const PARTS: readonly Partial<Profile>[] = [
  { tool_prompt: "t", expect_tools: ["a", "b"] },
  { error_prompt: "e", error_tools: ["a"] },
  { slow_prompt: "s" },
  { seed_prompt: "{nonce}", recall_prompt: "r" },
  { echo_prompt: "{text}" },
];

Deno.test("dryRun() never plans more than 25 turns, whatever is told or declared", () => {
  for (const parts of subsets(PARTS)) {
    for (const declare of subsets<Declaration>(DECLARATIONS)) {
      const profile = Object.assign({}, ...parts, { declare }) as Profile;
      const { turns } = dryRun({ profile });
      assert(turns <= MAX_TURNS, `${turns} turns with ${JSON.stringify(profile)}`);
    }
  }
  assertEquals(MAX_TURNS, 25);
});

Deno.test("dryRun() plans no turn for checks that need none", () => {
  assertEquals(dryRun({ patterns: ["reset.echo", "reset.idempotent"] }).turns, 0);
});

Deno.test("probesFor() runs thorough probes in a thorough run alone, late turns last", () => {
  const ids = (thorough: boolean) =>
    probesFor(select({}), settingsOf({ thorough })).map(({ id }) => id);
  const thorough = PROBES.filter((p) => p.thorough === true).map(({ id }) => id);
  assertEquals(ids(false).filter((id) => thorough.includes(id)), []);
  assertEquals(thorough.filter((id) => !ids(true).includes(id)), []);
  assertEquals(ids(false).at(-1), "deadline");
  assertEquals(ids(true).at(-1), "deadline");
});

const LAX = "that validates nothing";

/** Agents that make a run ask again wherever it may. */
const AGENTS: Readonly<Record<string, ServedOptions>> = {
  "that does all that the profile says": {},
  "that never does what the profile says": {
    change: ({ route, fields }) =>
      route === "inject" && typeof fields.session_id === "string" ? says("No.") : undefined,
  },
  "that fails every other turn": {
    change: ({ route, earlier }) =>
      route === "inject" && earlier % 2 === 1
        ? json({ wt_inject: 1, reply: "", tool_calls: [], error: "overloaded" })
        : undefined,
  },
  [LAX]: {
    change: ({ route }) => route === "inject" ? says("Anything goes.") : undefined,
  },
  "that refuses unknown fields": {
    change: ({ route, fields }) =>
      route === "inject" && "wt_future_field" in fields ? json({ error: "what?" }, 422) : undefined,
  },
  "whose reset is a 503": {
    change: ({ route }) => route === "reset" ? json({ error: "not now" }, 503) : undefined,
  },
  "that remembers whatever a reset should wipe": {
    change: ({ route }) => route === "reset" ? json({ wt_inject: 1 }) : undefined,
  },
  "without a surface": {
    change: ({ route }) => route === "surface" ? json({ error: "none" }, 404) : undefined,
  },
};

const PROFILES: Readonly<Record<string, Profile>> = {
  "all prompts": PROFILE,
  "no prompt": {},
  "all prompts and no-recall": { ...PROFILE, declare: ["no-recall"] },
  "no-slow-turn": { declare: ["no-slow-turn"] },
};

for (const [what, options] of Object.entries(AGENTS)) {
  Deno.test(`conform() sends an agent ${what} no more turns than announced`, async () => {
    for (const [which, profile] of Object.entries(PROFILES)) {
      await using endpoint = await served(options);
      const events: RunEvent[] = [];
      const report = await conform({
        ...QUICK,
        profile,
        baseUrl: endpoint.url,
        onEvent: (event) => events.push(event),
      });
      const plan = events[0];
      assert(plan?.type === "plan");
      assertEquals(plan.turns, dryRun({ ...QUICK, profile }).turns);
      assertEquals(report.turns.planned, plan.turns);
      assert(plan.turns <= MAX_TURNS);
      const sent = what === LAX ? endpoint.texts() : endpoint.turns();
      const said = `${which}: ${sent} of ${plan.turns}`;
      assert(sent <= plan.turns, said);
      assert(report.turns.sent <= report.turns.planned, said);
    }
  });
}

Deno.test("conform() sends a selection no more turns than announced", async () => {
  for (const what of [LAX, "whose reset is a 503"]) {
    for (const { id } of select({})) {
      await using endpoint = await served(AGENTS[what]);
      const report = await conform({ ...QUICK, baseUrl: endpoint.url, patterns: [id] });
      const sent = what === LAX ? endpoint.texts() : endpoint.turns();
      assert(sent <= report.turns.planned, `${id}: ${sent} of ${report.turns.planned}`);
    }
  }
});

Deno.test("conform() sends just the probes that dryRun() names, and none twice", async () => {
  await using endpoint = await served();
  const ran: string[] = [];
  const report = await conform({
    ...QUICK,
    baseUrl: endpoint.url,
    onEvent: (event) => {
      if (event.type === "probe") ran.push(event.id);
    },
  });
  const plan = dryRun(QUICK);
  assertEquals(ran, plan.probes.map((p) => p.id));
  assertEquals(report.results.map((r) => r.id), plan.checks.map((c) => c.id));
});

Deno.test("a thorough run announces all that it sends", async () => {
  for (const options of [{}, AGENTS[LAX]]) {
    await using endpoint = await served(options);
    const report = await conform({ ...QUICK, baseUrl: endpoint.url, thorough: true });
    assert(report.turns.planned > MAX_TURNS);
    const sent = options === AGENTS[LAX] ? endpoint.texts() : endpoint.turns();
    assert(sent <= report.turns.planned, `${sent} of ${report.turns.planned}`);
  }
});

Deno.test("turnsOf() never plans more for a part of the checks than 25", () => {
  const settings = settingsOf({ profile: PROFILE });
  for (const { id } of select({})) {
    assert(turnsOf(probesFor(select({ patterns: [id] }), settings), settings) <= MAX_TURNS, id);
  }
});
