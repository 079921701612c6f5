import { assert, assertEquals, assertMatch } from "@std/assert";
import { action, REAL } from "./action_step.ts";

const ignore = Deno.build.os === "windows"; // bash is another one there

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
  name: "action.sh asks for the report before --: what stands behind it is another program's",
  ignore,
  async fn() {
    const { calls } = await action("run", {
      INPUT_COMMAND: "certify",
      INPUT_ARGUMENTS: "--smoke\n--\npython3\n--\ndriver.py",
    });
    const report = ["--report", "json=wt-inject-report/report.json"];
    assertEquals(calls, [["certify", "--smoke", ...report, "--", "python3", "--", "driver.py"]]);
  },
});

Deno.test({
  name: "action.sh takes no earlier step's report for its own, and no folder's name for a flag",
  ignore,
  async fn() {
    const program = `case "$*" in *--first*) shift; while [ "$1" != --report ]; do shift; done; ` +
      `echo '{"left":1}' > "\${2#json=}";; *view*) echo seen; exit 0;; esac; exit 2`;
    const first = await action(
      "run",
      { INPUT_ARGUMENTS: "--first", INPUT_REPORTS: "-rep" },
      program,
    );
    assertEquals([first.code, first.outputs, first.summary], [0, "exit-code=2\n", "seen\n"]);
    assertEquals(first.files.length, 4);
    const again = await action(
      "run",
      { INPUT_REPORTS: "-rep" },
      program,
      ["report.json", "report.md", "report.html", "report.xml"].map((name) => `./-rep/${name}`),
    );
    assertEquals([again.code, again.outputs, again.summary, again.files], [
      0,
      "exit-code=2\n",
      "",
      [],
    ]);
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
