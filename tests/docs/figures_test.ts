/**
 * Figures in the pages are those of the tool: counts of checks and cases, and the bounds that the threat
 * model promises.
 */
import { assert, assertEquals } from "@std/assert";
import { listCases } from "../../lib/certify/mod.ts";
import { listChecks } from "../../lib/conform/run.ts";
import { CLAUSES } from "../../lib/contract/clauses.ts";
import { ALL_MUTANTS } from "../../lib/selftest/roster.ts";
import { NEEDS } from "../../lib/cli/needs.ts";
import { allPages, ROOT } from "./pages.ts";

const PAGES = new Map((await allPages()).map(({ path, text }) => [path, text]));

/** A page on one line, its figures without thousands' commas. */
const text = (page: string): string =>
  (PAGES.get(page) ?? "").replace(/\s+/g, " ").replace(/(?<=\d),(?=\d{3})/g, "");

function says(page: string, ...phrases: readonly string[]): void {
  const missing = phrases.filter((phrase) => !text(page).includes(phrase));
  assertEquals(missing, [], `${page} should say it`);
}

const read = async (path: string) => await Deno.readTextFile(new URL(path, ROOT));

Deno.test("counts of checks", () => {
  const checks = listChecks();
  const wire = checks.filter(({ kind }) => kind === "wire").length;
  says("README.md", `${wire} checks judge bytes`, `CONFORMS: ${checks.length} passed`);
});

Deno.test("counts of driver cases", () => {
  const any = listCases().length;
  const all = listCases({ runtime: "http_inject" }).length;
  says("README.md", `${all} of ${all} passed`, `6 of ${any} failed`);
  says("docs/certify.md", `${any} cases bind any driver, ${all - any} more the built-in runtime`);
  says("docs/why-not-fetch.md", `it fails 6 of ${any} cases`);
});

Deno.test("counts of the corpus, and of its cells", async () => {
  const { cases, version } = JSON.parse(await read("corpus/manifest.json"));
  const cells: { applies: string[]; not: string[] }[] = Object.values(
    JSON.parse(await read("corpus/applicability.json")),
  );
  const variants = cells.length;
  const applies = cells.reduce((sum, { applies }) => sum + applies.length, 0);
  const not = cells.reduce((sum, { not }) => sum + not.length, 0);
  const agent = cells.filter(({ applies }) => applies.includes("agent")).length;
  says(
    "README.md",
    `The session corpus, version ${version}, has ${cases.length} cases in ${variants} variants`,
    `${applies} cells apply`,
  );
  says("docs/gateway.md", `CONFORMS: ${applies} passed, ${not} not applicable`);
  says("docs/limits.md", `${not} of ${applies + not}`, `on ${agent} of ${variants} variants`);
});

Deno.test("counts of endpoints that the self-test plays", () => {
  const innocent = ALL_MUTANTS.filter(({ breaks }) => breaks === undefined).length;
  says(
    "README.md",
    `${ALL_MUTANTS.length - innocent} broken endpoints and ${innocent} innocent ones`,
  );
});

Deno.test("docs/limits.md has every clause that nothing judges, and every part of one", () => {
  const page = PAGES.get("docs/limits.md") ?? "";
  const unjudged = CLAUSES.filter((row) =>
    row.excluded !== undefined || row.partly_excluded !== undefined
  );
  assert(unjudged.length >= 6);
  for (const { id } of unjudged) assert(page.includes(`| \`${id}\``), id);
  const listed = [...page.matchAll(/^\| `([a-z]+\.[a-z-]+)`/gm)].map(([, id]) => id!);
  assertEquals(listed.sort(), unjudged.map(({ id }) => id).sort());
});

/** What the threat model says, where it stands in the code, and how it is written there. */
const BOUNDS: readonly (readonly [says: string, file: string, written: string])[] = [
  ["16 MiB of body", "lib/wire/exchange.ts", "MAX_BODY_BYTES = 16 * 1024 * 1024"],
  ["64 KiB of head", "lib/wire/exchange.ts", "MAX_HEAD_BYTES = 64 * 1024"],
  ["64 interim answers", "lib/wire/http_read.ts", "MAX_INTERIM = 64"],
  ["`timeout_s` + 5 s", "lib/driver/settings.ts", "GRACE_S = 5"],
  ["10000 levels", "lib/contract/json.ts", "MAX_DEPTH = 10_000"],
  ["the first 100 doubled", "lib/contract/json_parse.ts", "MAX_DUPLICATES = 100"],
  ["at most 25 turns", "lib/conform/plan.ts", "MAX_TURNS = 25"],
  ["over 250 ms", "lib/conform/checks/deadline.ts", "MAX_LAG_MS = 250"],
  ["patience, 5 s", "lib/corpus/run.ts", "PATIENCE_MS = 5_000"],
  ["bounded by 16 MiB", "lib/corpus/oracle/sse.ts", "MAX_EVENT_BYTES = 16 * 1024 * 1024"],
  ["last 4096 bytes", "lib/corpus/live/process.ts", "TAIL_BYTES = 4_096"],
  ["ten minutes for a silent upstream", "lib/gateway/gateway.ts", "SILENCE_MS = 600_000"],
  ["32 cases", "lib/corpus/manifest.ts", "MAX_CASES = 32"],
  ["256 KiB a file", "lib/corpus/files.ts", "MAX_FILE_BYTES = 256 * 1024"],
  ["2 MiB in all", "lib/corpus/files.ts", "MAX_CORPUS_BYTES = 2 * 1024 * 1024"],
  ["16 MiB a file", "lib/run/load.ts", "MAX_BYTES = 16 * 1024 * 1024"],
  ["64 levels deep", "lib/scenario/read_text.ts", "MAX_DEPTH = 64"],
  ["1000000 values", "lib/scenario/read_text.ts", "MAX_VALUES = 1_000_000"],
  ["256 MiB", "lib/cli/saved_report.ts", "MAX_BYTES = 256 * 1024 * 1024"],
  ["100 levels deep", "lib/cli/saved_report.ts", "MAX_DEPTH = 100"],
  ["one over 255 bytes is refused", "lib/run/identity.ts", "MAX_NAME_BYTES = 255"],
  ["may print 8 MiB", "lib/certify/driver.ts", "MAX_STDOUT_BYTES = 8 * 1024 * 1024"],
  ["12 or more of its hex digits", "lib/conform/nonce.ts", "FRAGMENT = 12"],
  [
    "command has 30 s and 16 MiB",
    "lib/cli/state_probe_command.ts",
    "timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024",
  ],
  ["a URL 10 s and 16 MiB", "lib/cli/state_probe_url.ts", "DEADLINE_MS = 10_000"],
  ["`default-src 'none'`", "lib/report/html/page.ts", "default-src 'none'"],
  ["mode 0600", "lib/run/store.ts", "mode: 0o600"],
];

for (const [phrase, file, written] of BOUNDS) {
  Deno.test(`docs/threat-model.md: "${phrase}" is what ${file} has`, async () => {
    says("docs/threat-model.md", phrase);
    assert((await read(file)).includes(written), `${file} hasn't ${written}`);
  });
}

Deno.test("docs/threat-model.md names the permissions that an executable has, and no other", () => {
  const [, list = ""] =
    /five permissions built in \(([^)]*)\)/.exec(text("docs/threat-model.md")) ??
      [];
  const all = new Set(Object.values(NEEDS).flat());
  assertEquals(list.replaceAll("`", "").split(", ").sort(), [...all].sort());
});

Deno.test("docs/threat-model.md: nothing published imports more than @std and zod", async () => {
  const { imports } = JSON.parse(await read("deno.json"));
  const used = Object.keys(imports).filter((name) => !/^(?:@std\/|zod\/)/.test(name));
  assertEquals(used.sort(), ["ajv/2020", "eventsource-parser"]);
  says("docs/threat-model.md", ...used.map((name) => `\`${name.replace(/\/2020$/, "")}\``));
});
