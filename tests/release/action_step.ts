/**
 * A step of the action, in a workspace of its own, with a program in place of wt-inject or with it.
 */
const SCRIPT = new URL("../../action.sh", import.meta.url).pathname;
const CLI = new URL("../../cli.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** How a step ended, and what it left. */
export interface Outcome {
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
export const FAKE =
  `for word; do printf '%s\\0' "$word"; done >> "$CALLS"; printf '\\1\\0' >> "$CALLS"; exit 1`;

/** The real one. */
export const REAL =
  `exec '${Deno.execPath()}' run --quiet --no-prompt --allow-net=127.0.0.1 --allow-read ` +
  `--allow-write --allow-env '--config=${CONFIG}' '${CLI}' "$@"`;

/** Runs one; `left` are files of the workspace that an earlier step left. */
export async function action(
  step: string,
  env: Readonly<Record<string, string>>,
  program = FAKE,
  left: readonly string[] = [],
): Promise<Outcome> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "wt inject action-" }));
  const gone: Record<string, string> = {};
  try {
    await Deno.mkdir(`${root}/work`);
    await Deno.mkdir(`${root}/runner`);
    await Deno.writeTextFile(`${root}/runner/wt-inject`, `#!/bin/sh\n${program}\n`, {
      mode: 0o755,
    });
    for (const name of left) {
      const folder = name.slice(0, name.lastIndexOf("/"));
      await Deno.mkdir(`${root}/work/${folder}`, { recursive: true });
      await Deno.writeTextFile(`${root}/work/${name}`, "an earlier step's");
    }
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
