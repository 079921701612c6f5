import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { commandLine } from "../../lib/cli/quote.ts";
import { DRIVER_PERMISSIONS, FETCH_ADAPTER } from "./adapter.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const FETCH = commandLine(FETCH_ADAPTER);

async function run(words: readonly string[]) {
  const io = memoryIo();
  const code = await main(["ratify", ...words], io);
  return { code, out: io.out(), err: io.err() };
}

Deno.test("ratify exits 1 where one of two drivers doesn't conform, and keeps the record", async () => {
  await inFolder(async (folder) => {
    const { code, stdout, stderr } = await wtInject([
      "ratify",
      "--driver=self",
      `--driver=fetch=${FETCH}`,
      "--driver-version=fetch=1.2",
      "--select=body.bad-utf8",
      "--select=turn.plain",
      `--report=json=${folder}/record.json`,
      `--report=markdown=${folder}/record.md`,
    ], { permissions: DRIVER_PERMISSIONS });
    assertEquals(code, 1);
    assertMatch(stderr, /^2 drivers, 2 of \d+ cases and a canary through each: under 10 s /);
    assertMatch(stderr, /^wt-inject HttpInject: CONFORMS; canary passed$/m);
    assertMatch(stderr, /^fetch: DOES NOT CONFORM; canary passed$/m);
    assertMatch(stdout, /^NOT RATIFIED: /m);
    const record = JSON.parse(await Deno.readTextFile(`${folder}/record.json`));
    assertEquals([record.wt_inject_ratification, record.exit_code], [1, 1]);
    const [self, fetch] = record.drivers;
    assertEquals([self.label, self.command, self.qualifies], ["wt-inject HttpInject", null, true]);
    assertEquals([fetch.label, fetch.version, fetch.qualifies], ["fetch", "1.2", false]);
    assertEquals(fetch.command, FETCH_ADAPTER);
    const driver = fetch.certification.exchanges.find(
      ({ id }: { id: string }) => id === "body.bad-utf8/driver",
    );
    assertStringIncludes(driver.curl, "wt-inject certify --select body.bad-utf8 -- ");
    assertMatch(await Deno.readTextFile(`${folder}/record.md`), /^# Ratification of .+: NOT RATIF/);
  });
});

Deno.test("ratify exits 3 on a selection, and where a driver can't be started", async () => {
  const options = { permissions: DRIVER_PERMISSIONS };
  const words = ["ratify", "--driver=self", "--select=turn.plain", "--quiet"];
  const some = await wtInject([...words, `--driver=${FETCH}`, "--format=json"], options);
  assertEquals([some.code, some.stderr], [3, ""]);
  const { outcome, reasons, drivers } = JSON.parse(some.stdout);
  assertEquals(outcome, "INCOMPLETE");
  assertMatch(reasons[0], /^Only 1 of \d+ cases were played/);
  assertEquals(drivers[1].label, FETCH);
  const gone = await wtInject([...words, "--driver=gone=/nowhere/driver"], options);
  assertEquals(gone.code, 3);
  assertMatch(gone.stdout, /^INCOMPLETE: /m);
  assertStringIncludes(gone.stdout, "gone: Its certification says NOT REACHABLE");
});

Deno.test("ratify refuses fewer than two drivers, one of them twice, and what names none", async () => {
  const cases: readonly (readonly [words: readonly string[], says: string])[] = [
    [[], "Cannot ratify: the rule asks for two independent drivers."],
    [["--driver=self"], "Give --driver twice at least"],
    [["--driver=self", "--driver=a= "], "Cannot use --driver a= : it names no command."],
    [["--driver=self", "--driver='x"], "a ' is never closed"],
    [["--driver=a=self", "--driver=a=self"], "two drivers are called a"],
    [["--driver=a=self", "--driver=b=self"], "b is another name for a driver"],
    [["--driver=self", "--driver=a=self", "--driver-version=a=1"], "no command has that name"],
    [["--driver=self", "--driver=x", "--driver-version=1"], "it isn't NAME=VERSION"],
    [["--driver=self", "--driver=x", "--select=turn.plane"], "Did you mean turn.plain?"],
    [["--driver=self", "--driver=x", "--report=junit=x"], "there is no format junit"],
    [["self"], 'Cannot use "self": ratify takes no arguments'],
  ];
  for (const [words, says] of cases) {
    const { code, out, err } = await run(words);
    assertEquals([code, out], [2, ""], words.join(" "));
    assertStringIncludes(err, says);
  }
});

Deno.test("ratify exits 2 where a driver may not be run, before it calls any", async () => {
  const { code, stdout, stderr } = await wtInject([
    ...["ratify", "--driver=self", "--driver=nobody's\\ driver -x"],
  ]);
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "is never closed");
  const other = await wtInject(["ratify", "--driver=self", "--driver=driver -x"]);
  assertEquals([other.code, other.stdout], [2, ""]);
  assertStringIncludes(other.stderr, "Run it again with --allow-run=driver.");
});
