import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { memoryIo } from "./memory_io.ts";
import { wtInject } from "./subprocess.ts";

const AGENT = ["corpus", "run", "--agent=http://127.0.0.1:1"];
const LISTEN = "--model-listen=127.0.0.1:9902";

Deno.test("corpus run --agent exits 2 before anything is sent where the command line is wrong", async () => {
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [[], "Cannot judge an agent: --model-listen HOST:PORT is missing."],
    [["--model-listen=9902"], "Cannot use --model-listen 9902: it isn't HOST:PORT."],
    [[LISTEN, "--agent-tool=find"], "Cannot use --agent-tool find: it isn't NAME=JSON."],
    [[LISTEN, "--agent-tool=find={"], "Cannot use --agent-tool find={: the arguments are not JSON"],
    [[LISTEN, "--agent-tool=find=[1]"], "the arguments must be a JSON object."],
    [[LISTEN, "--model-dialect=grpc"], "it isn't one of chat, messages, responses"],
    [[LISTEN, "--path=agent"], "Cannot use --agent with --path"],
    [[LISTEN, "--gateway=http://127.0.0.1:2"], "Cannot use --agent with --gateway"],
    [[LISTEN, "--agent-timeout=0"], "Cannot use --agent-timeout 0"],
    [[LISTEN, "--case=agent-live.history-grow"], "Did you mean agent-live.history-grows?"],
    [[LISTEN, "-q", "-v"], "Cannot use --quiet with --verbose"],
  ];
  for (const [words, says] of wrong) {
    const io = memoryIo();
    assertEquals([await main([...AGENT, ...words], io), io.out()], [2, ""], words.join(" "));
    assertStringIncludes(io.err(), says);
  }
});

Deno.test("corpus run --agent asks for consent where the agent isn't on this machine", async () => {
  const io = memoryIo();
  const words = ["corpus", "run", "--agent=http://192.0.2.1:8647", LISTEN];
  assertEquals(await main(words, io), 2);
  assertStringIncludes(io.err(), "POST /wt/reset destroys all sessions");
  assertStringIncludes(io.err(), "Add --destroy-state");
});

Deno.test("corpus run refuses what is said of an agent where none is named", async () => {
  for (const flag of ["--model-listen=127.0.0.1:1", "--agent-tool=a={}", "--destroy-state"]) {
    const io = memoryIo();
    assertEquals(await main(["corpus", "run", flag], io), 2);
    assertStringIncludes(io.err(), "it says something of an agent, and none is named.");
  }
});

Deno.test("corpus run --agent exits 3 where nobody is there, and says where the model was", async () => {
  const { code, stdout, stderr } = await wtInject([
    ...AGENT,
    "--model-listen=127.0.0.1:9987",
    '--agent-tool=find={"n": 1.10}',
  ]);
  assertEquals(code, 3, stderr);
  assertEquals(
    stderr,
    "15 checks, 18 turns to http://127.0.0.1:1; its model is played at http://127.0.0.1:9987\n",
  );
  assertStringIncludes(stdout, "NOT REACHABLE");
  assertStringIncludes(stdout, `'--agent-tool=find={"n": 1.10}'`);
});

Deno.test("serve refuses what is said of a model's server that isn't named or is none", async () => {
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [["--model-dialect=chat"], "it says something of a model's server, and none is named."],
    [["--model=m"], "Cannot use --model here"],
    [
      ["--model-url=localhost:1"],
      "Cannot ask a model at localhost:1: it isn't an http or https URL",
    ],
    [["--mutant=x", "--model-url=http://127.0.0.1:1"], "Cannot use --mutant with --model-url"],
    [["--list-mutants", "--model=m"], "Cannot use --list-mutants with --model"],
  ];
  for (const [words, says] of wrong) {
    const io = memoryIo();
    assertEquals([await main(["serve", ...words], io), io.out()], [2, ""], words.join(" "));
    assertStringIncludes(io.err(), says);
  }
});
