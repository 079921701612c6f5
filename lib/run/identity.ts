/**
 * What a run is kept under, and where: Wind Tunnel's storage layout.
 *
 * @module
 */

/** Names that a trace carries beside its scenario's; readers group runs by scenario and variant. */
export interface Identity {
  /** The agent that was driven. */
  readonly agent: string;
  /** What this sweep is called: a branch, a candidate. Wind Tunnel's `--label`. */
  readonly variant: string;
  /** The agent's model, where somebody knows it. */
  readonly model: string;
}

/** The names that stand where none is given; variant and model are Wind Tunnel's own. */
export const DEFAULT_IDENTITY: Identity = {
  agent: "wt-inject",
  variant: "cli_run",
  model: "unknown",
};

/** What the model's quantization is called: nobody tells us. */
export const QUANT = "unknown";

/** The longest name of a file or folder that common file systems take, bytes. */
export const MAX_NAME_BYTES = 255;

/**
 * A name as one component of a path: a letter or number of any script, `-`, `.` and `_` stay, each other
 * character becomes one `_`. What would be nothing, `.` or `..` becomes `_` or `__`.
 */
export function safeComponent(name: string): string {
  const component = name.replace(/[^\p{L}\p{N}\-._]/gu, "_");
  return ["", ".", ".."].includes(component)
    ? "_".repeat(Math.max(1, component.length))
    : component;
}

/** The folders of a scenario's traces, from the base on. */
export function traceFolders(
  scenario: string,
  { agent, variant, model }: Identity,
): readonly string[] {
  return [scenario, agent, variant, model, QUANT].map(safeComponent);
}

/**
 * The file's name without its ending.
 *
 * @param startedAt UTC, ISO 8601 with milliseconds
 */
export function traceStem(startedAt: string, runId: string): string {
  const digits = startedAt.replace(/[-:]/g, "").replace(/\.(\d{3})Z$/, "$1000Z");
  return `${digits}_${runId.slice(0, 8)}`;
}

/** A time as Python's isoformat has it, with six digits always: readers compare it as text. */
export function isoTime(at: string): string {
  return at.replace(/Z$/, "000+00:00");
}
