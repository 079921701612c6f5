import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { DRIVER_PERMISSIONS, FETCH_ADAPTER, printer } from "./adapter.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

async function run(words: readonly string[], input = "") {
  const io = memoryIo({ input });
  const code = await main(["certify", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

Deno.test("certify --self judges our own driver with the loopback network alone", async () => {
  const words = ["certify", "--self", "--select=version.*", "--select=runtime.timeout"];
  const { code, stdout, stderr } = await wtInject([...words, "--runtime=http_inject"], {
    permissions: ["--allow-net=127.0.0.1"],
  });
  assertEquals(code, 0);
  assertMatch(
    stderr,
    /^\d+ cases, one after another, under 10 s for a driver that gives up in time\n$/,
  );
  assertMatch(stdout, /^wt-inject certify: wt-inject HttpInject/);
  assertMatch(stdout, /^CONFORMS: \d+ passed; \d+ of \d+ checks selected; \d+ turns sent; /m);
  assertStringIncludes(
    stdout,
    "repeat: wt-inject certify --self '--select=version.*' --select=runtime.timeout " +
      "--runtime=http_inject\n",
  );
});

Deno.test("certify -- CMD judges a command, and exits 1 with the line that plays a case again", async () => {
  await inFolder(async (folder) => {
    const { code, stdout, stderr } = await wtInject([
      "certify",
      "--select=turn.plain",
      "--select=body.bad-utf8",
      "--label=plain fetch",
      `--report=json=${folder}/report.json`,
      `--report=junit=${folder}/report.xml`,
      "--",
      ...FETCH_ADAPTER,
    ], { permissions: DRIVER_PERMISSIONS });
    assertEquals([code, stderr.startsWith("2 cases, one after another")], [1, true]);
    assertStringIncludes(stdout, "DOES NOT CONFORM: 1 passed, 1 failed");
    const report = JSON.parse(await Deno.readTextFile(`${folder}/report.json`));
    assertEquals(report.command, "certify");
    assertEquals(report.target.label, "plain fetch");
    assertStringIncludes(report.target.url, "platform_fetch.ts");
    assert(report.selection.available > 200);
    assertEquals(report.selection.patterns, ["turn.plain", "body.bad-utf8"]);
    const driver = report.exchanges.find(({ id }: { id: string }) => id === "body.bad-utf8/driver");
    assertMatch(driver.curl, /^wt-inject certify --select body\.bad-utf8 -- \S+ run --no-prompt /);
    assertMatch(report.repeat, / -- \S+ run --no-prompt .*platform_fetch\.ts$/);
    assertStringIncludes(await Deno.readTextFile(`${folder}/report.xml`), "<testsuites");
    assertEquals([...Deno.readDirSync(folder)].length, 2);
  });
});

Deno.test("certify exits 2 where a permission is missing, and names the flag", async () => {
  const words = ["certify", "--select=turn.plain", "--", ...FETCH_ADAPTER];
  const run = await wtInject(words);
  assertEquals([run.code, run.stdout], [2, ""]);
  assertStringIncludes(run.stderr, `Run it again with --allow-run=${Deno.execPath()}.`);
  const env = await wtInject(words, {
    permissions: ["--allow-net=127.0.0.1", `--allow-run=${Deno.execPath()}`],
  });
  assertEquals([env.code, env.stdout], [2, ""]);
  assertStringIncludes(env.stderr, "--allow-env beside --allow-run=");
  const net = await wtInject(["certify", "--listen=127.0.0.2:18647"], {
    permissions: ["--allow-net=127.0.0.1"],
  });
  assertEquals([net.code, net.stdout], [2, ""]);
  assertStringIncludes(net.stderr, "--allow-net=127.0.0.2");
});

Deno.test("certify exits 2 where the environment chooses code to load and not all may be run", async () => {
  const { code, stdout, stderr } = await wtInject(
    ["certify", "--select=turn.plain", "--", ...FETCH_ADAPTER],
    {
      permissions: [
        ...["--allow-net=127.0.0.1", "--allow-env", `--allow-run=${Deno.execPath()}`],
      ],
      env: { LD_LIBRARY_PATH: "/nowhere" },
    },
  );
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "Unset LD_LIBRARY_PATH, or run it again with --allow-run.");
});

Deno.test("certify exits 3 on a command that doesn't start, and with --smoke on one that is no adapter", async () => {
  const gone = await wtInject(["certify", "--select=turn.plain", "--", "/nowhere/driver"], {
    permissions: DRIVER_PERMISSIONS,
  });
  assertEquals(gone.code, 3);
  assertMatch(gone.stdout, /^NOT REACHABLE: no check ran/m);
  assertStringIncludes(gone.stdout, 'Cannot start "/nowhere/driver"');
  const smoke = ["certify", "--smoke", "--select=turn.plain", "--", ...printer("hello")];
  const other = await wtInject(smoke, { permissions: DRIVER_PERMISSIONS });
  assertEquals(other.code, 3);
  assertStringIncludes(
    other.stdout.replace(/\s+/g, " "),
    "The command is no adapter: the line that",
  );
});

Deno.test("certify takes what follows -- as it stands, its own flags' names too", async () => {
  const answer = '{"outcome":"ok","detail":"--self -- --select"}';
  const words = ["--select=reset.good", "--format=json", "-v", "--", ...printer(answer)];
  const { stdout, stderr } = await wtInject(["certify", ...words, "--", "--self", "-q"], {
    permissions: DRIVER_PERMISSIONS,
  });
  const report = JSON.parse(stdout);
  assertMatch(report.repeat, /-- '\{"outcome":"ok".*' -- --self -q$/);
  assertMatch(stderr, /^FAILED +reset\.good$/m);
});

Deno.test("certify refuses a line that means no driver, two of them, or no case", async () => {
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [[], "Cannot certify: no driver is named."],
    [["--"], "Cannot certify: no driver is named."],
    [["python3", "x.py"], 'Cannot use "python3" here: CMD goes after "--".'],
    [["x", "--", "y"], 'Cannot use "x" here: CMD goes after "--".'],
    [["--self", "--", "x"], "Cannot use --self with the command x"],
    [["--listen=127.0.0.1:1", "--", "x"], "Cannot use --listen with the command x"],
    [["--self", "--listen=127.0.0.1:1"], "Cannot use --self with --listen"],
    [["--self", "--smoke"], "Cannot use --self with --smoke"],
    [["--listen=8647"], "Cannot use --listen 8647: it isn't HOST:PORT."],
    [["--self", "--quiet", "--verbose"], "Cannot use --quiet with --verbose"],
    [["--self", "--select=turn.plane"], "Did you mean turn.plain?"],
    [["--self", "--select=runtime.timeout"], "Add --runtime http_inject"],
    [["--self", "--select=deadline.grace-five", "--level=must"], "is of the level MUST"],
    [["--self", "--runtime=http-inject"], "Did you mean http_inject?"],
    [["--self", "--format=sarif"], "Cannot use --format sarif"],
    [["--list", "--format=junit"], "Cannot use --format junit here"],
    [["--list", "--self"], "Cannot use --list with --self"],
  ];
  for (const [words, says] of cases) {
    const { code, out, err } = await run(words);
    assertEquals([code, out], [2, ""], words.join(" "));
    assertStringIncludes(err, says);
  }
});

Deno.test("certify --list shows the selected cases, and the level as the driver is held to it", async () => {
  const { code, out, err } = await run(["--list", "--select=deadline.*"]);
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /^deadline\.grace-five +SHOULD +hostile +no answer at all/m);
  for (const line of out.trimEnd().split("\n")) assertMatch(line, /^deadline\.\S+ +(MUST|SHOULD) /);
  const must = await run(["--list", "--select=deadline.*", "--level=must"]);
  assertEquals(must.out.includes("SHOULD"), false);
  const words = ["--list", "--select=deadline.grace-five", "--format=json"];
  const { cases: [one] } = JSON.parse((await run([...words, "--runtime=http_inject"])).out);
  assertEquals([one.id, one.level, one.clause], [
    "deadline.grace-five",
    "MUST",
    "error.grace-five",
  ]);
});

Deno.test("schema adapter-input and adapter-output describe the adapter's two lines", async () => {
  const io = memoryIo();
  assertEquals(await main(["schema", "adapter-input"], io), 0);
  const ops = JSON.parse(io.out()).oneOf.map(
    ({ properties }: { properties: { op: { const: string } } }) => properties.op.const,
  );
  assertEquals(ops.sort(), ["inject", "reset", "run", "surface"]);
  const other = memoryIo();
  assertEquals(await main(["schema", "adapter-output"], other), 0);
  assertEquals(JSON.parse(other.out()).required, ["outcome"]);
});
