/**
 * Groups of cases that several faults break together.
 *
 * @module
 */

/** Runs whose surface is malformed, and which go on. */
export const RUNS_WITH_BAD_SURFACE: readonly string[] = [
  "run.surface-no-extra-segments",
  "run.surface-html",
  "run.surface-status-500",
  "run.surface-dropped",
];

/** Every run that gets past its reset and through all of its turns. */
export const RUNS_THAT_PASS: readonly string[] = [
  "request.version",
  "request.extra-fields",
  "request.identities",
  "run.reset-first",
  "run.surface-once",
  "run.newest-turn",
  "run.one-*",
  "run.answers-in-order",
  "error.scoreable",
  "http.keep-alive",
  "run.surface-reported",
  "run.surface-absent",
  ...RUNS_WITH_BAD_SURFACE,
];

/** Every run. */
export const EVERY_RUN: readonly string[] = [
  ...RUNS_THAT_PASS,
  "run.*",
  "wire.dropped-reused",
  "wire.dropped-second-turn",
  "deadline.reset",
];
