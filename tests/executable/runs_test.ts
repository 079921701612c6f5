import { assert, assertEquals, assertMatch } from "@std/assert";
import { COMMANDS } from "../../lib/cli/table.ts";
import { bench, firstLine } from "./executable.ts";

/** One command that runs to its end, and all that it must say and leave. */
interface Run {
  readonly command: string;
  readonly words: readonly string[];
  readonly input?: string;
  readonly code?: number;
  readonly stdout: RegExp;
  /** Nothing, if not given. */
  readonly stderr?: RegExp;
  /** New files, in the folder that it stands in. */
  readonly leaves?: readonly string[];
}

const SCENARIO = await Deno.realPath(
  new URL("../../examples/scenarios/plain_facts.yaml", import.meta.url),
);
const ANY = /^[^]*$/;
const CELL = "two-calls-one-turn.whole.messages-to-chat";

/** One after another, in one folder: what one leaves the next may read. */
const RUNS: readonly Run[] = [
  {
    command: "version",
    words: ["version"],
    stdout: /^wt-inject \d+\.\d+\.\d+\nContract C version 1\ndeno /,
  },
  {
    command: "version",
    words: ["version", "--json"],
    stdout: /"corpus": \{[^]+"sha256": "[0-9a-f]{64}"/,
  },
  { command: "help", words: ["help", "send"], stdout: /^wt-inject send: / },
  { command: "list", words: ["list"], stdout: /reset\.total/ },
  { command: "explain", words: ["explain", "reset.total"], stdout: /"[^]+"/ },
  { command: "explain", words: ["explain", "R008"], stdout: /R008/ },
  { command: "schema", words: ["schema", "report"], stdout: /^\{\n[^]+\n\}\n$/ },
  {
    command: "completions",
    words: ["completions", "bash"],
    stdout: /complete -F _wt_inject wt-inject\n$/,
  },
  {
    command: "conform",
    words: [
      "conform",
      "--reference",
      "--report=json=a.json",
      "--report=html=a.html",
      "--record=a.rec",
    ],
    stdout: /^CONFORMS: \d+ passed/m,
    stderr: ANY,
    leaves: ["a.html", "a.json", "a.rec"],
  },
  {
    command: "conform",
    words: ["conform", "--from", "a.rec", "--format", "json", "-q"],
    code: 3, // the recording has none of what --reference knew of the agent
    stdout: /^\{\n[^]+"repeat": "wt-inject conform --from a.rec/,
  },
  {
    command: "conform",
    words: [
      "conform",
      "--reference",
      "--select",
      "reset.echo",
      "--state-probe",
      "cat a.html",
      "-q",
    ],
    stdout: /^CONFORMS/m,
  },
  {
    command: "canary",
    words: ["canary", "--reference", "--rounds", "1", "-q"],
    stdout: /no leak/i,
  },
  { command: "surface probe", words: ["surface", "probe", "--reference"], stdout: /reported/ },
  {
    command: "surface record",
    words: ["surface", "record", "--reference"],
    stdout: ANY,
    stderr: ANY,
    leaves: ["surface.golden.json"],
  },
  {
    command: "surface check",
    words: ["surface", "check", "--reference"],
    stdout: ANY,
    stderr: ANY,
  },
  { command: "surface diff", words: ["surface", "diff", "--reference"], stdout: ANY, stderr: ANY },
  {
    command: "run",
    words: ["run", SCENARIO, "--reference", "--report", "json=run.json", "-q"],
    stdout: /^PASS/m,
    leaves: ["run.json"],
  },
  { command: "report merge", words: ["report", "merge", "run.json"], stdout: /^PASS/m },
  {
    command: "chat",
    words: ["chat", "--reference"],
    input: "Which client ordered the misrouted pallet?\n/quit\n",
    stdout: /Bluewing/,
    stderr: ANY,
  },
  {
    command: "certify",
    words: ["certify", "--self", "--select", "redirect.301", "-q"],
    stdout: /^CONFORMS/m,
  },
  {
    command: "certify",
    words: ["certify", "--smoke", "-q", "--", "cat"],
    code: 3,
    stdout: /The command is no adapter/,
  },
  {
    command: "ratify",
    words: ["ratify", "--driver", "self", "--driver", "cat", "--select", "redirect.301", "-q"],
    code: 1,
    stdout: /^NOT RATIFIED/m,
  },
  {
    command: "corpus run",
    words: ["corpus", "run", "--case", CELL, "--report", "json=corpus.json", "-q"],
    stdout: /^CONFORMS: 1 passed/m,
    leaves: ["corpus.json"],
  },
  { command: "corpus list", words: ["corpus", "list"], stdout: /two-calls-one-turn/ },
  { command: "corpus show", words: ["corpus", "show", "two-calls-one-turn"], stdout: /whole/ },
  { command: "corpus explain", words: ["corpus", "explain", CELL], stdout: /upstream/ },
  { command: "corpus verify", words: ["corpus", "verify"], stdout: /[0-9a-f]{64}/ },
  {
    command: "corpus matrix",
    words: ["corpus", "matrix", "corpus.json"],
    stdout: /messages-to-chat/,
  },
  { command: "selftest", words: ["selftest", "reset.echo", "-q"], stdout: /^PASSED/m },
  { command: "report view", words: ["report", "view", "a.json"], stdout: /^CONFORMS/m },
  {
    command: "report view",
    words: ["report", "view", "a.json", "--format=junit"],
    stdout: /<testsuite/,
  },
  { command: "report badge", words: ["report", "badge", "a.json"], stdout: /schemaVersion/ },
  { command: "report diff", words: ["report", "diff", "a.json", "a.json"], stdout: ANY },
];

Deno.test("the executable runs every command with nothing on the PATH, and writes only what was asked for", async () => {
  await using place = await bench();
  let before = await place.tree();
  for (const { words, input, code = 0, stdout, stderr, leaves = [] } of RUNS) {
    const line = words.join(" ");
    const result = await place.run(words, input === undefined ? {} : { input });
    assertEquals(result.code, code, `${line}: ${result.stderr}${result.stdout}`);
    assertMatch(result.stdout, stdout, line);
    if (stderr === undefined) assertEquals(result.stderr, "", line);
    const after = await place.tree();
    const fresh = after.filter((path) => !before.includes(path));
    assertEquals(fresh, leaves.map((name) => `cwd/${name}`), line);
    assertEquals(before.filter((path) => !after.includes(path)), [], line);
    before = after;
  }
});

Deno.test("the executable runs an HTML report off with everything in it", async () => {
  await using place = await bench();
  const { stdout } = await place.run(["conform", "--reference", "--format", "html", "-q"]);
  assertMatch(stdout, /^<!doctype html>/i);
  assertMatch(stdout, /Content-Security-Policy/);
});

Deno.test("the executable keeps traces, scores them again, and copies the corpus", async () => {
  await using place = await bench();
  const swept = await place.run(["run", SCENARIO, "--reference", "--out", "runs", "-q"]);
  assertEquals(swept.code, 0, swept.stderr);
  const traces = await place.tree();
  assert(traces.length > 0 && traces.every((path) => path.startsWith("cwd/runs/")), `${traces}`);
  const again = await place.run(["rescore", "runs", "--scenarios", SCENARIO]);
  assertEquals([again.code, again.stderr], [0, ""]);
  assertEquals(await place.tree(), traces);
  assertEquals((await place.run(["corpus", "copy", "corpus"])).code, 0);
  assertEquals((await place.run(["corpus", "verify", "corpus"])).code, 0);
  const copied = (await place.tree()).filter((path) => !traces.includes(path));
  assert(copied.includes("cwd/corpus/manifest.json"), `${copied}`);
  assert(copied.every((path) => path.startsWith("cwd/corpus/")), `${copied}`);
});

Deno.test("the executable serves until it is told to stop, and answers a turn sent to it", async () => {
  await using place = await bench();
  for (
    const [words, ended] of [
      [["serve", "--port", "0"], 0],
      [[
        "gateway",
        "--listen",
        "127.0.0.1:0",
        "--upstream",
        "http://127.0.0.1:9",
        "--upstream-dialect",
        "chat",
      ], 0],
    ] as const
  ) {
    await using server = place.start(words);
    const [out, err] = [firstLine(server.stdout), firstLine(server.stderr)];
    const line = await Promise.race([out, err]);
    const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
    assert(url !== undefined, line);
    if (words[0] === "serve") {
      const text = "Which client ordered the misrouted pallet?";
      const { code, stdout } = await place.run(["send", "--url", url, text]);
      assertEquals(code, 0);
      assertMatch(stdout, /Bluewing/);
    }
    server.kill("SIGINT");
    assertEquals((await server.status).code, ended, words[0]);
    await Promise.all([out, err]);
  }
  assertEquals(await place.tree(), []);
});

Deno.test("RUNS and the tests beside it run every command there is", () => {
  const elsewhere = ["rescore", "corpus copy", "serve", "gateway", "send"];
  const run = new Set([...RUNS.map(({ command }) => command), ...elsewhere]);
  assertEquals(COMMANDS.map(({ name }) => name).filter((name) => !run.has(name)), []);
});
