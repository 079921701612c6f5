import { assert, assertEquals, assertMatch } from "@std/assert";
import { bench } from "./executable.ts";

Deno.test("the executable answers hostile arguments with 2 and two lines in which nothing is live", async () => {
  await using place = await bench();
  const hostile = [
    "",
    " ",
    "-",
    "--%",
    "a\x01\x1b[31mb\x07\nc\r\td",
    "\u202egpj.exe",
    "\ufffd\ufffe",
    "../../../etc/passwd",
    "$(touch x)`touch y`;touch z",
    "__proto__",
    "constructor",
    "😀".repeat(50),
    "a".repeat(100_000),
  ];
  for (const text of hostile) {
    for (
      const words of [[text], ["explain", "--", text], ["corpus", "show", "--", text], [
        "schema",
        "--",
        text,
      ]]
    ) {
      if (text === "-" && words[0] === "schema") continue;
      const { code, stdout, stderr } = await place.run(words);
      assertEquals([code, stdout], [2, ""], JSON.stringify(words).slice(0, 200));
      // deno-lint-ignore no-control-regex
      assert(!/[\x00-\x09\x0b-\x1f\x7f\u202e]/.test(stderr), JSON.stringify(stderr).slice(0, 300));
      assertMatch(stderr, /^wt-inject: Cannot .*\n.*\n$/);
    }
  }
  assertEquals(await place.tree(), []);
});

Deno.test("the executable takes what stands after -- as it stands, and every flag once", async () => {
  await using place = await bench();
  const twice = await place.run(["conform", "--reference", "--label", "a", "--label", "b"]);
  assertEquals([twice.code, twice.stdout], [2, ""]);
  assertMatch(twice.stderr, /Cannot use --label twice/);
  const help = await place.run(["explain", "--", "--help"]);
  assertEquals([help.code, help.stdout], [2, ""]);
  const paths = await place.run(["conform", "--reference", "--report=json=a", "--report=junit=a"]);
  assertEquals([paths.code, paths.stdout], [2, ""]);
  assertEquals(await place.tree(), []);
});

Deno.test("the executable reads no verdict into arguments that aren't UTF-8: the runtime refuses them", async () => {
  await using place = await bench();
  // Bytes that are no text, and a lone surrogate in the only spelling that it can have here.
  for (const bytes of ["\\377", "\\355\\240\\200"]) {
    const { code, stdout } = await place.shell(`"$WT" explain "$(printf '${bytes}')" 2>/dev/null`);
    assert(![0, 1, 3].includes(code), `exit code ${code}`);
    assertEquals(stdout, "");
  }
  assertEquals(await place.tree(), []);
});

Deno.test("the executable says which report it can't write, before anything is sent", async () => {
  await using place = await bench();
  for (const path of ["no/such/folder.json", ".", "\u0000"]) {
    if (path === "\u0000") continue; // no argument can hold it
    const words = ["conform", "--reference", "--report", `json=${path}`];
    const { code, stdout, stderr } = await place.run(words);
    assertEquals([code, stdout], [2, ""], path);
    assertMatch(stderr, /^wt-inject: Cannot write /);
  }
  assertEquals(await place.tree(), []);
});

Deno.test("the executable reads no setting but its own, and refuses one that is wrong", async () => {
  await using place = await bench();
  const odd = await place.run(["send", "hello"], { env: { WT_INJECT_URL: "ftp://127.0.0.1" } });
  assertEquals([odd.code, odd.stdout], [2, ""]);
  assertMatch(odd.stderr, /WT_INJECT_URL/);
  const proxied = await place.run(["conform", "--reference", "-q"], {
    env: { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9", ALL_PROXY: "x" },
  });
  assertEquals([proxied.code, proxied.stderr], [0, ""]);
  assertEquals(await place.tree(), []);
});
