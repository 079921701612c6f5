/**
 * One mutant live, for `wt-inject serve --mutant ID`, and what to say of it.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import { UsageError } from "../contract/usage.ts";
import type { CoopMutant } from "../endpoint/coop_mutant.ts";
import { type ServedMutant, serveMutant } from "../endpoint/mutant_server.ts";
import { DEFAULT_PORT } from "../endpoint/serve.ts";
import { canReset } from "../wire/raw_server.ts";
import { printable } from "./layout.ts";
import { themeOf } from "./roster.ts";
import { mutantById } from "./select.ts";
import { settingsOf, trialsOf } from "./trial.ts";

/** A mutant that is being served. */
export interface LiveMutant extends ServedMutant {
  readonly mutant: CoopMutant;
  /** How to judge it as a self-test does, but for the grace: that is the contract's. */
  readonly judgeWith: {
    readonly profile: Profile;
    readonly timeoutS: number;
    readonly thorough: boolean;
  };
}

/**
 * Serves the mutant with this id until it is closed.
 *
 * @throws {UsageError} where there is no such mutant (with the nearest id), where the address can't be
 * had, and where this platform can't play it.
 */
export async function serveMutantById(
  id: string,
  { hostname = "127.0.0.1", port = DEFAULT_PORT }: {
    readonly hostname?: string;
    readonly port?: number;
  } = {},
): Promise<LiveMutant> {
  const mutant = mutantById(id);
  if (mutant.resets === true && !canReset) {
    throw new UsageError(`Cannot serve ${id}: this platform has no way to reset a connection`);
  }
  const [trial] = trialsOf([mutant]);
  const { profile, timeoutS } = settingsOf(trial!);
  let served: ServedMutant;
  try {
    served = await serveMutant(mutant, { hostname, port });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Cannot listen on ${hostname}:${port}: ${reason}`,
      "Choose another address or port (0: any free one).",
    );
  }
  return { ...served, mutant, judgeWith: { profile, timeoutS, thorough: trial!.thorough } };
}

/** What a mutant does and what a run must say of it, in a few lines. */
export function mutantText({ id, what, breaks, expect, unseen }: CoopMutant): string {
  const list = (ids: readonly string[]) => ids.length === 0 ? "nothing" : ids.join(", ");
  return [
    `${id} (${themeOf(id)})`,
    `  does      ${printable(what)}`,
    `  breaks    ${breaks ?? "nothing"}`,
    `  expected  ${expect.outcome}${unseen === undefined ? "" : " in a thorough run"}`,
    `  failed    ${list(expect.failed)}`,
    `  warned    ${list(expect.warned)}`,
    ...(expect.why === undefined ? [] : [`  because   ${printable(expect.why)}`]),
    "",
  ].join("\n");
}

/** A line for each mutant, for `wt-inject selftest --list`. */
export function mutantListText(
  mutants: readonly {
    readonly id: string;
    readonly what: string;
    readonly breaks?: string | undefined;
  }[],
): string {
  const width = Math.max(...mutants.map(({ id }) => id.length), 0);
  return mutants.map(({ id, what, breaks }) =>
    `${id.padEnd(width)}  ${printable(what)}${breaks === undefined ? "" : ` (${breaks})`}\n`
  ).join("");
}
