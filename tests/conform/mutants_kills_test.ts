import { assert, assertEquals } from "@std/assert";
import { CHECKS } from "../../lib/conform/plan.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import type { Mutant } from "../../lib/endpoint/mutant.ts";
import { MUTANTS } from "../../lib/endpoint/mutant_list.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { referenceAgent } from "../../lib/endpoint/reference.ts";
import { once } from "../../lib/wire/client.ts";

const byId = new Map(CHECKS.map((check) => [check.id, check]));

const found = ({ expect }: Mutant) => [...expect.failed, ...expect.warned];

function mutant(id: string): Mutant {
  const known = MUTANTS.find((m) => m.id === id);
  assert(known !== undefined, `there is no mutant ${id}`);
  return known;
}

Deno.test("MUTANTS kill every wire check of a MUST by a failure, of a SHOULD by a warning", () => {
  const killed = (verdict: "failed" | "warned", id: string) =>
    MUTANTS.some((m) => m.expect[verdict].includes(id));
  const survivors = CHECKS.filter((c) =>
    c.kind === "wire" && c.probes.length > 0 && !killed("failed", c.id) &&
    (c.level === "MUST" || !killed("warned", c.id))
  );
  assertEquals(survivors.map((c) => c.id), [], "no mutant kills these checks");
});

Deno.test("MUTANTS each have an id of their own, in words", () => {
  assertEquals(new Set(MUTANTS.map((m) => m.id)).size, MUTANTS.length);
  assertEquals(MUTANTS.filter((m) => !/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/.test(m.id)), []);
});

Deno.test("MUTANTS expect checks that exist, in order and once", () => {
  for (const m of MUTANTS) {
    for (const set of [m.expect.failed, m.expect.warned]) {
      assertEquals(set, [...new Set(set)].sort(), m.id);
    }
    const ids = [...found(m), ...m.expect.unproven ?? []];
    assertEquals(ids.filter((id) => !byId.has(id)), [], m.id);
  }
});

Deno.test("MUTANTS each show the clause that they break", () => {
  for (const m of MUTANTS) {
    const clauses = found(m).map((id) => byId.get(id)?.clause);
    if (m.breaks === undefined) assertEquals(clauses, [], m.id);
    else assert(clauses.includes(m.breaks), `${m.id} breaks ${m.breaks}, and no check says so`);
  }
});

Deno.test("serveMutant() changes no byte of the reference's answers but what its seams do", async () => {
  const reference = contractHandler(referenceAgent());
  const served = await serveMutant(mutant("odd-nothing"));
  try {
    for (const [path, body] of REQUESTS) {
      const url = `${served.url}${path}`;
      const bytes = new TextEncoder().encode(body);
      const { response, fault } = await once({ method: "POST", url, headers: [], body: bytes });
      const expected = await reference(new Request(url, { method: "POST", body }));
      assertEquals(fault, undefined);
      assertEquals(response?.status, expected.status);
      assertEquals(response?.body, new Uint8Array(await expected.arrayBuffer()));
    }
    assertEquals(served.requests(), REQUESTS.length);
  } finally {
    await served.close();
  }
});

const REQUESTS = [
  ["/wt/reset", '{"wt_inject":1}'],
  [
    "/wt/inject",
    '{"wt_inject":1,"session_id":"s","text":"Which client ordered the misrouted pallet?","timeout_s":5}',
  ],
  [
    "/wt/inject",
    '{"wt_inject":1,"session_id":"s","text":"What did I just tell you?","timeout_s":5}',
  ],
  ["/wt/inject", '{"wt_inject":2,"session_id":"s","text":"Hello","timeout_s":5}'],
  ["/wt/inject", "{"],
  ["/wt/surface", '{"wt_inject":1}'],
  ["/wt/nothing", '{"wt_inject":1}'],
] as const;

Deno.test("serveMutant() lets a crash end it for every later connection", async () => {
  const served = await serveMutant(mutant("broken-request-kills-the-endpoint"));
  try {
    const post = (path: string, body: string) =>
      once({
        method: "POST",
        url: `${served.url}${path}`,
        headers: [],
        body: new TextEncoder().encode(body),
      });
    assertEquals((await post("/wt/reset", '{"wt_inject":1}')).response?.status, 200);
    assertEquals((await post("/wt/inject", "{")).response, undefined);
    assertEquals((await post("/wt/reset", '{"wt_inject":1}')).fault?.kind, "refused");
  } finally {
    await served.close();
  }
});
