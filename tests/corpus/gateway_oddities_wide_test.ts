/**
 * No gateway that is merely odd is accused, on any way; and each is warned of what it is to be warned of.
 * The whole corpus is played on nine ways for each: minutes.
 */
import { assertEquals } from "@std/assert";
import { GATEWAY_ODDITIES } from "../../lib/gateway/mutants/oddities.ts";
import { accusedOf, pathsOf } from "./gateway_mutants.ts";

const EVERY = pathsOf(["relay", "across"]);

for (const { id, what, make, warned } of GATEWAY_ODDITIES) {
  Deno.test(`the corpus does not accuse ${id}: a gateway that ${what}`, async () => {
    const found = await accusedOf(make, EVERY);
    const accused = found.filter(({ verdict }) => verdict !== "warned")
      .map(({ verdict, variant, path, codes, message }) => ({
        verdict,
        cell: `${variant}.${path}`,
        codes,
        message,
      }));
    assertEquals(accused, []);
    assertEquals([...new Set(found.flatMap(({ codes }) => codes))], warned);
  });
}
