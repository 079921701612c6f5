import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { readTarget } from "../../lib/corpus/live/read_target.ts";
import { targetJsonSchema } from "../../lib/corpus/live/target_schema.ts";
import { rawServer } from "../../lib/wire/raw_server.ts";
import { ownGateway } from "./own_gateway.ts";
import { inFolder, start, wtInject } from "./subprocess.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const NET = ["--allow-net=127.0.0.1,[::1],localhost", "--allow-read"];
const RUN = { permissions: [...NET, "--allow-write", "--allow-run"] };
const ignore = Deno.build.os === "windows"; // no process groups

Deno.test("corpus run --gateway plays a gateway that runs already", async () => {
  const reserved = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const listen = `127.0.0.1:${reserved.addr.port}`;
  reserved.close();
  const gateway = start(
    ["gateway", "--listen=127.0.0.1:0", `--upstream=http://${listen}`, "--upstream-dialect=chat"],
    { permissions: NET },
  );
  const reader = gateway.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("Ctrl-C stops it.")) text += (await reader.read()).value ?? "";
  const url = /listens on (\S+)/.exec(text)![1]!;
  try {
    const words = ["corpus", "run", "--gateway", url, "--upstream-listen", listen];
    const { code, stdout } = await wtInject([
      ...words,
      "--path=messages-to-chat",
      "--model=up",
      "--upstream-model=up",
      "--header=Authorization=Bearer sesame",
      "--case=two-calls-one-turn",
      "--show-values",
    ], { permissions: NET });
    assertEquals(code, 0, stdout);
    assertStringIncludes(stdout, "note: messages-to-chat: ");
    assert(!stdout.includes("sesame"));
    assertStringIncludes(stdout, "'--header=Authorization=$AUTHORIZATION'");
  } finally {
    gateway.kill("SIGTERM");
    await reader.cancel();
    await gateway.stderr.cancel();
    await gateway.status;
  }
});

Deno.test("corpus run exits 2 on flags that describe no gateway, or half of one", async () => {
  const gateway = ["--gateway=http://127.0.0.1:1"];
  const whole = [...gateway, "--upstream-listen=127.0.0.1:2"];
  const wrong: readonly (readonly [words: readonly string[], says: string])[] = [
    [["--model=m"], "Cannot use --model: no gateway is named."],
    [["--wait=1s"], "Cannot use --wait: no gateway is named."],
    [gateway, "Add --upstream-listen 127.0.0.1:PORT"],
    [whole, "Cannot play the gateway: no way through it is named."],
    [[...whole, "--path=agent"], "Cannot play agent: it is no way through a gateway."],
    [[...whole, "--path=chat-to-chatt"], "Did you mean chat-to-chat?"],
    [[...gateway, "--upstream-listen=9901", "--path=chat-to-chat"], "Cannot use --upstream-listen"],
    [[...gateway, "--upstream-listen=127.0.0.1:0", "--path=chat-to-chat"], "--upstream-listen"],
    [[...whole, "--path=chat-to-chat", "--header=a b=c"], "it isn't NAME=VALUE"],
    [[...whole, "--path=chat-to-chat", "--header=a=b", "--header=A=c"], "twice"],
    [[...whole, "--path=chat-to-chat", "--upstream-model=m"], "no --model is named"],
    [
      [...whole, "--path=chat-to-chat", "--path=messages-to-chat", "--route=/x"],
      "for clients of chat and messages at once",
    ],
    [
      [...gateway, "--upstream-listen=127.0.0.1:1", "--path=chat-to-chat"],
      "Cannot play the gateway: --gateway is where the scripted upstream listens",
    ],
    [
      [...whole, "--path=chat-to-chat", "--header=Content-Length=3"],
      "Cannot play the gateway: --header Content-Length is for the client to write",
    ],
    [
      ["--agent=http://127.0.0.1:2", "--model-listen=127.0.0.1:2"],
      "Cannot play the model on 127.0.0.1:2: --agent names that address, too.",
    ],
    [
      ["--agent=http://[::1]:2", "--model-listen=[::1]:2"],
      "Cannot play the model on [::1]:2: --agent names that address, too.",
    ],
    [[...whole, "--target=x.json"], "Cannot use --target with --gateway"],
    [["--target=/nowhere/at/all.json"], "Cannot read the target /nowhere/at/all.json: there is no"],
  ];
  for (const [words, says] of wrong) {
    const { code, stdout, stderr } = await wtInject(["corpus", "run", ...words]);
    assertEquals([code, stdout], [2, ""], words.join(" "));
    assertStringIncludes(stderr, says);
  }
});

Deno.test("corpus run exits 3 with one sentence where nobody listens", async () => {
  const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const gateway = `http://127.0.0.1:${closed.addr.port}`;
  closed.close();
  const listen = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const upstream = `127.0.0.1:${listen.addr.port}`;
  const words = ["corpus", "run", "--path=chat-to-chat", "--gateway", gateway];
  const taken = await wtInject([...words, "--upstream-listen", upstream]);
  assertEquals(taken.code, 2);
  assertStringIncludes(taken.stderr, `Cannot listen on ${upstream} as the gateway's upstream: the`);
  listen.close();
  const { code, stdout } = await wtInject([...words, "--upstream-listen", upstream]);
  assertEquals(code, 3);
  assertStringIncludes(stdout, `NOT REACHABLE`);
  assertStringIncludes(stdout, `Nobody listens on ${gateway}; nothing was tested`);
});

Deno.test("corpus run --target says in one sentence which permission a process needs", async () => {
  await inFolder(async (folder) => {
    const target = `${folder}/own.json`;
    await Deno.writeTextFile(target, JSON.stringify(ownGateway("chat", ["chat-to-chat"])));
    for (const permissions of [NET, [...NET, `--allow-run=${Deno.execPath()}`]]) {
      const { code, stderr } = await wtInject(["corpus", "run", "--target", target], {
        permissions,
      });
      assertEquals(code, 2);
      assertStringIncludes(stderr, "Cannot run the gateway: Deno withholds the permission to run ");
      assertStringIncludes(stderr, "\nRun it again with --allow-run, without a list: ");
    }
  });
});

Deno.test({
  name: "corpus run --target that is interrupted, once or twice, leaves no gateway behind",
  ignore,
  async fn() {
    await inFolder(async (folder) => {
      const target = `${folder}/hangs.json`;
      for (const times of [1, 2]) {
        await using seen = rawServer(() => [{ wait: new Promise(() => {}) }]);
        const argv = [Deno.execPath(), "eval", `await fetch("${seen.url}\${FOLDER}")`];
        const { process: _, ...file } = ownGateway("chat", ["chat-to-chat"]);
        await Deno.writeTextFile(target, JSON.stringify({ ...file, process: { argv } }));
        const child = start(["corpus", "run", "--target", target], RUN);
        const early = child.status.then(() => Promise.reject(new Error("it ended early")));
        await Promise.race([seen.received(1), early]);
        early.catch(() => {});
        for (let i = 0; i < times; i++) child.kill("SIGINT");
        const { code } = await child.output();
        assertEquals(code, 130);
        // The connection ends with the process that held it.
        await seen.peerClosed(0);
        const own = seen.requests[0]!.target;
        assertStringIncludes(own, "wt-inject-target-");
        await assertRejects(() => Deno.stat(own), Deno.errors.NotFound);
      }
    });
  },
});

Deno.test("readTarget() takes every example, and its schema knows every key of them", async () => {
  const schema = targetJsonSchema() as { properties: Record<string, unknown> };
  const names: string[] = [];
  for await (const { name } of Deno.readDir(`${ROOT}examples/targets`)) {
    if (!name.endsWith(".json")) continue;
    const text = await Deno.readTextFile(`${ROOT}examples/targets/${name}`);
    const file = readTarget(text, name);
    assert(Object.keys(file).every((key) => Object.hasOwn(schema.properties, key)), name);
    names.push(name);
  }
  for (const name of ["anvil-serving", "claude-code-router", "portkey"]) {
    assert(names.includes(`${name}.json`), name);
  }
});
