/**
 * Work that is done several pieces at a time.
 *
 * @module
 */

/** Works a list off, so many at a time; begins none once the signal is aborted. */
export async function several<T>(
  list: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const left = list.values();
  const worker = async () => {
    for (const item of left) {
      if (signal?.aborted === true) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
}
