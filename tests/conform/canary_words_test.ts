import { assert, assertEquals } from "@std/assert";
import type { Report } from "../../lib/contract/report.ts";
import { rewriting } from "../../lib/endpoint/coop_agents.ts";
import { leaks } from "../../lib/endpoint/coop_leak.ts";
import { formatNames, renderReport } from "../../lib/report/formats.ts";
import { canaryOf, conformTo } from "./coop_support.ts";

const NO_LEAK = "NO LEAK OBSERVED (not proof of isolation)";

/** A format's whole text without what is data in it: ids, the one outcome member, and the fair words. */
async function claims(report: Report, format: string): Promise<string> {
  return (await renderReport(format, { ...report, exchanges: [], nonces: [] }))
    .replaceAll("session.isolated", "")
    .replaceAll(/not proof of\s+isolation/gi, "")
    // A member of an enumeration in a format for machines; the headline stands beside it.
    .replaceAll(/"outcome": ?"CONFORMS"/g, "");
}

const TOO_MUCH = /\bisolated\b|\bisolation\b|\bconforms\b|\bconforming\b|\bproof\b|\bno leaks\b/i;

for (const format of formatNames) {
  Deno.test(`renderReport() in ${format} claims no isolation for a canary that saw no leak`, async () => {
    const report = await canaryOf({}, { rounds: 1 });
    const text = await renderReport(format, report);
    assert(text.includes(NO_LEAK), `${format} doesn't say: ${NO_LEAK}`);
    assertEquals(TOO_MUCH.exec(await claims(report, format)), null);
  });

  Deno.test(`renderReport() in ${format} says that a leak is proven, or that nothing is`, async () => {
    const proven = await renderReport(format, await canaryOf(leaks(), { rounds: 1 }));
    assert(/leak proven/i.test(proven), format);
    assert(!proven.includes(NO_LEAK), format);
    const forgetful = rewriting({ get: () => undefined });
    const nothing = await canaryOf(forgetful, { rounds: 1 });
    const text = await renderReport(format, nothing);
    assert(/inconclusive/i.test(text), format);
    assert(!/no leak observed/i.test(text), format);
    assertEquals(TOO_MUCH.exec(await claims(nothing, format)), null);
  });
}

Deno.test("conform() words its canary as the canary itself does", async () => {
  const { results } = await conformTo({});
  const { verdict, message } = results.find(({ id }) => id === "conformance.canary")!;
  assertEquals([verdict, message], ["passed", "no leak observed (not proof of isolation)"]);
});

Deno.test("canary() names itself in the line that repeats it", async () => {
  const { repeat, command } = await canaryOf({}, { rounds: 1 });
  assertEquals(command, "canary");
  assert(repeat.startsWith("wt-inject canary "), repeat);
});
