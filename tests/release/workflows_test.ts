import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { PERMISSIONS, PLATFORMS } from "../../tools/compile.ts";

const ROOT = new URL("../../", import.meta.url);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly include?: readonly Record<string, string>[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

async function read(path: string): Promise<{ readonly text: string; readonly value: unknown }> {
  const text = await Deno.readTextFile(new URL(path, ROOT));
  return { text, value: parse(text) };
}

const WORKFLOWS = [".github/workflows/ci.yml", ".github/workflows/release.yml"];

Deno.test("workflows and the action pin what they use by commit, and say which version that is", async () => {
  for (const path of [...WORKFLOWS, "action.yml"]) {
    const uses = (await read(path)).text.split("\n").filter((line) =>
      /^\s*(?:- )?uses:/.test(line)
    );
    assert(uses.length > 0, path);
    for (const line of uses) {
      assertMatch(line, /uses: [\w-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path);
    }
  }
});

Deno.test("workflows pin an action by the same commit wherever they use it", async () => {
  const pins = new Map<string, string>();
  for (const path of [...WORKFLOWS, "action.yml"]) {
    for (const [, name, commit] of (await read(path)).text.matchAll(/uses: (\S+)@(\S+)/g)) {
      assertEquals(pins.get(name!) ?? commit, commit, name);
      pins.set(name!, commit!);
    }
  }
});

Deno.test("workflows may read and nothing else; a job that needs more names it", async () => {
  const more: Record<string, unknown> = {};
  for (const path of WORKFLOWS) {
    const { permissions, jobs } = (await read(path)).value as Workflow;
    assertEquals(permissions, { contents: "read" }, path);
    for (const [name, job] of Object.entries(jobs)) {
      if (job.permissions !== undefined) more[name] = job.permissions;
    }
  }
  assertEquals(more, {
    release: { contents: "write", "id-token": "write", attestations: "write" },
    jsr: { contents: "read", "id-token": "write" },
  });
});

Deno.test("every job ends by itself, and leaves no token in its checkout", async () => {
  for (const path of WORKFLOWS) {
    const { jobs } = (await read(path)).value as Workflow;
    for (const [name, job] of Object.entries(jobs)) {
      const minutes = job["timeout-minutes"];
      assert(minutes !== undefined && minutes <= 60, `${path}: ${name}`);
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))) {
        assertEquals(step.with?.["persist-credentials"], false, `${path}: ${name}`);
      }
    }
  }
});

Deno.test("no script has an expression in it: what comes from outside is in its environment", async () => {
  for (const path of WORKFLOWS) {
    const { jobs } = (await read(path)).value as Workflow;
    for (const { run } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      assert(!run?.includes("${{"), `${path}: ${run}`);
    }
  }
  const { runs } = (await read("action.yml")).value as { runs: { steps: readonly Step[] } };
  for (const { run } of runs.steps) {
    assert(!run?.includes("${{") && !/\beval\b/.test(run ?? ""), run);
  }
  assert(!/\beval\b/.test(await Deno.readTextFile(new URL("action.sh", ROOT))));
});

Deno.test("the release builds every platform that there is an executable for, and tries each", async () => {
  const { jobs } = (await read(".github/workflows/release.yml")).value as Workflow;
  const built = jobs["build"]!.strategy!.matrix.include!.map(({ target, file }) => ({
    triple: target,
    file,
  }));
  assertEquals(built, PLATFORMS.map(({ triple, file }) => ({ triple, file })));
  const tries = jobs["build"]!.steps.map(({ run }) => run ?? "").join("\n");
  for (const words of ["version --json", "conform --reference", "selftest", "corpus run"]) {
    assert(tries.includes(`"dist/$FILE" ${words}`), words);
  }
});

Deno.test("install.sh and install.ps1 know every file of a release, and docs/install.md every permission", async () => {
  const [sh, ps1, page] = await Promise.all(
    ["install.sh", "install.ps1", "docs/install.md"].map((path) =>
      Deno.readTextFile(new URL(path, ROOT))
    ),
  );
  for (const { file } of PLATFORMS) {
    const [, , os, arch] = file.replace(".exe", "").split("-");
    if (os === "windows") assert(ps1!.includes(`'${file}'`));
    else assert(sh!.includes(`os=${os}`) && sh!.includes(`arch=${arch}`), file);
    assert(page!.includes(file), `docs/install.md: ${file}`);
  }
  for (const flag of PERMISSIONS) {
    assert(page!.includes(`\`${flag.slice("--allow-".length)}\``), flag);
  }
});
