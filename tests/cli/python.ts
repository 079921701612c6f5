/**
 * Whether Python is there, for tests that hold our output against its.
 *
 * @module
 */

/** Why there is no python3, or undefined where there is one. */
export async function noPython(): Promise<string | undefined> {
  try {
    const { success } = await new Deno.Command("python3", {
      args: ["-c", "import json"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return success ? undefined : "python3 doesn't run here";
  } catch {
    return "there is no python3 here";
  }
}

/** Runs a script on lines, and gives its lines. */
export async function python(script: string, input: string): Promise<readonly string[]> {
  const child = new Deno.Command("python3", {
    args: ["-c", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
    env: { PYTHONIOENCODING: "utf-8" },
  }).spawn();
  const writing = (async () => {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  })();
  const { success, stdout } = await child.output();
  await writing;
  if (!success) throw new Error("python3 failed");
  return new TextDecoder("utf-8", { fatal: true }).decode(stdout).split("\n").slice(0, -1);
}
