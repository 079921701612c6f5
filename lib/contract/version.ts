/**
 * This tool's version, which a test holds against deno.json, and what it runs on.
 *
 * @module
 */

/** Semantic version of wt-inject. */
export const VERSION = "0.1.0";

/** What it runs on, for reports: `deno 2.9.6`. */
export function runtimeName(): string {
  const { userAgent } = globalThis.navigator ?? { userAgent: "unknown" };
  return userAgent.toLowerCase().replace("/", " ");
}
