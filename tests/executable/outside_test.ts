import { assert, assertEquals, assertMatch } from "@std/assert";
import { bench, EXECUTABLE } from "./executable.ts";

/** Why a tool of the system can't be used here; undefined where it can. */
function reasonNot(program: string, args: readonly string[]): string | undefined {
  try {
    const { success, stderr } = new Deno.Command(program, { args: [...args] }).outputSync();
    if (success) return undefined;
    return new TextDecoder().decode(stderr).trim().split("\n")[0] || `${program} failed`;
  } catch {
    return `there is no ${program}`;
  }
}

const LOOPBACK = ["ip", "link", "set", "lo", "up"];
// Root needs no user namespace of its own, and may not have one.
const NAMESPACE = reasonNot("unshare", ["-n", ...LOOPBACK]) === undefined ? ["-n"] : ["-rn"];
const NO_NAMESPACE = reasonNot("unshare", [...NAMESPACE, ...LOOPBACK]);
const NO_STRACE = reasonNot("strace", ["-f", "-o", "/dev/null", EXECUTABLE, "version"]);

const WITH = 'ip link set lo up && cd "$1" && shift && exec "$@"';

Deno.test({
  name: `the executable needs no network but loopback${skipped(NO_NAMESPACE)}`,
  ignore: NO_NAMESPACE !== undefined,
  async fn() {
    await using place = await bench();
    for (
      const words of [
        ["conform", "--reference", "-q"],
        ["certify", "--self", "--select", "redirect.301", "-q"],
        ["corpus", "run", "--case", "two-calls-one-turn", "-q"],
        ["version", "--json"],
      ]
    ) {
      const { code, stderr } = await new Deno.Command("unshare", {
        args: [...NAMESPACE, "sh", "-c", WITH, "sh", place.cwd, EXECUTABLE, ...words],
      }).output();
      assertEquals(code, 0, `${words.join(" ")}: ${new TextDecoder().decode(stderr)}`);
    }
  },
});

Deno.test({
  name: `the executable connects to its target alone, and asks nobody for a name${
    skipped(NO_STRACE)
  }`,
  ignore: NO_STRACE !== undefined,
  async fn() {
    await using place = await bench();
    const args = ["-f", "-e", "trace=network", "-o", `${place.cwd}/trace`, EXECUTABLE];
    const { code } = await new Deno.Command("strace", {
      args: [...args, "conform", "--reference", "-q"],
      cwd: place.cwd,
      stdout: "null",
    }).output();
    assertEquals(code, 0);
    const trace = await Deno.readTextFile(`${place.cwd}/trace`);
    const connects = trace.split("\n").filter((line) => /\bconnect\(/.test(line));
    assert(connects.length > 10, "strace saw no connection");
    const ports = new Set<string>();
    for (const line of connects) {
      assertMatch(line, /sin_port=htons\((\d+)\), sin_addr=inet_addr\("127\.0\.0\.1"\)/);
      ports.add(/htons\((\d+)\)/.exec(line)![1]!);
    }
    assertEquals(ports.size, 1, [...ports].join(" "));
    assert(!/sin6?_port=htons\(53\)/.test(trace), "it asked a name server");
  },
});

Deno.test({
  name: `the executable opens no file for writing but its report${skipped(NO_STRACE)}`,
  ignore: NO_STRACE !== undefined,
  async fn() {
    await using place = await bench();
    const args = ["-f", "-e", "trace=file", "-o", `${place.cwd}/trace`, EXECUTABLE];
    const { code } = await new Deno.Command("strace", {
      args: [...args, "conform", "--reference", "-q", "--report", "json=r.json"],
      cwd: place.cwd,
      stdout: "null",
    }).output();
    assertEquals(code, 0);
    const trace = await Deno.readTextFile(`${place.cwd}/trace`);
    const changes = trace.split("\n").filter((line) =>
      /\b(?:O_WRONLY|O_RDWR|O_CREAT)\b|\b(?:mkdir|unlink|rename|symlink|link|chmod|chown|truncate|utime)\w*\(/
        .test(line) && !/ = -1 /.test(line)
    ).filter((line) => !/"\/(?:dev|proc|sys)\//.test(line));
    for (const line of changes) assertMatch(line, /r\.json/);
    assert(changes.length > 0, "strace saw no report");
  },
});

function skipped(reason: string | undefined): string {
  return reason === undefined ? "" : ` (skipped: ${reason})`;
}
