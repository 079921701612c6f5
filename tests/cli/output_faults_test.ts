/**
 * Standard streams that can't be used: a full disk, a folder, a reader that has gone.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { cliWords, wtInject } from "./subprocess.ts";

const FULL = "/dev/full";
const ignore = Deno.build.os !== "linux"; // /dev/full

async function inShell(line: string): Promise<{ readonly code: number; readonly stderr: string }> {
  const wt = cliWords().map((word) => `'${word}'`).join(" ");
  const { code, stderr } = await new Deno.Command("sh", {
    args: ["-c", line.replaceAll("WT", wt)],
    env: { NO_COLOR: "1", WT_INJECT_URL: "" },
    stdin: "null",
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

for (
  const [words, code] of [
    ["version", 4],
    ["list checks", 4],
    ["help", 4],
    ["conform --reference -q --select reset.echo", 4],
    // What was found outweighs where it couldn't be shown.
    ["conform --reference -q --select conformance.must-call --tool-prompt hi --expect-tools x", 1],
  ] as const
) {
  Deno.test({
    name: `${words.slice(0, 40)} says that standard output is full, and asks nobody to report it`,
    ignore,
    async fn() {
      const told = await inShell(`WT ${words} > ${FULL}`);
      assertEquals(told, {
        code,
        stderr:
          "wt-inject: Cannot write to standard output: No space left on device (os error 28).\n",
      });
    },
  });
}

Deno.test({
  name: "chat says that standard input is a folder",
  ignore,
  async fn() {
    const { code, stderr } = await inShell("WT chat --reference < /tmp");
    assertEquals(code, 2);
    assertStringIncludes(stderr, "Cannot read standard input: Is a directory");
  },
});

Deno.test({
  name: "chat sends no more turns when nobody reads the answers",
  ignore,
  async fn() {
    // Without an end of its own, only the closed pipe can end it.
    const { code } = await inShell("yes hi | timeout 20 WT chat --reference | head -n 1; exit 0");
    assertEquals(code, 0);
    const { stderr } = await inShell(
      "(yes hi | (timeout 20 WT chat --reference; echo $? >&2) | head -n 1) 2>&1 >/dev/null | cat >&2",
    );
    assertEquals(stderr.trim().split("\n").at(-1), "0");
  },
});

Deno.test("chat takes no byte order mark for a part of the first turn", async () => {
  const { code, stdout } = await wtInject(["chat", "--reference", "--format=json"], {
    input: "\uFEFFGood morning.\n",
  });
  assertEquals([code, JSON.parse(stdout.split("\n")[0]!).text], [0, "Good morning."]);
});
