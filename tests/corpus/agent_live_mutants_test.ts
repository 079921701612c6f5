import { assert, assertEquals } from "@std/assert";
import { LIVE_CHECKS } from "../../lib/corpus/agent_live_checks.ts";
import { judgeSeams, verdictsOf } from "./agent_live_agents.ts";
import { LIVE_MUTANTS } from "./agent_live_mutants.ts";
import { LIVE_TOOL_MUTANTS } from "./agent_live_mutants_tools.ts";
import { LIVE_ODDITIES } from "./agent_live_oddities.ts";
import { LIVE_TOOL_ODDITIES } from "./agent_live_oddities_tools.ts";

for (const { name, seams, verdicts } of [...LIVE_MUTANTS, ...LIVE_TOOL_MUTANTS]) {
  Deno.test(`runLiveAgent() kills an agent that ${name}`, async () => {
    assertEquals(verdictsOf(await judgeSeams(seams)), verdicts);
    assert(Object.values(verdicts).some((one) => /^(?:failed|warned)/.test(one)));
  });
}

for (const { name, seams, verdicts } of [...LIVE_ODDITIES, ...LIVE_TOOL_ODDITIES]) {
  Deno.test(`runLiveAgent() fails no agent that ${name}`, async () => {
    assertEquals(verdictsOf(await judgeSeams(seams)), verdicts);
    assert(Object.values(verdicts).every((one) => !one.startsWith("failed")));
  });
}

Deno.test("every check on a live agent kills a broken one", () => {
  const killed = new Set(
    [...LIVE_MUTANTS, ...LIVE_TOOL_MUTANTS].flatMap(({ verdicts }) =>
      Object.entries(verdicts).flatMap(([id, one]) => one.startsWith("failed") ? [id] : [])
    ),
  );
  // What is only a SHOULD warns at most, and an oddity has it.
  const ids = LIVE_CHECKS.filter(({ level }) => level === "MUST")
    .map(({ id }) => id.replace("agent-live.", ""));
  assertEquals(ids.filter((id) => !killed.has(id)), []);
});
