import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ratify } from "../../lib/certify/ratify.ts";
import type { RatificationRecord } from "../../lib/certify/ratify_record.ts";
import { RATIFICATION_FORMATS, renderRatification } from "../../lib/certify/ratify_render.ts";
import { accepting, OURS, ratifyOptions } from "./_ratify.ts";

const bad = { label: "a|b `c`", command: accepting };

async function record(): Promise<RatificationRecord> {
  const made = await ratify({
    ...ratifyOptions([OURS, bad]),
    repeat: "wt-inject ratify --driver x",
  });
  return { ...made, started_at: "2026-11-30T12:00:00.000Z", duration_ms: 1000 };
}

Deno.test("renderRatification() gives the verdict, the drivers and the disagreements as text", async () => {
  const text = renderRatification(await record(), "text");
  assertMatch(
    text,
    /^wt-inject ratify: contract version 1; wt-inject \S+, deno \S+; 2026-11-30T12/,
  );
  assertMatch(text, /^3 of 3 cases, sha256 [0-9a-f]{64}$/m);
  assertMatch(text, /^ours \(version 0\.1\)$/m);
  assertMatch(text, /^a\|b `c` \(version not stated\)$/m);
  assertMatch(text, /^ {2}certification {2}CONFORMS: 3 passed; \d+ turns sent; /m);
  assertMatch(text, /^ {4}failed version\.true: Expected the outcome contract_failure /m);
  assertMatch(text, /^ {4}leak seen on reference: no \(/m);
  assertMatch(
    text,
    /^ {4}leak seen on coop-reset-does-nothing: yes \(a reset is a 200 and nothing/m,
  );
  assertMatch(text, /^The drivers agree on 2 of the 3 cases that two of them reported on$/m);
  assertMatch(text, /^ {4}ours: contract_failure; a\|b `c`: ok \(failed\)$/m);
  assertMatch(text, /^NOT RATIFIED: ".+two independent .+" \(ratification\.two-drivers\)$/m);
  assertMatch(text, /^ {2}One driver alone counts, and the rule asks for 2$/m);
  assert(text.endsWith("repeat: wt-inject ratify --driver x\n"));
});

Deno.test("renderRatification() colours text where asked, and no other format", async () => {
  const made = await record();
  const plain = renderRatification(made, "text");
  const colored = renderRatification(made, "text", { color: true });
  assertStringIncludes(colored, "\x1b[31;1mNOT RATIFIED\x1b[0m");
  // deno-lint-ignore no-control-regex -- the colours are what is taken away
  assertEquals(colored.replace(/\x1b\[[\d;]*m/g, ""), plain);
  assertEquals(renderRatification(made, "json", { color: true }), renderRatification(made, "json"));
});

Deno.test("renderRatification() keeps a Markdown table whole whatever a driver is called", async () => {
  const text = renderRatification(await record(), "markdown");
  assertMatch(text, /^# Ratification of contract version 1: NOT RATIFIED$/m);
  assertMatch(text, /^\| a\\\|b \\`c\\` \(version not stated\) +\| DOES NOT CONFORM \|/m);
  assertMatch(text, /^\| failed +\| `version\.true` +\| `version\.echo-validated` +\| Expected/m);
  assertMatch(text, /^\| `version\.true` +\| .+ \| contract\\?_failure +\| ok \(failed\) +\|$/m);
  assertStringIncludes(text, "```sh\nwt-inject ratify --driver x\n```\n");
  for (const block of text.split("\n\n").filter((part) => part.startsWith("|"))) {
    const cells = block.trimEnd().split("\n").map((line) => line.split(/(?<!\\)\|/).length);
    assertEquals(new Set(cells).size, 1, block);
  }
});

Deno.test("renderRatification() prints the record itself as JSON", async () => {
  const made = await record();
  const parsed = JSON.parse(renderRatification(made, "json"));
  assertEquals(parsed, JSON.parse(JSON.stringify(made)));
  assertEquals(parsed.wt_inject_ratification, 1);
});

Deno.test("renderRatification() prints nothing that a terminal acts on", async () => {
  const made = await record();
  const evil = "x\x1b[2J\u202e\u0085\n::error::";
  const spoiled: RatificationRecord = {
    ...made,
    reasons: [evil],
    repeat: evil,
    drivers: made.drivers.map((driver) => ({
      ...driver,
      label: evil,
      version: evil,
      canary: { ...driver.canary, message: evil },
    })),
  };
  for (const format of RATIFICATION_FORMATS) {
    const text = renderRatification(spoiled, format);
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assertEquals(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(text), false, format);
    assertEquals(/^::error::/m.test(text), false, format);
  }
});
