/**
 * The record of `wt-inject corpus run`: gateways held against the session corpus.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { corpusFlag } from "./table_corpus.ts";
import { agentAbout, agentExample, agentFlags } from "./table_corpus_agent.ts";
import {
  formatFlag,
  grouped,
  noColorFlag,
  quietFlag,
  reportFlag,
  verboseFlag,
  waitFlag,
} from "./table_flags.ts";

/** `wt-inject corpus run`. */
export const corpusRunCommand: Command = {
  name: "corpus run",
  summary: "hold a gateway against the session corpus",
  about: [
    "Does a gateway between a client and a model's server carry a tool-using session through? " +
    "wt-inject plays both ends: the client, and a scripted upstream. A cell is one case's " +
    "variant on one adapter path, what the client speaks and what the upstream speaks " +
    "(messages-to-chat), or the agent's loop on its own (agent).",
    "Without a target it is the gateway that wt-inject has built in, on all nine paths, and its " +
    "agent's loop. --target FILE plays a gateway of yours, as the file describes it: how it is " +
    "started and ended, how it is reached, and where its upstream is to listen " +
    '("wt-inject schema target"; examples/targets has some). --gateway URL does for one that ' +
    "runs already and needs little said. One cell is played at a time; a word in the last user " +
    "text tells the attempts of one from another's.",
    "A target that starts a process needs Deno's --allow-run, without a list: only so can all " +
    "that it starts be ended again.",
    agentAbout,
    "A path claims a corpus, by its version and digest, where every cell that applies on it ran " +
    "and none failed. That is a gateway regression claim only: scripted upstreams say nothing " +
    "of a model, a live engine, or a client's acceptance.",
    "Reports hold ids, hashes, counts and codes, and nothing that was said. No model is asked, " +
    "no tool of a fixture is run, and nothing leaves this machine for any host but the " +
    "target's.",
  ],
  positionals: [],
  flags: [
    ...grouped("Target", [
      {
        name: "target",
        type: "string",
        value: "FILE",
        help: "Play the gateway that this file describes",
        default: "the embedded gateway",
      },
      {
        name: "gateway",
        type: "string",
        value: "URL",
        help: "Play the gateway that listens here. Needs --upstream-listen, and a --path at least",
      },
      {
        name: "upstream-listen",
        type: "string",
        value: "HOST:PORT",
        help: "Where the scripted upstream listens: what the gateway takes for its upstream",
      },
      {
        name: "model",
        type: "string",
        value: "M",
        help: "The model that clients name, in place of the fixture's",
      },
      {
        name: "upstream-model",
        type: "string",
        value: "M",
        help: "What must arrive upstream in its place",
        default: "with --model, anything may",
      },
      {
        name: "header",
        type: "list",
        value: "NAME=VALUE",
        help: "Send this header with each request. May be repeated",
      },
      {
        name: "route",
        type: "string",
        value: "PATH",
        help: "Where clients post to, below the gateway's URL",
        default: "the dialect's own",
      },
      { ...waitFlag, help: "How long to wait for the gateway to come up: 500ms, 30s, 2m" },
    ]),
    ...grouped("Agent", agentFlags),
    ...grouped("Selection", [
      {
        name: "path",
        type: "list",
        value: "PATH",
        help:
          "Play only the cells of this adapter path; with --gateway, the ways through that it " +
          "serves. May be repeated",
        default: "all of the target's",
      },
      {
        name: "case",
        type: "list",
        value: "PATTERN",
        help: "Play only this case, this variant (CASE.VARIANT), this cell (CASE.VARIANT.PATH), " +
          "or what matches this glob over them (* within a word, ** across). May be repeated",
      },
      corpusFlag,
    ]),
    ...grouped("Output", [
      {
        name: "show-values",
        type: "boolean",
        help: "Show what was said in the report, with the exchanges of every cell that didn't " +
          "pass. Without it a report has lengths and hashes",
      },
      formatFlag,
      reportFlag,
      {
        ...verboseFlag,
        help: "A line on standard error for every cell; in text, evidence for all that has any",
      },
      quietFlag,
      noColorFlag,
    ]),
  ],
  examples: [
    { line: "wt-inject corpus run", does: "every cell, some seconds" },
    {
      line: "wt-inject corpus run --path messages-to-chat --case 'stream-*' --show-values",
      does: "some cells of one path, with what was said",
    },
    {
      line: "wt-inject corpus run --target examples/targets/anvil-serving.json",
      does: "a gateway that is started for it",
    },
    {
      line: "wt-inject corpus run --gateway http://127.0.0.1:4000 --upstream-listen " +
        "127.0.0.1:9901 --path messages-to-chat --model m",
      does: "a gateway that runs already, with 127.0.0.1:9901 for its upstream",
    },
    agentExample,
    {
      line: "wt-inject corpus run --corpus corpus --report junit=corpus.xml",
      does: "a corpus in the making, and a report for a CI system",
    },
  ],
  exits: [
    [0, "every selected cell that applies ran, and none failed"],
    [1, "at least one cell failed"],
    [
      2,
      "the command line is wrong, the corpus or the target can't be used, or nothing is selected",
    ],
    [3, "incomplete: a cell could not run; or nobody is there, and nothing was tested"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; the report was written all the same"],
  ],
};
