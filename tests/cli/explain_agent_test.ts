import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { LIVE_CHECKS } from "../../lib/corpus/agent_live_checks.ts";
import { LIVE_HINTS } from "../../lib/corpus/agent_live_tell.ts";
import { REQUIREMENTS } from "../../lib/corpus/requirements.ts";
import { LIVE_MUTANTS } from "../corpus/agent_live_mutants.ts";
import { LIVE_TOOL_MUTANTS } from "../corpus/agent_live_mutants_tools.ts";
import { LIVE_ODDITIES } from "../corpus/agent_live_oddities.ts";
import { LIVE_TOOL_ODDITIES } from "../corpus/agent_live_oddities_tools.ts";
import { memoryIo } from "./memory_io.ts";

async function said(...words: readonly string[]): Promise<string> {
  const io = memoryIo();
  assertEquals(await main(words, io), 0, words.join(" "));
  assertEquals(io.err(), "");
  return io.out();
}

Deno.test("explain says of each check on a live agent what is played, what fails, and how to mend it", async () => {
  for (const { id, requirement, level, tools, codes } of LIVE_CHECKS) {
    const text = await said("explain", id);
    const flat = text.replace(/\s+/g, " ");
    assert(text.startsWith(`${id}: `), id);
    assertStringIncludes(flat, `"${REQUIREMENTS[requirement]}"`);
    assertStringIncludes(text, level === "MUST" ? "\n\nIt fails where\n" : "\n\nIt warns where\n");
    assertEquals(flat.includes("It needs --agent-tool"), tools, id);
    assertStringIncludes(text, "\n  The agent is reset.\n  The user, in session a: ");
    for (const code of codes) assertStringIncludes(flat, `${code} ${LIVE_HINTS[code]}`);
    for (const line of text.split("\n")) assert([...line].length <= 80, `${id}: ${line}`);
  }
});

Deno.test("explain shows how an answer of the script ends", async () => {
  const flat = async (id: string) => (await said("explain", id)).replace(/\s+/g, " ");
  assertStringIncludes(await flat("agent-live.model-error"), "built by [an error comes]");
  assertStringIncludes(await flat("agent-live.cut-is-no-answer"), "sailed by [it breaks off]");
  assertStringIncludes(
    await flat("agent-live.length-is-no-answer"),
    "the yard of Nor [the length limit cuts it]",
  );
  assertStringIncludes(
    await flat("agent-live.cut-call"),
    'It calls TOOL with {"key":"value". [the length limit cuts it]',
  );
});

Deno.test("a check on a live agent names every code that it finds, and no code is of none", () => {
  const found = [...LIVE_MUTANTS, ...LIVE_TOOL_MUTANTS, ...LIVE_ODDITIES, ...LIVE_TOOL_ODDITIES]
    .flatMap(({ verdicts }) => Object.entries(verdicts))
    .flatMap(([id, one]) => {
      const [, codes] = /^(?:failed|warned): (.*)$/.exec(one) ?? [];
      return codes === undefined ? [] : codes.split(" ").map((code) => `${id} ${code}`);
    });
  assert(found.length > 60);
  const named = new Set(
    LIVE_CHECKS.flatMap(({ id, codes }) =>
      codes.map((code) => `${id.replace("agent-live.", "")} ${code}`)
    ),
  );
  assertEquals(found.filter((one) => !named.has(one)), []);
  const used = new Set(LIVE_CHECKS.flatMap(({ codes }) => codes));
  assertEquals(Object.keys(LIVE_HINTS).filter((code) => !used.has(code)), []);
});

Deno.test("docs/agents.md has every check on a live agent, its requirement, and whether it needs a tool", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/agents.md", import.meta.url));
  const rows = [...page.matchAll(/^\| `(agent-live\.[a-z-]+)`( ⚒)? +\| (R\d{3}) \|/gm)];
  assertEquals(
    rows.map(([, id, tools, requirement]) => [id, tools !== undefined, requirement]),
    LIVE_CHECKS.map(({ id, tools, requirement }) => [id, tools, requirement]),
  );
});

Deno.test("list agent-checks has a line for each, and JSON has what a program may use", async () => {
  const lines = (await said("list", "agent-checks")).trimEnd().split("\n");
  assertEquals(lines.map((line) => line.split(" ")[0]), LIVE_CHECKS.map(({ id }) => id));
  const { agent_checks: json, ...more } = JSON.parse(
    await said("list", "agent-checks", "--format", "json"),
  );
  assertEquals(more, {});
  assertEquals(json, LIVE_CHECKS.map(({ judge: _judge, ...check }) => check));
  const all = JSON.parse(await said("list", "--format", "json"));
  assertEquals(Object.keys(all), ["checks", "clauses", "agent_checks"]);
  assertStringIncludes(await said("list"), "\nChecks on a live agent and its model");
});

Deno.test("a slip in a live check's id, and the corpus's own explain, lead to explain", async () => {
  const io = memoryIo();
  assertEquals(await main(["explain", "agent-live.cut-cal"], io), 2);
  assertStringIncludes(io.err(), "Did you mean agent-live.cut-call?");
  const corpus = memoryIo();
  assertEquals(await main(["corpus", "explain", "agent-live.cut-call"], corpus), 2);
  assertStringIncludes(corpus.err(), '"wt-inject explain agent-live.cut-call" does.');
});
