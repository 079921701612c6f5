import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { readTarget } from "../../lib/corpus/live/read_target.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const FILE = {
  name: "g",
  gateway: "http://127.0.0.1:9911",
  upstream: { listen: "127.0.0.1:9901" },
  paths: { "chat-to-chat": {} },
};
const PROCESS = { argv: ["gateway"] };

function refusal(more: Readonly<Record<string, unknown>>): string {
  try {
    readTarget(JSON.stringify({ ...FILE, ...more }), "t.json");
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const SELF = "is where the scripted upstream listens, and no gateway stands between";

Deno.test("readTarget() refuses an upstream in the gateway's place: it would pass all cells", () => {
  for (const host of ["127.0.0.1", "localhost", "0.0.0.0"]) {
    assertEquals(
      refusal({ gateway: `http://${host}:9901` }),
      `Cannot use the target t.json: /gateway ${SELF}`,
    );
  }
  assertEquals(
    refusal({ paths: { "chat-to-chat": { route: "http://localhost:9901/v1/chat/completions" } } }),
    `Cannot use the target t.json: /paths/chat-to-chat/route ${SELF}`,
  );
  // Loopback has two families, and a port in each; and two free ports are never the same.
  assertEquals(refusal({ gateway: "http://[::1]:9901" }), "");
  assertEquals(refusal({ gateway: "http://gateway.test:9901" }), "");
  const free = { gateway: "http://127.0.0.1:0", upstream: { listen: "127.0.0.1:0" } };
  assertEquals(refusal({ ...free, process: PROCESS }), "");
});

Deno.test("readTarget() refuses headers and credentials that can't be sent, and shows none", () => {
  const wrong: readonly (readonly [more: Readonly<Record<string, unknown>>, says: string])[] = [
    [{ headers: { "X-A": "a\r\nX-B: s3cr3t" } }, "/headers/X-A has a line break"],
    [{ headers: { "X-A": "s3cr3t ☃" } }, "/headers/X-A has a character that no header can carry"],
    [{ headers: { "content-LENGTH": "5" } }, "/headers/content-LENGTH is for the client to write"],
    [{ headers: { Host: "s3cr3t" } }, "/headers/Host is for the client to write"],
    [{ auth: { value: "s3cr3t\n" } }, "/auth/value has a line break"],
    [{ auth: { value: "x", prefix: "☃" } }, "/auth/prefix has a character"],
    [{ auth: { value: "x", header: "Host" } }, "/auth/header is for the client to write"],
    [
      { paths: { "chat-to-chat": { auth: { value: "s3cr3t\0" } } } },
      "/paths/chat-to-chat/auth/value has a line break or a control character",
    ],
  ];
  for (const [more, says] of wrong) {
    const message = refusal(more);
    assertStringIncludes(message, `Cannot use the target t.json: ${says}`);
    assertEquals(message.includes("s3cr3t"), false, message);
  }
  assertEquals(refusal({ headers: { "X-A": "tab\tand é" } }), "");
});

Deno.test("readTarget() refuses files that can't all be written", () => {
  const wrong: readonly (readonly [files: Readonly<Record<string, string>>, says: string])[] = [
    [{ a: "", "a/b": "" }, "/files/a is a folder too: a/b is in it"],
    [{ home: "" }, "/files/home is HOME, a folder"],
    [{ "a/": "" }, "/files/a~1 isn't a file's name"],
    [{ "a//b": "" }, "/files/a~1~1b isn't a file's name"],
  ];
  for (const [files, says] of wrong) {
    assertEquals(refusal({ files, process: PROCESS }), `Cannot use the target t.json: ${says}`);
  }
  assertEquals(refusal({ files: { a: "", ab: "", "home/.rc": "" }, process: PROCESS }), "");
});

Deno.test("readTarget() refuses a placeholder without its end", () => {
  assertEquals(
    refusal({ headers: { "X-A": "${UPSTREAM_URL/v1" } }),
    "Cannot use the target t.json: /headers/X-A has a placeholder without its }",
  );
  assertEquals(refusal({ headers: { "X-A": "$${UPSTREAM_URL and $${" } }), "");
});

Deno.test("corpus run --gateway refuses itself, and repeats no credential that it can't read", async () => {
  const words = ["corpus", "run", "--path=chat-to-chat", "--upstream-listen=127.0.0.1:9901"];
  const same = memoryIo();
  assertEquals(await main([...words, "--gateway=http://127.0.0.1:9901"], same), 2);
  assertStringIncludes(same.err(), `Cannot play the gateway: --gateway ${SELF}.`);
  for (const header of ["Authorization: Bearer s3cr3t", "X A=s3cr3t", "X-A=s3cr3t\r\n"]) {
    const io = memoryIo();
    assertEquals(
      await main([...words, "--gateway=http://127.0.0.1:9", `--header=${header}`], io),
      2,
    );
    assertStringIncludes(io.err(), "it isn't NAME=VALUE");
    assertEquals(io.err().includes("s3cr3t"), false, io.err());
  }
});

Deno.test("corpus run --target takes no file with a byte order mark, and no two from one input", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.json`;
    await Deno.writeTextFile(path, `\ufeff${JSON.stringify(FILE)}`);
    const marked = await wtInject(["corpus", "run", "--target", path]);
    assertEquals([marked.code, marked.stdout], [2, ""]);
    assertStringIncludes(marked.stderr, "begins with a byte order mark");
  });
  const saved = await wtInject(
    ["corpus", "run", "--case=two-calls-one-turn.whole", "--path=chat-to-chat", "--format=json"],
  );
  const twice = await wtInject(["corpus", "matrix", "-", "-"], { input: saved.stdout });
  assertEquals(
    [twice.code, twice.stdout, twice.stderr],
    [
      2,
      "",
      "wt-inject: Cannot read standard input twice.\nName a file in place of one of the -.\n",
    ],
  );
});
