/**
 * Every gateway that is wrong on purpose is accused by its own cases, with the code that says why; every
 * one that is merely odd is not.
 */
import { assert, assertEquals } from "@std/assert";
import { GATEWAY_MUTANTS, UNKILLED } from "../../lib/gateway/mutants/mutant_list.ts";
import { GATEWAY_ODDITIES } from "../../lib/gateway/mutants/oddities.ts";
import { gatewayParts } from "../../lib/gateway/parts.ts";
import { accusedOf, pathsOf } from "./gateway_mutants.ts";

const EVERY = pathsOf(["relay", "across"]);
const [RELAYS, ACROSS] = [pathsOf(["relay"]), pathsOf(["across"])];

/**
 * Three ways for an oddity that must pass without a warning, all that there are over its neighbours: the
 * whole corpus is played on each. The self-test takes two others.
 */
function sampled(at: number): readonly string[] {
  return [
    RELAYS[(at + 1) % RELAYS.length]!,
    ACROSS[(2 * at + 1) % ACROSS.length]!,
    ACROSS[(2 * at + 2) % ACROSS.length]!,
  ];
}

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

for (const [at, { id, what, make, warned }] of GATEWAY_ODDITIES.entries()) {
  Deno.test(`the corpus does not accuse ${id}: a gateway that ${what}`, async () => {
    const found = await lines(make, warned.length > 0 ? EVERY : sampled(at));
    assertEquals(found.filter(({ verdict }) => verdict !== "warned"), []);
    assertEquals([...new Set(found.flatMap(({ codes }) => codes))], warned);
  });
}

Deno.test("the corpus says nothing of the reference gateway, made as mutants are", async () => {
  assertEquals(await lines(() => gatewayParts, EVERY), []);
});
