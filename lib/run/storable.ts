/**
 * What of a run may be kept in files that Wind Tunnel's own tools read.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import type { ScenarioRun } from "../scenario/run.ts";
import { pythonRefuses } from "./python_limits.ts";

/**
 * The run, without a surface that would make its trace unreadable, and with it the folder for those who
 * read all of it. Their own driver calls such a surface invalid as well.
 */
export function storable(run: ScenarioRun, warn: (warning: string) => void): ScenarioRun {
  const { surface } = run;
  const refused = surface.status === "reported"
    ? pythonRefuses(stringifyJson(surface.document, surface.surface as never))
    : undefined;
  if (refused === undefined) return run;
  const detail = `it was reported, and Wind Tunnel's tools can't read it: ${refused}`;
  const warning = `surface_invalid: ${detail}`;
  warn(warning);
  return {
    ...run,
    surface: { status: "invalid", detail },
    warnings: [warning, ...run.warnings],
  };
}

/** The conversation; undefined, with a warning, where none is to be kept. */
export function readable(
  conversation: string | undefined,
  warn: (warning: string) => void,
): string | undefined {
  const refused = conversation === undefined ? undefined : pythonRefuses(conversation);
  if (refused === undefined) return conversation;
  warn(`no .wtin.json is kept, for Wind Tunnel's tools can't read it: ${refused}`);
  return undefined;
}
