/**
 * Adapters as commands, for tests of `certify` and `ratify`.
 *
 * @module
 */

/** What starting a driver needs of Deno. */
export const DRIVER_PERMISSIONS = [
  "--allow-net=127.0.0.1",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
];

/** The adapter for platform fetch: it follows no redirect, and decodes UTF-8 leniently. */
export const FETCH_ADAPTER: readonly string[] = [
  Deno.execPath(),
  "run",
  "--no-prompt",
  "--allow-net=127.0.0.1",
  "--allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S",
  new URL("../../examples/drivers/platform_fetch.ts", import.meta.url).pathname,
];

/** A command that prints what follows, and reads nothing. */
export function printer(text: string): readonly string[] {
  return [Deno.execPath(), "eval", "console.log(Deno.args.join(' '))", "--", text];
}
