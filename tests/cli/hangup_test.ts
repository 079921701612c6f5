import { assertEquals, assertStringIncludes } from "@std/assert";
import { output, stopSignals } from "../../lib/cli/io.ts";
import { rawServer } from "../../lib/wire/raw_server.ts";
import { ownGateway } from "./own_gateway.ts";
import { noPython } from "./python.ts";
import { cliWords, inFolder } from "./subprocess.ts";

Deno.test("stopSignals() has a hangup where a terminal can hang up, and not under nohup", () => {
  assertEquals(stopSignals("linux", true), ["SIGINT", "SIGTERM", "SIGHUP"]);
  assertEquals(stopSignals("darwin", false), ["SIGINT", "SIGTERM"]);
  assertEquals(stopSignals("windows", true), ["SIGINT"]);
});

Deno.test("output() takes a terminal that is closed for a reader that left, and a full disk for a fault", () => {
  const sink = (terminal: boolean) => ({
    writeSync(): number {
      throw new Error("Input/output error (os error 5)");
    },
    isTerminal: () => terminal,
  });
  const closed = output(sink(true));
  closed.write("the report");
  assertEquals(closed.gone, true);
  let message = "";
  try {
    output(sink(false)).write("the report");
  } catch (error) {
    message = (error as Error).message;
  }
  assertEquals(message, "Cannot write to standard output: Input/output error (os error 5)");
});

/** Starts a program on a terminal of its own, closes that when it is told to, and prints how it ended. */
const HANGS_UP = `
import os, pty, select, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while 0 not in (ready := select.select([0, fd], [], [])[0]):
    os.read(fd, 65536)
os.close(fd)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

Deno.test({
  name:
    "corpus run --target whose terminal is closed writes its report and leaves no gateway behind",
  ignore: Deno.build.os === "windows" || await noPython() !== undefined,
  async fn() {
    await inFolder(async (folder) => {
      await using seen = rawServer(() => [{ wait: new Promise(() => {}) }]);
      const argv = [Deno.execPath(), "eval", `await fetch("${seen.url}/up")`];
      const { process: _, ...file } = ownGateway("chat", ["chat-to-chat"]);
      const target = `${folder}/hangs.json`;
      await Deno.writeTextFile(target, JSON.stringify({ ...file, process: { argv } }));
      const permissions = ["--allow-net=127.0.0.1", "--allow-read", "--allow-write", "--allow-run"];
      const report = `${folder}/report.json`;
      const child = new Deno.Command("python3", {
        args: [
          "-c",
          HANGS_UP,
          ...cliWords({ permissions }),
          ...["corpus", "run", "--target", target, "--report", `json=${report}`],
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
        env: { TERM: "dumb" },
      }).spawn();
      const early = child.status.then(() => Promise.reject(new Error("it ended early")));
      await Promise.race([seen.received(1), early]);
      early.catch(() => {});
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode("now\n"));
      await writer.close();
      const { stdout } = await child.output();
      assertEquals(new TextDecoder().decode(stdout).trim(), "130");
      await seen.peerClosed(0);
      assertStringIncludes(await Deno.readTextFile(report), '"outcome": "INTERRUPTED"');
    });
  },
});
