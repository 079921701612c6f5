/**
 * What this tool runs on.
 *
 * @module
 */

/** The runtime and its version, for reports: `deno 2.9.6`. */
export function runtimeName(): string {
  const { userAgent } = globalThis.navigator ?? { userAgent: "unknown" };
  return userAgent.toLowerCase().replace("/", " ");
}
