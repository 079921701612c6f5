import { assert, assertEquals } from "@std/assert";
import { conform, type ConformOptions } from "../../lib/conform/run.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { referenceAgent } from "../../lib/endpoint/reference.ts";
import { makeOnce } from "../../lib/wire/client.ts";
import type { Report } from "../../lib/contract/report.ts";
import { idsOf, json, QUICK, served, type ServedOptions } from "./_served.ts";

/** Runs the whole suite and says what it holds against an endpoint, or can't say of it. */
async function complaints(
  options: ServedOptions,
  run: Partial<ConformOptions> = {},
): Promise<readonly string[]> {
  await using endpoint = await served(options);
  return complaintsOf(await conform({ ...QUICK, baseUrl: endpoint.url, ...run }));
}

function complaintsOf(report: Report): readonly string[] {
  return report.results.filter(({ verdict }) => verdict !== "passed")
    .map(({ id, verdict, message }) => `${id} ${verdict}: ${message}`);
}

/** Changes the reply of every turn that the agent answered without an error. */
function saying(change: (reply: string) => string): ServedOptions {
  return {
    change: async ({ route }, reference) => {
      if (route !== "inject") return undefined;
      const answer = await reference();
      if (answer.status !== 200) return answer;
      const body = await answer.json() as { reply: string; error?: string };
      return json(body.error === undefined ? { ...body, reply: change(body.reply) } : body);
    },
  };
}

function hasIPv6(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch {
    return false;
  }
}

Deno.test({
  name: "conform() finds nothing wrong with an endpoint on [::1]",
  ignore: !hasIPv6(),
  fn: async () => assertEquals(await complaints({ hostname: "::1" }), []),
});

Deno.test("conform() finds nothing wrong with an endpoint under a path", async () => {
  assertEquals(await complaints({ prefix: "/bench/v1" }), []);
});

Deno.test("conform() finds nothing wrong with an endpoint behind TLS", async () => {
  const [cert, key] = await Promise.all(
    ["cert", "key"].map((name) =>
      Deno.readTextFile(new URL(`../wire/testdata/${name}.pem`, import.meta.url))
    ),
  );
  const handler = contractHandler(referenceAgent());
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, cert: cert!, key: key! },
    handler,
  );
  try {
    const report = await conform({
      ...QUICK,
      baseUrl: `https://localhost:${server.addr.port}`,
      transport: makeOnce({ caCerts: [cert!] }),
    });
    assertEquals(complaintsOf(report), []);
  } finally {
    await server.shutdown();
  }
});

const REPLIES: Readonly<Record<string, (reply: string) => string>> = {
  "with NUL and control characters": (reply) => `\0\u0001\u001b[1m${reply}\u0000\u007f`,
  "with lone surrogates": (reply) => `\ud800 ${reply} \udc00`,
  "with right-to-left marks": (reply) => `\u202e${reply}\u202c`,
  "of 2 MiB": (reply) => reply + " All quiet on the docks.".repeat(90_000),
  "of one character a line": (reply) => `${reply}\n${"x\n".repeat(5000)}`,
  "that look like an error": (reply) => `${reply} {"error": "HTTP 500", "wt_inject": 2}`,
};

for (const [what, change] of Object.entries(REPLIES)) {
  Deno.test(`conform() finds nothing wrong with replies ${what}`, async () => {
    assertEquals(await complaints(saying(change)), []);
  });
}

Deno.test("conform() finds nothing wrong with answers that are streamed in pieces", async () => {
  const found = await complaints({
    change: async (_, reference) => {
      const answer = await reference();
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 7) {
            controller.enqueue(bytes.subarray(at, at + 7));
          }
          controller.close();
        },
      });
      return new Response(pieces, { status: answer.status });
    },
  });
  assertEquals(found, []);
});

Deno.test("conform() finds nothing wrong with an endpoint that logs requests into its replies", async () => {
  const found = await complaints({
    change: async ({ route, body }, reference) => {
      if (route !== "inject") return undefined;
      const answer = await reference();
      if (answer.status !== 200) return answer;
      const value = await answer.json();
      // Its own request, which holds the nonce where one is told.
      return json({ ...value, debug: { request: body, session: JSON.parse(body).session_id } });
    },
  });
  assertEquals(found, []);
});

Deno.test("conform() finds nothing wrong with requests numbered in every answer", async () => {
  const found = await complaints({
    change: async ({ n }, reference) => {
      const answer = await reference();
      if (answer.status !== 200) return answer;
      return json({ ...await answer.json(), request_id: crypto.randomUUID(), n });
    },
  });
  assertEquals(found.filter((line) => !line.startsWith("surface.stable warned")), []);
});

Deno.test("conform() accuses a store of all sessions, which the contract forbids, and no reset", async () => {
  // What users say of themselves is remembered for all sessions, and a reset wipes it.
  const said: string[] = [];
  await using endpoint = await served({
    change: async ({ route, fields }, reference) => {
      if (route === "reset") said.length = 0;
      if (route !== "inject" || typeof fields.text !== "string") return undefined;
      const answer = await reference();
      if (answer.status !== 200) return answer;
      const value = await answer.json() as { reply: string; error?: string };
      if (value.error !== undefined) return json(value);
      const reply = `${value.reply} (I know: ${said.join("; ")})`;
      said.push(fields.text);
      return json({ ...value, reply });
    },
  });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  assert(idsOf(report, "failed").includes("session.isolated"));
  assertEquals(idsOf(report, "failed").filter((id) => id.startsWith("reset.")), []);
});

Deno.test("conform() accuses workers that don't share sessions of losing history alone", async () => {
  const workers = [0, 1].map(() => contractHandler(referenceAgent()));
  let next = 0;
  const found = await complaints({
    change: async ({ route, body }) => {
      const request = () => new Request(`http://worker/wt/${route}`, { method: "POST", body });
      // A reset reaches all of them; a turn, whichever is free.
      if (route === "reset") {
        const answers = await Promise.all(workers.map((worker) => worker(request())));
        return answers[0]!;
      }
      return await workers[next++ % workers.length]!(request());
    },
  });
  const failed = found.filter((line) => line.includes(" failed:"));
  assertEquals(failed.filter((line) => !line.startsWith("session.memory")), []);
});
