import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CannotStart } from "../../lib/certify/driver.ts";
import { faultyDriver } from "../../lib/certify/faulty/driver.ts";
import { ratify, type RatifyDriver, type RatifyEvent } from "../../lib/certify/ratify.ts";
import { renderRatification } from "../../lib/certify/ratify_render.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { casesOf, printing } from "./_driver.ts";
import { accepting, GOOD, OURS, ratifyOptions } from "./_ratify.ts";

const labelled = (label: string, command: RatifyDriver["command"]) => ({ label, command });

Deno.test("ratify() finds two good drivers ratifiable, with all that says so", async () => {
  const record = await ratify(ratifyOptions([OURS, GOOD]));
  assertEquals([record.outcome, record.exit_code], ["RATIFIABLE", 0]);
  assertEquals(record.reasons, ["ours and good conform and pass the canary"]);
  assertEquals(record.wt_inject_ratification, 1);
  assertEquals(record.contract, 1);
  assertEquals(record.rule.clause, "ratification.two-drivers");
  assertStringIncludes(record.rule.sentence, "two independent driver-side implementations");
  assertEquals([record.cases.selected, record.cases.available], [3, 3]);
  assert(/^[0-9a-f]{64}$/.test(record.cases.sha256));
  assertEquals(record.agreement, { compared: 3, agree: 3 });
  assertEquals(record.drivers.map(({ label, version, command }) => [label, version, command]), [
    ["ours", "0.1", null],
    ["good", null, null],
  ]);
  for (const { certification, canary, qualifies } of record.drivers) {
    assertEquals([certification.outcome, canary.verdict, canary.route], [
      "CONFORMS",
      "passed",
      "inject",
    ]);
    assertEquals(canary.endpoints.map(({ leaks, leak_seen }) => [leaks, leak_seen]), [
      [false, "no"],
      [true, "yes"],
      [true, "yes"],
    ]);
    assert(qualifies);
  }
  assert(record.notes.some((note) => note.includes("ratifies nothing")));
});

Deno.test("ratify() doesn't ratify where one of two fails a case, and shows where they differ", async () => {
  const bad = labelled("bad", accepting);
  const record = await ratify(ratifyOptions([OURS, bad]));
  assertEquals([record.outcome, record.exit_code], ["NOT RATIFIED", 1]);
  assertEquals(record.reasons[0], "One driver alone counts, and the rule asks for 2");
  assertStringIncludes(record.reasons[1] ?? "", "bad: Its certification says DOES NOT CONFORM");
  assertEquals(record.drivers.map(({ qualifies }) => qualifies), [true, false]);
  const [differ, ...others] = record.outcomes.filter(({ agree }) => !agree);
  assertEquals(others, []);
  assertEquals([differ?.id, differ?.reported, differ?.verdicts], [
    "version.true",
    ["contract_failure", "ok"],
    ["passed", "failed"],
  ]);
  assertEquals(record.agreement, { compared: 3, agree: 2 });
  const evidence = record.drivers[1]?.certification.exchanges ?? [];
  assert(evidence.some(({ raw }) => raw?.text?.includes('{"wt_inject":true,')));
});

Deno.test("ratify() asks for two, however many more there are, and hides none that fails", async () => {
  const record = await ratify(ratifyOptions([OURS, labelled("bad", accepting), GOOD]));
  assertEquals([record.outcome, record.exit_code], ["RATIFIABLE", 0]);
  assertEquals(record.reasons[0], "ours and good conform and pass the canary");
  assertStringIncludes(record.reasons[1] ?? "", "bad: Its certification says");
});

Deno.test("ratify() doesn't ratify a driver that conforms and hides a leak", async () => {
  const mute = labelled(
    "mute",
    printing((line) => line.replace(/"content":"[^"]*"/g, '"content":""')),
  );
  const cases = casesOf("reset.good");
  const record = await ratify({ ...ratifyOptions([OURS, mute]), cases });
  assertEquals([record.outcome, record.exit_code], ["NOT RATIFIED", 1]);
  assertEquals(record.drivers[1]?.certification.outcome, "CONFORMS");
  assertStringIncludes(
    record.reasons[1] ?? "",
    "mute: Its canary failed: reference: The nonce came",
  );
});

Deno.test("ratify() never ratifies a selection", async () => {
  const record = await ratify({ ...ratifyOptions([OURS, GOOD]), patterns: ["turn.plain"] });
  assertEquals([record.outcome, record.exit_code], ["INCOMPLETE", 3]);
  assertEquals(record.reasons, ["Only 1 of 3 cases were played, and the rule asks for all"]);
  const bad = await ratify({
    ...ratifyOptions([OURS, labelled("bad", accepting)]),
    patterns: ["version.true"],
  });
  assertEquals(bad.outcome, "NOT RATIFIED");
});

Deno.test("ratify() is incomplete where a driver can't be started", async () => {
  const gone = labelled("gone", {
    label: "gone",
    call: () => Promise.reject(new CannotStart('Cannot start "gone": no such file')),
  });
  const record = await ratify(ratifyOptions([OURS, gone]));
  assertEquals([record.outcome, record.exit_code], ["INCOMPLETE", 3]);
  const driver = record.drivers[1];
  assertEquals([driver?.certification.outcome, driver?.canary.verdict], [
    "NOT REACHABLE",
    "could_not_run",
  ]);
  assertEquals(record.outcomes.map(({ reported }) => reported[1]), [null, null, null]);
  assertEquals(record.agreement.compared, 0);
});

Deno.test("ratify() takes failures of the contract and of the wire for one outcome", async () => {
  const other = labelled(
    "other",
    printing((line) => line.replace("contract_failure", "transport_failure")),
  );
  const record = await ratify(ratifyOptions([OURS, other]));
  assertEquals(record.outcomes.find(({ id }) => id === "version.true")?.reported, [
    "contract_failure",
    "transport_failure",
  ]);
  assertEquals(record.agreement, { compared: 3, agree: 3 });
});

Deno.test("ratify() sees that two drivers recorded different states of a surface", async () => {
  const storing = labelled("storing", printing((line) => line.replace("invalid", "reported")));
  const cases = casesOf("surface.version-true", "surface.reported");
  const record = await ratify({ ...ratifyOptions([OURS, storing]), cases });
  assertEquals(record.outcomes.map(({ surfaces, agree }) => [surfaces, agree]), [
    [["invalid", "reported"], false],
    [["reported", "reported"], true],
  ]);
  assertStringIncludes(
    renderRatification(record, "text"),
    "ours: ok, surface invalid; storing: ok, surface reported (failed)",
  );
});

Deno.test("ratify() refuses one driver, a name twice, and a driver twice, before it calls any", async () => {
  let called = 0;
  const counting = labelled("counting", (request, settings) => {
    called++;
    return selfDriver(request, settings);
  });
  const lists: readonly (readonly [drivers: readonly RatifyDriver[], says: string])[] = [
    [[counting], "the rule asks for two independent drivers"],
    [[counting, { ...GOOD, label: "counting" }], "two drivers are called counting"],
    [[counting, { ...counting, label: "twin" }], "twin is another name for a driver"],
    [
      [counting, labelled("a", ["x", "y"]), labelled("b", ["x", "y"])],
      "b is another name for a driver",
    ],
  ];
  for (const [drivers, says] of lists) {
    await assertRejects(() => ratify(ratifyOptions(drivers)), UsageError, says);
  }
  assertEquals(called, 0);
});

Deno.test("ratify() says what there is when it is interrupted", async () => {
  const stop = new AbortController();
  const record = await ratify({
    ...ratifyOptions([OURS, GOOD]),
    signal: stop.signal,
    onEvent: (event) => event.type === "driver" && stop.abort(),
  });
  assertEquals([record.outcome, record.exit_code], ["INTERRUPTED", 130]);
  assertEquals(record.drivers.map(({ certification }) => certification.outcome), [
    "CONFORMS",
    "INTERRUPTED",
  ]);
});

Deno.test("ratify() tells the plan, each driver's run and canary, and each driver", async () => {
  const events: RatifyEvent[] = [];
  const one = casesOf("turn.plain");
  await ratify({
    ...ratifyOptions([OURS, labelled("second", faultyDriver({}))]),
    cases: one,
    onEvent: (event) => events.push(event),
  });
  const each = [
    ...["certify", "certify", "certify", "canary", "canary", "canary", "driver"],
  ];
  assertEquals(events.map(({ type }) => type), ["plan", ...each, ...each]);
});
