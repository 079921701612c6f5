import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { entriesOf, type Entry, type Waiting } from "../../lib/cli/chat_input.ts";
import { smallEndpoint } from "./endpoint.ts";
import { noPython } from "./python.ts";
import { cliWords } from "./subprocess.ts";

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

Deno.test("entriesOf() says what it waits for before every line", async () => {
  const waited: Waiting[] = [];
  const lines = from(["a\\", "b", "/paste", "c", "/end"]);
  const entries = await Array.fromAsync(entriesOf(lines, (waiting) => waited.push(waiting)));
  assertEquals(waited, ["entry", "more", "entry", "paste", "paste", "entry"]);
  assertEquals(entries, [{ type: "turn", text: "a\nb" }, { type: "turn", text: "c" }]);
});

Deno.test("entriesOf() forgets the lines that were begun where it is told to", async () => {
  let press = false;
  async function* lines(): AsyncGenerator<string> {
    yield "begun\\";
    press = true;
    yield "fresh";
  }
  const entries: Entry[] = [];
  const dropped = () => {
    const was = press;
    press = false;
    return was;
  };
  for await (const entry of entriesOf(lines(), () => {}, dropped)) entries.push(entry);
  assertEquals(entries, [{ type: "turn", text: "fresh" }]);
});

/** Types on a terminal of its own: each step waits for a text, then types. Prints all that was shown. */
const TYPIST = `
import json, os, pty, select, sys, time
steps, argv = json.loads(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execvp(argv[0], argv)
shown, seen = b"", 0
def read(wanted):
    global shown, seen
    end = time.time() + 30
    while time.time() < end:
        if wanted is not None and wanted in shown[seen:]:
            seen = shown.index(wanted, seen) + len(wanted)
            return
        if not select.select([fd], [], [], 0.1)[0]:
            continue
        try:
            piece = os.read(fd, 65536)
        except OSError:
            return
        if not piece:
            return
        shown += piece
for wanted, typed in steps:
    read(wanted.encode())
    os.write(fd, typed.encode())
read(None)
_, status = os.waitpid(pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace")]))
`;

type Step = readonly [wanted: string, typed: string];

async function onTerminal(
  words: readonly string[],
  steps: readonly Step[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [code: number, shown: string]> {
  const { stdout } = await new Deno.Command("python3", {
    args: ["-c", TYPIST, JSON.stringify(steps), ...cliWords(), ...words],
    stderr: "inherit",
    env: { TERM: "xterm", NO_COLOR: "", WT_INJECT_URL: "", WT_INJECT_TIMEOUT_S: "", ...env },
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

const why = Deno.build.os === "windows" ? "no pseudo-terminals on Windows" : await noPython();
if (why !== undefined) console.log(`chat was not tried on a terminal: ${why}.`);
const ignore = why !== undefined;

Deno.test({
  name: "chat on a terminal prompts, dresses its lines, echoes nothing twice, and ends with Ctrl-D",
  ignore,
  async fn() {
    await using endpoint = smallEndpoint();
    const words = ["chat", endpoint.url];
    const [code, shown] = await onTerminal(words, [["> ", "hello\\\n"], [". ", "you\n"], [
      "> ",
      "\x04",
    ]]);
    assertEquals([code, endpoint.bodies[0]?.text], [0, "hello\nyou"]);
    assertEquals(shown.split("hello").length, 2);
    assertStringIncludes(shown, "  Good morning.\r\n\x1b[2m- first byte");
    const [, plain] = await onTerminal(
      words,
      [["> ", "hello\n"], ["done", ""], ["> ", "/quit\n"]],
      {
        NO_COLOR: "1",
      },
    );
    assertEquals(plain.includes("\x1b[2m"), false);
  },
});

Deno.test({
  name: "chat on a terminal ends a turn in flight with Ctrl-C, and goes on",
  ignore,
  async fn() {
    const gate = Promise.withResolvers<Response>();
    const asked: string[] = [];
    await using endpoint = smallEndpoint({
      "/wt/inject"({ text }) {
        asked.push(String(text));
        return asked.length === 1
          ? gate.promise
          : Response.json({ wt_inject: 1, reply: "Second.", tool_calls: [] });
      },
    });
    const [code, shown] = await onTerminal(["chat", endpoint.url], [
      ["> ", "slow\n"],
      ["no answer yet", "\x03"],
      ["> ", "again\n"],
      ["done after", ""],
      ["> ", "\x03"],
      ["Ctrl-C once more", "\x03"],
    ]);
    gate.resolve(new Response());
    assertEquals([code, asked], [130, ["slow", "again"]]);
    assertMatch(shown, /The turn was ended here.*Second\./s);
  },
});
