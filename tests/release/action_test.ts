import { assert, assertEquals, assertMatch } from "@std/assert";

const ignore = Deno.build.os === "windows"; // bash is another one there
const SCRIPT = new URL("../../action.sh", import.meta.url).pathname;
const CLI = new URL("../../cli.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

interface Outcome {
  readonly code: number;
  readonly log: string;
  readonly stderr: string;
  readonly outputs: string;
  readonly summary: string;
  /** What the program was started with, a list for each start; the fake one alone tells. */
  readonly calls: readonly (readonly string[])[];
  /** Files of the workspace, but those that are the runner's. */
  readonly files: readonly string[];
  readonly text: (path: string) => string;
}

/** A program that only writes its arguments down, NUL after each, and an empty line's worth after all. */
const FAKE =
  `for word; do printf '%s\\0' "$word"; done >> "$CALLS"; printf '\\1\\0' >> "$CALLS"; exit 1`;

/** The real one. */
const REAL =
  `exec '${Deno.execPath()}' run --quiet --no-prompt --allow-net=127.0.0.1 --allow-read ` +
  `--allow-write --allow-env '--config=${CONFIG}' '${CLI}' "$@"`;

async function action(
  step: string,
  env: Readonly<Record<string, string>>,
  program = FAKE,
): Promise<Outcome> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "wt inject action-" }));
  const gone: Record<string, string> = {};
  try {
    await Deno.mkdir(`${root}/work`);
    await Deno.mkdir(`${root}/runner`);
    await Deno.writeTextFile(`${root}/runner/wt-inject`, `#!/bin/sh\n${program}\n`, {
      mode: 0o755,
    });
    for (const name of ["output", "summary", "calls"]) {
      await Deno.writeTextFile(`${root}/runner/${name}`, "");
    }
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: [SCRIPT, step],
      cwd: `${root}/work`,
      env: {
        GITHUB_OUTPUT: `${root}/runner/output`,
        GITHUB_STEP_SUMMARY: `${root}/runner/summary`,
        RUNNER_TEMP: `${root}/runner`,
        RUNNER_OS: "Linux",
        WT_INJECT: `${root}/runner/wt-inject`,
        CALLS: `${root}/runner/calls`,
        ACTION_PATH: new URL("../../", import.meta.url).pathname,
        NO_COLOR: "1",
        ...env,
      },
    }).output();
    const read = (name: string) => Deno.readTextFileSync(`${root}/runner/${name}`);
    const files: string[] = [];
    for (const [path, text] of tree(`${root}/work`)) {
      files.push(path);
      gone[path] = text;
    }
    const calls = read("calls").split("\x01\0").slice(0, -1).map((call) =>
      call.split("\0").slice(0, -1)
    );
    const decoder = new TextDecoder();
    return {
      code,
      log: decoder.decode(stdout),
      stderr: decoder.decode(stderr),
      outputs: read("output"),
      summary: read("summary"),
      calls,
      files: files.sort(),
      text: (path) => gone[path] ?? "",
    };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function* tree(root: string, folder = ""): Generator<readonly [string, string]> {
  for (const { name, isDirectory } of Deno.readDirSync(`${root}/${folder}`)) {
    if (isDirectory) yield* tree(root, `${folder}${name}/`);
    else yield [`${folder}${name}`, Deno.readTextFileSync(`${root}/${folder}${name}`)];
  }
}

Deno.test({
  name: "action.sh hands on hostile inputs as they stand, and evaluates none",
  ignore,
  async fn() {
    const lines = [
      "--prompt",
      "two  words",
      "$(touch stolen)",
      "`touch stolen`",
      "; touch stolen #",
      "a'b\"c\\d",
      "*",
      "${HOME}",
      "--label=x y",
    ];
    const { code, calls, files, outputs } = await action("run", {
      INPUT_COMMAND: "conform",
      INPUT_ARGUMENTS: `\n${lines.join("\r\n")}\n\n`,
      INPUT_REPORTS: "a $(touch stolen) 'folder'",
    });
    assertEquals(code, 0);
    assertEquals(calls, [[
      "conform",
      ...lines,
      "--report",
      "json=a $(touch stolen) 'folder'/report.json",
    ]]);
    assertEquals([files, outputs], [[], "exit-code=1\n"]);
  },
});

Deno.test({
  name: "action.sh parts a command of two words, expands nothing in it, and takes conform for none",
  ignore,
  async fn() {
    const report = ["--report", "json=wt-inject-report/report.json"];
    for (
      const [command, words] of [
        ["corpus run", ["corpus", "run"]],
        ["  corpus   run ", ["corpus", "run"]],
        ["", ["conform"]],
        ["   ", ["conform"]],
        ["* $(id)", ["*", "$(id)"]],
      ] as const
    ) {
      const { calls } = await action("run", { INPUT_COMMAND: command });
      assertEquals(calls, [[...words, ...report]], command);
    }
  },
});

Deno.test({
  name: "action.sh lets nothing that the program says be a command to the runner",
  ignore,
  async fn() {
    const { log } = await action("run", {}, "echo '::add-mask::x'; echo '::error::from the agent'");
    const [stop, ...rest] = log.trimEnd().split("\n");
    const token = /^::stop-commands::([0-9a-f]{32})$/.exec(stop!)?.[1];
    assert(token !== undefined, stop);
    assertEquals(rest, ["::add-mask::x", "::error::from the agent", `::${token}::`]);
  },
});

Deno.test({
  name: "action.sh keeps four reports, writes the summary, and hands the exit code on",
  ignore,
  async fn() {
    const { code, log, stderr, outputs, summary, files, text } = await action("run", {
      INPUT_COMMAND: "conform",
      INPUT_ARGUMENTS: "--reference\n--select\nreset.echo",
    }, REAL);
    assertEquals([code, outputs], [0, "exit-code=0\n"], stderr);
    assertEquals(
      files,
      ["html", "json", "md", "xml"].map((end) => `wt-inject-report/report.${end}`),
    );
    assertMatch(log, /^CONFORMS/m);
    assertMatch(text("wt-inject-report/report.xml"), /<testsuite/);
    assertMatch(text("wt-inject-report/report.html"), /^<!doctype html>/i);
    assertEquals(summary, text("wt-inject-report/report.md"));
    assertMatch(summary, /CONFORMS/i);
  },
});

Deno.test({
  name: "action.sh annotates a run that found nobody, and hands its exit code on",
  ignore,
  async fn() {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    const { code, log, outputs, summary } = await action("run", {
      INPUT_ARGUMENTS: `http://127.0.0.1:${port}`,
    }, REAL);
    assertEquals([code, outputs], [0, "exit-code=3\n"]);
    assertMatch(log, /^::(?:error|warning|notice)[ :]/m);
    assertMatch(summary, /not reachable/i);
  },
});

Deno.test({
  name: "action.sh hands on exit code 2, and keeps no report of nothing",
  ignore,
  async fn() {
    const { code, outputs, files, summary } = await action("run", {
      INPUT_ARGUMENTS: "--no-such-flag",
    }, REAL);
    assertEquals([code, outputs, files, summary], [0, "exit-code=2\n", [], ""]);
  },
});

Deno.test({
  name: "action.sh installs into the runner's folder, and tells where",
  ignore,
  async fn() {
    const { code, stderr, outputs } = await action("install", {
      INPUT_VERSION: "9.9.9",
      WT_INJECT_URL_BASE: "http://127.0.0.1:1",
    });
    assert(code !== 0);
    assertMatch(
      stderr,
      /^Cannot install wt-inject: http:\/\/127\.0\.0\.1:1\/SHA256SUMS could not be/m,
    );
    assertEquals(outputs, "");
  },
});
