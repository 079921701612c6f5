/**
 * The flags of `wt-inject conform`, under the headings that its help shows.
 *
 * @module
 */
import { DECLARATIONS } from "../contract/profile.ts";
import type { Flag } from "./command.ts";
import {
  destroyStateFlag,
  formatFlag,
  grouped,
  labelFlag,
  memoryFlags,
  noColorFlag,
  quietFlag,
  reportFlag,
  showSurfaceFlag,
  stateProbeFlag,
  timeoutFlag,
  verboseFlag,
  waitFlag,
} from "./table_flags.ts";

const target: readonly Flag[] = [
  {
    name: "reference",
    type: "boolean",
    help: "Start the reference endpoint on a free port, judge it, and stop it: a first run that " +
      "needs no agent",
  },
  waitFlag,
  timeoutFlag,
  destroyStateFlag,
  stateProbeFlag,
  {
    name: "from",
    type: "string",
    value: "FILE",
    help: "Judge a recording that --record made, again, without opening a socket",
  },
  {
    name: "repeat",
    type: "number",
    value: "N",
    range: { from: 1, to: 100, integer: true },
    help: "Run it all N times, for one report. A check that doesn't come out the same each time " +
      "is named flaky, and its worst verdict counts. Nothing is retried in silence",
    default: "1",
  },
];

const words: readonly Flag[] = [
  {
    name: "profile",
    type: "string",
    value: "FILE",
    help: 'The words below, from a JSON file ("wt-inject schema profile" describes it). Flags ' +
      "outrank the file",
    default: "wt-inject.json in this folder, if it is there",
  },
  {
    name: "prompt",
    type: "string",
    value: "TEXT",
    help: "An ordinary turn; what is answered doesn't matter",
  },
  {
    name: "tool-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that makes the agent call tools",
  },
  {
    name: "expect-tools",
    type: "string",
    value: "A,B",
    help: "The bare names of the tools that --tool-prompt makes it call, in order",
  },
  {
    name: "error-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn on which the agent fails",
  },
  {
    name: "error-tools",
    type: "string",
    value: "A,B",
    help: "The tools that it calls before it fails on --error-prompt, in order",
  },
  {
    name: "slow-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that takes the agent longer than --slow-timeout",
  },
  {
    name: "slow-timeout",
    type: "number",
    value: "S",
    range: { above: 0 },
    help: "The deadline, in seconds, that goes with --slow-prompt",
    default: "1",
  },
  ...memoryFlags,
  {
    name: "echo-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that the agent answers with a text word for word; {text} stands for it",
  },
  {
    name: "declare",
    type: "list",
    value: "WHAT",
    values: DECLARATIONS,
    help:
      `What this agent doesn't do: ${DECLARATIONS.join(", ")}. The verdict line shows it, and ` +
      "an exchange that contradicts it fails. May be repeated",
  },
];

const selection: readonly Flag[] = [
  {
    name: "select",
    type: "list",
    value: "PATTERN",
    help:
      "Run only the checks of this id, of this section (the first word of an id), or that match " +
      "this glob (* within one word of an id, ** across words). May be repeated",
  },
  {
    name: "level",
    type: "string",
    value: "LEVEL",
    values: ["must", "should", "may"],
    help: "Run only the checks of this level (must, should or may) and of those above it",
  },
  {
    name: "thorough",
    type: "boolean",
    help: "Send more: texts over 4 KiB, control characters, long lists of session ids",
  },
  { name: "list", type: "boolean", help: "List the selected checks and send nothing" },
  {
    name: "dry-run",
    type: "boolean",
    help: "Say what would be sent, and how many turns would reach the agent, and send nothing",
  },
];

const baseline: readonly Flag[] = [
  {
    name: "baseline",
    type: "string",
    value: "FILE",
    help: 'Failures that are known, each with its reason, in a JSON file ("wt-inject schema ' +
      "baseline\" describes it). They don't fail the run, but the verdict line counts them. An " +
      "entry whose check no longer fails, or whose date has passed, fails it",
  },
  {
    name: "baseline-update",
    type: "boolean",
    help: "Add what fails today to the file, or begin it. Each new entry asks for its reason, " +
      "and the file is refused until you have written it. This run fails all the same",
  },
  {
    name: "baseline-prune",
    type: "boolean",
    help: "Take out of the file what no longer fails",
  },
];

const output: readonly Flag[] = [
  formatFlag,
  reportFlag,
  {
    name: "record",
    type: "string",
    value: "FILE",
    help: "Write every exchange to a file as it happens, for --from. The file holds what the " +
      "agent said; only you can read it (mode 0600)",
  },
  labelFlag,
  showSurfaceFlag,
  verboseFlag,
  quietFlag,
  noColorFlag,
];

/** All flags of `wt-inject conform`. */
export const conformFlags: readonly Flag[] = [
  ...grouped("Target", target),
  ...grouped("Words for the agent", words),
  ...grouped("Selection", selection),
  ...grouped("Known failures", baseline),
  ...grouped("Output", output),
];
