/**
 * Every gateway that is wrong on purpose is accused by its own cases, with the code that says why. The
 * self-test plays each that is merely odd on two ways, gateway_oddities_wide_test.ts on all.
 */
import { assert, assertEquals } from "@std/assert";
import { GATEWAY_MUTANTS, UNKILLED } from "../../lib/gateway/mutants/mutant_list.ts";
import { gatewayParts } from "../../lib/gateway/parts.ts";
import { accusedOf, pathsOf } from "./gateway_mutants.ts";

const EVERY = pathsOf(["relay", "across"]);
/** What runs without an accusation, or fails for a reason of ours, is told as it stands. */
async function lines(make: () => typeof gatewayParts, paths: readonly string[]) {
  return (await accusedOf(make, paths)).map(({ verdict, variant, path, codes, message }) => ({
    verdict,
    cell: `${variant}.${path}`,
    codes: [...new Set(codes)],
    message,
  }));
}

for (const { id, what, kinds, make, kills } of GATEWAY_MUTANTS) {
  if (kills.length === 0) continue;
  Deno.test(`the corpus accuses ${id}: a gateway that ${what}`, async () => {
    const cases = [...new Set(kills.map((kill) => kill.case))];
    const accused = await accusedOf(make, pathsOf(kinds), cases);
    for (const kill of kills) {
      for (const kind of kinds) {
        const found = accused.filter((one) =>
          one.kind === kind && one.verdict === "failed" && one.codes.includes(kill.code) &&
          (one.variant === kill.case || one.variant.startsWith(`${kill.case}.`))
        );
        assert(found.length > 0, `${kill.case} does not fail on a ${kind} path with ${kill.code}`);
      }
    }
  });
}

for (const { id, wanted } of UNKILLED) {
  Deno.test(`no cell fails ${id} yet; wanted is ${wanted}`, async () => {
    const { make, kinds } = GATEWAY_MUTANTS.find((one) => one.id === id)!;
    const failed = (await lines(make, pathsOf(kinds))).filter((one) => one.verdict !== "warned");
    assertEquals(failed, []);
  });
}

Deno.test("the corpus says nothing of the reference gateway, made as mutants are", async () => {
  assertEquals(await lines(() => gatewayParts, EVERY), []);
});
