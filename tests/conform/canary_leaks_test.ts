import { assertEquals } from "@std/assert";
import { leaks } from "../../lib/endpoint/coop_leak.ts";
import { COOP_MUTANTS } from "../../lib/endpoint/mutants/coop_all.ts";
import { canaryOf, together } from "./coop_support.ts";

const CANARY = "conformance.canary";
const PROVEN = "LEAK PROVEN: failed conformance.canary";

/** What a canary says, as a line. */
async function verdictOf(...[mutant, options]: Parameters<typeof canaryOf>): Promise<string> {
  const { headline, results } = await canaryOf(mutant, options);
  const failed = results.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
  return failed.length === 0 ? `${headline}` : `${headline}: failed ${failed.join(" ")}`;
}

/** What the canary says of mutants that leak where it isn't the plain verdict. */
const OTHERWISE: Readonly<Record<string, string>> = {
  // Another session knows before the reset too.
  "coop-reset-leaves-an-open-index": "LEAK PROVEN: failed session.isolated conformance.canary",
};

Deno.test("canary() proves each leak that conform() proves, by what leaked alone", async () => {
  const leaking = COOP_MUTANTS.filter(({ expect }) => expect.failed.includes(CANARY));
  const lines = await together(leaking, verdictOf);
  const wrong = leaking.map(({ id }, at) => ({
    id,
    is: lines[at]!,
    pin: OTHERWISE[id] ?? PROVEN,
  })).filter(({ is, pin }) => is !== pin);
  assertEquals(
    wrong.map(({ id, is }) => `${id}: ${is}`),
    wrong.map(({ id, pin }) => `${id}: ${pin}`),
  );
});

Deno.test("canary() proves that sessions are shared before any reset, under their own clause", async () => {
  const sharing = COOP_MUTANTS.filter(({ id }) =>
    [
      "coop-ids-ignored",
      "coop-session-continues-the-last",
      "coop-session-sees-its-neighbours",
    ].includes(id)
  );
  assertEquals(
    await together(sharing, verdictOf),
    sharing.map(() => "LEAK PROVEN: failed session.isolated"),
  );
});

Deno.test("canary() finds what comes back two rounds later, given the rounds", async () => {
  const twoRounds = leaks({
    when: (told, asking) => asking.wipes - told.wipes === 2,
  });
  assertEquals(
    await verdictOf(twoRounds, { rounds: 1 }),
    "NO LEAK OBSERVED (not proof of isolation)",
  );
  assertEquals(await verdictOf(twoRounds, { rounds: 3 }), PROVEN);
});

Deno.test("canary() asks the user's own questions, and finds what answers only to them", async () => {
  const question = "What did I just mention about the archive?";
  const archive = leaks({
    when: (told, asking) => told.resets < asking.resets && asking.text === question,
  });
  assertEquals(await verdictOf(archive), "NO LEAK OBSERVED (not proof of isolation)");
  assertEquals(await verdictOf(archive, { questions: [question] }), PROVEN);
});

Deno.test("canary() says nothing of clauses that it doesn't judge", async () => {
  const others = COOP_MUTANTS.filter(({ id }) =>
    [
      "coop-reset-scope-field",
      "coop-calls-none",
      "coop-failure-as-500",
      "coop-text-trimmed",
      "coop-history-lost-after-three-turns",
    ].includes(id)
  );
  assertEquals(
    await together(others, verdictOf),
    others.map(() => "NO LEAK OBSERVED (not proof of isolation)"),
  );
});
