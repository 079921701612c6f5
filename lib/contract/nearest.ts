/**
 * The nearest name to one that doesn't exist, or none: a far-fetched hint is worse than no hint.
 *
 * @module
 */

/**
 * The candidate closest to a mistyped name: at most one edit for a short name, two for a longer one,
 * three past twelve letters. An edit is an insertion, a deletion, a substitution, or a swap of two
 * neighbours. A name cut short counts as near where it begins exactly one candidate.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const limit = wanted.length < 5 ? 1 : wanted.length <= 12 ? 2 : 3;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best !== undefined || wanted.length < 3) return best;
  const begun = candidates.filter((candidate) => candidate.toLowerCase().startsWith(wanted));
  return begun.length === 1 ? begun[0] : undefined;
}

/** Edits between two strings; a swap of neighbours is one (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, beforeLast[j - 2]! + 1);
      }
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
