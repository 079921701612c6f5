/**
 * The record of `wt-inject completions`.
 *
 * @module
 */
import type { Command } from "./command.ts";

/** The shells that there are completions for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** `wt-inject completions`. */
export const completionsCommand: Command = {
  name: "completions",
  summary: "print what makes a shell complete wt-inject's words",
  about: [
    "Prints a script for your shell that completes commands, flags, the values of those that have " +
    "a list of them, and files where a file is meant. It is made from the table that help is made " +
    "from; print it again after an update. It runs nothing, wt-inject included.",
  ],
  positionals: [{
    name: "SHELL",
    required: true,
    values: SHELLS,
    help: `one of ${SHELLS.join(", ")}`,
  }],
  flags: [],
  examples: [
    {
      line: "wt-inject completions bash > ~/.wt-inject.bash",
      does: "for bash; ~/.bashrc then has to source that file",
    },
    {
      line: "wt-inject completions zsh > ~/.zsh/completions/_wt-inject",
      does: "for zsh, with that folder in fpath before compinit runs",
    },
    {
      line: "wt-inject completions fish > ~/.config/fish/completions/wt-inject.fish",
      does: "for fish",
    },
  ],
  exits: [
    [0, "printed"],
    [2, "the command line is wrong, or there is no such shell"],
    [4, "a fault of wt-inject's own"],
  ],
};
