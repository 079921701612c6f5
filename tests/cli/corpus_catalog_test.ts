import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { groupHelp } from "../../lib/cli/help.ts";
import { main } from "../../lib/cli/main.ts";
import { groupNamed } from "../../lib/cli/table.ts";
import { inCorpus } from "./corpus_small.ts";
import { memoryIo } from "./memory_io.ts";
import { wtInject } from "./subprocess.ts";

const READ = { permissions: ["--allow-read"] };

Deno.test("corpus alone lists its commands, within 79 columns", async () => {
  const io = memoryIo();
  assertEquals(await main(["corpus"], io), 2);
  assertEquals(io.err(), groupHelp("corpus", groupNamed("corpus")));
  for (const word of ["run", "list", "show", "verify", "copy"]) {
    assertStringIncludes(io.err(), `  corpus ${word} `);
  }
  for (const line of io.err().split("\n")) assert(line.length <= 79, line);
});

Deno.test("corpus list shows every case with its variants", async () => {
  await inCorpus(async (corpus) => {
    const { code, stdout } = await wtInject(["corpus", "list", "--corpus", corpus], READ);
    assertEquals(code, 0);
    assertEquals(
      stdout.replace(/sha256 [0-9a-f]{64}/, "sha256 D"),
      "1 case of corpus 1, sha256 D\n\n" +
        "greeting (roundtrip, on 9 paths of 10)\n" +
        "  A greeting is a greeting.\n" +
        "  1 variant: plain\n",
    );
  });
  const { code, stdout } = await wtInject(["corpus", "list", "--format=json"], READ);
  const { cases, schema } = JSON.parse(stdout);
  assertEquals([code, schema], [0, "anvil-serving.protocol-session-corpus/v1"]);
  assert(cases.some(({ id }: { id: string }) => id === "two-calls-one-turn"));
});

Deno.test("corpus show says what is expected where, and why not elsewhere", async () => {
  await inCorpus(async (corpus) => {
    const words = ["corpus", "show", "greeting", "--corpus", corpus];
    const { code, stdout } = await wtInject(words, READ);
    assertEquals(code, 0);
    assertEquals(
      stdout.replace(/[0-9a-f]{64}/, "D"),
      "greeting (roundtrip)\n" +
        "A greeting is a greeting.\n" +
        "  fixture   fixtures/greeting.json\n" +
        "  sha256    D\n" +
        "  expected  expected/greeting.json\n" +
        "\n" +
        "plain (R003): a greeting\n" +
        "  chat-to-chat, messages-to-chat, responses-to-chat, messages-to-messages,\n" +
        "  chat-to-messages, responses-to-messages, responses-to-responses,\n" +
        "  chat-to-responses, messages-to-responses\n" +
        "    1 request upstream, answer complete, stop stop (policy: it is polite)\n" +
        "  agent\n" +
        "    not applicable: It has no wire.\n",
    );
    const json = JSON.parse((await wtInject([...words, "--format=json"], READ)).stdout);
    assertEquals([json.id, json.variants.length], ["greeting", 1]);
    assertEquals(json.variants[0].cells.at(-1), { path: "agent", reason: "It has no wire." });
  });
});

Deno.test("corpus show exits 2 on a case that isn't there, and names one near it", async () => {
  const { code, stdout, stderr } = await wtInject(["corpus", "show", "two-calls-one-tern"], READ);
  assertEquals([code, stdout], [2, ""]);
  assertEquals(
    stderr,
    'wt-inject: Cannot show "two-calls-one-tern": there is no such case.\n' +
      'Did you mean two-calls-one-turn? "wt-inject corpus list" lists them all.\n',
  );
});

Deno.test("explain prints the sentence of a requirement of the corpus", async () => {
  const { code, stdout } = await wtInject(["explain", "R008"], { permissions: [] });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "R008: a requirement of the session corpus\n");
  assertStringIncludes(
    stdout.replace(/\s+/g, " "),
    '"Explicit client retries are separate requests. The gateway must not issue additional ' +
      "upstream attempts, execute tools, or switch tiers.",
  );
  const wrong = await wtInject(["explain", "R013"], { permissions: [] });
  assertEquals(wrong.code, 2);
});
