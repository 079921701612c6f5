/**
 * The names that `wt-inject schema` knows. Apart from the schemas themselves, so that help need not
 * load those.
 *
 * @module
 */

/** Envelopes first, then what the tool itself reads and writes. */
export const SCHEMA_NAMES = [
  "inject-request",
  "inject-response",
  "reset-request",
  "reset-response",
  "surface-request",
  "surface-response",
  "report",
  "profile",
  "baseline",
  "target",
  "scenario",
  "run-report",
  "adapter-input",
  "adapter-output",
] as const;
