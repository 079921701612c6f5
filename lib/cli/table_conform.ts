/**
 * The record of `wt-inject conform`.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { conformFlags } from "./table_conform_flags.ts";
import { urlPositional } from "./table_flags.ts";

/** `wt-inject conform`. */
export const conformCommand: Command = {
  name: "conform",
  summary: "judge an agent endpoint by Contract C",
  about: [
    "Sends the endpoint a plan of requests and judges every byte that comes back: routes, " +
    "envelopes, errors, deadlines, sessions, reset and surface. Every verdict cites a clause; " +
    '"wt-inject explain ID" says what the clause asks and how to mend it.',
    "All state of the endpoint is destroyed: the contract's reset is total, and conform calls " +
    "it many times. Point it at an agent on a bench, never at one that people use.",
    "Some checks need the agent to play along: to remember, to call a tool, to fail. Give " +
    "them words that work with your agent (--tool-prompt with --expect-tools, and so on), " +
    "or declare that it doesn't do such a thing (--declare no-tools). A required check that " +
    "could not run leaves the run INCOMPLETE, which is not a pass. No check depends on the " +
    "wit of a model, and a default run sends at most 25 turns that reach it.",
  ],
  positionals: [urlPositional],
  flags: conformFlags,
  examples: [
    { line: "wt-inject conform --reference", does: "a first look, with no agent of your own" },
    { line: "wt-inject conform", does: "judge what listens on http://127.0.0.1:8647" },
    {
      line: "wt-inject conform --tool-prompt 'What is the status of order 4417?' " +
        "--expect-tools order_status",
      does: "say which turn makes the agent call which tool",
    },
    {
      line: "wt-inject conform --wait 30s --report junit=wt.xml --report json=wt.json",
      does: "in CI: wait for the agent, keep two reports",
    },
    {
      line: "wt-inject conform --baseline known.json --baseline-update",
      does: "write down what fails today; once each reason is written, it fails no run",
    },
    {
      line: "wt-inject conform --repeat 5",
      does: "is each verdict the same every time?",
    },
    {
      line: "wt-inject conform --select 'reset.*' --dry-run",
      does: "see a plan before it is sent",
    },
  ],
  exits: [
    [
      0,
      "it conforms: every selected required check ran, and passed or was declared away; or, " +
      "with --baseline, whatever failed is known",
    ],
    [1, "it doesn't: at least one required check failed; or the baseline is out of date"],
    [
      2,
      "the command line, the profile or the baseline is wrong, or a permission is missing; " +
      "nothing was sent",
    ],
    [3, "incomplete, or nothing answers at the URL"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; the report was written all the same"],
  ],
};
