import { assert, assertEquals, assertMatch } from "@std/assert";
import { bench, ended } from "./executable.ts";

Deno.test("the executable ends as it would where nobody reads what it says", async () => {
  await using place = await bench();
  const lines: readonly (readonly [line: string, code: number])[] = [
    ['("$WT" list; echo "code $?" >&2) | true', 0],
    ['("$WT" corpus list; echo "code $?" >&2) | true', 0],
    ['("$WT" conform --reference -q; echo "code $?" >&2) | true', 0],
    ['("$WT" explain nope; echo "code $?") 2>&1 >&3 3>&1 | true', 0],
    ['"$WT" version >&-; echo "code $?" >&2', 0],
    ['"$WT" explain nope 2>&-; echo "code $?"', 2],
    ['"$WT" conform --reference >&- 2>&-; echo "code $?" > code; cat code', 0],
    ['"$WT" version <&-; echo "code $?"', 0],
  ];
  for (const [line, code] of lines) {
    const { stdout, stderr } = await place.shell(line);
    const said = stdout + stderr;
    if (said.includes("code ")) assertMatch(said, new RegExp(`code ${code}\\n`), line);
    assert(!/panicked|internal error|BrokenPipe|Broken pipe/.test(said), `${line}: ${said}`);
  }
});

Deno.test({
  name: "the executable ends with 4 where its result can't be written, and never with a verdict",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using place = await bench();
    const full = await place.shell('"$WT" list > /dev/full');
    assertEquals(full.code, 4);
    assertMatch(full.stderr, /^wt-inject: Cannot write to standard output: No space left/);
    // A mistake stays one, though it can't be told.
    assertEquals((await place.shell('"$WT" explain nope 2> /dev/full')).code, 2);
    assertEquals((await place.shell('"$WT" conform --reference > /dev/null 2> /dev/full')).code, 0);
  },
});

/** An endpoint that takes every request and answers none; says when the first one is there. */
function silent() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const open: Deno.Conn[] = [];
  const done = (async () => {
    for await (const connection of listener) {
      open.push(connection);
      resolve();
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      listener.close();
      await done;
      for (const connection of open) connection.close();
    },
  };
}

for (
  const { name, words, reports } of [
    {
      name: "conform",
      words: ["conform", "URL", "--report", "json=r.json", "--report", "html=r.html"],
      reports: true,
    },
    { name: "canary", words: ["canary", "URL", "--report", "json=r.json"], reports: true },
    {
      name: "run",
      words: ["run", "s.json", "--url", "URL", "--report", "json=r.json"],
      reports: true,
    },
    { name: "send", words: ["send", "--url", "URL", "hello"], reports: false },
    { name: "surface probe", words: ["surface", "probe", "URL"], reports: false },
  ]
) {
  Deno.test(`the executable ends ${name} with 130 on SIGINT${reports ? ", and writes the report" : ""}`, async () => {
    await using place = await bench();
    await using endpoint = silent();
    await Deno.writeTextFile(
      `${place.cwd}/s.json`,
      '{"name": "s", "prompt": "hello", "target_facts": [["x"]]}',
    );
    const child = place.start(words.map((word) => word === "URL" ? endpoint.url : word));
    const output = child.output();
    await Promise.race([endpoint.asked, output]);
    child.kill("SIGINT");
    const { code, stderr } = ended(await output);
    assertEquals(code, 130, stderr);
    assert(!/internal error|panicked/.test(stderr), stderr);
    if (!reports) return;
    const report = JSON.parse(await Deno.readTextFile(`${place.cwd}/r.json`));
    assertEquals(typeof report, "object");
    const left = (await place.tree()).filter((path) =>
      !/^cwd\/(r\.(json|html)|s\.json)$/.test(path)
    );
    assertEquals(left, [], "a half-written file was left");
  });
}
