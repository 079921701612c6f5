import { assert, assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { envelopeViolations } from "../../lib/contract/violations.ts";
import type { Violation } from "../../lib/contract/result.ts";

function calls(list: string, rest = ',"reply":"r"'): readonly Violation[] {
  return envelopeViolations(
    "inject-response",
    parseJson(`{"wt_inject":1,"tool_calls":[${list}]${rest}}`),
  );
}

Deno.test("envelopeViolations() lists ten of a code, and the tenth counts the others", () => {
  const found = calls(Array(2_500).fill("5").join(","));
  assertEquals(found.length, 10);
  assertEquals(found[0]?.received, "the number 5");
  assertEquals(found[9]?.pointer, "/tool_calls/9");
  assertEquals(found[9]?.received, "the number 5, and 2490 more like it");
});

Deno.test("envelopeViolations() lists exactly ten without a count", () => {
  const found = calls(Array(10).fill("5").join(","));
  assertEquals(found.map(({ received }) => received), Array(10).fill("the number 5"));
});

Deno.test("envelopeViolations() lets no code crowd out another", () => {
  const found = calls(Array(5_000).fill("5").join(",") + ',{"name":"","arguments":"{}"}', "");
  const codes = new Set(found.map(({ code }) => code));
  assertEquals([...codes], [
    "reply-missing",
    "tool-call-type",
    "tool-call-arguments-string",
    "tool-call-name-empty",
  ]);
  assertEquals(found.at(-1)?.pointer, "/tool_calls/5000/name");
});

Deno.test("envelopeViolations() points right in every stretch of a long list", () => {
  const good = '{"name":"n","arguments":{}}';
  const list = Array(3_000).fill(good);
  for (const at of [0, 999, 1_000, 1_999, 2_000, 2_999]) list[at] = '{"name":1,"arguments":{}}';
  const pointers = calls(list.join(",")).map(({ pointer }) => pointer);
  assertEquals(
    pointers,
    [0, 999, 1_000, 1_999, 2_000, 2_999].map((at) => `/tool_calls/${at}/name`),
  );
});

Deno.test("envelopeViolations() stops counting in a flood, and says so", () => {
  const found = calls(Array(300_000).fill("5").join(","));
  assertEquals(found.length, 10);
  assertEquals(found[9]?.received, "the number 5, and at least 100990 more like it");
});

Deno.test("envelopeViolations() looks at each list, however the one before it is flooded", () => {
  const flood = Array(150_000).fill("5").join(",");
  const found = envelopeViolations(
    "surface-response",
    parseJson(
      `{"wt_inject":1,"surface":{"system_instructions":[${flood}],"tool_definitions":[{}],"extra_segments":[1]}}`,
    ),
  );
  assertEquals(found.slice(10).map(({ code }) => code), [
    "tool-definition-name-missing",
    "extra-segment-type",
  ]);
});

Deno.test("envelopeViolations() warns of many oddities as it fails many faults", () => {
  const found = calls(Array(1_200).fill('{"name":"","arguments":{}}').join(","));
  assertEquals(found.map(({ code }) => code), Array(10).fill("tool-call-name-empty"));
  assertEquals(found[9]?.received, 'the string "", and 1190 more like it');
});

Deno.test("envelopeViolations() bounds what it quotes", () => {
  const received = (reply: string) => {
    const text = `{"wt_inject":1,"reply":"r","tool_calls":[],"error":${reply}}`;
    return envelopeViolations("inject-response", parseJson(text))[0]!.received;
  };
  assertEquals(received(`[${"1,".repeat(500)}1]`), "an array of 501 entries");
  assertEquals(received('{"a":1}'), "an object of 1 key");
  assertEquals(received("1".repeat(5_000)), `the number ${"1".repeat(120)}…`);
  assertEquals(received("true"), "true");

  const session = (id: string) => {
    const text = `{"wt_inject":1,"session_id":1,"text":"t","timeout_s":${id}}`;
    return envelopeViolations("inject-request", parseJson(text))[1]!.received;
  };
  assertEquals(session('"short"'), 'the string "short"');
  const long = session(JSON.stringify("x".repeat(1_000)));
  assertEquals(long, `the string "${"x".repeat(119)}… (1000 characters)`);
  const escaped = session(JSON.stringify("\u0001".repeat(100)));
  assert(escaped.length < 200, escaped);
  const pairs = session(JSON.stringify("😀".repeat(500)));
  assert(pairs.isWellFormed() && pairs.length < 200, pairs);
});
