/**
 * `wt-inject surface diff` and `surface check`: a surface beside its golden. `diff` informs, `check` is
 * a gate.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { type Compared, compareWithGolden } from "../surface/compare.ts";
import type { ReadGolden } from "../surface/golden_read.ts";
import { surfaceExitCode, type SurfaceProbe } from "../surface/probe.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { deliverAs, openReports } from "./outputs.ts";
import { askSurface } from "./surface_ask.ts";
import { goldenPath, loadGolden } from "./surface_golden.ts";
import { comparisonJson, comparisonText } from "./surface_text.ts";

/** A comparison and all that is said with it. */
export interface Comparison {
  readonly action: "diff" | "check";
  readonly url: string;
  /** Path of the golden file. */
  readonly path: string;
  readonly golden: ReadGolden;
  readonly compared: Compared;
  readonly exitCode: number;
}

/** `surface diff`: exit code 0 whatever changed; 3 where nothing could be compared. */
export function diff(args: Arguments, io: Io): Promise<number> {
  return compare("diff", args, io);
}

/** `surface check`: exit code 1 on any change, also where there is no surface any more. */
export function check(args: Arguments, io: Io): Promise<number> {
  return compare("check", args, io);
}

const FORMATS = { diff: ["text", "json"], check: ["text", "json", "junit"] } as const;

async function compare(action: "diff" | "check", args: Arguments, io: Io): Promise<number> {
  const path = goldenPath(args);
  const golden = await loadGolden(path);
  const reports = await openReports(args, FORMATS[action]);
  const discard = () => reports.forEach(({ file }) => file.discard());
  try {
    const probe = await askSurface(args, io, { times: 1, reset: args.given("reset"), discard });
    if (typeof probe === "number") return probe;
    const compared = await compareWithGolden(golden, probe, args.given("show-surface"));
    const exitCode = exitCodeOf(action, compared, probe);
    const comparison = { action, url: probe.url, path, golden, compared, exitCode };
    const { comparisonJunit } = await import("./surface_junit.ts");
    const render = (format: string) =>
      format === "json"
        ? comparisonJson(comparison)
        : format === "junit"
        ? comparisonJunit(comparison)
        : comparisonText(comparison);
    return await deliverAs({ exitCode, render, reports }, args, io);
  } finally {
    discard();
  }
}

function exitCodeOf(action: "diff" | "check", { outcome }: Compared, probe: SurfaceProbe): number {
  if (outcome === "unchanged") return EXIT.conforms;
  if (surfaceExitCode(probe) === EXIT.incomplete) return EXIT.incomplete;
  return action === "check" ? EXIT.violation : EXIT.conforms;
}
