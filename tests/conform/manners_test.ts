import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conform, rejudge } from "../../lib/conform/run.ts";
import { rawServer } from "../../lib/wire/raw_server.ts";
import { type Asked, idsOf, json, QUICK, resultOf, served, verdictsOf } from "./_served.ts";

/** What a default run sends the reference. */
async function requestsOf(profile = QUICK.profile!): Promise<readonly Asked[]> {
  await using endpoint = await served();
  await conform({ ...QUICK, profile, baseUrl: endpoint.url });
  return endpoint.requests;
}

const utf8 = new TextEncoder();

Deno.test("conform() sends late turns last, each in a session of its own", async () => {
  for (const profile of [QUICK.profile!, {}, { declare: ["no-slow-turn"] as const }]) {
    const requests = await requestsOf(profile);
    const short = requests.filter(({ fields }) =>
      typeof fields.timeout_s === "number" && fields.timeout_s < 2
    );
    assert(short.length >= 1);
    const turns = requests.filter(({ route }) => route === "inject");
    assertEquals(turns.slice(-short.length), short);
    for (const { fields } of short) {
      const same = turns.filter((turn) => turn.fields.session_id === fields.session_id);
      assertEquals(same.length, 1);
    }
    assertEquals(requests.at(-1)?.route, "reset");
  }
});

Deno.test("conform() sends no long text, id or control character unless it is thorough", async () => {
  for (const { fields, body } of await requestsOf()) {
    const { text = "", session_id: id = "" } = fields;
    assert(utf8.encode(String(text)).length <= 4096, body.slice(0, 200));
    assert(utf8.encode(String(id)).length <= 128, body.slice(0, 200));
    // deno-lint-ignore no-control-regex -- they are what is looked for
    assert(!/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(`${text}${id}`), JSON.stringify(text));
  }
});

Deno.test("conform() asks after each broken request by a reset, and by no turn", async () => {
  const requests = await requestsOf();
  const broken = requests.filter(({ route, fields }) =>
    route === "inject" && (fields.wt_inject !== 1 && fields.wt_inject !== 2 ||
      typeof fields.text !== "string" || typeof fields.session_id !== "string")
  );
  assertEquals(broken.length, 9);
  for (const { n } of broken) {
    const next = requests[n + 1];
    assertEquals([next?.route, next?.fields], ["reset", { wt_inject: 1 }]);
  }
});

Deno.test("conform() tells each nonce once, in one session", async () => {
  const requests = await requestsOf();
  const texts = requests.filter(({ route }) => route === "inject").map(({ fields }) =>
    String(fields.text ?? "")
  );
  const uuids = texts.flatMap((text) => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []);
  const counts = new Map<string, number>();
  for (const uuid of uuids) counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
  // A text to be repeated has its own twice: at its start and at its end.
  assertEquals([...counts.values()].filter((count) => count > 2), []);
  const ids = requests.map(({ fields }) => String(fields.session_id ?? ""));
  assertEquals([...counts.keys()].filter((uuid) => ids.some((id) => id.includes(uuid))), []);
});

for (const status of [302, 404, 405, 410, 501]) {
  Deno.test(`error.turn-status fails on a second turn with HTTP ${status}`, async () => {
    const known = new Set<unknown>();
    await using endpoint = await served({
      change: ({ route, fields }) => {
        if (route !== "inject" || typeof fields.session_id !== "string") return undefined;
        if (known.has(fields.session_id)) return json({ error: "expired" }, status);
        known.add(fields.session_id);
        return undefined;
      },
    });
    const report = await conform({ ...QUICK, baseUrl: endpoint.url });
    assertEquals(resultOf(report, "error.turn-status").verdict, "failed");
    assertEquals(resultOf(report, "transport.inject-route").verdict, "passed");
  });
}

Deno.test("conform() shows the exchanges by which it calls a target unreachable", async () => {
  await using endpoint = await served({ change: () => json({ error: "log in" }, 401) });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  assertEquals(report.outcome, "NOT REACHABLE");
  assertEquals(report.exchanges.map(({ response }) => response?.status), [401, 401, 401]);
  assertStringIncludes(report.exchanges[0]!.curl, "/wt/reset");
});

Deno.test("conform() judges an endpoint whose broken requests alone are never answered", async () => {
  const closing = Promise.withResolvers<Response>();
  await using endpoint = await served({
    change: ({ route, body }) =>
      route === "inject" && body === "{" ? closing.promise : json({ error: "busy" }, 503),
  });
  const report = await conform({ ...QUICK, timeoutS: 0.2, graceS: 0.1, baseUrl: endpoint.url });
  closing.resolve(json({}));
  assertEquals(report.outcome, "DOES NOT CONFORM");
  assert(idsOf(report, "failed").includes("reset.echo"));
});

Deno.test("conform() records a preflight in which the target went away", async () => {
  const server = rawServer(function* () {
    void server.close();
    yield { close: "fin" };
  });
  let recording = "";
  const record = (line: string) => void (recording += line);
  const report = await conform({ ...QUICK, baseUrl: server.url, record });
  await server.close();
  assertEquals(report.outcome, "INCOMPLETE");
  const again = await rejudge(recording);
  assertEquals(verdictsOf(again), verdictsOf(report));
  assertEquals(again.results.map((r) => r.message), report.results.map((r) => r.message));
});
