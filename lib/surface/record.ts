/**
 * A golden of a probed surface.
 *
 * @module
 */
import type { Compared } from "./compare.ts";
import { describeSurface } from "./describe.ts";
import { goldenFile, goldenOf } from "./golden.ts";
import type { SurfaceProbe } from "./probe.ts";
import { segmentsOf } from "./segments.ts";

/** A golden, or why there is none. */
export type Recorded =
  /** `file` is the golden file's text, a line feed at its end. */
  | { readonly outcome: "recorded"; readonly file: string }
  | Exclude<Compared, { readonly outcome: "unchanged" | "changed" }>;

/** Makes the golden. With `storeText` it holds the surface's own words, and is as private as they are. */
export async function recordGolden(probe: SurfaceProbe, storeText: boolean): Promise<Recorded> {
  if (probe.status === "unreachable") return { outcome: "unreachable", reason: probe.reason };
  const { state } = probe;
  if (state.status !== "reported") {
    return { outcome: state.status, described: await describeSurface(state, { show: false }) };
  }
  const found = await segmentsOf(state, { asText: storeText });
  if (!found.ok) return { outcome: "not comparable", faults: found.faults };
  const file = goldenFile(goldenOf(found.segments), storeText ? state : undefined);
  return { outcome: "recorded", file };
}
