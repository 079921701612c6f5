import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rememberingEndpoint } from "./remembering.ts";
import { inFolder, start, wtInject } from "./subprocess.ts";

const ignore = Deno.build.os === "windows";
const permissions = [
  "--allow-net=127.0.0.1",
  "--allow-read",
  "--allow-write",
  "--allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S,WT_INJECT_DEBUG",
  "--allow-run=sh",
];
const flat = (text: string) => text.replace(/\s+/g, " ");

Deno.test({
  name: "canary proves with a state probe a leak that no question brings to light",
  ignore,
  async fn() {
    await inFolder(async (folder) => {
      const file = `${folder}/store`;
      await using endpoint = rememberingEndpoint({
        wipes: "sessions",
        stored: (text) => Deno.writeTextFileSync(file, text),
      });
      const words = ["canary", endpoint.url, "--rounds=1"];
      const without = await wtInject(words);
      assertEquals(without.code, 0);
      assertMatch(without.stdout, /^NO LEAK OBSERVED \(not proof of isolation\): /m);
      const looking = [...words, "--state-probe", `cat '${file}' >&2`];
      const { code, stdout } = await wtInject(looking, { permissions });
      assertEquals(code, 1);
      assertMatch(stdout, /^LEAK PROVEN: 1 passed, 1 failed; /m);
      assertStringIncludes(flat(stdout), "the state probe printed 32 of the nonce's 32 hex digits");
    });
  },
});

Deno.test("canary takes a URL for a state probe, and keeps a secret in it to itself", async () => {
  await using endpoint = rememberingEndpoint({ wipes: "sessions" });
  const url = `${endpoint.url}/store?token=hush&size=5`;
  for (const flag of [["--state-probe", url], [`--state-probe=${url}`]]) {
    const { code, stdout } = await wtInject(["canary", endpoint.url, "--rounds=1", ...flag]);
    assertEquals(code, 1);
    assertMatch(stdout, /^LEAK PROVEN: /m);
    assertStringIncludes(stdout, "/store?token=$TOKEN&size=5");
    assertEquals(stdout.includes("hush"), false);
  }
  assertEquals(endpoint.paths.filter((path) => path === "/store").length, 4);
});

Deno.test("canary --no-recall asks nothing: one turn a round, and the probe decides", async () => {
  await using endpoint = rememberingEndpoint();
  const { code, stdout } = await wtInject([
    "canary",
    endpoint.url,
    "--rounds=2",
    "--no-recall",
    `--state-probe=${endpoint.url}/store`,
  ]);
  assertEquals(code, 0);
  assertMatch(stdout, /^NO LEAK OBSERVED \(not proof of isolation\): 1 passed; 2 turns sent; /m);
  assertEquals(endpoint.paths.filter((path) => path === "/wt/inject").length, 2);
});

Deno.test({
  name: "canary is inconclusive where the probe can't look, or finds no nonce before the reset",
  ignore,
  async fn() {
    await using endpoint = rememberingEndpoint();
    const cases: readonly (readonly [command: string, says: string])[] = [
      ["echo no such index >&2; exit 7", "its command exited with 7: no such index"],
      ["echo nothing", "didn't find the nonce before the reset"],
    ];
    for (const [command, says] of cases) {
      const words = ["canary", endpoint.url, "--rounds=1", "--state-probe", command];
      const { code, stdout } = await wtInject(words, { permissions });
      assertEquals(code, 3, command);
      assertMatch(stdout, /^INCONCLUSIVE: /m);
      assertStringIncludes(flat(stdout), says);
    }
  },
});

Deno.test("conform takes a state probe, and its canary fails by it", async () => {
  await using endpoint = rememberingEndpoint({ wipes: "sessions" });
  const words = ["conform", endpoint.url, "--select=conformance.canary"];
  assertEquals((await wtInject(words)).code, 0);
  const { code, stdout } = await wtInject([...words, `--state-probe=${endpoint.url}/store`]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, "state-probe-leak");
  assertMatch(stdout, /^DOES NOT CONFORM: 1 failed; /m);
});

Deno.test("conform refuses a state probe without the permission, and plans without one", async () => {
  await using endpoint = rememberingEndpoint();
  const words = ["conform", endpoint.url, "--state-probe", "cat store"];
  const refused = await wtInject(words);
  assertEquals([refused.code, refused.stdout], [2, ""]);
  assertMatch(refused.stderr, /^wt-inject: Cannot run the state probe: .*\n.*--allow-run=\w+\.\n$/);
  const planned = await wtInject([...words, "--dry-run"]);
  assertEquals(planned.code, 0);
  const from = await wtInject(["conform", "--from=x", "--state-probe=y"]);
  assertStringIncludes(from.stderr, "Cannot use --from with --state-probe");
  assertEquals(endpoint.paths, []);
});

Deno.test({
  name:
    "canary that is interrupted in its state probe reports, exits 130, and leaves nothing running",
  ignore,
  async fn() {
    await inFolder(async (folder) => {
      await using endpoint = rememberingEndpoint();
      const file = `${folder}/pid`;
      const child = start([
        "canary",
        endpoint.url,
        "--format=json",
        "--state-probe",
        `sleep 60 & echo $! > '${file}.tmp'; mv '${file}.tmp' '${file}'; wait`,
      ], { permissions });
      const output = child.output();
      const pid = Number(await appears(file));
      assert(await lives(pid));
      child.kill("SIGINT");
      const { code, stdout } = await output;
      assertEquals(code, 130);
      assertEquals(JSON.parse(new TextDecoder().decode(stdout)).outcome, "INTERRUPTED");
      assertEquals(await lives(pid), false);
    });
  },
});

/** A file's text, as soon as it is there; ten seconds at most. */
async function appears(path: string): Promise<string> {
  for (let left = 500; left > 0; left--) {
    try {
      return await Deno.readTextFile(path);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error(`${path} never came`);
}

/** False for one that nobody has waited for yet, too: it runs no more. */
async function lives(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${pid}`] })
    .output();
  return /^\s*[^Z\s]/.test(new TextDecoder().decode(stdout));
}
