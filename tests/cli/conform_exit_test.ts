import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { deadUrl, smallEndpoint } from "./endpoint.ts";
import { inFolder, wtInject } from "./subprocess.ts";

Deno.test("conform exits 0 where the endpoint conforms, and says so on standard output", async () => {
  await using endpoint = smallEndpoint();
  const { code, stdout, stderr } = await wtInject(["conform", endpoint.url, "--select=reset.echo"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^CONFORMS: 1 passed/m);
  assertStringIncludes(stdout, `repeat: wt-inject conform ${endpoint.url} --select=reset.echo\n`);
  assertEquals(
    stderr,
    `1 check on ${endpoint.url}, at most 0 turns to the agent; its state is destroyed\n`,
  );
});

Deno.test("conform --reference conforms, in a folder and with a profile of its own", async () => {
  await inFolder(async (cwd) => {
    await Deno.writeTextFile(`${cwd}/wt-inject.json`, "not even JSON");
    const { code, stdout, stderr } = await wtInject(["conform", "--reference"], { cwd });
    assertMatch(stdout, /^CONFORMS: \d+ passed; \d+ turns sent; /m);
    assertStringIncludes(stdout, "\nrepeat: wt-inject conform --reference\n");
    assertMatch(stderr, /^\d+ checks on http:\/\/127\.0\.0\.1:\d+, at most \d+ turns .*\n$/);
    assertEquals(code, 0);
  });
});

Deno.test("conform exits 1 where the endpoint breaks a clause, and shows how", async () => {
  await using endpoint = smallEndpoint({ "/wt/reset": () => Response.json({ wt_inject: 2 }) });
  const { code, stdout } = await wtInject(["conform", endpoint.url, "--select", "reset.echo"]);
  assertEquals(code, 1);
  assertMatch(stdout, /^DOES NOT CONFORM: 1 failed/m);
  assertStringIncludes(stdout, `curl `);
});

Deno.test("conform exits 3 where nothing listens, and says that nothing was tested", async () => {
  const url = deadUrl();
  const { code, stdout } = await wtInject(["conform", url, "--select", "reset.echo"]);
  assertEquals(code, 3);
  assertMatch(stdout, /^NOT REACHABLE: /m);
  assertStringIncludes(stdout.replace(/\s+/g, " "), `${url} is not reachable`);
});

Deno.test("conform exits 3 where a required check has no words to say", async () => {
  await using endpoint = smallEndpoint();
  const words = ["conform", endpoint.url, "--select", "error.agent-level"];
  const { code, stdout } = await wtInject(words);
  assertEquals(code, 3);
  assertMatch(stdout, /^INCOMPLETE: /m);
});

Deno.test("conform exits 2 on each mistake, says what to do, and sends nothing", async () => {
  await using endpoint = smallEndpoint();
  const { url } = endpoint;
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [[url, "http://127.0.0.1:1"], "conform takes URL only"],
    [[url, "--formt=json"], "Did you mean --format?"],
    [[url, "--select"], "Cannot use --select: its value is missing"],
    [[url, "--select", "reset.eco"], "Cannot select reset.eco: no check matches it"],
    [[url, "--select", "reset.eco"], "Did you mean reset.echo?"],
    [[url, "--level", "most"], "Cannot use --level most: it isn't one of must, should, may"],
    [[url, "--wait", "soon"], "Cannot wait soon: it isn't a duration"],
    [[url, "--timeout", "0"], "Cannot use --timeout 0: it must be above 0"],
    [[url, "--declare", "no-fun"], "Cannot use --declare no-fun"],
    [[url, "--report", "x.json"], "Cannot use --report x.json: it isn't FORMAT=PATH"],
    [[url, "--report", "json=/no/such/folder/x"], "its folder doesn't exist"],
    [[url, "--record", "/no/such/folder/x"], "its folder doesn't exist"],
    [[url, "--profile", "/no/such/file"], "/no/such/file: there is no such file"],
    [[url, "--reference"], `Cannot use --reference with the URL ${url}`],
    [[url, "--from", "x"], `Cannot use --from with the URL ${url}`],
    [["--from", "/no/such/file"], "Cannot read the recording /no/such/file"],
    [["--from", "x", "--record", "y"], "Cannot use --from with --record"],
    [[url, "--list", "--dry-run"], "Cannot use --list with --dry-run"],
    [[url, "--quiet", "--verbose"], "Cannot use --quiet with --verbose"],
    [[url, "--list", "--format=junit"], "Cannot use --format junit here"],
    [["127.0.0.1:8647"], "Did you mean http://127.0.0.1:8647?"],
    [["http://192.0.2.1:1"], "--destroy-state"],
  ];
  for (const [words, says] of cases) {
    const permissions = ["--allow-net", "--allow-read", "--allow-write", "--allow-env"];
    const ended = await wtInject(["conform", ...words], { permissions });
    assertEquals([ended.code, ended.stdout], [2, ""], words.join(" "));
    assertStringIncludes(ended.stderr, says);
    assertMatch(ended.stderr, /wt-inject: Cannot .+: .+\.\n/);
    assertEquals(ended.stderr.includes("    at "), false);
  }
  assertEquals(endpoint.paths, []);
});

Deno.test("conform exits 2 where Deno withholds the network, and names the flag", async () => {
  const { code, stdout, stderr } = await wtInject(["conform", "http://127.0.0.1:8647"], {
    permissions: ["--allow-env"],
  });
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "wt-inject.json was not looked for: Deno may not read it\n");
  assertStringIncludes(stderr, "Run it again with --allow-net=127.0.0.1.\n");
});

Deno.test("conform takes the URL and the timeout from the environment, and names a bad one", async () => {
  await using endpoint = smallEndpoint();
  const words = ["conform", "--select", "response.reply"];
  const env = { WT_INJECT_URL: endpoint.url, WT_INJECT_TIMEOUT_S: "7.5" };
  const { code, stdout } = await wtInject(words, { env });
  assertEquals(code, 0);
  assertStringIncludes(
    stdout,
    `repeat: wt-inject conform ${endpoint.url} --timeout 7.5 --select response.reply\n`,
  );
  const turns = endpoint.bodies.filter((body) => typeof body.text === "string");
  assertEquals(turns.map((body) => body.timeout_s).includes(7.5), true);
  const bad = await wtInject(words, { env: { ...env, WT_INJECT_TIMEOUT_S: "soon" } });
  assertEquals([bad.code, bad.stdout], [2, ""]);
  assertStringIncludes(bad.stderr, "Cannot use WT_INJECT_TIMEOUT_S=soon: it isn't a number.\n");
});

Deno.test("conform reads wt-inject.json of this folder, and says so", async () => {
  await using endpoint = smallEndpoint();
  await inFolder(async (cwd) => {
    const words = ["conform", endpoint.url, "--select", "response.reply"];
    await Deno.writeTextFile(`${cwd}/wt-inject.json`, '{"prompt":"Where is my pallet?"}');
    const { code, stdout, stderr } = await wtInject(words, { cwd });
    assertEquals(code, 0);
    assertMatch(stderr, /^profile: wt-inject\.json\n/);
    assertStringIncludes(stdout, "--profile wt-inject.json");
    assertEquals(endpoint.bodies.some(({ text }) => text === "Where is my pallet?"), true);

    const before = endpoint.paths.length;
    await Deno.writeTextFile(`${cwd}/wt-inject.json`, '{"promt":"Where is my pallet?"}');
    const bad = await wtInject(words, { cwd });
    assertEquals([bad.code, bad.stdout], [2, ""]);
    assertEquals(
      bad.stderr,
      'wt-inject: Cannot use the profile wt-inject.json: it has no key "promt".\n' +
        'Did you mean "prompt"? "wt-inject schema profile" describes the file.\n',
    );
    assertEquals(endpoint.paths.length, before);
  });
});
