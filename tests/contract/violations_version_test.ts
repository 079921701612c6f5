import { assertEquals, assertStringIncludes } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { type EnvelopeKind, envelopeViolations } from "../../lib/contract/violations.ts";

/** The rest of a good envelope of each kind, and the clause that its version is judged by. */
const KINDS: readonly (readonly [kind: EnvelopeKind, rest: string, clause: string])[] = [
  ["inject-request", ',"session_id":"s","text":"t","timeout_s":1', "version.request"],
  ["inject-response", ',"reply":"r","tool_calls":[]', "version.echo"],
  ["reset-request", "", "version.request"],
  ["reset-response", "", "version.echo"],
  ["surface-request", "", "version.request"],
  [
    "surface-response",
    ',"surface":{"system_instructions":[],"tool_definitions":[],"extra_segments":[]}',
    "version.echo",
  ],
];

const SPELLINGS: readonly (readonly [spelling: string, code: string | undefined])[] = [
  ["1", undefined],
  ["1.0", "version-spelling"],
  ["1e0", "version-spelling"],
  ["10E-1", "version-spelling"],
  ["true", "version-type"],
  ['"1"', "version-type"],
  ["null", "version-type"],
  ["[1]", "version-type"],
  ["{}", "version-type"],
  ["1.5", "version-type"],
  ["1.00000000000000000001", "version-type"],
  ["0.99999999999999999999", "version-type"],
  ["2", "version-mismatch"],
  ["2.0", "version-mismatch"],
  ["0", "version-mismatch"],
  ["-1", "version-mismatch"],
  ["1e400", "version-mismatch"],
];

for (const [kind, rest, clause] of KINDS) {
  Deno.test(`envelopeViolations() judges the version of ${kind}`, async (t) => {
    for (const [spelling, code] of SPELLINGS) {
      await t.step(spelling, () => {
        const found = envelopeViolations(kind, parseJson(`{"wt_inject":${spelling}${rest}}`));
        assertEquals(
          found.map((v) => [v.severity, v.clause, v.code, v.pointer]),
          code === undefined
            ? []
            : [[code === "version-spelling" ? "warned" : "failed", clause, code, "/wt_inject"]],
        );
      });
    }
    await t.step("missing", () => {
      const found = envelopeViolations(kind, parseJson(`{"version":1${rest}}`));
      assertEquals(found.map((v) => [v.clause, v.code, v.pointer, v.received]), [
        [clause, "version-missing", "/wt_inject", "no such key"],
      ]);
    });
  });
}

Deno.test("envelopeViolations() asks for the version it is told", () => {
  const answer = (version: string) =>
    envelopeViolations("reset-response", parseJson(`{"wt_inject":${version}}`), { version: 2 });
  assertEquals(answer("2"), []);
  assertEquals(answer("2.0").map(({ code }) => code), ["version-spelling"]);
  const [mismatch] = answer("1");
  assertEquals(mismatch?.code, "version-mismatch");
  assertEquals(mismatch?.expected, "the integer 2");
  assertEquals(mismatch?.received, "the number 1");
});

Deno.test("envelopeViolations() speaks to the side at fault", () => {
  const hint = (kind: EnvelopeKind) => envelopeViolations(kind, parseJson("{}"))[0]?.hint ?? "";
  assertStringIncludes(hint("reset-request"), "every request");
  assertStringIncludes(hint("reset-response"), "every 200 answer");
});

Deno.test("envelopeViolations() shows the version as it was spelled", () => {
  const received = (spelling: string) =>
    envelopeViolations("reset-response", parseJson(`{"wt_inject":${spelling}}`))[0]?.received;
  assertEquals(received("1e0"), "the number 1e0");
  assertEquals(received('"1"'), 'the string "1"');
  assertEquals(received("1.00000000000000000001"), "the number 1.00000000000000000001");
});
