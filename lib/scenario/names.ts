/**
 * Tool names: a scenario has the bare name, a platform may decorate it.
 *
 * @module
 */

/**
 * True where an observed tool name is a bare one or ends in it after `_` or `.`: `client_lookup` and
 * `ops.lookup` are both `lookup`, `ops-lookup` isn't. Case counts.
 */
export function matchesToolName(bare: string, observed: string): boolean {
  return observed === bare || observed.endsWith(`_${bare}`) || observed.endsWith(`.${bare}`);
}
