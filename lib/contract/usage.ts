/**
 * A mistake in how a command was called. Always exit code 2.
 *
 * @module
 */

/**
 * Thrown before anything is sent. The message says what can't be done and why; the hint, what to do.
 *
 * @example A mistake is told before anything is sent
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { conform, UsageError } from "@wt/inject";
 *
 * const baseUrl = "http://127.0.0.1:1";
 * await assertRejects(() => conform({ baseUrl, patterns: ["response.replay"] }), UsageError);
 * ```
 */
export class UsageError extends Error {
  /** For those who have lost the class. */
  override readonly name = "UsageError";
  /** What to do about it, one sentence. */
  readonly hint: string | undefined;

  /** What can't be done and why ("Cannot <verb> <thing>: <reason>"), and what to do about it. */
  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
