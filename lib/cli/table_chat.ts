/**
 * The record of `wt-inject chat`.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { noColorFlag, urlPositional } from "./table_flags.ts";

/** `wt-inject chat`. */
export const chatCommand: Command = {
  name: "chat",
  summary: "talk to an endpoint by hand",
  about: [
    "A line is a turn: it is sent as a Wind Tunnel driver sends it, once, and the tool calls, the " +
    "reply, the error and the time are shown. All turns go to one session until /new. Nothing is " +
    "reset unless /reset says so.",
    "A line that ends with a backslash goes on in the next one. /paste takes lines as they stand, " +
    "up to a line /end. A turn that begins with a slash is typed with two. /help lists the " +
    "commands: /new, /session, /reset, /surface, /paste, /help, /quit.",
    "Ctrl-C ends a turn in flight, and Ctrl-D the chat. Lines may also come from a file or a pipe: " +
    "then standard output is a transcript, and the first turn that fails ends it, as the rest was " +
    "written for another answer.",
  ],
  positionals: [urlPositional],
  flags: [
    {
      name: "reference",
      type: "boolean",
      help: "Start the reference endpoint on a free port, talk to it, and stop it",
    },
    {
      name: "session",
      type: "string",
      value: "ID",
      help: "The session_id to begin with",
      default: "a new one",
    },
    {
      name: "timeout",
      type: "number",
      value: "S",
      range: { above: 0 },
      help: "Seconds that the agent has for a turn; the exchange may take five more",
      default: "WT_INJECT_TIMEOUT_S, 120",
    },
    {
      name: "format",
      type: "string",
      value: "FORMAT",
      values: ["text", "json"],
      help: "text, or json: a JSON object a line for each turn and command",
      default: "text",
    },
    noColorFlag,
  ],
  examples: [
    { line: "wt-inject chat --reference", does: "try it on the built-in endpoint" },
    { line: "wt-inject chat http://127.0.0.1:8647", does: "talk to yours" },
    { line: "wt-inject chat --format json < turns.txt", does: "a conversation from a file" },
  ],
  exits: [
    [0, "every turn kept the contract, agent-level errors included"],
    [1, "an answer broke the contract"],
    [2, "the command line is wrong, or a line of a file is no turn and no command"],
    [3, "no whole answer came: nothing listens, the wire broke, or the deadline passed"],
    [4, "a fault of wt-inject's own"],
    [130, "ended by Ctrl-C"],
  ],
};
