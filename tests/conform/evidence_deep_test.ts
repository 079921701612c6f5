import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conform } from "../../lib/conform/run.ts";
import { clause } from "../../lib/contract/clauses.ts";
import type { Report, ReportExchange, ReportFinding } from "../../lib/contract/report.ts";
import { COOP_MUTANTS } from "../../lib/endpoint/mutants/coop_all.ts";
import { MUTANTS } from "../../lib/endpoint/mutant_list.ts";
import type { Mutant } from "../../lib/endpoint/mutant.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { canReset } from "../../lib/wire/raw_server.ts";
import { PROFILE, QUICK, served } from "./_served.ts";

/** Every way in which a report's evidence isn't enough to follow what it says. */
function gaps(report: Report): readonly string[] {
  const found: string[] = [];
  const exchanges = new Map(report.exchanges.map((e) => [e.id, e]));
  for (const result of report.results) {
    const accuses = result.verdict === "failed" || result.verdict === "warned";
    if (accuses && result.findings.length === 0) {
      found.push(`${result.id}: accuses without a finding`);
    }
    if (!accuses && result.findings.length > 0) {
      found.push(`${result.id}: finds and doesn't accuse`);
    }
    if (result.message === "") found.push(`${result.id}: says nothing`);
    for (const id of result.exchanges) {
      if (!exchanges.has(id)) found.push(`${result.id}: shows ${id}, which isn't there`);
    }
    for (const finding of result.findings) {
      const at = `${result.id} ${finding.code}`;
      if (finding.sentence !== clause(finding.clause).sentence) found.push(`${at}: no sentence`);
      if (finding.clause !== result.clause) found.push(`${at}: cites ${finding.clause}`);
      if (finding.severity === "failed" && result.verdict !== "failed") {
        found.push(`${at}: too mild`);
      }
      if (finding.exchanges.length === 0) found.push(`${at}: cites no exchange`);
      if (!finding.exchanges.every((id) => exchanges.has(id))) {
        found.push(`${at}: not in the report`);
      }
      if (!pointsSomewhere(finding, exchanges)) found.push(`${at}: ${finding.pointer} is nowhere`);
      for (const part of [finding.expected, finding.received, finding.hint]) {
        if (part === "" || part.length > 600) found.push(`${at}: ${part.length} characters`);
      }
    }
  }
  for (const exchange of report.exchanges) {
    const { curl, request } = exchange;
    if (!curl.includes("curl -q")) found.push(`${exchange.id}: no curl line`);
    if (!curl.includes(request.url)) found.push(`${exchange.id}: another URL in its curl line`);
    if (request.body.size > 0 && request.body.text === undefined) {
      found.push(`${exchange.id}: no request body`);
    }
  }
  if (new Set(report.exchanges.map(({ id }) => id)).size !== report.exchanges.length) {
    found.push("two exchanges have one id");
  }
  return found;
}

/** True where a body that a finding cites has the place that its pointer names, or where that belongs. */
function pointsSomewhere(
  { where, pointer, exchanges }: ReportFinding,
  known: ReadonlyMap<string, ReportExchange>,
): boolean {
  if (where !== "body" || pointer === "") return pointer === "";
  const path = pointer.slice(0, pointer.lastIndexOf("/"));
  return exchanges.some((id) => {
    const body = known.get(id)?.response?.body;
    // What is cut can't be followed.
    if (body?.text === undefined || body.truncated) return true;
    try {
      return has(JSON.parse(body.text), path);
    } catch {
      return false;
    }
  });
}

function has(value: unknown, pointer: string): boolean {
  let here = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (here === null || typeof here !== "object" || !Object.hasOwn(here, key)) return false;
    here = (here as Record<string, unknown>)[key];
  }
  return true;
}

async function judged(mutant: Mutant): Promise<Report> {
  const endpoint = await serveMutant(mutant);
  try {
    return await conform({
      ...QUICK,
      baseUrl: endpoint.url,
      profile: mutant.ownProfile ?? { ...PROFILE, ...mutant.profile },
      timeoutS: mutant.timeoutS ?? 2,
      showSurface: true,
    });
  } finally {
    await endpoint.close();
  }
}

/** One mutant for each set of verdicts. */
function sample(): readonly Mutant[] {
  const seen = new Set<string>();
  return [...MUTANTS, ...COOP_MUTANTS].filter((mutant) => {
    if (mutant.resets === true && !canReset) return false;
    const key = `${mutant.expect.failed} ${mutant.expect.warned}`;
    if (mutant.breaks === undefined || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

Deno.test("conform() cites exchanges that its report holds, with curl lines and sentences", async () => {
  const found: string[] = [];
  const queue = [...sample()];
  const work = async () => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      for (const gap of gaps(await judged(mutant))) found.push(`${mutant.id}: ${gap}`);
    }
  };
  // Together, so that their waits overlap.
  await Promise.all(Array.from({ length: 6 }, work));
  assertEquals(found, []);
});

Deno.test("conform() shows the bytes of an answer that it accuses", async () => {
  const mutant = MUTANTS.find(({ id }) => id === "tool-calls-missing")!;
  const report = await judged(mutant);
  const finding = report.results.find(({ id }) => id === "response.tool-calls-present")!
    .findings[0]!;
  const exchange = report.exchanges.find(({ id }) => id === finding.exchanges[0])!;
  assertStringIncludes(exchange.raw?.text ?? "", "HTTP/1.1 200");
  assertEquals(exchange.response?.body.text?.includes("tool_calls"), false);
  assertStringIncludes(exchange.curl, "/wt/inject");
  assertStringIncludes(exchange.curl, "wt_inject");
});

Deno.test("conform() has curl lines that send the very bytes again", async () => {
  await using endpoint = await served();
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  for (const { curl, request } of report.exchanges) {
    const quoted = `'${request.body.text!.replaceAll("'", `'\\''`)}'`;
    assert(curl.includes(quoted) || curl.startsWith("printf"), curl);
  }
});

Deno.test("conform() names all nonces that it told, and no other", async () => {
  await using endpoint = await served();
  const report = await conform({ ...QUICK, baseUrl: endpoint.url });
  const texts = endpoint.requests.map(({ body }) => body).join("\n");
  assertEquals(report.nonces.filter((nonce) => !texts.includes(nonce)), []);
  assert(report.nonces.length >= 3);
});
