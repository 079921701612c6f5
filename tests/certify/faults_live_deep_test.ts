import { assertEquals } from "@std/assert";
import { CASES } from "../../lib/certify/case_list.ts";
import { FAULTS } from "../../lib/certify/faulty/list.ts";
import { playFault } from "../../lib/certify/kill.ts";
import { assertKilledAsPinned } from "./_matrix.ts";

Deno.test("certify() finds every faulty driver by the pinned cases, and by no others", async () => {
  await assertKilledAsPinned(FAULTS);
});

Deno.test("certify() finds a driver that has no default URL", async () => {
  const fault = FAULTS.find(({ id }) => id === "needs-url");
  if (fault === undefined) throw new Error("there is no such fault");
  const cases = CASES.filter(({ id }) => id === "runtime.url-default");
  const { actual, expected } = await playFault(fault, { cases });
  assertEquals(expected, ["runtime.url-default"]);
  // Nothing where another program has the contract's port: the case can't be played then.
  if (actual.length > 0) assertEquals(actual, expected);
});
