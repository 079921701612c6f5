/**
 * `wt-inject completions`: prints a script for a shell.
 *
 * @module
 */
import type { Arguments } from "./arguments.ts";
import { bashCompletions } from "./completions_bash.ts";
import { fishCompletions } from "./completions_fish.ts";
import { zshCompletions } from "./completions_zsh.ts";
import { type CommandWords, completionWords } from "./completion_words.ts";
import type { Io } from "./io.ts";
import { COMMANDS } from "./table.ts";
import type { SHELLS } from "./table_completions.ts";

const SCRIPTS: Readonly<
  Record<typeof SHELLS[number], (commands: readonly CommandWords[]) => string>
> = { bash: bashCompletions, zsh: zshCompletions, fish: fishCompletions };

/** The script for a shell. */
export function completionScript(shell: typeof SHELLS[number]): string {
  return SCRIPTS[shell](completionWords(COMMANDS));
}

/** Prints it. */
export function run(args: Arguments, io: Io): number {
  // The table has let nothing else through.
  io.stdout.write(completionScript(args.positionals[0] as typeof SHELLS[number]));
  return 0;
}
