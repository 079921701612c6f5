import { assert, assertEquals } from "@std/assert";
import { conform, type ConformOptions, rejudge } from "../../lib/conform/run.ts";
import type { Report } from "../../lib/contract/report.ts";
import { once } from "../../lib/wire/client.ts";
import type { Transport } from "../../lib/wire/exchange.ts";
import { rawServer } from "../../lib/wire/raw_server.ts";
import { idsOf, QUICK, served, verdictsOf } from "./_served.ts";

/** Aborts just before the nth request, from 1. */
function abortingAt(n: number, cut: AbortController): Transport {
  let sent = 0;
  return (request, options) => {
    if (++sent === n) cut.abort();
    return once(request, options);
  };
}

async function interrupted(
  baseUrl: string,
  options: Partial<ConformOptions>,
): Promise<{ readonly report: Report; readonly recording: string }> {
  let recording = "";
  const record = (line: string) => void (recording += line);
  const report = await conform({ ...QUICK, baseUrl, record, ...options });
  return { report, recording };
}

Deno.test("conform() reports what it has wherever it is interrupted", async () => {
  const whole = await (async () => {
    await using endpoint = await served();
    await conform({ ...QUICK, baseUrl: endpoint.url });
    return endpoint.requests.length;
  })();
  assert(whole > 40);
  for (const at of [1, 2, 4, 7, 10, 13, 17, 25, 33, whole - 1, whole]) {
    await using endpoint = await served();
    const cut = new AbortController();
    const { report, recording } = await interrupted(endpoint.url, {
      signal: cut.signal,
      transport: abortingAt(at, cut),
    });
    assertEquals(report.outcome, "INTERRUPTED", `at ${at}`);
    assertEquals(report.exit_code, 130);
    assertEquals(report.results.length, report.selection.selected);
    assertEquals(idsOf(report, "failed"), [], `at ${at}`);
    assertEquals(idsOf(report, "warned"), [], `at ${at}`);
    assertEquals(idsOf(report, "harness_error"), [], `at ${at}`);
    const again = await rejudge(recording);
    assertEquals(again.outcome, "INTERRUPTED");
    const judged = (r: Report) => verdictsOf(r).filter((line) => !line.startsWith("surface."));
    assertEquals(judged(again), judged(report), `at ${at}`);
  }
});

Deno.test("conform() has partial results where it is interrupted late", async () => {
  await using endpoint = await served();
  const cut = new AbortController();
  const { report } = await interrupted(endpoint.url, {
    signal: cut.signal,
    transport: abortingAt(30, cut),
  });
  assert(idsOf(report, "passed").includes("reset.echo"));
  assert(idsOf(report, "could_not_run").includes("error.own-deadline"));
});

Deno.test("conform() that was aborted before it began sends nothing", async () => {
  await using endpoint = await served();
  const { report } = await interrupted(endpoint.url, { signal: AbortSignal.abort() });
  assertEquals(report.outcome, "INTERRUPTED");
  assertEquals(endpoint.requests.length, 0);
  assertEquals(report.turns.sent, 0);
});

Deno.test("conform() ends at once where it is interrupted in the middle of an answer", async () => {
  await using server = rawServer(() => [
    { send: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{" },
    { wait: new Promise(() => {}) },
  ]);
  const cut = new AbortController();
  const running = interrupted(server.url, { timeoutS: 600, signal: cut.signal });
  await server.received(1);
  cut.abort();
  const { report } = await running;
  assertEquals(report.outcome, "INTERRUPTED");
});

Deno.test("conform() ends at once where it is interrupted while it waits", async () => {
  const cut = new AbortController();
  const { report } = await interrupted("http://127.0.0.1:1", {
    waitMs: 600_000,
    signal: cut.signal,
    onEvent: ({ type }) => {
      if (type === "waiting") cut.abort();
    },
  });
  assertEquals(report.outcome, "INTERRUPTED");
  assertEquals(report.exit_code, 130);
});

Deno.test("conform() ends at once where it is interrupted at each kind of turn", async () => {
  for (const route of ["inject", "surface"]) {
    const closing = Promise.withResolvers<Response>();
    const cut = new AbortController();
    await using endpoint = await served({
      change: (asked) => {
        if (asked.route !== route) return undefined;
        cut.abort();
        return closing.promise;
      },
    });
    const { report } = await interrupted(endpoint.url, { timeoutS: 600, signal: cut.signal });
    closing.resolve(new Response());
    assertEquals(report.outcome, "INTERRUPTED", route);
  }
});
