/**
 * The flags of `wt-inject conform`, under the headings that its help shows.
 *
 * @module
 */
import { DECLARATIONS } from "../contract/profile.ts";
import type { Flag } from "./command.ts";

const target: readonly Flag[] = [
  {
    name: "reference",
    type: "boolean",
    help: "Start the reference endpoint on a free port, judge it, and stop it: a first run that " +
      "needs no agent",
  },
  {
    name: "wait",
    type: "string",
    value: "DURATION",
    help: "How long to wait for the endpoint to come up: 500ms, 30s, 2m",
    default: "no wait",
  },
  {
    name: "timeout",
    type: "number",
    value: "S",
    range: { above: 0 },
    help: "Seconds that the agent has for a turn (timeout_s on the wire)",
    default: "WT_INJECT_TIMEOUT_S, the profile, 120",
  },
  {
    name: "destroy-state",
    type: "boolean",
    help: "Agree that the endpoint loses all its state, every session and whatever it remembers " +
      "of them. Needed where the host isn't loopback",
  },
  {
    name: "from",
    type: "string",
    value: "FILE",
    help: "Judge a recording that --record made, again, without opening a socket",
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
  {
    name: "seed-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that tells the agent something to remember; {nonce} stands for it",
  },
  {
    name: "recall-prompt",
    type: "string",
    value: "TEXT",
    help: "A turn that asks for what --seed-prompt told it",
  },
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

const output: readonly Flag[] = [
  {
    name: "format",
    type: "string",
    value: "FORMAT",
    values: ["text", "json", "ndjson", "junit"],
    help: "What standard output carries: text, json, ndjson or junit",
    default: "text",
  },
  {
    name: "report",
    type: "list",
    value: "FORMAT=PATH",
    help: "Write a report to a file as well. May be repeated",
  },
  {
    name: "record",
    type: "string",
    value: "FILE",
    help: "Write every exchange to a file as it happens, for --from. The file holds what the " +
      "agent said; only you can read it (mode 0600)",
  },
  { name: "label", type: "string", value: "TEXT", help: "A name for the target in the report" },
  {
    name: "show-surface",
    type: "boolean",
    help: "Show the reported prompt surface in evidence and recordings. Without it they carry " +
      "lengths and hashes",
  },
  {
    name: "verbose",
    short: "v",
    type: "boolean",
    help: "A line on standard error for every probe and check; in text, evidence for all of them",
  },
  {
    name: "quiet",
    short: "q",
    type: "boolean",
    help: "Nothing on standard error but mistakes",
  },
  { name: "no-color", type: "boolean", help: "No colors, as with NO_COLOR set" },
];

const grouped = (group: string, flags: readonly Flag[]): readonly Flag[] =>
  flags.map((flag) => ({ ...flag, group }));

/** All flags of `wt-inject conform`. */
export const conformFlags: readonly Flag[] = [
  ...grouped("Target", target),
  ...grouped("Words for the agent", words),
  ...grouped("Selection", selection),
  ...grouped("Output", output),
];
