/**
 * What each command may need of Deno's permissions. An executable has them built in, for whatever command
 * is to come; so once it knows the command, it gives up the others before anything else is done.
 *
 * @module
 */
import { groupNamed } from "./table.ts";

/** A permission, as Deno names it. Nothing here needs another. */
export type Need = "net" | "read" | "write" | "env" | "run";

/** All that an executable has. */
export const ALL_NEEDS: readonly Need[] = ["net", "read", "write", "env", "run"];

/** By command. `run` is kept where the line has one of {@linkcode RUNNING_FLAGS}, too. */
export const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  conform: ["net", "read", "write", "env"],
  canary: ["net", "read", "write", "env"],
  "surface probe": ["net", "env"],
  "surface record": ["net", "read", "write", "env"],
  "surface diff": ["net", "read", "write", "env"],
  "surface check": ["net", "read", "write", "env"],
  run: ["net", "read", "write", "env"],
  rescore: ["read", "write"],
  send: ["net", "env"],
  chat: ["net", "env"],
  serve: ["net"],
  // A driver's adapter is a program; it is ended with all that it started.
  certify: ["net", "read", "write", "env", "run"],
  ratify: ["net", "read", "write", "env", "run"],
  "corpus run": ["net", "read", "write", "env"],
  "corpus list": ["read"],
  "corpus show": ["read"],
  "corpus explain": ["read"],
  "corpus verify": ["read"],
  "corpus copy": ["read", "write"],
  "corpus matrix": ["read"],
  gateway: ["net"],
  selftest: ["net", "read", "write", "env"],
  "report view": ["read"],
  "report diff": ["read"],
  "report merge": ["read", "write"],
  "report badge": ["read"],
  list: [],
  explain: [],
  schema: [],
  completions: [],
  version: [],
  help: [],
};

/** Flags whose value is, or describes, something to run. */
const RUNNING_FLAGS: readonly string[] = ["--state-probe", "--target"];

/** What a command line may need; all of it where the command isn't known here. */
export function needsOf(words: readonly string[]): readonly Need[] {
  const [first = "help", second = ""] = words;
  if (first.startsWith("-")) return [];
  const grouped = groupNamed(first).length > 0;
  const name = grouped ? `${first} ${second}` : first;
  const needs = Object.hasOwn(NEEDS, name) ? NEEDS[name]! : ALL_NEEDS;
  const runs = words.some((word) =>
    RUNNING_FLAGS.some((flag) => word === flag || word.startsWith(`${flag}=`))
  );
  return runs && !needs.includes("run") && needs.length > 0 ? [...needs, "run"] : needs;
}

/** Gives up what a command line doesn't need. */
export function giveUpTheRest(words: readonly string[]): void {
  const needs = needsOf(words);
  for (const name of ALL_NEEDS) {
    if (!needs.includes(name)) Deno.permissions.revokeSync({ name });
  }
}
