/**
 * The flags of `wt-inject corpus run --agent`: an agent held from both ends.
 *
 * @module
 */
import type { Example, Flag } from "./command.ts";
import { destroyStateFlag } from "./table_flags.ts";

/** What the command says of agents. */
export const agentAbout =
  "--agent URL judges an agent from both ends instead: wt-inject is its user, over Wind Tunnel's " +
  "inject contract, and its model, at --model-listen. Set the agent to ask its model there. What the " +
  "model is sent is held against what was said: history, results, sessions, errors. These checks " +
  'have ids of their own ("agent-live.*", for --case), and claim no corpus. Each play resets the ' +
  "agent, and all its sessions are lost.";

/** Flags that make no sense beside --agent. */
export const NOT_WITH_AGENT: readonly string[] = [
  "target",
  "gateway",
  "upstream-listen",
  "model",
  "upstream-model",
  "header",
  "route",
  "wait",
  "path",
  "corpus",
];

/** Flags that make no sense without it. */
export const ONLY_WITH_AGENT: readonly string[] = [
  "model-listen",
  "model-dialect",
  "agent-tool",
  "agent-timeout",
  "destroy-state",
];

/** All of them. */
export const agentFlags: readonly Flag[] = [
  {
    name: "agent",
    type: "string",
    value: "URL",
    help: "Judge the agent whose inject endpoint is here. Needs --model-listen",
  },
  {
    name: "model-listen",
    type: "string",
    value: "HOST:PORT",
    help: "Where its model is played: what the agent takes for its model's server",
  },
  {
    name: "model-dialect",
    type: "string",
    value: "DIALECT",
    values: ["chat", "messages", "responses"],
    help: "Play this dialect alone: chat, messages or responses",
    default: "whichever route the agent asks",
  },
  {
    name: "agent-tool",
    type: "list",
    value: "NAME=JSON",
    help: "A tool of the agent's that its model may call, and the arguments to call it with. The " +
      "agent runs it. Give two whose results differ; without one, checks about tools could not run",
  },
  {
    name: "agent-timeout",
    type: "number",
    value: "S",
    range: { above: 0 },
    help: "Seconds that the agent has for a turn",
    default: "30",
  },
  destroyStateFlag,
];

/** A line that does it. */
export const agentExample: Example = {
  line: "wt-inject corpus run --agent http://127.0.0.1:8647 --model-listen 127.0.0.1:9902 " +
    `--agent-tool 'find_order={"order_id":"4417"}' --agent-tool 'find_hub={"hub_id":"H2"}'`,
  does: "an agent that asks its model at 127.0.0.1:9902, tools and all",
};
