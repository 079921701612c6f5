/**
 * Session ids are the driver's to mint.
 *
 * @module
 */

/**
 * A fresh opaque session id: a random UUID, so that no two runs ever meet in one session
 * (session.driver-mints).
 *
 * @example Never the same twice
 * ```ts
 * import { assertNotEquals } from "@std/assert";
 * import { newSessionId } from "@wt/inject";
 *
 * assertNotEquals(newSessionId(), newSessionId());
 * ```
 */
export function newSessionId(): string {
  return crypto.randomUUID();
}
