/**
 * A mistake in how a command was called. Always exit code 2.
 *
 * @module
 */

/** Thrown before anything is sent. The message says what can't be done and why; the hint, what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
