import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Answers, deadUrl, smallEndpoint } from "./endpoint.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const flat = (text: string) => text.replace(/\s+/g, " ");

/** Breaks response.reply and response.tool-calls-present. */
const BROKEN: Answers = { "/wt/inject": () => Response.json({ wt_inject: 1, reply: 5 }) };
const SELECT = ["--select=response.reply", "--select=response.tool-calls-present"];

const entry = (check: string, code: string, reason: string) => ({ check, code, reason });
const REPLY = entry("response.reply", "reply-type", "the framework is old");
const CALLS = entry("response.tool-calls-present", "tool-calls-missing", "the framework is old");

function write(path: string, ...entries: readonly unknown[]): void {
  Deno.writeTextFileSync(path, JSON.stringify({ wt_inject_baseline: 1, entries }));
}

Deno.test("conform --baseline exits 0 on known failures, and every format says what they are", async () => {
  await using endpoint = smallEndpoint(BROKEN);
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    write(path, { ...REPLY, ticket: "WT-7", expires: "2999-12-31" }, CALLS);
    const before = await Deno.readTextFile(path);
    const { code, stdout } = await wtInject([
      "conform",
      endpoint.url,
      ...SELECT,
      `--baseline=${path}`,
      `--report=json=${folder}/wt.json`,
      `--report=junit=${folder}/wt.xml`,
      `--report=ndjson=${folder}/wt.ndjson`,
    ]);
    assertEquals(code, 0);
    assertMatch(stdout, /^NOT CONFORMING \(2 known\): 2 failed; /m);
    assertStringIncludes(stdout, "Failures (2)");
    const note = "known failure: response.reply (reply-type): the framework is old (WT-7, to 2999";
    assertStringIncludes(flat(stdout), note);
    const json = JSON.parse(await Deno.readTextFile(`${folder}/wt.json`));
    assertEquals([json.exit_code, json.outcome, json.headline], [
      0,
      "DOES NOT CONFORM",
      "NOT CONFORMING (2 known)",
    ]);
    assertEquals(json.baseline.known[1].entries, [CALLS]);
    const xml = await Deno.readTextFile(`${folder}/wt.xml`);
    assertMatch(xml, /<testsuites [^>]*tests="2" failures="0" errors="0" skipped="2"/);
    assertStringIncludes(
      xml,
      'message="known failure: the framework is old (WT-7, to 2999-12-31)"',
    );
    const lines = (await Deno.readTextFile(`${folder}/wt.ndjson`)).trim().split("\n");
    assertEquals(JSON.parse(lines[0]!).baseline.known.length, 2);
    assertEquals(await Deno.readTextFile(path), before);
    assertEquals(names(folder), ["known.json", "wt.json", "wt.ndjson", "wt.xml"]);
  });
});

Deno.test("conform --baseline exits 1 on a new failure, a stale entry and an expired one", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    const run = async (answers: Answers) => {
      await using endpoint = smallEndpoint(answers);
      return await wtInject(["conform", endpoint.url, ...SELECT, `--baseline=${path}`, "-q"]);
    };
    write(path, CALLS);
    const fresh = await run(BROKEN);
    assertEquals(fresh.code, 1);
    assertMatch(fresh.stdout, /^DOES NOT CONFORM \(1 new, 1 known\): /m);
    const stale = await run({});
    assertEquals(stale.code, 1);
    assertMatch(stale.stdout, /^CONFORMS, BUT THE BASELINE IS OUT OF DATE: 2 passed; /m);
    write(path, REPLY, { ...CALLS, expires: "2020-01-31" });
    const expired = await run(BROKEN);
    assertEquals(expired.code, 1);
    assertMatch(expired.stdout, /^NOT CONFORMING \(1 known\), AND THE BASELINE IS OUT OF DATE: /m);
  });
});

Deno.test("conform --baseline exits 2 on a file that can't be used, and sends nothing", async () => {
  await using endpoint = smallEndpoint(BROKEN);
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    const cases: readonly (readonly [entry: unknown, says: string])[] = [
      [{ check: "response.reply" }, 'entry 1 (response.reply) has no "reason"'],
      [{ check: "response.repli", reason: "x" }, "Did you mean response.reply?"],
      [{ ...REPLY, why: "x" }, `Cannot use the baseline ${path}: entry 1 has no key "why"`],
      [{ ...REPLY, reason: "FILL IN: why is this known?" }, "isn't written yet"],
    ];
    for (const [wrong, says] of cases) {
      write(path, wrong);
      const { code, stdout, stderr } = await wtInject([
        "conform",
        endpoint.url,
        `--baseline=${path}`,
      ]);
      assertEquals([code, stdout], [2, ""]);
      assertStringIncludes(stderr, says);
    }
    const none = `--baseline=${folder}/none.json`;
    const lines: readonly (readonly [words: readonly string[], says: string])[] = [
      [[none], "there is no such file.\n--baseline-update begins one."],
      [[none, "--baseline-prune"], "there is no such file"],
      [["--baseline-update"], "Cannot use --baseline-update: no baseline is named"],
      [[none, "--list"], "Cannot use --list with --baseline"],
      [["--baseline=/no/such/folder/x", "--baseline-update"], "its folder doesn't exist"],
      [[none, "--baseline-update", `--report=json=${folder}/none.json`], "and a report"],
      [[none, `--record=${folder}/none.json`], "and a recording"],
      [[none, "--baseline-update", "--report=json=/no/such/folder/x"], "its folder doesn't exist"],
    ];
    for (const [words, says] of lines) {
      const { code, stdout, stderr } = await wtInject(["conform", endpoint.url, ...words]);
      assertEquals([code, stdout], [2, ""], words.join(" "));
      assertStringIncludes(stderr, says);
    }
    assertEquals([names(folder), endpoint.paths], [["known.json"], []]);
  });
});

Deno.test("conform --baseline-update begins a file that fails until its reasons are written", async () => {
  await using endpoint = smallEndpoint(BROKEN);
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    const words = ["conform", endpoint.url, ...SELECT, `--baseline=${path}`];
    for (const _twice of [1, 2]) {
      const update = await wtInject([...words, "--baseline-update"]);
      assertEquals(update.code, 1);
      assertStringIncludes(update.stderr, `${path}: 2 known, 0 removed; 2 to fill in`);
      const fill = "FILL IN: why is this known?";
      assertEquals(JSON.parse(await Deno.readTextFile(path)), {
        wt_inject_baseline: 1,
        entries: [{ ...REPLY, reason: fill }, { ...CALLS, reason: fill }],
      });
    }
    assertEquals((await wtInject(words)).code, 2);
    const filled = (await Deno.readTextFile(path)).replaceAll(/FILL IN[^"]*/g, "it is old");
    await Deno.writeTextFile(path, filled);
    assertEquals((await wtInject(words)).code, 0);
    assertEquals(names(folder), ["known.json"]);
  });
});

Deno.test("conform --baseline-prune takes out what no longer fails, and nothing else", async () => {
  await using endpoint = smallEndpoint({
    "/wt/inject": () => Response.json({ wt_inject: 1, reply: 5, tool_calls: [] }),
  });
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    const elsewhere = { check: "reset.total", reason: "not selected here" };
    write(path, REPLY, CALLS, elsewhere);
    const words = ["conform", endpoint.url, ...SELECT, `--baseline=${path}`, "--baseline-prune"];
    const { code, stdout, stderr } = await wtInject(words);
    assertEquals(code, 0);
    assertMatch(stdout, /^NOT CONFORMING \(1 known\): 1 passed, 1 failed; /m);
    assertStringIncludes(flat(stdout), "baseline entry removed: response.tool-calls-present");
    assertStringIncludes(stderr, `${path}: 2 known, 1 removed\n`);
    const { entries } = JSON.parse(await Deno.readTextFile(path));
    assertEquals(entries, [REPLY, elsewhere]);
  });
});

Deno.test("conform leaves a baseline as it was where nothing could be tested", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/known.json`;
    write(path, REPLY);
    const before = await Deno.readTextFile(path);
    const words = ["conform", deadUrl(), `--baseline=${path}`, "--baseline-update"];
    const { code, stdout, stderr } = await wtInject([...words, "--baseline-prune"]);
    assertEquals(code, 3);
    assertStringIncludes(flat(stdout), "The baseline was not looked at");
    assertStringIncludes(stderr, `${path} is as it was: the run was cut short\n`);
    assertEquals([await Deno.readTextFile(path), names(folder)], [before, ["known.json"]]);
  });
});

Deno.test("conform --from holds a recording against a baseline", async () => {
  await inFolder(async (folder) => {
    const recording = `${folder}/wire.ndjson`;
    {
      await using endpoint = smallEndpoint(BROKEN);
      await wtInject(["conform", endpoint.url, ...SELECT, `--record=${recording}`]);
    }
    write(`${folder}/known.json`, REPLY, CALLS);
    const { code, stdout } = await wtInject([
      "conform",
      `--from=${recording}`,
      ...SELECT,
      `--baseline=${folder}/known.json`,
    ]);
    assertEquals(code, 0);
    assertMatch(stdout, /^NOT CONFORMING \(2 known\): /m);
  });
});
