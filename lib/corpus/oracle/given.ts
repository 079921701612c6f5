/**
 * Optional members that are absent where there is nothing, rather than present and undefined.
 *
 * @module
 */

/** The members that have a value. */
export function given<T extends object>(
  members: { readonly [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Partial<T>;
}
