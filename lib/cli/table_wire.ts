/**
 * The records of the two commands that make one side of the wire by hand: `send` and `serve`.
 *
 * @module
 */
import type { Command } from "./command.ts";

/** `wt-inject send`. */
export const sendCommand: Command = {
  name: "send",
  summary: "send one turn and show what came back",
  about: [
    "Delivers one user turn to an endpoint, as a Wind Tunnel driver does, and shows the reply, " +
    "the tool calls, the error if there is one, and how long it took. Nothing is reset, and " +
    "nothing is sent twice.",
    "An error that the agent reports is an answer: it is shown, and the exit code is 0. What " +
    "breaks the contract is refused with the clause that it breaks.",
    "The same --session carries a conversation on: the endpoint keeps its history.",
  ],
  positionals: [{
    name: "TEXT",
    required: true,
    empty: true,
    help: "the turn, sent as it stands; - reads it from standard input, to the last byte",
  }],
  flags: [
    {
      name: "url",
      type: "string",
      value: "URL",
      help: "Where the endpoint listens",
      default: "WT_INJECT_URL, http://127.0.0.1:8647",
    },
    {
      name: "session",
      type: "string",
      value: "ID",
      help: "The session_id",
      default: "a new one",
    },
    {
      name: "timeout",
      type: "number",
      value: "S",
      range: { above: 0 },
      help: "Seconds that the agent has; the exchange may take five more",
      default: "WT_INJECT_TIMEOUT_S, 120",
    },
    {
      name: "openai",
      type: "boolean",
      help: "Show the answer as an OpenAI chat completion (JSON), as a bench sees it",
    },
    {
      name: "format",
      type: "string",
      value: "FORMAT",
      values: ["text", "json"],
      help: "text, or json with the outcome, the answer, the session and the times",
      default: "text",
    },
  ],
  examples: [
    { line: "wt-inject send 'Where is order 4417?'", does: "one turn in a new session" },
    {
      line: "wt-inject send --session demo 'And who ordered it?'",
      does: "the next turn of a session",
    },
    { line: "wt-inject send --format json - < turn.txt", does: "a turn from a file" },
  ],
  exits: [
    [0, "a turn came back as the contract has it, agent-level errors included"],
    [1, "the answer breaks the contract"],
    [2, "the command line is wrong; nothing was sent"],
    [3, "no whole answer came: nothing listens, the wire broke, or the deadline passed"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted"],
  ],
};

/** `wt-inject serve`. */
export const serveCommand: Command = {
  name: "serve",
  summary: "run the reference endpoint, or a broken one",
  about: [
    "Serves a conforming agent on the contract's own port: a real agent loop with sessions, " +
    "tools on a made-up freight desk and a surface, driven by a scripted model. It needs no key " +
    "and answers the same way every time. It runs until Ctrl-C.",
    "With --mutant it serves one of the endpoints that selftest plays instead: broken in one way, " +
    "or odd and legal. It says what it breaks, what conform must say of it, and the line that " +
    "makes conform say it. So you see what a finding looks like before your own agent has one.",
    "With --model-url the same agent asks a model's server in place of the scripted model: one " +
    "request at a time, no stream, nothing sent twice, and no credentials; put a proxy that adds " +
    "them in front of a server that needs some.",
    "There is no authentication in the contract. Bind another host than loopback only on a " +
    "network that you trust.",
  ],
  positionals: [],
  flags: [
    {
      name: "port",
      type: "number",
      value: "PORT",
      range: { from: 0, to: 65535, integer: true },
      help: "Where to listen; 0 takes a free port",
      default: "8647",
    },
    {
      name: "host",
      type: "string",
      value: "HOST",
      help: "The address to bind",
      default: "127.0.0.1",
    },
    {
      name: "model-url",
      type: "string",
      value: "URL",
      help: "Ask the model's server here: its base, with or without /v1, or the route itself",
      default: "the scripted model",
    },
    {
      name: "model-dialect",
      type: "string",
      value: "DIALECT",
      values: ["chat", "messages", "responses"],
      help: "What it speaks: chat, messages or responses",
      default: "chat",
    },
    {
      name: "model",
      type: "string",
      value: "M",
      help: "The model to name",
      default: "default",
    },
    {
      name: "mutant",
      type: "string",
      value: "ID",
      help: "Serve this broken or odd endpoint",
    },
    {
      name: "list-mutants",
      type: "boolean",
      help: "List every broken and odd endpoint, what it does and which clause it breaks, and " +
        "serve none",
    },
  ],
  examples: [
    { line: "wt-inject serve", does: "serve on http://127.0.0.1:8647" },
    { line: "wt-inject serve --port 0", does: "serve on a free port, which it prints" },
    {
      line: "wt-inject serve --model-url http://127.0.0.1:9902",
      does: "an agent whose model is played by corpus run --agent",
    },
    {
      line: "wt-inject serve --mutant coop-reset-does-nothing",
      does: "an endpoint whose reset is a 200 and nothing else",
    },
  ],
  exits: [
    [0, "stopped by Ctrl-C or SIGTERM"],
    [2, "the command line is wrong, there is no such mutant, or the address can't be bound"],
    [4, "a fault of wt-inject's own"],
  ],
};

/** `wt-inject gateway`. */
export const gatewayCommand: Command = {
  name: "gateway",
  summary: "serve the reference gateway to a model's server",
  about: [
    "Takes Chat Completions, Messages and Responses requests, and asks one upstream in the " +
    "dialect that it speaks. It keeps nothing between requests, asks once for each, streams as " +
    "the upstream does, and refuses what can't be carried with an error in the client's dialect.",
    "It is what corpus run judges when nothing else is given, made to be right and to be read, " +
    "and no product: there is no authentication of its own. What clients bring for the upstream " +
    "is handed on.",
  ],
  positionals: [],
  flags: [
    {
      name: "listen",
      type: "string",
      value: "HOST:PORT",
      help: "Where to listen; port 0 is any free one",
      default: "127.0.0.1:8648",
    },
    {
      name: "upstream",
      type: "string",
      value: "URL",
      help: "The server to ask: its base, with or without /v1, or the route itself. Needed",
    },
    {
      name: "upstream-dialect",
      type: "string",
      value: "DIALECT",
      values: ["chat", "messages", "responses"],
      help: "What it speaks: chat, messages or responses. Needed",
    },
    {
      name: "capacity",
      type: "number",
      value: "N",
      range: { from: 1, integer: true },
      help: "Refuse requests beyond so many under way at once; without it there is no bound",
    },
  ],
  examples: [
    {
      line: "wt-inject gateway --upstream http://127.0.0.1:8000 --upstream-dialect chat",
      does: "all three dialects in front of a Chat Completions server",
    },
  ],
  exits: [
    [0, "it was told to stop, by SIGINT or SIGTERM"],
    [2, "the command line is wrong, or the address can't be listened on"],
    [4, "a fault of wt-inject's own"],
  ],
};
