import { assert, assertEquals } from "@std/assert";
import type { Fault } from "../../lib/wire/exchange.ts";
import { conform } from "../../lib/conform/run.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import { judgeOne } from "../../lib/conform/judge.ts";
import { error, evidenceOf, REFUSED, type Told } from "./_entries.ts";
import { json, QUICK, resultOf, served } from "./_served.ts";

const check = CHECKS.find((c) => c.id === "version.unknown-fields")!;

const first: Told = { probe: "first-turn", role: "first" };
const second: Told = { probe: "first-turn", role: "second" };
const extra: Told = { probe: "unknown-fields", role: "inject", sent: "extra" };
const plain: Told = { probe: "unknown-fields", role: "control", route: "reset" };
const wiped: Told = { probe: "unknown-fields", role: "reset", route: "reset", sent: "extra" };

function verdict(...entries: readonly Told[]): string {
  return judgeOne(check, evidenceOf(entries)).verdict;
}

Deno.test("version.unknown-fields fails on two turns that are refused for their fields", () => {
  const refused = { ...extra, status: 422 };
  assertEquals(verdict(first, second, refused, refused, plain, wiped), "failed");
});

Deno.test("version.unknown-fields takes one refused turn for chance", () => {
  const broken = { ...extra, status: 500 };
  assertEquals(verdict(first, second, broken, extra, plain, wiped), "passed");
  assertEquals(verdict(first, second, broken, plain, wiped), "could_not_run");
});

for (const status of [401, 403, 407, 408, 429, 502, 503, 504]) {
  Deno.test(`version.unknown-fields lays no HTTP ${status} at the fields' door`, () => {
    const refused = { ...extra, status };
    assertEquals(verdict(first, second, refused, refused, plain, wiped), "could_not_run");
    const reset = { ...wiped, status };
    assertEquals(verdict(first, second, extra, plain, reset, plain, reset), "passed");
  });
}

Deno.test("version.unknown-fields blames no field where plain turns crash as well", () => {
  const crashed = { ...extra, status: 500 };
  const later: Told = { probe: "memory", role: "seed-a", status: 500 };
  assertEquals(verdict(first, second, crashed, crashed, plain, wiped, later), "could_not_run");
});

const UNHEARD: readonly Fault[] = [
  REFUSED,
  { kind: "tls", phase: "connect", message: "no handshake" },
  { kind: "timeout", phase: "head", message: "the deadline passed" },
  { kind: "aborted", phase: "head", message: "the caller aborted" },
  { kind: "body-too-large", phase: "body", message: "over 16 MiB" },
  { kind: "head-too-large", phase: "head", message: "over 64 KiB" },
  { kind: "io", phase: "head", message: "no route" },
];

for (const fault of UNHEARD) {
  Deno.test(`version.unknown-fields says nothing of a turn that ended in ${fault.kind}`, () => {
    const lost = { ...extra, fault };
    assertEquals(verdict(first, second, lost, lost), "could_not_run");
  });
}

Deno.test("version.unknown-fields fails on connections that only unknown fields drop", () => {
  const fault: Fault = { kind: "no-response", phase: "head", message: "closed" };
  const dropped = { ...extra, fault };
  assertEquals(verdict(first, second, dropped, dropped, plain, wiped), "failed");
});

Deno.test("version.unknown-fields doesn't pass on a turn that failed, asked once", () => {
  const failed = { ...extra, answer: error("overloaded") };
  assertEquals(verdict(first, second, failed, plain, wiped), "could_not_run");
});

Deno.test("conform() accuses no rate limiter of refusing unknown fields", async () => {
  let turns = 0;
  await using endpoint = await served({
    // Three turns, then a pause of four.
    change: ({ route }) =>
      route === "inject" && turns++ % 7 >= 3
        ? json({ error: "rate limit: try again in a second" }, 429)
        : undefined,
  });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  const { verdict } = resultOf(report, "version.unknown-fields");
  assert(verdict !== "failed", verdict);
});

Deno.test("conform() asks again where one turn with unknown fields crashes", async () => {
  let crashed = false;
  await using endpoint = await served({
    change: ({ route, fields }) => {
      if (route !== "inject" || !("wt_future_field" in fields) || crashed) return undefined;
      crashed = true;
      return json({ error: "bad luck" }, 500);
    },
  });
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  assertEquals(report.outcome, "CONFORMS");
});

Deno.test("conform() fails a reset that refuses unknown fields twice, and not once", async () => {
  const refusing = (times: number) =>
    served({
      change: ({ route, fields }) =>
        route === "reset" && "wt_future_field" in fields && times-- > 0
          ? json({ error: "unexpected field" }, 400)
          : undefined,
    });
  for (const [times, expected] of [[1, "passed"], [Infinity, "failed"]] as const) {
    await using endpoint = await refusing(times);
    const report = await conform({
      ...QUICK,
      baseUrl: endpoint.url,
      patterns: ["version.unknown-fields"],
    });
    assertEquals(resultOf(report, "version.unknown-fields").verdict, expected);
  }
});
