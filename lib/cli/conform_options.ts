/**
 * From flags, profile and environment to the options of a run.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import type { Level } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import type { Arguments } from "./arguments.ts";
import { durationMs } from "./number.ts";
import { flagOf, PROFILE_FIELDS, PROFILE_KEYS } from "./profile_fields.ts";
import { faultOf, type ProfileDraft } from "./profile_file.ts";

/** What the selection flags say. */
export interface SelectionOptions {
  readonly patterns: readonly string[];
  readonly level?: Level;
}

const LEVELS: Readonly<Record<string, Level>> = { must: "MUST", should: "SHOULD", may: "MAY" };

/** Reads --select and --level. */
export function selectionOptions(args: Arguments): SelectionOptions {
  const level = LEVELS[args.text("level") ?? ""];
  return { patterns: args.list("select"), ...(level === undefined ? {} : { level }) };
}

/**
 * The profile with what the flags say on top.
 *
 * @param keys those that the command has a flag for
 * @throws UsageError on a value that a profile can't hold, and on tools expected of no prompt
 */
export function profileWithFlags(
  args: Arguments,
  base: Profile,
  keys: readonly (keyof Profile)[] = PROFILE_KEYS,
): Profile {
  const profile: ProfileDraft = { ...base };
  for (const key of keys) {
    const flag = flagOf(key);
    const field = PROFILE_FIELDS[key];
    if (!args.given(flag)) continue;
    const value = field.type === "seconds"
      ? args.number(flag)!
      : field.type === "names"
      ? args.text(flag)!.split(",").map((name) => name.trim())
      : field.type === "declarations"
      ? [...new Set(args.list(flag))]
      : args.text(flag)!;
    const fault = faultOf(field, value);
    if (fault !== undefined) {
      throw new UsageError(
        `Cannot use --${flag} ${args.text(flag)}: it ${fault}`,
        `"wt-inject schema profile" says what it may hold.`,
      );
    }
    Object.assign(profile, { [key]: value });
  }
  for (
    const [tools, prompt] of [["expect_tools", "tool_prompt"], [
      "error_tools",
      "error_prompt",
    ]] as const
  ) {
    if (!keys.includes(tools)) continue;
    if (profile[tools] === undefined || profile[prompt] !== undefined) continue;
    throw new UsageError(
      `Cannot expect ${profile[tools].join(", ")}: no prompt is given that makes the agent call it`,
      `Add --${flagOf(prompt)} TEXT, or "${prompt}" to the profile.`,
    );
  }
  return profile;
}

/**
 * Reads --wait.
 *
 * @throws UsageError on what isn't a duration
 */
export function waitMs(args: Arguments): number | undefined {
  const text = args.text("wait");
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms !== undefined) return ms;
  throw new UsageError(`Cannot wait ${text}: it isn't a duration`, "Write 500ms, 30s or 2m.");
}

/** Modes that don't go together: the first of each pair makes the others pointless or untrue. */
const EXCLUDES: readonly (readonly [flag: string, others: readonly string[]])[] = [
  ["reference", ["profile", "wait", "destroy-state", "from"]],
  ["from", [
    "wait",
    "state-probe",
    "repeat",
    "timeout",
    "destroy-state",
    "profile",
    "record",
    "thorough",
    "dry-run",
    "list",
    ...PROFILE_KEYS.map(flagOf),
  ]],
  ["list", ["dry-run", "record", "report", "repeat", "state-probe", "baseline"]],
  ["dry-run", ["record", "report", "repeat", "baseline"]],
  ["repeat", ["record"]],
  ["quiet", ["verbose"]],
];

/**
 * Refuses flags that contradict each other, and a URL where none is asked.
 *
 * @throws UsageError
 */
export function refuseContradictions(args: Arguments): void {
  refuseTogether(args, EXCLUDES, ["reference", "from"]);
  for (const flag of ["baseline-update", "baseline-prune"]) {
    if (!args.given(flag) || args.given("baseline")) continue;
    throw new UsageError(
      `Cannot use --${flag}: no baseline is named`,
      "Add --baseline FILE.",
    );
  }
  const format = args.text("format") ?? "text";
  if ((args.given("list") || args.given("dry-run")) && format !== "text" && format !== "json") {
    throw new UsageError(
      `Cannot use --format ${format} here: lists and plans are text or json`,
      "Write --format json, or leave it out.",
    );
  }
}

/**
 * Refuses the first pair of flags that don't go together.
 *
 * @param excludes what each flag makes pointless
 * @param instead flags that stand in place of a URL
 * @throws UsageError
 */
export function refuseTogether(
  args: Arguments,
  excludes: readonly (readonly [flag: string, others: readonly string[]])[],
  instead: readonly string[],
): void {
  for (const [flag, others] of excludes) {
    if (!args.given(flag)) continue;
    const other = others.find((name) => args.given(name));
    if (other !== undefined) throw contradiction(`--${flag}`, `--${other}`);
  }
  for (const flag of instead) {
    if (args.positionals.length > 0 && args.given(flag)) {
      throw contradiction(`--${flag}`, `the URL ${args.positionals[0]}`);
    }
  }
}

function contradiction(flag: string, other: string): UsageError {
  return new UsageError(
    `Cannot use ${flag} with ${other}: one makes the other pointless`,
    "Leave one of them out.",
  );
}
