import { assertEquals } from "@std/assert";
import { graphOf, reach } from "./graph.ts";
import { readTree, ROOT } from "./tree.ts";

/** What is published though nothing imports it, and why. */
const BESIDE: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "for readers",
  "LICENSE": "the licence asks for it",
  "README.md": "the package's page",
  "cli.ts": "the command line under its own name",
  "deno.json": "the package's name, version, exports and imports",
  "types/std.d.ts": "types of the @std modules that deno.json maps to npm",
};

/** Which files `deno publish` would send. */
async function published(): Promise<readonly string[]> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    // Types are checked by `deno task static`, which does the same without these two.
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check", "--allow-slow-types"],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return [...said.matchAll(/^\s+(file:\S+) \([\d.]+[KM]?i?B\)$/gm)]
    .map(([, url = ""]) => decodeURI(url).replace(decodeURI(ROOT.href), "")).sort();
}

Deno.test("deno publish would send what the entries import, at run time and for types, and nothing else", async () => {
  const tree = await readTree();
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const roots = Object.values<string>(exports).map((path) => path.replace("./", ""));
  // What only tests and tools import stands in deno.json, publish.exclude.
  const imported = reach(graphOf(tree), [...roots, "cli.ts"], ["run", "dynamic", "type"]);
  const needed = new Set([...imported.keys(), ...Object.keys(BESIDE)]);
  const sent = await published();
  assertEquals(
    {
      missing: [...needed].filter((path) => !sent.includes(path)),
      needless: sent.filter((path) => !needed.has(path)),
    },
    { missing: [], needless: [] },
  );
});

Deno.test("deno publish would send no test, no tool and no corpus but the carried module", async () => {
  const sent = await published();
  const folders = new Set(sent.map((path) => path.includes("/") ? path.split("/")[0] : "."));
  assertEquals([...folders].sort(), [".", "lib", "types"]);
  assertEquals(sent.filter((path) => path.endsWith(".json")), [
    "deno.json",
    "lib/corpus/carried.json",
  ]);
  assertEquals(sent.filter((path) => /_test\.|testdata/.test(path)), []);
});

Deno.test("what deno publish would send runs by itself, the carried corpus too", async () => {
  const folder = await Deno.makeTempDir();
  try {
    // The lock is there for the versions alone: without it, the registry would be asked.
    for (const path of [...await published(), "deno.lock"]) {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(new URL(path, ROOT), `${folder}/${path}`);
    }
    for (
      const words of [
        ["conform", "--reference", "--select", "response.reply"],
        ["corpus", "run", "--case", "unicode-arguments", "--path", "chat-to-chat"],
        ["selftest", "tool-calls-null"],
        ["certify", "--self", "--select", "reset.good"],
      ]
    ) {
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--cached-only", "--allow-all", "mod.ts", ...words],
        cwd: folder,
        env: { NO_COLOR: "1" },
        stdout: "null",
      }).output();
      assertEquals([words[0], code, code === 0 ? "" : new TextDecoder().decode(stderr)], [
        words[0],
        0,
        "",
      ]);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
