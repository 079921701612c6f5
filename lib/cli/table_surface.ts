/**
 * The records of `wt-inject surface …`.
 *
 * @module
 */
import type { Command, Flag } from "./command.ts";
import { reportFlag, urlPositional } from "./table_flags.ts";

const timeoutFlag: Flag = {
  name: "timeout",
  type: "number",
  value: "S",
  range: { above: 0 },
  help: "Seconds that the endpoint has to answer; an exchange may take five more",
  default: "WT_INJECT_TIMEOUT_S, 120",
};

const resetFlag: Flag = {
  name: "reset",
  type: "boolean",
  help: "Reset the endpoint first, as Wind Tunnel's own tool does. All its state is lost",
};

const goldenFlag: Flag = {
  name: "golden",
  type: "string",
  value: "FILE",
  help: "The golden file",
  default: "surface.golden.json",
};

function referenceFlag(does: string): Flag {
  return {
    name: "reference",
    type: "boolean",
    help: `Start the reference endpoint on a free port, ${does}, and stop it`,
  };
}

function formatFlag(values: readonly string[]): Flag {
  const [last, ...others] = [...values].reverse();
  return {
    name: "format",
    type: "string",
    value: "FORMAT",
    values,
    help: `What standard output carries: ${others.reverse().join(", ")} or ${last}`,
    default: "text",
  };
}

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
    referenceFlag("probe it"),
    timeoutFlag,
    {
      name: "show-surface",
      type: "boolean",
      help: "Print the surface itself too. Keep the output as private as the system prompt",
    },
    formatFlag(["text", "json"]),
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

/** `wt-inject surface record`. */
export const surfaceRecordCommand: Command = {
  name: "surface record",
  summary: "write the golden of a prompt surface",
  about: [
    "Asks for the surface and writes a golden: a small JSON file with a hash for the system " +
    "instructions, for each tool, and for each extra segment. It holds names and no text, so it " +
    "can be committed. surface check then fails when any of it changes.",
    "The file is the one that Wind Tunnel's own wt surface record writes, byte for byte: either " +
    "tool checks the other's file.",
    "A golden that stands there is never replaced without --overwrite, and is kept as it was " +
    "wherever recording fails. The surface is asked for twice: one that changes by itself gets a " +
    "warning, as its golden won't match for long.",
  ],
  positionals: [urlPositional],
  flags: [
    goldenFlag,
    {
      name: "overwrite",
      type: "boolean",
      help: "Replace the golden that stands there",
    },
    {
      name: "store-text",
      type: "boolean",
      help: "Store the text too. The file is then the system prompt: it is made readable by you " +
        "alone, and must be kept so",
    },
    referenceFlag("record it"),
    resetFlag,
    timeoutFlag,
    formatFlag(["text", "json"]),
  ],
  examples: [
    { line: "wt-inject surface record", does: "record what listens on http://127.0.0.1:8647" },
    {
      line: "wt-inject surface record --golden goldens/desk.json --overwrite",
      does: "record a benched change",
    },
  ],
  exits: [
    [0, "the golden is written"],
    [1, "no surface is served, it is invalid, or no golden can hold it"],
    [2, "the command line is wrong, or a golden stands there; nothing was sent"],
    [3, "nothing answers at the URL, or the answer is past a bound of wt-inject's"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; nothing is written"],
  ],
};

const compareFlags = (formats: readonly string[]): readonly Flag[] => [
  goldenFlag,
  {
    name: "show-surface",
    type: "boolean",
    help: "Show the text of what changed. Keep the output as private as the system prompt",
  },
  referenceFlag("compare it"),
  resetFlag,
  timeoutFlag,
  formatFlag(formats),
  reportFlag,
];

/** `wt-inject surface check`. */
export const surfaceCheckCommand: Command = {
  name: "surface check",
  summary: "fail if the prompt surface isn't its golden's",
  about: [
    "Asks for the surface once and compares it with the golden, hash by hash. Anything added, " +
    "removed, changed or put in another order fails, and so does a surface that is invalid or no " +
    "longer served: the golden promises one.",
    "Each change is told by its place in the golden and in the answer, its type, length and hash. " +
    "Names that the golden holds are told; other names and all text are not, unless " +
    "--show-surface asks for them.",
    "A changed surface is a changed agent: run the bench before it is merged, then record the " +
    "golden again. An unchanged one proves nothing of how the agent behaves.",
  ],
  positionals: [urlPositional],
  flags: compareFlags(["text", "json", "junit"]),
  examples: [
    { line: "wt-inject surface check", does: "compare with surface.golden.json" },
    {
      line: "wt-inject surface check --golden goldens/desk.json --report junit=surface.xml",
      does: "the same in CI, with a report",
    },
  ],
  exits: [
    [0, "the surface is its golden's"],
    [1, "it changed, it is invalid, or it isn't served"],
    [2, "the command line is wrong, or the golden is missing or broken; nothing was sent"],
    [3, "nothing answers at the URL, or the answer is past a bound of wt-inject's"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted"],
  ],
};

/** `wt-inject surface diff`. */
export const surfaceDiffCommand: Command = {
  name: "surface diff",
  summary: "show how a prompt surface differs from its golden",
  about: [
    "Says what surface check says, and exits with 0 whatever changed: for people, and for steps " +
    "of CI that only inform.",
  ],
  positionals: [urlPositional],
  // JUnit has no word for a change that fails nothing.
  flags: compareFlags(["text", "json"]),
  examples: [
    {
      line: "wt-inject surface diff --show-surface",
      does: "read what changed, private text and all",
    },
  ],
  exits: [
    [0, "compared, whatever changed"],
    [2, "the command line is wrong, or the golden is missing or broken; nothing was sent"],
    [3, "nothing answers at the URL, or the answer is past a bound of wt-inject's"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted"],
  ],
};
