/**
 * What a run is told, and what verdicts take from it.
 *
 * @module
 */
import { DECLARATIONS } from "../contract/profile.ts";
import { UsageError } from "../contract/usage.ts";
import type { Settings } from "./evidence.ts";
import type { ConformOptions } from "./run.ts";

const DEFAULT_TIMEOUT_S = 120;
const GRACE_S = 5;

/**
 * Settings of a run, with their defaults.
 *
 * @throws {UsageError} on a time-out that is no positive number, or an unknown declaration.
 */
export function settingsOf(options: Omit<ConformOptions, "baseUrl">): Settings {
  const profile = options.profile ?? {};
  const timeoutS = options.timeoutS ?? profile.timeout_s ?? DEFAULT_TIMEOUT_S;
  for (const seconds of [timeoutS, profile.slow_timeout_s ?? timeoutS]) {
    if (Number.isFinite(seconds) && seconds > 0) continue;
    throw new UsageError(
      `Cannot use a time-out of ${seconds}: it must be a positive number of seconds`,
    );
  }
  const declarations = [...new Set(profile.declare ?? [])];
  for (const word of declarations) {
    if (!(DECLARATIONS as readonly string[]).includes(word)) {
      throw new UsageError(
        `Cannot declare ${word}: there is no such declaration`,
        `There are ${DECLARATIONS.join(", ")}.`,
      );
    }
  }
  return {
    profile,
    declarations,
    timeoutS,
    graceS: options.graceS ?? GRACE_S,
    thorough: options.thorough === true,
  };
}
