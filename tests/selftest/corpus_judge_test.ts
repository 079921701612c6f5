import { assertEquals } from "@std/assert";
import { GATEWAY_PATHS } from "../../lib/corpus/paths.ts";
import { caseKillsOf, corpusProblems, seenIn, stateOf } from "../../lib/selftest/corpus_judge.ts";
import type { Seen } from "../../lib/selftest/corpus_judge.ts";
import type { CorpusTrial } from "../../lib/selftest/corpus_report.ts";
import { CORPUS_SUBJECTS, type CorpusSubject } from "../../lib/selftest/corpus_roster.ts";

const broken: CorpusSubject = {
  id: "ids-swapped",
  theme: "broken gateways",
  what: "is made by hand",
  breaks: "R003",
  kills: [{ case: "two-calls", code: "id-lost" }],
  warned: [],
  kinds: ["relay", "across"],
  paths: ["chat-to-chat", "chat-to-messages"],
};
const odd: CorpusSubject = {
  ...broken,
  id: "renamer",
  breaks: null,
  kills: [],
  warned: ["id-renamed"],
};

const saw = (kind: Seen["kind"], more: Partial<Seen> = {}): Seen => ({
  verdict: "failed",
  cell: `two-calls.plain.${kind}`,
  codes: ["id-lost"],
  variant: "two-calls.plain",
  caseId: "two-calls",
  kind,
  ...more,
});

Deno.test("stateOf() asks for a kill on each kind of path, with the pinned code", () => {
  assertEquals(stateOf(broken, [saw("relay"), saw("across")]).state, "as_pinned");
  assertEquals(stateOf(broken, [saw("relay")]), {
    state: "changed",
    details: ["two-calls does not fail with id-lost (across)"],
  });
  const otherwise = [
    saw("relay"),
    saw("across", { codes: ["hidden-attempt"] }),
    saw("across", { verdict: "warned" }),
    saw("across", { caseId: "other", variant: "other.plain" }),
  ];
  assertEquals(stateOf(broken, otherwise).state, "changed");
  assertEquals(stateOf({ ...broken, kills: [] }, [saw("relay")]).details, [
    "No case is pinned to it",
  ]);
});

Deno.test("stateOf() takes a kill of one variant where a variant is pinned", () => {
  const one = { ...broken, kinds: [], kills: [{ case: "two-calls.plain", code: "id-lost" }] };
  assertEquals(stateOf(one, [saw(undefined)]).state, "as_pinned");
  assertEquals(stateOf(one, [saw(undefined, { variant: "two-calls.streamed" })]).state, "changed");
});

Deno.test("stateOf() asks for each warning that an odd gateway is to have", () => {
  assertEquals(stateOf(odd, []), {
    state: "changed",
    details: ["Nothing is warned of with id-renamed: it was not played where it shows"],
  });
  assertEquals(stateOf({ ...odd, warned: [] }, []).state, "as_pinned");
});

Deno.test("stateOf() lets an odd gateway have its pinned warnings, and nothing else", () => {
  const warned = saw("across", { verdict: "warned", codes: ["id-renamed"] });
  assertEquals(stateOf(odd, [warned]).state, "as_pinned");
  assertEquals(stateOf(odd, [{ ...warned, verdict: "failed" }]).state, "changed");
  assertEquals(stateOf(odd, [{ ...warned, verdict: "could_not_run", codes: [] }]).state, "changed");
  assertEquals(stateOf(odd, [{ ...warned, codes: ["id-renamed", "text-changed"] }]), {
    state: "changed",
    details: ["two-calls.plain.across is warned: id-renamed, text-changed"],
  });
});

Deno.test("stateOf() calls a run with a fault of ours crashed, whatever else failed", () => {
  const fault = saw("relay", { verdict: "harness_error", codes: [] });
  assertEquals(stateOf(broken, [saw("relay"), saw("across"), fault]).state, "crashed");
});

const trial = (id: string, more: Partial<CorpusTrial> = {}): CorpusTrial => ({
  id,
  theme: "broken gateways",
  what: "is made by hand",
  breaks: "R003",
  state: "as_pinned",
  kills: broken.kills,
  cells: 2,
  failed: 2,
  failed_cases: ["two-calls"],
  details: [],
  duration_ms: 1,
  ...more,
});

Deno.test("caseKillsOf() counts those that came to what is pinned, and no other", () => {
  const trials = [trial("a"), trial("b", { state: "changed" }), trial("c", { kills: [] })];
  assertEquals(caseKillsOf(["two-calls", "other"], trials, ["other"]), [
    { id: "two-calls", required: false, killed_by: ["a"] },
    { id: "other", required: true, killed_by: [] },
  ]);
});

Deno.test("corpusProblems() names bare cases, survivors, the accused and crashes", () => {
  const cases = [{ id: "two-calls", required: true, killed_by: ["a"] }, {
    id: "bare",
    required: true,
    killed_by: [],
  }, { id: "beside", required: false, killed_by: [] }];
  const problems = corpusProblems(cases, [
    trial("a"),
    trial("b", { state: "changed", details: ["x"] }),
    trial("c", { state: "changed", breaks: null }),
    trial("d", { state: "crashed" }),
  ]);
  assertEquals(problems.map(({ kind, about }) => [kind, about]), [
    ["unkilled", "bare"],
    ["survivor", "b"],
    ["accused", "c"],
    ["crashed", "d"],
  ]);
});

Deno.test("seenIn() knows the case, the variant and the kind of path of a cell", () => {
  const cell = (id: string, section: string, verdict: string) => ({
    id,
    section,
    verdict,
    findings: [{ code: "x" }, { code: "x" }],
  });
  const results = [
    cell("two-calls.plain.chat-to-chat", "chat-to-chat", "failed"),
    cell("two-calls.plain.agent", "agent", "warned"),
    cell("two-calls.plain.chat-to-messages", "chat-to-messages", "passed"),
  ] as unknown as Parameters<typeof seenIn>[0]["results"];
  assertEquals(
    seenIn({ results }).map(({ caseId, variant, kind, codes }) => [
      caseId,
      variant,
      kind,
      codes,
    ]),
    [
      ["two-calls", "two-calls.plain", "relay", ["x"]],
      ["two-calls", "two-calls.plain", undefined, ["x"]],
    ],
  );
});

Deno.test("the oddities together are played on every way, each with every dialect at both ends", () => {
  const odds = CORPUS_SUBJECTS.filter(({ theme }) => theme === "odd gateways");
  assertEquals([...new Set(odds.flatMap(({ paths }) => paths))].sort(), [...GATEWAY_PATHS].sort());
  for (const { id, paths } of odds) {
    const ends = paths.map((path) => path.split("-to-"));
    for (const side of [0, 1]) assertEquals(new Set(ends.map((end) => end[side])).size, 3, id);
  }
  assertEquals(new Set(CORPUS_SUBJECTS.map(({ id }) => id)).size, CORPUS_SUBJECTS.length);
});
