import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conform, type ConformOptions, rejudge } from "../../lib/conform/run.ts";
import type { Report } from "../../lib/contract/report.ts";
import { MUTANTS } from "../../lib/endpoint/mutant_list.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { idsOf, PROFILE, QUICK, resultOf, served, verdictsOf } from "./_served.ts";

/** A run's report, and what it recorded. */
async function recorded(
  baseUrl: string,
  options: Partial<ConformOptions> = {},
): Promise<{ readonly report: Report; readonly recording: string }> {
  let recording = "";
  const record = (line: string) => void (recording += line);
  const report = await conform({ ...QUICK, baseUrl, record, ...options });
  return { report, recording };
}

/** What has to be the same when a recording is judged again. */
function essence(report: Report): unknown {
  const { outcome, exit_code, reason, counts, turns, results, exchanges, nonces } = report;
  return { outcome, exit_code, reason, counts, turns, results, exchanges, nonces };
}

Deno.test("rejudge() of a run with surface bodies gives the reference the same report", async () => {
  await using endpoint = await served();
  const { report, recording } = await recorded(endpoint.url, { showSurface: true });
  assertEquals(report.outcome, "CONFORMS");
  assertEquals(essence(await rejudge(recording, { showSurface: true })), essence(report));
});

/** One of each kind of fault: bytes, framing, time, memory of the run, a wall, nothing there. */
const BROKEN = [
  "tool-calls-missing",
  "agent-failure-as-500",
  "deadline-ignored",
  "expiry-drops-the-connection",
  "every-turn-dropped",
  "unknown-session-404",
  "bound-depth",
  "version-missing-on-surface",
  "version-spelled-a-hair-above-one",
];

for (const id of BROKEN) {
  Deno.test(`rejudge() gives the same report of the mutant ${id}`, async () => {
    const mutant = MUTANTS.find((m) => m.id === id);
    assert(mutant !== undefined, `there is no mutant ${id}`);
    const endpoint = await serveMutant(mutant);
    try {
      const { report, recording } = await recorded(endpoint.url, {
        showSurface: true,
        profile: mutant.ownProfile ?? { ...PROFILE, ...mutant.profile },
        timeoutS: mutant.timeoutS ?? 2,
      });
      assertEquals(essence(await rejudge(recording, { showSurface: true })), essence(report));
    } finally {
      await endpoint.close();
    }
  });
}

Deno.test("rejudge() accuses nobody of a surface that the recording leaves out", async () => {
  await using endpoint = await served();
  const { report, recording } = await recorded(endpoint.url);
  assertEquals(report.outcome, "CONFORMS");
  const again = await rejudge(recording);
  assertEquals(idsOf(again, "failed"), []);
  assertEquals(idsOf(again, "warned"), []);
  assertEquals(idsOf(again, "harness_error"), []);
  assertEquals(idsOf(again, "could_not_run"), [
    "surface.shape",
    "surface.system-instructions",
    "surface.tool-definitions",
    "surface.extra-segments",
    "surface.stable",
    "surface.fresh-session",
  ]);
  assertStringIncludes(resultOf(again, "surface.shape").message, "--show-surface");
  assertEquals(again.outcome, "INCOMPLETE");
  const judged = (r: Report) => verdictsOf(r).filter((line) => !line.startsWith("surface."));
  assertEquals(judged(again), judged(report));
});

Deno.test("rejudge() still knows of a nonce in a surface that the recording leaves out", async () => {
  const told: string[] = [];
  await using endpoint = await served({
    change: ({ route, fields }) => {
      if (route === "inject") told.push(String(fields.text));
      if (route !== "surface") return undefined;
      return Response.json({
        wt_inject: 1,
        surface: {
          system_instructions: [],
          tool_definitions: [],
          extra_segments: [{ name: "said", content: told.join("\n") }],
        },
      });
    },
  });
  const { report, recording } = await recorded(endpoint.url);
  assertEquals(resultOf(report, "reset.total").verdict, "failed");
  const before = resultOf(report, "reset.total");
  const after = resultOf(await rejudge(recording), "reset.total");
  assertEquals(after.verdict, "failed");
  assertEquals(after.message, before.message);
  assertEquals(
    after.findings.map((f) => [f.code, f.exchanges]),
    before.findings.map((f) => [f.code, f.exchanges]),
  );
});

Deno.test("rejudge() judges what the run judged, unless told otherwise", async () => {
  await using endpoint = await served();
  const { report, recording } = await recorded(endpoint.url, { patterns: ["reset.echo"] });
  assertEquals(report.outcome, "CONFORMS");
  const again = await rejudge(recording);
  assertEquals(verdictsOf(again), ["reset.echo: passed"]);
  assertEquals(again.selection, report.selection);
  const other = await rejudge(recording, { patterns: ["reset.idempotent"] });
  assertEquals(verdictsOf(other), ["reset.idempotent: passed"]);
});

Deno.test("rejudge() of a target that wasn't there says so again", async () => {
  const gone = await served();
  await gone[Symbol.asyncDispose]();
  const { report, recording } = await recorded(gone.url);
  assertEquals(report.outcome, "NOT REACHABLE");
  assertEquals(essence(await rejudge(recording)), essence(report));
});
