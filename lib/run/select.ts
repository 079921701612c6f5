/**
 * Which scenarios are run here: by tag, and by shard.
 *
 * @module
 */
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";
import type { SourcedScenario } from "../scenario/read_text.ts";
import type { Identity } from "./identity.ts";
import type { DealtScenario, RunReport, Shard } from "./run_report.ts";

/**
 * The scenarios that have one of the tags; all, where none is given.
 *
 * @throws {UsageError} where no scenario has a tag
 */
export function withTags(
  scenarios: readonly SourcedScenario[],
  tags: readonly string[],
): readonly SourcedScenario[] {
  const known = [...new Set(scenarios.flatMap(({ scenario }) => scenario.tags))].sort();
  const unknown = tags.find((tag) => !known.includes(tag));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const all = known.length === 0 ? "No scenario has any." : `Tags: ${known.join(", ")}.`;
    throw new UsageError(
      `Cannot select by --tag ${unknown}: no scenario has it`,
      near === undefined ? all : `Did you mean ${near}?`,
    );
  }
  if (tags.length === 0) return scenarios;
  return scenarios.filter(({ scenario }) => scenario.tags.some((tag) => tags.includes(tag)));
}

/**
 * Reads `2/8`: the second of eight shards.
 *
 * @throws {UsageError}
 */
export function shardOf(text: string): Shard {
  const [, index, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (of !== undefined && shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(
    `Cannot use --shard ${text}: it isn't I/N with I from 1 to N`,
    "Write --shard 2/8 for the second of eight.",
  );
}

/**
 * The scenarios of a shard, in their order: dealt out by name, so that neither the order of files nor
 * the machine matters, and so that shards differ by one scenario at most.
 */
export function dealt(
  scenarios: readonly SourcedScenario[],
  shard: Shard | undefined,
): readonly DealtScenario[] {
  const byName = scenarios.map(({ scenario }) => scenario.name).sort();
  const mine = new Set(
    byName.filter((_, nth) => shard === undefined || nth % shard.of === shard.index - 1),
  );
  return scenarios.flatMap((one, position) =>
    mine.has(one.scenario.name) ? [{ ...one, position }] : []
  );
}

/** What is dealt out, told in one line: shards that don't agree on it aren't of one sweep. */
export async function selectionOf(
  scenarios: readonly SourcedScenario[],
  runs: number,
  identity: Identity,
): Promise<RunReport["selection"]> {
  // By name, as they are dealt out: no machine has to name its files in another's order.
  const byName = scenarios.map(({ scenario }) => scenario)
    .sort((one, other) => one.name < other.name ? -1 : 1);
  const text = JSON.stringify([runs, identity, byName]);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return { scenarios: scenarios.length, digest: `sha256:${hex}` };
}
