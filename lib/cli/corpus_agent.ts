/**
 * `wt-inject corpus run --agent URL`: an agent, with its user on one side and its model on the other.
 *
 * @module
 */
import { checkTarget, isLoopback } from "../conform/target.ts";
import { JsonSyntaxError, parseJson, stringifyJson } from "../contract/json.ts";
import { UsageError } from "../contract/usage.ts";
import type { AgentTool } from "../corpus/agent_live_record.ts";
import { type LiveEvent, runLiveAgent } from "../corpus/agent_live_run.ts";
import type { Dialect } from "../corpus/transcript.ts";
import { formatNames } from "../report/formats.ts";
import { plural, VERDICT_LOOKS, WORD_COLUMNS } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import { deliver } from "./conform_outputs.ts";
import { listenAddress, requireListen } from "./drivers.ts";
import { judged } from "./endpoint_run.ts";
import { sameHost } from "../corpus/live/target_rules.ts";
import type { Io } from "./io.ts";
import { type LiveLine, liveLine } from "./live_line.ts";
import { openReports } from "./outputs.ts";
import { requireNet } from "./permission.ts";
import { commandLine } from "./quote.ts";
import { NOT_WITH_AGENT } from "./table_corpus_agent.ts";

/** Runs it; the exit code is the report's. @throws UsageError before anything is sent */
export async function runAgentCorpus(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [["agent", NOT_WITH_AGENT], ["quiet", ["verbose"]]], []);
  const agentUrl = checkTarget(args.text("agent")!, args.given("destroy-state"));
  const listen = listenOf(args);
  refuseMeeting(agentUrl, listen);
  const tools = args.list("agent-tool").map(toolOf);
  const dialect = args.text("model-dialect") as Dialect | undefined;
  const timeoutS = args.number("agent-timeout");
  await requireNet(agentUrl);
  await requireListen(listen);
  if (!isLoopback(listen.hostname)) {
    io.stderr.write(
      "The model that is played has no authentication: whoever reaches it can ask.\n",
    );
  }
  const line = liveLine(io.stderr, { quiet: args.given("quiet"), verbose: args.given("verbose") });
  try {
    const reports = await openReports(args, formatNames);
    const report = await judged(
      io,
      { note: line.say, end: line.end },
      { reports },
      (signal) =>
        runLiveAgent({
          agentUrl,
          listen,
          tools,
          cases: args.list("case"),
          showValues: args.given("show-values"),
          signal,
          ...(dialect === undefined ? {} : { dialect }),
          ...(timeoutS === undefined ? {} : { timeoutS }),
          onEvent: teller(line, agentUrl),
          repeat: commandLine(["wt-inject", "corpus", "run", ...args.words]),
        }),
    );
    return await deliver(report, args, io, { reports });
  } finally {
    line.end();
  }
}

function listenOf(args: Arguments) {
  const given = args.text("model-listen");
  const hint = "Write --model-listen 127.0.0.1:9902, for instance, and set the agent to ask its " +
    "model there.";
  if (given === undefined) {
    throw new UsageError("Cannot judge an agent: --model-listen HOST:PORT is missing", hint);
  }
  return listenAddress(given, { flag: "--model-listen", hint });
}

/** An agent that was its own model would judge itself. */
function refuseMeeting(agentUrl: string, { hostname, port }: ReturnType<typeof listenOf>): void {
  const agent = new URL(agentUrl);
  const agentPort = Number(agent.port || (agent.protocol === "https:" ? 443 : 80));
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  if (port === 0 || agentPort !== port || !sameHost(agent.hostname, host)) return;
  throw new UsageError(
    `Cannot play the model on ${host}:${port}: --agent names that address, too`,
    "Give the two different ports.",
  );
}

/** NAME=JSON. */
function toolOf(text: string): AgentTool {
  const at = text.indexOf("=");
  const name = text.slice(0, Math.max(at, 0));
  const refuse = (reason: string) =>
    new UsageError(
      `Cannot use --agent-tool ${text}: ${reason}`,
      `Write --agent-tool 'NAME={"key":"value"}', with arguments that may be used.`,
    );
  if (name === "") throw refuse("it isn't NAME=JSON");
  try {
    const doc = parseJson(text.slice(at + 1));
    if (typeof doc.value !== "object" || doc.value === null || Array.isArray(doc.value)) {
      throw refuse("the arguments must be a JSON object");
    }
    return { name, arguments: stringifyJson(doc) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw refuse(`the arguments are not JSON (${error.message})`);
  }
}

/** Turns events into lines. The first says how much is to come, and where the model is. */
function teller(line: LiveLine, agentUrl: string): (event: LiveEvent) => void {
  let of = 0;
  let done = 0;
  return (event) => {
    if (event.type === "plan") {
      of = event.checks;
      line.say(
        `${plural(of, "check")}, ${plural(event.turns, "turn")} to ${agentUrl}; its model is ` +
          `played at ${event.modelUrl}`,
      );
      line.begin();
      return;
    }
    const { verdict, id } = event.result;
    done++;
    line.detail(`${VERDICT_LOOKS[verdict].word.padEnd(WORD_COLUMNS)} ${id}`);
    line.at(`${done} of ${of} checks: ${id}`);
  };
}
