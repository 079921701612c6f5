import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { SCHEMA_NAMES } from "../../lib/cli/schema_names.ts";
import { CLAUSES } from "../../lib/contract/clauses.ts";
import { listChecks } from "../../lib/conform/run.ts";
import { memoryIo } from "./memory_io.ts";

/** Exit code, standard output, standard error. */
async function run(...words: string[]): Promise<readonly [number, string, string]> {
  const io = memoryIo();
  const code = await main(words, io);
  return [code, io.out(), io.err()];
}

Deno.test("list checks has one line a check: id, level, kind, title", async () => {
  const [code, out, err] = await run("list", "checks");
  assertEquals([code, err], [0, ""]);
  const lines = out.trimEnd().split("\n");
  assertEquals(lines.length, listChecks().length);
  for (const line of lines) {
    assertMatch(line, /^[a-z]+(\.[a-z0-9-]+)+ +(MUST|SHOULD|MAY) +(wire|cooperative) +\S/);
  }
});

Deno.test("list clauses has one line a clause, with the reason where none judges it", async () => {
  const [code, out] = await run("list", "clauses");
  assertEquals(code, 0);
  assertEquals(out.trimEnd().split("\n").length, CLAUSES.length);
  assertMatch(out, /^transport\.no-auth +non-goal +- .*\(not judged: .+\)$/m);
  assertMatch(out, /^response\.reply +MUST +E +checked +reply is present/m);
});

Deno.test("list shows all, and the same as JSON", async () => {
  const [, checks] = await run("list", "checks");
  const [, clauses] = await run("list", "clauses");
  const [, agents] = await run("list", "agent-checks");
  assertEquals(
    (await run("list"))[1],
    `Checks\n\n${checks}\nClauses\n\n${clauses}\n` +
      `Checks on a live agent and its model (corpus run --agent)\n\n${agents}`,
  );
  const [code, out] = await run("list", "--format", "json");
  const both = JSON.parse(out);
  assertEquals([code, Object.keys(both)], [0, ["checks", "clauses", "agent_checks"]]);
  assertEquals(Object.keys(JSON.parse((await run("list", "clauses", "--format=json"))[1])), [
    "clauses",
  ]);
  const reply = both.clauses.find(({ id }: { id: string }) => id === "response.reply");
  assertEquals([reply.level, reply.who, reply.checks], ["MUST", ["E"], ["response.reply"]]);
});

Deno.test("explain quotes the contract, shows good and bad, and names the checks", async () => {
  const [code, out, err] = await run("explain", "response.tool-calls-present");
  assertEquals([code, err], [0, ""]);
  assertStringIncludes(out.replace(/\s+/g, " "), "tool_calls — required even when empty");
  for (
    const heading of ["The contract (", "Why it matters\n", "Good\n", "Bad\n", "How to mend it\n"]
  ) assertStringIncludes(out, `\n\n${heading}`);
  assertMatch(out, /^MUST, binds endpoints\.$/m);
  assertMatch(out, /\nJudged by\n {2}response\.tool-calls-present {2}\S/);
});

Deno.test("explain fits 79 columns and names a standing, for every check and clause", async () => {
  const ids = new Set([...listChecks().map(({ id }) => id), ...CLAUSES.map(({ id }) => id)]);
  for (const id of ids) {
    const [code, out] = await run("explain", id);
    assertEquals(code, 0, id);
    assert(out.startsWith(`${id}: `), id);
    assertStringIncludes(out, "\n\nThe contract (");
    assertStringIncludes(out, "\n\nJudged by\n");
    for (const line of out.split("\n")) {
      assert([...line].length <= 79, `${id}: ${[...line].length} columns: ${line}`);
    }
  }
});

Deno.test("explain says which reading is ours, which needs the agent, and what is not judged", async () => {
  assertStringIncludes((await run("explain", "request.refused"))[1], "A reading of ours");
  assertStringIncludes((await run("explain", "session.memory"))[1], "Cooperative: ");
  assertStringIncludes((await run("explain", "transport.default-port"))[1], "Not judged: ");
  assertStringIncludes(
    (await run("explain", "error.grace-five"))[1],
    "the built-in runtime (MUST)",
  );
});

Deno.test("explain names the nearest id, and needs one", async () => {
  assertEquals(await run("explain", "response.tool-call-present"), [
    2,
    "",
    'wt-inject: Cannot explain "response.tool-call-present": there is no such check or clause.\n' +
    'Did you mean response.tool-calls-present? "wt-inject list" lists them all.\n',
  ]);
  const [code, out, err] = await run("explain");
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(err, "Cannot run explain: ID is missing.\n");
});

Deno.test("schema prints each schema as JSON, and the names without one", async () => {
  assertEquals(await run("schema"), [0, `${SCHEMA_NAMES.join("\n")}\n`, ""]);
  for (const name of SCHEMA_NAMES) {
    const [code, out, err] = await run("schema", name);
    assertEquals([code, err], [0, ""]);
    const schema = JSON.parse(out);
    for (const one of schema.oneOf ?? [schema]) {
      if (one.type === "array") continue; // a file may hold several
      assertEquals(one.type, "object", name);
      assert(Object.keys(one.properties).length > 0, name);
    }
  }
});

Deno.test("schema inject-response is the contract's, and report's version is 1", async () => {
  const response = JSON.parse((await run("schema", "inject-response"))[1]);
  assertEquals([...response.required].sort(), ["reply", "tool_calls", "wt_inject"]);
  const report = JSON.parse((await run("schema", "report"))[1]);
  assert(report.required.includes("wt_inject_report"));
});

Deno.test("schema names the nearest", async () => {
  const [code, out, err] = await run("schema", "inject-reqest");
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(err, "Did you mean inject-request?\n");
});
