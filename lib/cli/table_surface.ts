/**
 * The records of `wt-inject surface …`.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { urlPositional } from "./table_flags.ts";

/** `wt-inject surface probe`. */
export const surfaceProbeCommand: Command = {
  name: "surface probe",
  summary: "say whether a prompt surface is reported, and validly",
  about: [
    "Asks POST /wt/surface, which is optional, and says which of the contract's three states " +
    "the surface is in. reported: the shape is right. unavailable: 404 or 501, which is fully " +
    "conforming. invalid: the route is there and breaks the contract, and every way in which it " +
    "does is shown with its JSON pointer.",
    "A surface is the system prompt, and private as that: only counts, sizes and hashes are " +
    "printed, unless --show-surface asks for the text. And it is what the endpoint reports of " +
    "its configuration, not what the model saw.",
    "A probe destroys nothing. It sends surface requests alone, no reset and no turn, so it may " +
    "be pointed at an agent in use. A reported surface is asked for twice, to see whether it " +
    "stays the same; that it doesn't is a warning.",
  ],
  positionals: [urlPositional],
  flags: [
    {
      name: "reference",
      type: "boolean",
      help: "Start the reference endpoint on a free port, probe it, and stop it",
    },
    {
      name: "timeout",
      type: "number",
      value: "S",
      range: { above: 0 },
      help: "Seconds that the endpoint has to answer; an exchange may take five more",
      default: "WT_INJECT_TIMEOUT_S, 120",
    },
    {
      name: "show-surface",
      type: "boolean",
      help: "Print the surface itself too. Keep the output as private as the system prompt",
    },
    {
      name: "format",
      type: "string",
      value: "FORMAT",
      values: ["text", "json"],
      help: "text or json",
      default: "text",
    },
  ],
  examples: [
    { line: "wt-inject surface probe", does: "ask what listens on http://127.0.0.1:8647" },
    {
      line: "wt-inject surface probe --reference --show-surface",
      does: "see what a surface looks like",
    },
  ],
  exits: [
    [0, "reported, or unavailable"],
    [1, "invalid: it breaks the contract"],
    [2, "the command line is wrong; nothing was sent"],
    [3, "nothing answers at the URL, or the answer is past a bound of wt-inject's"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted"],
  ],
};
