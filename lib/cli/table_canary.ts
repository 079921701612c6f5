/**
 * The record of `wt-inject canary`.
 *
 * @module
 */
import type { Command, Flag } from "./command.ts";
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
  urlPositional,
  verboseFlag,
  waitFlag,
} from "./table_flags.ts";

const target: readonly Flag[] = [
  {
    name: "reference",
    type: "boolean",
    help: "Start the reference endpoint on a free port, try the canary on it, and stop it",
  },
  waitFlag,
  timeoutFlag,
  destroyStateFlag,
];

const looking: readonly Flag[] = [
  {
    name: "rounds",
    type: "number",
    value: "N",
    range: { from: 1, to: 1000, integer: true },
    help: "How many rounds; each takes six turns, and one more for every --ask",
    default: "3",
  },
  {
    name: "ask",
    type: "list",
    value: "TEXT",
    help: "A question of your own for the new session, one that would bring a leak to light in " +
      "your agent: what did others order? May be repeated",
  },
  {
    name: "profile",
    type: "string",
    value: "FILE",
    help: "Words for the agent from a JSON file, of which the canary takes seed_prompt, " +
      "recall_prompt and timeout_s. Flags outrank the file",
    default: "wt-inject.json in this folder, if it is there",
  },
  ...memoryFlags,
  stateProbeFlag,
  {
    name: "no-recall",
    type: "boolean",
    help: "Ask nothing: one turn a round, and the state probe alone decides. For an agent that " +
      "can't be asked; needs --state-probe",
  },
];

const output: readonly Flag[] = [
  formatFlag,
  reportFlag,
  {
    name: "record",
    type: "string",
    value: "FILE",
    help: "Write every exchange to a file as it happens. The file holds what the agent said; " +
      "only you can read it (mode 0600)",
  },
  labelFlag,
  showSurfaceFlag,
  verboseFlag,
  quietFlag,
  noColorFlag,
];

/** `wt-inject canary`. */
export const canaryCommand: Command = {
  name: "canary",
  summary: "look for a leak through the reset",
  about: [
    "Tells the agent a random nonce in one session, resets the endpoint, and asks for the nonce " +
    "in a new session and under the old session's id. A nonce that comes back, in any letter " +
    "case, with other separators or in pieces of 12 digits, proves a leak.",
    "The opposite can't be proven. That no nonce came back means that no leak was observed: " +
    "state may have survived where no question happened to reach, as in a search index. For an " +
    "endpoint with stores of its own, pair the canary with --state-probe, which looks there.",
    "Each round has its positive control: before the reset, the session that was told is asked, " +
    "and a session that wasn't. An agent that can't recall even then says nothing by its " +
    "silence, and a state probe that doesn't find the nonce before the reset nothing by not " +
    "finding it after: the canary is then inconclusive, never passed.",
    "All state of the endpoint is destroyed, several times a round. Point it at an agent on a " +
    "bench, never at one that people use.",
  ],
  positionals: [urlPositional],
  flags: [
    ...grouped("Target", target),
    ...grouped("Where to look", looking),
    ...grouped("Output", output),
  ],
  examples: [
    { line: "wt-inject canary --reference", does: "a first look, with no agent of your own" },
    {
      line: "wt-inject canary --rounds 5 --ask 'Which orders did others ask about?'",
      does: "more rounds, and a question that knows the agent",
    },
    {
      line: "wt-inject canary --state-probe 'sqlite3 memory.db .dump'",
      does: "look into its database as well (with --allow-run=sh)",
    },
    {
      line: "wt-inject canary --no-recall --state-probe http://127.0.0.1:9200/_search?size=10000",
      does: "look into its search index, and ask nothing",
    },
  ],
  exits: [
    [0, "no leak observed, which is not proof of isolation"],
    [1, "a leak is proven: the report shows the turn, or the look, that proves it"],
    [2, "the command line or the profile is wrong, or a permission is missing; nothing was sent"],
    [3, "inconclusive, or nothing answers at the URL"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; the report was written all the same"],
  ],
};
