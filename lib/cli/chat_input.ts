/**
 * What a person types to `wt-inject chat`, or a file says: turns, and commands that begin with a slash.
 *
 * @module
 */
import { nearest } from "../contract/nearest.ts";

/** The commands, and what each does. */
export const CHAT_COMMANDS: readonly (readonly [line: string, does: string])[] = [
  ["/new", "go on in a new session"],
  ["/session [ID]", "say which session this is, or go on in another"],
  ["/reset", "reset the endpoint, all sessions and all state, and begin a new session"],
  ["/surface [show]", "say what prompt surface is reported; show prints its text"],
  ["/paste", "a turn of several lines as they stand, up to a line /end"],
  ["/help", "this list"],
  ["/quit", "end; so does Ctrl-D"],
];

/** What is to be done next. */
export type Entry =
  | { readonly type: "turn"; readonly text: string }
  | { readonly type: "command"; readonly name: CommandName; readonly argument: string }
  /** Nothing is sent. */
  | { readonly type: "mistake"; readonly says: string };

/** What {@linkcode CHAT_COMMANDS} begin with, without the slash; `/paste` is a turn by then. */
export type CommandName = "new" | "session" | "reset" | "surface" | "help" | "quit";

const NAMES: readonly string[] = CHAT_COMMANDS.map(([line]) => line.split(" ")[0]!.slice(1));
const TAKES_ARGUMENT: readonly string[] = ["session", "surface"];

/** The end of what `/paste` begins. */
const END = "/end";

/** What lines are waited for: a new entry, or the rest of one. */
export type Waiting = "entry" | "more" | "paste";

/**
 * Entries, one at a time, as their lines come. Blank lines are passed over. A line that ends with a
 * backslash goes on in the next one, and `//` at the start of a turn stands for a slash.
 *
 * @param before called before a line is waited for
 * @param dropped true, once, where the lines that were begun are to be forgotten (Ctrl-C)
 */
export async function* entriesOf(
  lines: AsyncIterable<string>,
  before: (waiting: Waiting) => void,
  dropped: () => boolean = () => false,
): AsyncGenerator<Entry> {
  let begun: string[] = [];
  let waiting: Waiting = "entry";
  before(waiting);
  for await (const line of lines) {
    if (dropped()) {
      begun = [];
      waiting = "entry";
    }
    let entry: Entry | undefined;
    if (waiting === "paste") {
      if (line === END) entry = { type: "turn", text: begun.join("\n") };
      else begun.push(line);
    } else if (line.endsWith("\\")) {
      begun.push(line.slice(0, -1));
      waiting = "more";
    } else if (waiting === "entry" && line.trim() === "/paste") {
      waiting = "paste";
    } else {
      entry = entryOf([...begun, line].join("\n"));
      if (entry === undefined) waiting = "entry";
    }
    if (entry !== undefined) {
      begun = [];
      waiting = "entry";
      yield entry;
    }
    before(waiting);
  }
  // The end of the input ends what was begun, too.
  if (waiting !== "entry" && begun.length > 0) yield { type: "turn", text: begun.join("\n") };
}

function entryOf(text: string): Entry | undefined {
  if (text.trim() === "") return undefined;
  if (text.startsWith("//")) return { type: "turn", text: text.slice(1) };
  if (!text.startsWith("/")) return { type: "turn", text };
  const [, name = "", argument = ""] = /^\/(\S*)\s*(.*?)\s*$/s.exec(text) ?? [];
  if (!NAMES.includes(name)) {
    const near = nearest(name, NAMES);
    const hint = near === undefined ? "/help lists them" : `did you mean /${near}?`;
    return {
      type: "mistake",
      says:
        `There is no command /${name}: ${hint}. A turn that begins with a slash is typed //${name}.`,
    };
  }
  if (argument !== "" && !TAKES_ARGUMENT.includes(name)) {
    return { type: "mistake", says: `/${name} stands alone on its line.` };
  }
  if (name === "surface" && argument !== "" && argument !== "show") {
    return { type: "mistake", says: "/surface takes nothing, or show." };
  }
  return { type: "command", name: name as CommandName, argument };
}
