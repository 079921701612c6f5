/**
 * A probed surface beside its golden.
 *
 * @module
 */
import { describeSurface, type SurfaceDescription } from "./describe.ts";
import { type Change, goldenChanges } from "./golden_diff.ts";
import type { ReadGolden } from "./golden_read.ts";
import type { SurfaceProbe } from "./probe.ts";
import { type SegmentFault, segmentsOf } from "./segments.ts";

/** What came of a comparison. */
export type Compared =
  | { readonly outcome: "unchanged" | "changed"; readonly changes: readonly Change[] }
  /** It is a surface, and one that no golden can hold. */
  | { readonly outcome: "not comparable"; readonly faults: readonly SegmentFault[] }
  | { readonly outcome: "unavailable" | "invalid"; readonly described: SurfaceDescription }
  | { readonly outcome: "unreachable"; readonly reason: string };

/** Compares by hashes alone. The surface's own words are in the outcome only where `show` asks for them. */
export async function compareWithGolden(
  golden: ReadGolden,
  probe: SurfaceProbe,
  show: boolean,
): Promise<Compared> {
  if (probe.status === "unreachable") return { outcome: "unreachable", reason: probe.reason };
  const { state } = probe;
  if (state.status !== "reported") {
    return { outcome: state.status, described: await describeSurface(state, { show }) };
  }
  const found = await segmentsOf(state);
  if (!found.ok) return { outcome: "not comparable", faults: found.faults };
  const changes = await goldenChanges(golden, found.segments, { show });
  return { outcome: changes.length === 0 ? "unchanged" : "changed", changes };
}
