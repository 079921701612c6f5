/**
 * `wt-inject corpus run`: the session corpus against a gateway, a live one or the embedded one with its
 * agent; with --agent, an agent from both ends.
 *
 * @module
 */
import { type CorpusEvent, runCorpus } from "../corpus/run.ts";
import { formatNames } from "../report/formats.ts";
import { plural, VERDICT_LOOKS, WORD_COLUMNS } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { refuseAgentFlags } from "./corpus_agent_flags.ts";
import { refuseTogether } from "./conform_options.ts";
import { deliver } from "./conform_outputs.ts";
import { corpusName, corpusOf } from "./corpus_source.ts";
import { corpusTargetOf } from "./corpus_target.ts";
import { judged } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { type LiveLine, liveLine } from "./live_line.ts";
import { openReports } from "./outputs.ts";
import { commandLine } from "./quote.ts";

/** Runs the command; the exit code is the report's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  if (args.given("agent")) {
    const { runAgentCorpus } = await import("./corpus_agent.ts");
    return await runAgentCorpus(args, io);
  }
  refuseAgentFlags(args);
  refuseTogether(args, [["quiet", ["verbose"]]], []);
  const corpus = await corpusOf(args);
  const line = liveLine(io.stderr, { quiet: args.given("quiet"), verbose: args.given("verbose") });
  try {
    const { target, words } = await corpusTargetOf(args, io, line.say);
    const reports = await openReports(args, formatNames);
    const report = await judged(
      io,
      { note: line.say, end: line.end },
      { reports },
      (signal) =>
        runCorpus({
          corpus,
          target,
          paths: args.list("path"),
          cases: args.list("case"),
          showValues: args.given("show-values"),
          signal,
          onEvent: teller(line, corpusName(corpus)),
          repeat: commandLine(["wt-inject", "corpus", "run", ...words]),
        }),
    );
    return await deliver(report, args, io, { reports });
  } finally {
    line.end();
  }
}

/** Turns events into lines. The first says how many cells there are, and of which corpus. */
function teller(line: LiveLine, corpus: string): (event: CorpusEvent) => void {
  let of = 0;
  const done = new Set<string>();
  return (event) => {
    if (event.type === "plan") {
      of = event.cells;
      line.say(`${plural(of, "cell")} on ${plural(event.paths.length, "path")} of ${corpus}`);
      line.begin();
      return;
    }
    const { verdict, id } = event.result;
    done.add(id);
    line.detail(`${VERDICT_LOOKS[verdict].word.padEnd(WORD_COLUMNS)} ${id}`);
    line.at(`${done.size} of ${of} cells: ${id}`);
  };
}
