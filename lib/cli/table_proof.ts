/**
 * The records of the commands that prove verdicts: on our own judge (`selftest`) and on drivers
 * (`certify`).
 *
 * @module
 */
import type { Command, Flag } from "./command.ts";
import {
  formatFlag,
  grouped,
  labelFlag,
  noColorFlag,
  quietFlag,
  reportFlag,
  verboseFlag,
} from "./table_flags.ts";

/** What standard output carries where a result is a record of its own. */
export const recordFormatFlag: Flag = {
  name: "format",
  type: "string",
  value: "FORMAT",
  values: ["text", "json", "markdown"],
  help: "What standard output carries: text, json or markdown",
  default: "text",
};

/** The built-in runtime's rows. */
export const runtimeFlag: Flag = {
  name: "runtime",
  type: "string",
  value: "NAME",
  values: ["http_inject"],
  help: "Hold the driver to the clauses for this built-in runtime too; http_inject is the one " +
    "there is",
};

/** `wt-inject selftest`. */
export const selftestCommand: Command = {
  name: "selftest",
  summary: "prove on this machine that the verdicts are right",
  about: [
    "A check that can't fail proves nothing, and one that accuses the innocent is worse. So " +
    "wt-inject brings some hundred endpoints of its own, each broken in one known way, and more " +
    "that are odd and legal. selftest serves every one of them on loopback, runs the whole suite " +
    "on it, and holds all that the run says against what is written down for it.",
    "It fails on a check that no broken endpoint makes fail, on a broken endpoint that no check " +
    "of its clause accuses, on an innocent one that is accused, and on any verdict that isn't " +
    "the one written down. What it prints is the kill matrix: each check, and what kills it.",
    "The session corpus is proved in the same way: gateways and agent loops that are wrong or odd " +
    "on purpose, each held against the cases that have to accuse it.",
    "Nothing leaves the machine, and no agent of yours is needed.",
  ],
  positionals: [{
    name: "PATTERN",
    required: false,
    many: true,
    help: "an endpoint's or a gateway's id, a theme, the id of a check or of a case of the " +
      "corpus, or a glob of ids (* within a word, ** across); a check or a case means all that " +
      "is written down for it. All, if not given",
  }],
  flags: [
    {
      name: "list",
      type: "boolean",
      help: "List the selected endpoints, what each does and which clause it breaks, and play none",
    },
    formatFlag,
    reportFlag,
    {
      ...verboseFlag,
      help: "A line on standard error for every run; in text, every name",
    },
    quietFlag,
    noColorFlag,
  ],
  examples: [
    { line: "wt-inject selftest", does: "all of it" },
    {
      line: "wt-inject selftest reset.total",
      does: "what kills one check, and does what is written down for it hold?",
    },
    {
      line: "wt-inject selftest 'broken gateways' 'broken agent loops'",
      does: "what the session corpus accuses",
    },
    {
      line: "wt-inject selftest --report markdown=matrix.md",
      does: "keep the kill matrix as tables",
    },
  ],
  exits: [
    [0, "every check is killed, nothing innocent is accused, all is as written down"],
    [1, "the verdicts of this build can't be trusted; the report says which"],
    [2, "the command line is wrong, or a pattern matches nothing"],
    [4, "a fault of wt-inject's own voided a run"],
    [130, "interrupted; the report was written all the same"],
  ],
};

/** `wt-inject certify`. */
export const certifyCommand: Command = {
  name: "certify",
  summary: "judge a driver of Contract C, in any language",
  about: [
    "The other side of the wire: does a driver send what the contract asks, refuse what breaks " +
    "it, hand on what an agent said as it came, keep its deadline, and never retry? For each case " +
    "wt-inject plays an endpoint that is good, odd but legal, or hostile, and calls the driver " +
    "once.",
    "CMD is an adapter, a few lines around the driver: it reads one JSON line from standard " +
    "input, does what that asks with WT_INJECT_URL and WT_INJECT_TIMEOUT_S from its environment, " +
    "and prints one JSON line. docs/certify.md describes both, examples/drivers has some, and " +
    '"wt-inject schema adapter-input" and "adapter-output" are their schemas. What the driver ' +
    "doesn't offer is answered unsupported, and isn't judged.",
    "Cases run one after another. Those about deadlines take real seconds; the first line on " +
    "standard error says how many cases there are, and about how long they take.",
    "A driver that has to start itself is served with --listen. Each case and its line are then " +
    "told on standard error, and outcome lines are read from standard input.",
  ],
  positionals: [{
    name: "CMD",
    required: false,
    many: true,
    separated: true,
    help: "the adapter's command with its arguments, taken as they stand; no shell reads them",
  }],
  flags: [
    ...grouped("Driver", [
      { name: "self", type: "boolean", help: "Judge wt-inject's own driver, inside this process" },
      {
        name: "listen",
        type: "string",
        value: "HOST:PORT",
        help: "Serve the cases at this address, for a driver that starts itself",
      },
      {
        name: "smoke",
        type: "boolean",
        help: "Play one good turn first, and stop with exit code 3 where CMD is no adapter",
      },
      runtimeFlag,
      { ...labelFlag, help: "A name for the driver in the report" },
    ]),
    ...grouped("Selection", [
      {
        name: "select",
        type: "list",
        value: "PATTERN",
        help: "Play only the cases of this id, of this section or family (good, odd, hostile), " +
          "or that match this glob (* within one word of an id, ** across words). May be repeated",
      },
      {
        name: "level",
        type: "string",
        value: "LEVEL",
        values: ["must", "should", "may"],
        help: "Play only the cases of this level (must, should or may) and of those above it",
      },
      { name: "list", type: "boolean", help: "List the selected cases and play none" },
    ]),
    ...grouped("Output", [
      formatFlag,
      reportFlag,
      {
        ...verboseFlag,
        help: "A line on standard error for every case; in text, evidence for all that has any",
      },
      quietFlag,
      noColorFlag,
    ]),
  ],
  examples: [
    {
      line: "wt-inject certify --self --runtime http_inject",
      does: "wt-inject's own driver, as the built-in runtime",
    },
    {
      line: "wt-inject certify --smoke -- python3 examples/drivers/urllib_driver.py",
      does: "a driver in Python; the adapter is tried first",
    },
    {
      line: "wt-inject certify --select 'deadline.*' -- ./my-adapter --verbose",
      does: "some cases; --verbose is the adapter's own",
    },
    {
      line: "wt-inject certify --listen 127.0.0.1:8647 --select redirect.301",
      does: "one case for a driver that you start by hand",
    },
  ],
  exits: [
    [0, "it conforms: every selected required case ran, or isn't offered, and none failed"],
    [1, "it doesn't: at least one required case failed"],
    [2, "the command line is wrong, or a permission is missing; nothing was run"],
    [3, "incomplete, or the driver can't be started, or is no adapter"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; the report was written all the same"],
  ],
};
