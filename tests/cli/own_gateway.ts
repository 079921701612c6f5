import { denoDir } from "../deno_dir.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** The reference gateway of this tool, as a process of its own. */
export function ownGateway(upstream: string, paths: readonly string[]) {
  const argv = [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-check",
    "--allow-net=127.0.0.1",
    `--config=${ROOT}deno.json`,
    `${ROOT}cli.ts`,
    "gateway",
    "--listen=${GATEWAY_HOST}:${GATEWAY_PORT}",
    "--upstream=${UPSTREAM_URL}",
    `--upstream-dialect=${upstream}`,
    "--capacity=16",
  ];
  return {
    name: "reference gateway",
    gateway: "http://127.0.0.1:0",
    upstream: { listen: "127.0.0.1:0" },
    process: { argv, restart: "never", env: { DENO_DIR: denoDir() } },
    capacity: 16,
    paths: Object.fromEntries(paths.map((path) => [path, {}])),
  };
}
