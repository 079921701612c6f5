import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { inCorpus } from "./corpus_small.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

/** What `deno task corpus` gives: no write, no run, no environment, and the network of this machine. */
const BARE = ["--allow-net=127.0.0.1,[::1],localhost", "--allow-read"];
const ONE = ["--path=messages-to-chat", "--case=two-calls-one-turn.whole"];

Deno.test("deno task corpus runs corpus run with loopback and reading alone", async () => {
  const config = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assertEquals(
    config.tasks.corpus.command,
    "deno run '--allow-net=127.0.0.1,[::1],localhost' --allow-read cli.ts corpus run",
  );
});

Deno.test("corpus run plays what is selected, and claims nothing for a part", async () => {
  const { code, stdout, stderr } = await wtInject(["corpus", "run", ...ONE], { permissions: BARE });
  assertEquals(code, 0, stderr);
  assertMatch(stderr, /^1 cell on 1 path of corpus \S+, sha256 [0-9a-f]{64}\n$/);
  assertStringIncludes(stdout, "note: messages-to-chat: 1 passed, 0 failed: no claim\n");
  assertStringIncludes(stdout, "A pass is a gateway regression claim only");
  assertMatch(stdout, /\nCONFORMS: 1 passed; 1 of \d+ checks selected; /);
  assertStringIncludes(
    stdout,
    "\nrepeat: wt-inject corpus run --path=messages-to-chat --case=two-calls-one-turn.whole\n",
  );
});

Deno.test("corpus run --verbose tells every cell, and --quiet nothing", async () => {
  const verbose = await wtInject(["corpus", "run", ...ONE, "-v"]);
  assertStringIncludes(
    verbose.stderr,
    "\npassed         two-calls-one-turn.whole.messages-to-chat\n",
  );
  const quiet = await wtInject(["corpus", "run", ...ONE, "-q"]);
  assertEquals([quiet.code, quiet.stderr], [0, ""]);
});

Deno.test("corpus run exits 1 where a cell failed, and shows values only where asked", async () => {
  await inCorpus(async (corpus) => {
    const words = ["corpus", "run", "--corpus", corpus, "--path=chat-to-chat", "--format=json"];
    const withheld = await wtInject(words);
    const report = JSON.parse(withheld.stdout);
    assertEquals([withheld.code, report.outcome], [1, "DOES NOT CONFORM"], withheld.stderr);
    assertEquals(report.counts.failed, 1);
    assertEquals(withheld.stdout.includes("Hello"), false);
    const shown = await wtInject([...words, "--show-values"]);
    assertEquals(shown.code, 1);
    assertStringIncludes(shown.stdout, "Hello");
  });
});

Deno.test("corpus run writes every report format", async () => {
  await inFolder(async (folder) => {
    const formats = ["text", "json", "ndjson", "junit", "markdown", "github", "html"];
    const reports = formats.map((format) => `--report=${format}=${folder}/${format}`);
    const { code, stdout } = await wtInject([
      "corpus",
      "run",
      ...ONE,
      "--format=junit",
      ...reports,
    ]);
    assertEquals(code, 0);
    const read = (name: string) => Deno.readTextFile(`${folder}/${name}`);
    assertEquals(stdout, await read("junit"));
    assertStringIncludes(stdout, '<testsuite name="messages-to-chat" tests="1" failures="0"');
    assertEquals(JSON.parse(await read("json")).corpus.paths[0].claims, false);
    for (const line of (await read("ndjson")).trimEnd().split("\n")) JSON.parse(line);
    assertStringIncludes(await read("text"), "\nCONFORMS: 1 passed;");
  });
});

Deno.test("corpus run exits 2 before anything is played where the command line is wrong", async () => {
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [["--path=chat-to-chatt"], "Cannot select chat-to-chatt: there is no such path.\nDid you mean"],
    [["--case=two-calls-one-turm"], "no case matches it.\nDid you mean two-calls-one-turn?\n"],
    [["--path=agent", "--case=*.*.chat-to-chat"], "no cell is selected."],
    [["--path=agent", "--case=stream-*"], "no cell of the selection applies."],
    [["--quiet", "--verbose"], "Cannot use --quiet with --verbose"],
    [["--corpus=/nowhere/at/all"], "Cannot read the corpus in /nowhere/at/all: there is no such"],
    [["--report=xml=x"], "there is no format xml"],
    [["chat-to-chat"], "corpus run takes no arguments"],
  ];
  for (const [words, says] of wrong) {
    const { code, stdout, stderr } = await wtInject(["corpus", "run", ...words]);
    assertEquals([code, stdout], [2, ""], words.join(" "));
    assertStringIncludes(stderr, says);
  }
});

Deno.test("corpus run exits 2 without leave to use the network, and says which", async () => {
  const { code, stderr } = await wtInject(["corpus", "run"], { permissions: ["--allow-read"] });
  assertEquals(code, 2);
  assertEquals(
    stderr,
    "wt-inject: Cannot play the corpus: Deno withholds the network for 127.0.0.1.\n" +
      "Run it again with --allow-net=127.0.0.1.\n",
  );
});

Deno.test("corpus run that is interrupted still reports, and exits 130", async () => {
  const io = memoryIo();
  const stderr = {
    ...io.stderr,
    write(text: string) {
      io.stderr.write(text);
      if (text.includes(" cells on ")) io.interrupt();
    },
  };
  assertEquals(await main(["corpus", "run", "--format=json"], { ...io, stderr }), 130);
  const report = JSON.parse(io.out());
  assertEquals([report.outcome, report.counts.passed], ["INTERRUPTED", 0]);
  assertStringIncludes(io.err(), "interrupted: the report is on its way");
});
