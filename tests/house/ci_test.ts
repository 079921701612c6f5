import { assertEquals } from "@std/assert";
import { ROOT } from "./tree.ts";

const ignore = Deno.build.os === "windows"; // .ci/run is bash's

/** Runs .ci/run in a folder of its own, where `npx` and `unshare` are these scripts. */
async function ci(
  args: readonly string[],
  npx: string,
  unshare = "exit 1",
): Promise<{ readonly code: number; readonly last: string | undefined; readonly out: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, body] of Object.entries({ npx, unshare })) {
      await Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    }
    await Deno.mkdir(`${folder}/.ci`);
    await Deno.copyFile(new URL(".ci/run", ROOT), `${folder}/.ci/run`);
    const { code, stdout } = await new Deno.Command("bash", {
      args: [`${folder}/.ci/run`, ...args],
      cwd: folder,
      env: { PATH: `${folder}:${Deno.env.get("PATH") ?? ""}` },
      stderr: "null",
    }).output();
    const out = new TextDecoder().decode(stdout);
    return { code, last: out.trimEnd().split("\n").at(-1), out };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** An `npx` whose `task test…` says this and ends so; everything else succeeds in silence. */
const testsSay = (line: string, code: number) =>
  `case "$*" in *" task test"*) printf '%b\\n' '${line}'; exit ${code};; esac`;

Deno.test({
  name: ".ci/run tally adds up summary lines, through colors and carriage returns",
  ignore,
  async fn() {
    const file = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(
        file,
        "\x1b[0m\x1b[32mok\x1b[0m | 12 passed (3 steps) | 0 failed | 1 ignored \x1b[90m(20ms)\x1b[0m\r\n" +
          "not a summary: ok | 99 passed | 99 failed\n" +
          "FAILED | 2 passed | 3 failed (1 step) | 4 filtered out (1s)\n" +
          "ok | 100 passed | 0 failed (6ms)",
      );
      const told = await ci(["tally", file], "exit 9");
      assertEquals([told.code, told.last], [0, "114 passed, 3 failed, 1 skipped"]);
      await Deno.writeTextFile(file, "error: No test modules found\n");
      assertEquals((await ci(["tally", file], "exit 9")).last, "0 passed, 0 failed");
    } finally {
      await Deno.remove(file);
    }
  },
});

const cases: readonly {
  readonly name: string;
  readonly npx: string;
  readonly unshare?: string;
  readonly code: number;
  readonly last: string;
}[] = [
  {
    name: "counts every pass on both versions of Deno, and says that a pass was skipped",
    npx: testsSay("ok | 3 passed | 0 failed (1ms)", 0),
    code: 0,
    last: "30 passed, 0 failed, 1 skipped",
  },
  {
    name: "counts the pass with the network cut where it is allowed",
    npx: testsSay("ok | 3 passed | 0 failed (1ms)", 0),
    unshare: 'while [ "$1" != -- ]; do shift; done; shift 5; "$@"',
    code: 0,
    last: "33 passed, 0 failed",
  },
  {
    name: "counts the step beside Wind Tunnel's own tool as skipped where that can't be had",
    npx: `case "$*" in *interop) echo "skipped: no python3"; exit 0;; esac\n${
      testsSay("ok | 3 passed | 0 failed (1ms)", 0)
    }`,
    code: 0,
    last: "27 passed, 0 failed, 2 skipped",
  },
  {
    name: "counts each step as skipped that says why it can't be done here",
    npx: `case "$*" in *executable) echo "compile skipped: no base"; exit 0;; *gateways) ` +
      `echo "skipped: no registry"; exit 0;; esac\n${
        testsSay("ok | 3 passed | 0 failed (1ms)", 0)
      }`,
    code: 0,
    last: "24 passed, 0 failed, 3 skipped",
  },
  {
    name: "fails with the tests",
    npx: testsSay("FAILED | 2 passed | 1 failed (1ms)", 1),
    code: 1,
    last: "20 passed, 10 failed, 1 skipped",
  },
  {
    name: "fails where a run ends badly without a summary",
    npx: testsSay("error: Type checking failed.", 1),
    code: 1,
    last: "0 passed, 10 failed, 1 skipped",
  },
  {
    name: "fails where the run ends badly after a good summary",
    npx: testsSay("ok | 3 passed | 0 failed (1ms)", 1),
    code: 1,
    last: "30 passed, 10 failed, 1 skipped",
  },
  {
    name: "fails with the lint, though every test passed",
    npx: `case "$*" in *static) exit 1;; esac\n${testsSay("ok | 3 passed | 0 failed (1ms)", 0)}`,
    code: 1,
    last: "30 passed, 1 failed, 1 skipped",
  },
  {
    name: "stops where dependencies can't be had",
    npx: `case "$*" in *install*) exit 1;; esac\n${testsSay("ok | 3 passed | 0 failed (1ms)", 0)}`,
    code: 1,
    last: "0 passed, 1 failed",
  },
  {
    name: "fails where no test ran",
    npx: testsSay("ok | 0 passed | 0 failed (1ms)", 0),
    code: 1,
    last: "0 passed, 1 failed, 1 skipped",
  },
];

for (const { name, npx, unshare, code, last } of cases) {
  Deno.test({
    name: `.ci/run ${name}`,
    ignore,
    async fn() {
      const told = await ci([], npx, unshare);
      assertEquals([told.code, told.last], [code, last]);
      assertEquals(told.out.includes("\n== What failed\n"), /^==.*: FAILED$/m.test(told.out));
    },
  });
}

Deno.test({
  name:
    ".ci/run says at its end what failed: a step's errors, or its last lines where it names none",
  ignore,
  async fn() {
    const { out } = await ci(
      [],
      `case "$*" in
        *test:deep) printf '%b\\n' 'early' '\\033[31m ERRORS \\033[0m' 'a test => a.ts:1' 'error: 1 is not 2' \
          ' FAILURES ' 'a test' 'FAILED | 2 passed | 1 failed (1ms)'; exit 1;;
        *static) echo 'error: line too long'; exit 1;;
        *" task test"*) echo 'ok | 3 passed | 0 failed (1ms)';;
      esac`,
    );
    assertEquals(
      out.slice(out.indexOf("\n== What failed\n")),
      [
        "",
        "== What failed",
        "-- Deno 2.9.6: format, lint, types, doc comments, package",
        "error: line too long",
        "-- Deno 2.9.6: tests in depth",
        "a test => a.ts:1",
        "error: 1 is not 2",
        "29 passed, 2 failed, 1 skipped",
        "",
      ].join("\n"),
    );
  },
});
