import { assert, assertEquals, assertMatch } from "@std/assert";
import { FREIGHT_TOOLS } from "../../lib/agent/freight.ts";
import { canary } from "../../lib/conform/canary.ts";
import { conform } from "../../lib/conform/run.ts";
import { explainClause } from "../../lib/contract/explain.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { REFERENCE_PROFILE } from "../../lib/endpoint/reference.ts";
import { mutantById } from "../../lib/selftest/select.ts";
import { once } from "../../lib/wire/client.ts";
import type { Transport } from "../../lib/wire/exchange.ts";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Serves a mutant for as long as `use` takes. */
async function serving<T>(id: string, use: (baseUrl: string) => Promise<T>): Promise<T> {
  const served = await serveMutant(mutantById(id));
  try {
    return await use(served.url);
  } finally {
    await served.close();
  }
}

Deno.test("canary() tells a fresh UUID in each round of each run", async () => {
  const options = { profile: REFERENCE_PROFILE, rounds: 2, timeoutS: 10 };
  const nonces = await serving("odd-nothing", async (baseUrl) => {
    const runs = [await canary({ ...options, baseUrl }), await canary({ ...options, baseUrl })];
    return runs.flatMap((report) => report.nonces);
  });
  assertEquals(nonces.length, 4);
  for (const nonce of nonces) assertMatch(nonce, UUID_4);
  assertEquals(new Set(nonces).size, 4);
});

interface Asked {
  readonly route: string;
  readonly session: string | undefined;
  readonly text: string;
}

Deno.test("canary() seeds, resets, and asks a new session both questions, in this order", async () => {
  const asked: Asked[] = [];
  const watched: Transport = (request, options) => {
    const { session_id, text } = JSON.parse(new TextDecoder().decode(request.body));
    asked.push({ route: new URL(request.url).pathname, session: session_id, text: text ?? "" });
    return once(request, options);
  };
  const { nonces } = await serving("odd-nothing", (baseUrl) =>
    canary({
      baseUrl,
      profile: REFERENCE_PROFILE,
      rounds: 1,
      timeoutS: 10,
      transport: watched,
    }));
  const seed = asked.findIndex(({ text }) => text.includes(nonces[0]!));
  const reset = asked.findIndex(({ route }, at) => at > seed && route === "/wt/reset");
  assert(0 <= seed && seed < reset);
  const before = new Set(asked.slice(0, reset).map(({ session }) => session));
  const questions = asked.slice(reset + 1).filter(({ route, session }) =>
    route === "/wt/inject" && !before.has(session)
  );
  assertEquals(new Set(questions.map(({ session }) => session)).size, 1);
  assertMatch(questions[0]!.text, /what did I just tell you\?/i);
  assertEquals(questions[1]!.text, REFERENCE_PROFILE.recall_prompt);
  for (const { text } of questions) assert(!text.includes(nonces[0]!));
});

Deno.test("conform() is moved by no surface that isn't served, and by each that is broken", async () => {
  const outcome = (id: string) =>
    serving(id, async (baseUrl) => {
      const profile = { ...REFERENCE_PROFILE, slow_timeout_s: 0.1 };
      return (await conform({ baseUrl, profile, timeoutS: 10, graceS: 0.5 })).outcome;
    });
  assertEquals(await outcome("odd-nothing"), "CONFORMS");
  assertEquals(await outcome("surface-404"), "CONFORMS");
  assertEquals(await outcome("surface-501"), "CONFORMS");
  assertEquals(await outcome("surface-500"), "DOES NOT CONFORM");
  assertEquals(await outcome("surface-html"), "DOES NOT CONFORM");
});

Deno.test("published examples of surfaces name the tools of no real agent", async () => {
  const made = new Set(FREIGHT_TOOLS.map(({ name }) => name));
  const root = new URL("../../", import.meta.url);
  const published = [
    await Deno.readTextFile(new URL("README.md", root)),
    ...["shape", "system-instructions", "tool-definitions", "extra-segments", "fresh-session"]
      .flatMap((id) => {
        const { good, bad } = explainClause(`surface.${id}`)!;
        return [good, bad];
      }),
  ].join("\n");
  const surfaces = [...published.matchAll(/"tool_definitions":\s*\[(.*?)"extra_segments"/gs)];
  assert(surfaces.length >= 5, "there is a surface to look at");
  const names = surfaces.flatMap(([, tools]) => [...tools!.matchAll(/"name":\s*"([^"]*)"/g)])
    .map(([, name]) => name!);
  // A name of one letter is nobody's.
  assertEquals(names.filter((name) => name.length > 1 && !made.has(name)), []);
  assert(names.includes("client_lookup"));
});
