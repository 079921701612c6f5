/**
 * Prompt surfaces: what an endpoint reports of the text that steers its model, recorded as a golden and
 * held against it later. Goldens are Wind Tunnel's `windtunnel_surface_golden: 1`, byte for byte, so that
 * either tool checks the other's file.
 *
 * Surface requests destroy no state and cost no turn. A reported surface is the system prompt: nothing
 * here tells its text unless it is asked to.
 *
 * @example Record today, check tomorrow
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { serveReference } from "@wt/inject/reference";
 * import { checkSurface, recordSurface } from "@wt/inject/surface";
 *
 * const endpoint = await serveReference();
 * try {
 *   const recorded = await recordSurface({ baseUrl: endpoint.url });
 *   if (recorded.outcome !== "recorded") throw new Error(recorded.outcome);
 *   // await Deno.writeTextFile("surface.golden.json", recorded.file);
 *
 *   const checked = await checkSurface(recorded.file, { baseUrl: endpoint.url });
 *   assertEquals(checked, { outcome: "unchanged", changes: [] });
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 *
 * @module
 */
import { DEFAULT_TIMEOUT_S, driverSettings } from "../driver/settings.ts";
import { once } from "../wire/client.ts";
import type { Transport } from "../wire/exchange.ts";
import { type Compared, compareWithGolden } from "./compare.ts";
import { readGolden } from "./golden_read.ts";
import { probeSurface as probe, type SurfaceProbe } from "./probe.ts";
import { type Recorded, recordGolden } from "./record.ts";

export type { Compared } from "./compare.ts";
export type { EntryDescription, ListDescription, SurfaceDescription } from "./describe.ts";
export type { Change } from "./golden_diff.ts";
export { GoldenError } from "./golden_read.ts";
export type { SurfaceProbe } from "./probe.ts";
export type { Recorded } from "./record.ts";
export type { Segment, SegmentFault, SegmentKind } from "./segments.ts";
export { SURFACE_LISTS, type SurfaceList } from "./stability.ts";
export type { Invalid, Reported, SurfaceState, Unavailable } from "./state.ts";

/** Whom to ask, and how. */
export interface SurfaceOptions {
  /** Base URL without a route; a path prefix is kept. */
  readonly baseUrl: string;
  /** The endpoint's own deadline, seconds (default 120); the contract's grace of 5 s is added. */
  readonly timeoutS?: number;
  /** How a request is sent; default: exactly once, on a connection of its own. */
  readonly transport?: Transport;
  /** Aborting it rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** A probe's options. */
export interface ProbeOptions extends SurfaceOptions {
  /** How often a reported surface is asked for, to see whether it stays the same (default 2). */
  readonly times?: number;
}

/** A recording's options. */
export interface RecordOptions extends SurfaceOptions {
  /** Put the text beside the hashes (default false). The file is then as private as the prompt. */
  readonly storeText?: boolean;
}

/** A check's options. */
export interface CheckOptions extends SurfaceOptions {
  /** Put the text of what changed into the outcome (default false). */
  readonly show?: boolean;
}

/**
 * Asks for the surface, twice unless told otherwise, and says which state it is in: reported,
 * unavailable (404 or 501: the route is optional), invalid, or that nobody could be asked.
 *
 * @throws {UsageError} on a URL or a time-out that can't be used, before anything is sent.
 *
 * @example An endpoint without the route
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { contractHandler, serveEndpoint } from "@wt/inject";
 * import { probeSurface } from "@wt/inject/surface";
 *
 * const handler = contractHandler({
 *   inject: () => Promise.resolve({ reply: "Hello." }),
 *   reset: () => {},
 * });
 * const endpoint = await serveEndpoint({ port: 0, handler });
 * try {
 *   assertEquals((await probeSurface({ baseUrl: endpoint.url })).status, "unavailable");
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function probeSurface(options: ProbeOptions): Promise<SurfaceProbe> {
  const { times = 2, transport = once, signal } = options;
  const { baseUrl, timeoutS } = driverSettings({
    baseUrl: options.baseUrl,
    timeoutS: options.timeoutS ?? DEFAULT_TIMEOUT_S,
  });
  return await probe({
    baseUrl,
    timeoutS,
    transport,
    times,
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * Asks for the surface and makes its golden: names, order and hashes, without the text.
 *
 * @throws {UsageError} on a URL or a time-out that can't be used, before anything is sent.
 *
 * @example The file holds hashes, and no word of the prompt
 * ```ts
 * import { assert } from "@std/assert";
 * import { serveReference } from "@wt/inject/reference";
 * import { recordSurface } from "@wt/inject/surface";
 *
 * const endpoint = await serveReference();
 * try {
 *   const recorded = await recordSurface({ baseUrl: endpoint.url });
 *   assert(recorded.outcome === "recorded");
 *   assert(recorded.file.startsWith('{\n  "windtunnel_surface_golden": 1,'));
 *   assert(!recorded.file.includes("freight"));
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function recordSurface(options: RecordOptions): Promise<Recorded> {
  return await recordGolden(await probeSurface(options), options.storeText ?? false);
}

/**
 * Asks for the surface and holds it against a golden file, by hashes and the order of tools.
 *
 * @param golden The file's text or bytes, ours or Wind Tunnel's.
 * @throws {GoldenError} where the file is no golden, before anything is sent.
 * @throws {UsageError} on a URL or a time-out that can't be used.
 *
 * @example What changed is named
 * ```ts
 * import { assert, assertEquals } from "@std/assert";
 * import { serveReference } from "@wt/inject/reference";
 * import { checkSurface, recordSurface } from "@wt/inject/surface";
 *
 * const endpoint = await serveReference();
 * try {
 *   const recorded = await recordSurface({ baseUrl: endpoint.url });
 *   assert(recorded.outcome === "recorded");
 *   const golden = JSON.parse(recorded.file);
 *   golden.tool_definitions.client_lookup = `sha256:${"0".repeat(64)}`;
 *
 *   const checked = await checkSurface(JSON.stringify(golden), { baseUrl: endpoint.url });
 *   assert(checked.outcome === "changed");
 *   assertEquals(checked.changes.map(({ what, name }) => [what, name]), [["tool", "client_lookup"]]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function checkSurface(
  golden: string | Uint8Array,
  options: CheckOptions,
): Promise<Compared> {
  const bytes = typeof golden === "string" ? new TextEncoder().encode(golden) : golden;
  const read = readGolden(bytes);
  const found = await probeSurface({ ...options, times: 1 });
  return await compareWithGolden(read, found, options.show ?? false);
}
