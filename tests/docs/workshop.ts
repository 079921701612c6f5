/**
 * A folder in which a page's commands are run as a reader would: `wt-inject`, `deno` and `npx` are on its
 * PATH and are this checkout and this Deno, and the files that pages speak of lie in it.
 */
import { REFERENCE_PROFILE } from "../../lib/endpoint/reference.ts";
import { denoDir } from "../deno_dir.ts";
import { ROOT } from "./pages.ts";
import { heard, WT_INJECT } from "./services.ts";

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  readonly said: string;
}

/** Where commands are run. */
export interface Workshop extends AsyncDisposable {
  /** Runs a line of a shell to its end; with `until`, ends it by SIGTERM once it says where it listens. */
  run(line: string, options: RunOptions): Promise<Outcome>;
}

/** How a line is run. */
export interface RunOptions {
  /** By the page's port, the real one. */
  readonly ports: Readonly<Record<string, number>>;
  readonly listens?: boolean;
}

const path = (name: string): string => decodeURIComponent(new URL(name, ROOT).pathname);
const quoted = (word: string): string => `'${word}'`;

const SHIMS: Readonly<Record<string, string>> = {
  "wt-inject": `exec ${WT_INJECT.map(quoted).join(" ")} "$@"`,
  deno: `command=$1; shift; exec ${quoted(Deno.execPath())} "$command" --quiet ` +
    `${quoted(`--config=${path("deno.json")}`)} "$@"`,
  npx: `[ "$1 $2" = "-y deno@2.9.6" ] || { echo "npx $*"; exit 97; }; shift 2; exec deno "$@"`,
  // A store that never holds anything.
  sqlite3: "echo 'BEGIN TRANSACTION; COMMIT;'",
  "my-adapter": `exec python3 ${quoted(path("examples/drivers/urllib_driver.py"))}`,
};

const GATEWAY_TARGET = {
  name: "mine",
  gateway: "http://127.0.0.1:0",
  upstream: { listen: "127.0.0.1:0" },
  process: {
    argv: [
      ...WT_INJECT,
      "gateway",
      "--listen",
      "127.0.0.1:${GATEWAY_PORT}",
      "--upstream",
      "${UPSTREAM_URL}",
      "--upstream-dialect",
      "chat",
    ],
  },
  paths: { "chat-to-chat": {}, "messages-to-chat": {} },
};

/** Files that pages speak of, and that a reader would have. */
async function furnish(folder: string): Promise<void> {
  for (const name of ["bin", "home/.zsh/completions", "home/.config/fish/completions"]) {
    await Deno.mkdir(`${folder}/${name}`, { recursive: true });
  }
  for (const name of ["goldens", "results", "scenarios", "vendor"]) {
    await Deno.mkdir(`${folder}/${name}`);
  }
  for (const name of ["examples", "corpus", "docs", "tools"]) {
    await Deno.symlink(path(name), `${folder}/${name}`);
  }
  for (const [name, body] of Object.entries(SHIMS)) {
    await Deno.writeTextFile(`${folder}/bin/${name}`, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }
  for (const name of ["my-adapter", "a", "b"]) {
    await Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${SHIMS["my-adapter"]}\n`, {
      mode: 0o755,
    });
  }
  const scenario = await Deno.readTextFile(path("examples/scenarios/plain_facts.yaml"));
  await Deno.writeTextFile(`${folder}/shop.yaml`, scenario);
  await Deno.writeTextFile(`${folder}/scenarios/shop.yaml`, scenario);
  await Deno.writeTextFile(`${folder}/turn.txt`, "Where is order 4417?");
  await Deno.writeTextFile(`${folder}/turns.txt`, "Where is order 4417?\n/quit\n");
  await Deno.writeTextFile(`${folder}/my.json`, JSON.stringify(GATEWAY_TARGET));
}

/** Opens one. With `profile`, the reference endpoint's words lie in it as wt-inject.json. */
export async function workshop({ profile }: { readonly profile: boolean }): Promise<Workshop> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "wt-inject-docs-" }));
  const deno = denoDir();
  await furnish(folder);
  if (profile) {
    await Deno.writeTextFile(`${folder}/wt-inject.json`, JSON.stringify(REFERENCE_PROFILE));
  }
  return {
    async run(line, { ports, listens = false }) {
      const placed = Object.entries(ports)
        .reduce((text, [from, to]) => text.replaceAll(`:${from}`, `:${to}`), line)
        .replaceAll("~/", `${folder}/home/`);
      const child = new Deno.Command("sh", {
        args: ["-c", listens ? `exec env ${placed}` : placed],
        cwd: folder,
        env: {
          PATH: `${folder}/bin:${Deno.env.get("PATH") ?? ""}`,
          NO_COLOR: "1",
          WT_INJECT_URL: `http://127.0.0.1:${ports["8647"] ?? 1}`,
          DENO_NO_UPDATE_CHECK: "1",
          DENO_DIR: deno,
        },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      if (listens) {
        const { address, ended } = heard(child);
        await address;
        try {
          child.kill("SIGTERM");
        } catch {
          // It has ended, and its code says how.
        }
        return { code: (await child.status).code, said: await ended };
      }
      const { code, stdout, stderr } = await child.output();
      const decoder = new TextDecoder();
      return { code, said: decoder.decode(stdout) + decoder.decode(stderr) };
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
