import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { deadUrl, smallEndpoint } from "./endpoint.ts";
import { rememberingEndpoint } from "./remembering.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");

Deno.test("canary exits 0 where no leak is observed, and claims no more than that", async () => {
  await using endpoint = rememberingEndpoint();
  const { code, stdout, stderr } = await wtInject(["canary", endpoint.url, "--rounds=2", "-v"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^NO LEAK OBSERVED \(not proof of isolation\): 2 passed; 12 turns sent; /m);
  assertStringIncludes(flat(stdout), "a leak can be proven, its absence can't");
  assertStringIncludes(flat(stdout), "in 2 of 2 rounds in which the agent could recall");
  assertStringIncludes(stdout, `repeat: wt-inject canary ${endpoint.url} --rounds=2 -v\n`);
  assertEquals(/CONFORM|isolated\b(?!\.| |:)|no nonce comes back/.test(stdout), false);
  assertMatch(stderr, /^2 checks on .*, at most 12 turns to the agent; its state is destroyed\n/);
  assertMatch(stderr, /^no leak seen {3}conformance\.canary$/m);
  assertEquals(stderr.includes("passed"), false);
});

Deno.test("canary exits 1 where a nonce comes back after the reset, and shows the turns", async () => {
  await using endpoint = rememberingEndpoint({ wipes: "nothing" });
  const { code, stdout } = await wtInject(["canary", endpoint.url, "--rounds", "1"]);
  assertEquals(code, 1);
  assertMatch(stdout, /^LEAK PROVEN: 1 passed, 1 failed; 6 turns sent; /m);
  assertStringIncludes(flat(stdout), "A's own id is asked after the reset");
  assertMatch(stdout, /^ {2}\$ curl /m);
});

Deno.test("canary exits 3 where the agent can't recall, and says that nothing follows", async () => {
  await using endpoint = smallEndpoint();
  const { code, stdout } = await wtInject(["canary", endpoint.url]);
  assertEquals(code, 3);
  assertMatch(stdout, /^INCONCLUSIVE: /m);
  assertStringIncludes(flat(stdout), "Nothing was proven, and nothing was ruled out");
  assertStringIncludes(flat(stdout), "can't recall before the reset either");
});

Deno.test("canary exits 3 where nothing listens", async () => {
  const url = deadUrl();
  const { code, stdout } = await wtInject(["canary", url, "--format=json"]);
  assertEquals(code, 3);
  const { command, outcome, headline } = JSON.parse(stdout);
  assertEquals([command, outcome, headline], ["canary", "NOT REACHABLE", undefined]);
});

Deno.test("canary --reference observes no leak, and takes the reference's own words", async () => {
  const { code, stdout } = await wtInject(["canary", "--reference", "--format=json", "-q"]);
  assertEquals(code, 0);
  const { headline, reason, results, repeat, turns } = JSON.parse(stdout);
  assertEquals(headline, "NO LEAK OBSERVED (not proof of isolation)");
  assertStringIncludes(reason, "its absence can't");
  assertEquals(results.map(({ id }: { id: string }) => id), [
    "session.isolated",
    "conformance.canary",
  ]);
  assertEquals(repeat, "wt-inject canary --reference --format=json -q");
  assertEquals(turns.sent, 18);
});

Deno.test("canary asks the user's own questions, in the user's own words, in new sessions", async () => {
  await using endpoint = rememberingEndpoint();
  await inFolder(async (cwd) => {
    await Deno.writeTextFile(
      `${cwd}/wt-inject.json`,
      '{"seed_prompt":"Note {nonce}.","recall_prompt":"Which note?","expect_tools":["x"]}',
    );
    const words = ["canary", endpoint.url, "--rounds=1", "--ask=What is new?", "--ask", "Notes?"];
    const { code, stderr } = await wtInject([...words, "--recall-prompt=Say the note."], { cwd });
    assertEquals(code, 0);
    assertMatch(stderr, /^profile: wt-inject\.json\n2 checks .*at most 8 turns/);
  });
  const turns = endpoint.bodies.filter((body) => typeof body.text === "string");
  const texts = turns.map((body) => String(body.text));
  assertMatch(texts[0]!, /^Note [0-9a-f-]{36}\.$/);
  assertEquals(texts.filter((text) => text === "Say the note.").length, 4);
  const sessions = new Map(turns.map((body) => [body.text, body.session_id]));
  assertEquals(sessions.get("What is new?"), sessions.get("Notes?"));
  assert(sessions.get("Notes?") !== turns[0]!.session_id);
});

Deno.test("canary exits 2 on each mistake, says what to do, and sends nothing", async () => {
  await using endpoint = smallEndpoint();
  const { url } = endpoint;
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [[url, "--rounds=0"], "Cannot use --rounds 0: it must be 1 or more"],
    [[url, "--rounds=1.5"], "it isn't a whole number"],
    [[url, "--no-recall"], "--no-recall needs a state probe"],
    [[url, "--no-recall", "--ask=x", "--state-probe=y"], "Cannot use --no-recall with --ask"],
    [[url, "--reference"], `Cannot use --reference with the URL ${url}`],
    [["--reference", "--wait=1s"], "Cannot use --reference with --wait"],
    [
      [url, "--seed-prompt=Note this."],
      "Cannot use --seed-prompt Note this.: it must hold {nonce}",
    ],
    [[url, "--wait=soon"], "Cannot wait soon: it isn't a duration"],
    [[url, "--format=xml"], "Cannot use --format xml"],
    [[url, "--report=json=/no/such/folder/x"], "its folder doesn't exist"],
    [[url, "--state-probe=http://"], "Cannot use --state-probe http://: it isn't a URL"],
    [[url, "--state-probe=http://a:b@localhost/"], "it carries a user name or a password"],
    [[url, "--state-probe=cat x"], "Deno withholds the permission to run "],
    [[url, "--state-probe=http://192.0.2.1/"], "Run it again with --allow-net=192.0.2.1."],
    [[url, "--selct=x"], "Cannot use --selct: canary has no such flag"],
  ];
  for (const [words, says] of cases) {
    const ended = await wtInject(["canary", ...words]);
    assertEquals([ended.code, ended.stdout], [2, ""], words.join(" "));
    assertStringIncludes(ended.stderr, says);
    assertMatch(ended.stderr, /wt-inject: Cannot .+: .+\.\n/);
  }
  assertEquals(endpoint.paths, []);
  const far = await wtInject(["canary", "http://192.0.2.1:1"], { permissions: ["--allow-net"] });
  assertEquals([far.code, far.stdout], [2, ""]);
});

Deno.test("canary wants consent before it destroys what isn't on this machine", async () => {
  const permissions = ["--allow-net=192.0.2.1", "--allow-env"];
  const { code, stdout, stderr } = await wtInject(["canary", "http://192.0.2.1:1"], {
    permissions,
  });
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "Add --destroy-state if that is what you want.");
});

Deno.test("canary writes its reports and its recording", async () => {
  await using endpoint = rememberingEndpoint();
  await inFolder(async (folder) => {
    const { code } = await wtInject([
      "canary",
      endpoint.url,
      "--rounds=1",
      "--label=mine",
      `--report=junit=${folder}/wt.xml`,
      `--record=${folder}/wire.ndjson`,
    ]);
    assertEquals(code, 0);
    const xml = await Deno.readTextFile(`${folder}/wt.xml`);
    assertMatch(xml, /<testsuites name="wt-inject canary" tests="2" failures="0" errors="0"/);
    const [head, ...lines] = (await Deno.readTextFile(`${folder}/wire.ndjson`)).trim().split("\n");
    assertEquals(JSON.parse(head!).settings.canary.rounds, 1);
    assertEquals(lines.length, 11);
  });
});
