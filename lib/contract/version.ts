/**
 * This tool's version; a test holds it against deno.json.
 *
 * @module
 */

/** Semantic version of wt-inject. */
export const VERSION = "0.1.0";
