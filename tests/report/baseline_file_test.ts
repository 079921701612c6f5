import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { Ajv2020 } from "ajv/2020";
import { UsageError } from "../../lib/contract/usage.ts";
import {
  type Baseline,
  baselineText,
  isUnfilled,
  parseBaseline,
  UNFILLED,
} from "../../lib/report/baseline_file.ts";
import { baselineJsonSchema } from "../../lib/report/baseline_schema.ts";

const CHECKS = ["reset.echo", "reset.total", "response.reply"];
const reading = { path: "known.json", checks: CHECKS };
const read = (text: string, unfilled = false) => parseBaseline(text, { ...reading, unfilled });
const file = (...entries: readonly unknown[]) => JSON.stringify({ wt_inject_baseline: 1, entries });

Deno.test("parseBaseline() reads every key there is, and leaves $schema to editors", () => {
  const entries = [
    {
      check: "reset.total",
      code: "state-survives",
      reason: "a",
      ticket: "b",
      expires: "2028-02-29",
    },
    { check: "reset.total", reason: "all of it" },
    { check: "reset.echo", reason: "c" },
  ];
  assertEquals(read(file(...entries)), { entries });
  const text = JSON.stringify({ $schema: "x.json", wt_inject_baseline: 1, entries: [] });
  assertEquals(read(text), { schema: "x.json", entries: [] });
});

Deno.test("parseBaseline() names the file, and what is wrong where in it", () => {
  const good = { check: "reset.echo", reason: "r" };
  const cases: readonly (readonly [text: string, says: string])[] = [
    ["", "it isn't JSON (line 1, column 1: the text is empty)"],
    ['{\n "entries": ]', "it isn't JSON (line 2, column 13: "],
    ["[]", "it isn't a JSON object"],
    ["{}", '"wt_inject_baseline" must be 1'],
    ['{"wt_inject_baseline":2,"entries":[]}', '"wt_inject_baseline" must be 1'],
    ['{"wt_inject_baseline":1}', '"entries" must be a list'],
    ['{"wt_inject_baseline":1,"entries":{}}', '"entries" must be a list'],
    ['{"wt_inject_baseline":1,"entries":[],"entrys":[]}', 'it has no key "entrys"'],
    ['{"wt_inject_baseline":1,"entries":[],"$schema":1}', '"$schema" must be a text'],
    ['{"wt_inject_baseline":1,"entries":[],"entries":[]}', "the key /entries stands there twice"],
    [file("reset.echo"), "entry 1 must be an object"],
    [file(good, {}), 'entry 2 has no "check"'],
    [file({ check: "reset.echo" }), 'entry 1 (reset.echo) has no "reason"'],
    [file({ ...good, reason: "" }), '"reason" of entry 1 must be a text that isn\'t empty'],
    [file({ ...good, reason: " \n" }), '"reason" of entry 1 must be a text that isn\'t empty'],
    [file({ ...good, code: 5 }), '"code" of entry 1 must be a text that isn\'t empty'],
    [file({ ...good, ticket: null }), '"ticket" of entry 1 must be a text that isn\'t empty'],
    [file({ ...good, expires: "soon" }), '"expires" of entry 1 (reset.echo) must be a date'],
    [file({ ...good, expires: "2026-02-30" }), '"expires" of entry 1 (reset.echo) must be a date'],
    [file({ ...good, expires: "2026-7-7" }), '"expires" of entry 1 (reset.echo) must be a date'],
    [file({ ...good, expiry: "2026-07-07" }), 'entry 1 has no key "expiry"'],
    [file({ ...good, ["__proto__x"]: "y" }), 'entry 1 has no key "__proto__x"'],
    ['{"wt_inject_baseline":1,"entries":[{"__proto__":"y"}]}', 'entry 1 has no key "__proto__"'],
    [file({ ...good, check: "reset.eco" }), 'names the check "reset.eco", and there is none'],
    [file(good, good), "entry 2 says what an entry before it says"],
    [
      file({ ...good, reason: UNFILLED }),
      'the "reason" of entry 1 (reset.echo) isn\'t written yet',
    ],
  ];
  for (const [text, says] of cases) {
    const { message } = assertThrows(() => read(text), UsageError);
    assertStringIncludes(message, `Cannot use the baseline known.json: `);
    assertStringIncludes(message, says);
  }
});

Deno.test("parseBaseline() hints at the nearest check, key, and what to do about a reason", () => {
  const hints: readonly (readonly [entry: unknown, hint: string])[] = [
    [{ check: "reset.eco", reason: "r" }, "Did you mean reset.echo?"],
    [{ check: "zebra", reason: "r" }, '"wt-inject list checks" shows every id.'],
    [{ chek: "reset.echo" }, 'Did you mean "check"?'],
    [{ check: "reset.echo" }, "Say why this failure is known and not mended yet."],
    [{ check: "reset.echo", reason: UNFILLED }, "Put in place of "],
  ];
  for (const [entry, hint] of hints) {
    assertStringIncludes(assertThrows(() => read(file(entry)), UsageError).hint!, hint);
  }
});

Deno.test("parseBaseline() lets an unwritten reason through where the file is being added to", () => {
  const { entries } = read(file({ check: "reset.echo", reason: UNFILLED }), true);
  assertEquals(entries.map(isUnfilled), [true]);
  assertThrows(() => read(file({ check: "reset.echo" }), true), UsageError);
});

Deno.test("baselineText() writes one shape, which parseBaseline() reads back", () => {
  const baseline: Baseline = {
    schema: "s.json",
    entries: [{ expires: "2026-12-31", reason: "r", check: "reset.echo", code: "c" }],
  };
  const text = `{
  "$schema": "s.json",
  "wt_inject_baseline": 1,
  "entries": [
    {
      "check": "reset.echo",
      "code": "c",
      "reason": "r",
      "expires": "2026-12-31"
    }
  ]
}
`;
  assertEquals(baselineText(baseline), text);
  assertEquals(read(text), baseline);
});

Deno.test("baselineJsonSchema() takes what baselineText() writes, and no other key", () => {
  const valid = new Ajv2020({ strict: true }).compile(baselineJsonSchema());
  const entry = { check: "a", code: "b", reason: "c", ticket: "d", expires: "2026-12-31" };
  assert(valid(JSON.parse(baselineText({ schema: "s", entries: [entry] }))));
  assert(!valid({ wt_inject_baseline: 1, entries: [{ ...entry, more: 1 }] }));
  assert(!valid({ wt_inject_baseline: 1, entries: [{ check: "a" }] }));
  assert(!valid({ wt_inject_baseline: 1, entries: [], more: 1 }));
});
