/**
 * Wind Tunnel's own tool as a child process, and ours beside it.
 *
 * @module
 */
import { type Ended, ended, start, wtInject } from "../cli/subprocess.ts";

const BIN = Deno.env.get("WT_INTEROP_BIN");

/** The version that is installed; for test names. */
export const VERSION = Deno.env.get("WT_INTEROP_VERSION") ?? "that isn't installed";

/** True where nobody has installed it: `deno task test:interop` does. */
export const ignore = BIN === undefined;
if (ignore) {
  console.log("skipped: windtunnel-bench isn't installed; deno task test:interop does that");
}

/** The scenarios of examples/scenarios, for their tool. */
export const PACK = `${new URL("pack.py", import.meta.url).pathname}:PACK`;
/** The same, for ours. */
export const SCENARIOS = new URL("../../examples/scenarios", import.meta.url).pathname;

/** Runs `wt` to its end, in a folder that it may fill, as if nothing were set on this machine. */
export async function wt(folder: string, url: string, ...args: string[]): Promise<Ended> {
  const child = new Deno.Command(`${BIN}/wt`, {
    args,
    cwd: folder,
    stdin: "null",
    env: {
      WT_INJECT_URL: url,
      WT_INJECT_TIMEOUT_S: "20",
      WT_LOCK_DIR: `${folder}/locks`,
      HOME: folder,
      PYTHONIOENCODING: "utf-8",
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    },
  });
  return ended(await child.output());
}

/** Runs `wt-inject` to its end. */
export async function ours(...words: string[]): Promise<Ended> {
  return await wtInject(words, {
    permissions: [
      "--allow-net=127.0.0.1",
      "--allow-read",
      "--allow-write",
      "--allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S,WT_INJECT_DEBUG",
    ],
  });
}

/** Does work on the URL of `wt-inject serve`. */
export async function withServe(work: (url: string) => Promise<void>): Promise<void> {
  const child = start(["serve", "--port", "0"]);
  const reader = child.stdout.getReader();
  const stderr = child.stderr.cancel();
  try {
    let greeting = "";
    const decoder = new TextDecoder();
    while (!greeting.includes("Ctrl-C")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`serve ended: ${greeting}`);
      greeting += decoder.decode(value, { stream: true });
    }
    await work(/listens on (\S+)/.exec(greeting)![1]!);
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await reader.cancel();
    await stderr;
  }
}
