/**
 * `wt-inject serve --mutant ID`: one broken or odd endpoint, live.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import { ALL_MUTANTS } from "../selftest/roster.ts";
import { type LiveMutant, mutantListText, mutantText, serveMutantById } from "../selftest/serve.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { flagOf, PROFILE_KEYS } from "./profile_fields.ts";
import { commandLine } from "./quote.ts";

/** Prints what there is. */
export function listMutants(io: Io): number {
  io.stdout.write(mutantListText(ALL_MUTANTS));
  return 0;
}

/**
 * Serves it until SIGINT or SIGTERM.
 *
 * @throws UsageError where there is no such mutant, and where the address can't be bound
 */
export async function serveMutant(id: string, args: Arguments, io: Io): Promise<number> {
  const port = args.number("port");
  const hostname = args.text("host");
  const live = await serveMutantById(id, {
    ...(port === undefined ? {} : { port }),
    ...(hostname === undefined ? {} : { hostname }),
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const release = io.onStop(stop);
  io.stdout.write(greeting(live));
  try {
    await stopped;
    await live.close();
  } finally {
    release();
  }
  return 0;
}

/** What it does, what a run must say of it, and the line that makes that run. */
function greeting({ url, mutant, judgeWith }: LiveMutant): string {
  const about = mutantText(mutant).trimEnd();
  const silent = mutant.listens === "nothing" ? "Nothing listens on" : "It listens on";
  return `${about}\n\n${silent} ${url}\n\nJudge it:\n${judgeLine(url, judgeWith)}\n\n` +
    "Ctrl-C stops it.\n";
}

/** A `conform` with the words that make this agent play along, broken over lines as a shell lets one. */
function judgeLine(
  url: string,
  { profile, timeoutS, thorough }: LiveMutant["judgeWith"],
): string {
  const line = [
    commandLine(["wt-inject", "conform", url]),
    `--timeout ${timeoutS}`,
    ...(thorough ? ["--thorough"] : []),
    ...PROFILE_KEYS.filter((key) => key !== "timeout_s").flatMap((key) =>
      wordsOf(profile, key).map((words) => commandLine(words))
    ),
  ];
  return line.map((part, index) => `${index === 0 ? "  " : "    "}${part}`).join(" \\\n");
}

function wordsOf(profile: Profile, key: keyof Profile): readonly (readonly string[])[] {
  const value = profile[key];
  if (value === undefined) return [];
  const flag = `--${flagOf(key)}`;
  if (key === "declare") return (profile.declare ?? []).map((one) => [flag, one]);
  return [[flag, Array.isArray(value) ? value.join(",") : String(value)]];
}
