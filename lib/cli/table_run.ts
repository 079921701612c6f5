/**
 * The record of `wt-inject run`.
 *
 * @module
 */
import type { Command, Flag } from "./command.ts";
import {
  destroyStateFlag,
  formatFlag,
  grouped,
  noColorFlag,
  quietFlag,
  reportFlag,
} from "./table_flags.ts";

const verboseFlag: Flag = {
  name: "verbose",
  short: "v",
  type: "boolean",
  help: "A line on standard error for every run; in text, the evidence of passed runs too",
};

const target: readonly Flag[] = [
  {
    name: "url",
    type: "list",
    value: "URL",
    help:
      "Where an endpoint listens. Given several times, each endpoint takes the next run when it " +
      "is done with its last; two runs never meet on one",
    default: "WT_INJECT_URL, http://127.0.0.1:8647",
  },
  {
    name: "reference",
    type: "boolean",
    help: "Start the reference endpoint on a free port, run on it, and stop it",
  },
  {
    name: "timeout",
    type: "number",
    value: "S",
    range: { above: 0 },
    help: "Seconds that the agent has for a turn (timeout_s on the wire)",
    default: "WT_INJECT_TIMEOUT_S, 120",
  },
  destroyStateFlag,
];

const selection: readonly Flag[] = [
  {
    name: "runs",
    type: "number",
    value: "N",
    range: { from: 1, to: 100_000, integer: true },
    help: "How often each scenario is run",
    default: "1",
  },
  {
    name: "tag",
    type: "list",
    value: "TAG",
    help: "Run the scenarios that have this tag. May be repeated: any one of them will do",
  },
  {
    name: "shard",
    type: "string",
    value: "I/N",
    help: "Run the I-th of N parts, I from 1. Scenarios are dealt out by name, the same on every " +
      "machine; report merge puts the reports together",
  },
];

const traces: readonly Flag[] = [
  {
    name: "out",
    type: "string",
    value: "DIR",
    help: "Keep a trace of every run in this runs directory, with its score, as Wind Tunnel lays " +
      "them out. A trace that reports a surface holds the system prompt: keep it as private",
    default: "no traces",
  },
  {
    name: "interchange",
    type: "boolean",
    help: "Write each conversation in the interchange format (*.wtin.json) beside its trace, too",
  },
  {
    name: "label",
    type: "string",
    value: "NAME",
    help: "What this sweep is called in traces: wt compare sets labels side by side",
    default: "cli_run",
  },
  {
    name: "agent",
    type: "string",
    value: "NAME",
    help: "What the agent is called in traces",
    default: "wt-inject",
  },
  {
    name: "model",
    type: "string",
    value: "NAME",
    help: "What the agent's model is called in traces",
    default: "unknown",
  },
];

/** `wt-inject run`. */
export const runCommand: Command = {
  name: "run",
  summary: "run scenarios on an endpoint, and keep traces",
  about: [
    "Runs scenario files, YAML or JSON, with Wind Tunnel's fields and Wind Tunnel's scores. Before " +
    "every run the endpoint is reset, and where that fails, everything stops; then its surface is " +
    "asked for once, and then come the turns, in one new session, each sent exactly once.",
    "With --out, each run leaves a trace that wt report, wt compare, wt rescore and wt triage read. " +
    "A trace takes its place whole or not at all, whatever ends the run.",
    "PASS and PASS_WITH_VARIANCE exit with 0, FAIL with 1, INVALID with 3: a run that broke the " +
    "contract, or never got an answer, says nothing of the agent. docs/scenarios.md has every key.",
    "All state of the endpoint is destroyed before each run. Point it at an agent on a bench, never " +
    "at one that people use.",
  ],
  positionals: [{
    name: "FILE",
    required: true,
    many: true,
    help: "a scenario file (.yaml, .yml, .json), or a folder of them",
  }],
  flags: [
    ...grouped("Target", target),
    ...grouped("Which runs", selection),
    ...grouped("Traces", traces),
    ...grouped("Output", [formatFlag, reportFlag, verboseFlag, quietFlag, noColorFlag]),
  ],
  examples: [
    {
      line: "wt-inject run examples/scenarios --reference",
      does: "a first look, with no agent of your own",
    },
    {
      line: "wt-inject run shop.yaml --runs 5 --out runs --label candidate",
      does: "five runs of each scenario, with traces for wt report --runs runs",
    },
    {
      line: "wt-inject run scenarios --url http://127.0.0.1:8647 --url http://127.0.0.1:8648",
      does: "two copies of the agent share the work",
    },
    {
      line: "wt-inject run scenarios --shard 2/8 --report json=shard-2.json",
      does: "the second of eight jobs",
    },
  ],
  exits: [
    [0, "every scenario passed, or missed where it allows variance"],
    [1, "at least one scenario failed"],
    [2, "the command line or a scenario is wrong, or DIR can't be written; nothing was sent"],
    [3, "no scenario failed, but one was INVALID, or a reset failed and ended it all"],
    [4, "a fault of wt-inject's own, or a trace that could not be written: a full disk, say"],
    [130, "interrupted; the report was written all the same"],
  ],
};
