/**
 * Plays faulty drivers and says in one message where a kill set isn't the pinned one.
 *
 * @module
 */
import { CASES } from "../../lib/certify/case_list.ts";
import type { Fault } from "../../lib/certify/faulty/driver.ts";
import { type Kills, playFault } from "../../lib/certify/kill.ts";

/** How many are played at once, so that waits overlap; all of them share one event loop. */
const AT_ONCE = 14;

/** Everything but the case that needs the one port there is: its own test plays it. */
const SHAREABLE = CASES.filter(({ settings }) => settings?.url !== "default");

/**
 * Plays each fault and compares what noticed it with the pinned set, whole. A set that differs is played
 * again alone, since verdicts about time suffer from company.
 *
 * @throws {Error} one line a difference.
 */
export async function assertKilledAsPinned(faults: readonly Fault[]): Promise<void> {
  const queue = [...faults];
  const suspects: Fault[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const kills = await playFault(next, { cases: SHAREABLE });
      if (differencesOf(kills).length > 0) suspects.push(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const differences: string[] = [];
  for (const fault of suspects) {
    differences.push(...differencesOf(await playFault(fault, { cases: SHAREABLE })));
  }
  if (differences.length > 0) {
    throw new Error(`Kill sets are not the pinned ones:\n${differences.join("\n")}`);
  }
}

function differencesOf({ fault, actual, expected, void: lost }: Kills): readonly string[] {
  return [
    ...expected.filter((id) => !actual.includes(id)).map((id) => `${id} did not notice`),
    ...actual.filter((id) => !expected.includes(id)).map((id) => `${id} noticed, and isn't pinned`),
    ...lost.map((id) => `${id} went wrong by our own fault`),
  ].map((line) => `  ${fault}: ${line}`);
}
