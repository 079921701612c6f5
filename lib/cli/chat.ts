/**
 * `wt-inject chat`: a conversation with an endpoint by hand.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { ContractError, HttpInject, TransportError } from "../driver/http_inject.ts";
import { newSessionId } from "../driver/session_id.ts";
import { DEFAULT_TIMEOUT_S } from "../driver/settings.ts";
import { type Paint, painter } from "../report/style.ts";
import { visible } from "../report/visible.ts";
import { renderSurface } from "../surface/render.ts";
import { surfaceState } from "../surface/state.ts";
import type { Arguments } from "./arguments.ts";
import { CHAT_COMMANDS, type CommandName, entriesOf, type Waiting } from "./chat_input.ts";
import { interruptsOf } from "./chat_interrupts.ts";
import {
  type Came,
  cameJson,
  cameText,
  isFailure,
  noteJson,
  noteText,
  saidText,
} from "./chat_text.ts";
import { refuseTogether } from "./conform_options.ts";
import { withTarget } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { liveLine } from "./live_line.ts";
import { exitCodeOf } from "./send.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/**
 * Talks until the input ends.
 *
 * @returns 0, or what the first turn that failed has; 130 where Ctrl-C ended it
 * @throws UsageError on settings that can't be used, and on input that isn't UTF-8
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [], ["reference"]);
  const url = args.given("reference") ? undefined : targetUrl(args.positionals[0], io);
  const timeoutS = args.number("timeout") ?? timeoutFromEnvironment(io) ?? DEFAULT_TIMEOUT_S;
  return await withTarget(
    url,
    (baseUrl) => talk(new HttpInject({ baseUrl, timeoutS }), args, io),
  );
}

const PROMPTS: Readonly<Record<Waiting, string>> = { entry: "> ", more: ". ", paste: "| " };

async function talk(driver: HttpInject, args: Arguments, io: Io): Promise<number> {
  const asJson = args.text("format") === "json";
  const paint = painter(io.stdout.tty && io.colorAllowed && !args.given("no-color"));
  const interrupts = interruptsOf(io);
  const chat: Chat = {
    driver,
    io,
    asJson,
    paint,
    during: interrupts.during,
    session: args.text("session") ?? newSessionId(),
  };
  // What a person has typed stands on the terminal already.
  const echoes = !asJson && !(io.inputTty && io.stdout.tty);
  if (io.inputTty) {
    io.stderr.write(
      `Session ${chat.session} at ${driver.baseUrl}. /help says what else to type.\n`,
    );
  }
  const prompt = (waiting: Waiting) => {
    if (io.inputTty && io.stderr.tty) io.stderr.write(PROMPTS[waiting]);
  };
  let exitCode: number = EXIT.conforms;
  try {
    const lines = unmarked(io.inputLines({ strict: true }));
    for await (const entry of entriesOf(lines, prompt, interrupts.dropped)) {
      let failed: number = EXIT.conforms;
      if (entry.type === "mistake") {
        io.stderr.write(`${visible(entry.says)}\n`);
        failed = io.inputTty ? EXIT.conforms : EXIT.usage;
      } else if (entry.type === "command") {
        if (entry.name === "quit") break;
        failed = await command(chat, entry.name, entry.argument);
      } else {
        if (echoes) io.stdout.write(saidText(entry.text, paint));
        // Nobody reads the answers any more.
        if (io.stdout.gone === true) break;
        failed = await turn(chat, entry.text);
      }
      if (failed === EXIT.conforms) continue;
      if (exitCode === EXIT.conforms && !(io.inputTty && failed === EXIT.interrupted)) {
        exitCode = failed;
      }
      // The rest of a file was written for an answer that never came.
      if (!io.inputTty) break;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError("Cannot go on: standard input isn't UTF-8", "Convert it first.");
  } finally {
    interrupts.release();
  }
  if (io.inputTty && io.stderr.tty) io.stderr.write("\n");
  return exitCode;
}

/** Lines without the byte order mark that an editor may have put before the first. */
async function* unmarked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const line of lines) {
    yield first ? line.replace(/^\uFEFF/, "") : line;
    first = false;
  }
}

interface Chat {
  readonly driver: HttpInject;
  readonly io: Io;
  readonly asJson: boolean;
  readonly paint: Paint;
  /** Does what Ctrl-C may end. */
  readonly during: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  session: string;
}

async function turn(chat: Chat, text: string): Promise<number> {
  const { driver, io, asJson, paint, session } = chat;
  const came = await attempt(chat, (signal) => driver.inject(session, text, { signal }));
  io.stdout.write(
    asJson
      ? cameJson({ url: driver.baseUrl, session, text }, came)
      : came instanceof TransportError && came.kind === "aborted"
      ? noteText("The turn was ended here; the endpoint may be at work on it still.", paint)
      : cameText(came, paint),
  );
  return isFailure(came) ? exitCodeOf(came) : EXIT.conforms;
}

/** Does it, and shows that it takes its time. */
async function attempt<Result>(
  { io, during }: Chat,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | Exclude<Came, { readonly reply: string }>> {
  const line = liveLine(io.stderr, { quiet: false, verbose: false });
  line.at("no answer yet; Ctrl-C ends the wait");
  line.begin();
  try {
    return await during(work);
  } catch (error) {
    if (error instanceof ContractError || error instanceof TransportError) return error;
    throw error;
  } finally {
    line.end();
  }
}

async function command(chat: Chat, name: CommandName, argument: string): Promise<number> {
  const { driver, io, asJson, paint } = chat;
  const say = (type: string, data: Readonly<Record<string, unknown>>, text: string) =>
    io.stdout.write(asJson ? noteJson(type, data) : noteText(text, paint));
  switch (name) {
    case "new":
    case "session":
      if (name === "new") chat.session = newSessionId();
      else if (argument !== "") chat.session = argument;
      say("session", { session_id: chat.session }, `session ${chat.session}`);
      return EXIT.conforms;
    case "reset": {
      const came = await attempt(chat, (signal) => driver.reset({ signal }));
      if (came instanceof Error) {
        const data = { outcome: "failed", message: came.message };
        io.stdout.write(asJson ? noteJson("reset", data) : cameText(came, paint));
        return exitCodeOf(came);
      }
      chat.session = newSessionId();
      const data = { outcome: "ok", session_id: chat.session };
      say("reset", data, `the endpoint was reset; session ${chat.session}`);
      return EXIT.conforms;
    }
    case "surface": {
      const came = await attempt(chat, (signal) => driver.surface({ signal }));
      if (came instanceof Error) return exitCodeOf(came);
      const state = surfaceState(came);
      const probe = { status: state.status, url: driver.baseUrl, probes: 1, state } as const;
      const show = { show: argument === "show", showBy: "/surface show" };
      const text = await renderSurface(
        { ...probe, differences: [] },
        asJson ? "json" : "text",
        show,
      );
      // Line feeds between members are all that indented JSON has.
      io.stdout.write(
        asJson ? `{ "type": "surface", ${text.trim().replace(/\n\s*/g, " ").slice(2)}\n` : text,
      );
      return EXIT.conforms;
    }
    case "help": {
      const rows = CHAT_COMMANDS.map(([line, does]) => `  ${line.padEnd(16)} ${does}\n`);
      io.stderr.write(`${rows.join("")}A line that ends with \\ goes on in the next one.\n`);
      return EXIT.conforms;
    }
    case "quit":
      return EXIT.conforms;
  }
}
