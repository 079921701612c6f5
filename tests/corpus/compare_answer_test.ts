import { assertEquals } from "@std/assert";
import { compareAnswer } from "../../lib/corpus/compare_answer.ts";
import type { ExpectedAnswer } from "../../lib/corpus/expectation.ts";
import { Ids } from "../../lib/corpus/ids.ts";
import type { AnswerTranscript } from "../../lib/corpus/transcript.ts";
import { call, collector, inShort, said, type Told } from "./comparing.ts";

const EXPECTED: ExpectedAnswer = {
  ending: { values: ["complete"] },
  parts: { values: [[said("Hi."), call("a")]] },
  stop: { values: ["tool_calls"] },
  usage: { input: "10", output: "2.0" },
};

const RECEIVED: AnswerTranscript = {
  ending: "complete",
  parts: [{ text: "Hi." }, call("a")],
  stop: "tool_calls",
  usage: { input: "10", output: "2", total: "12" },
  faults: [],
  other: {},
};

function differ(
  received: Partial<AnswerTranscript>,
  expected: Partial<ExpectedAnswer> = {},
  ownFaults: readonly string[] = [],
  verbatim = false,
): Told {
  const differences = collector("documented");
  const comparison = { ids: new Ids(true), dialect: "chat" as const, differences };
  const context = {
    stream: true,
    ownFaults,
    verbatim,
    grounds: { basis: "documented", source: "" } as const,
  };
  compareAnswer(
    { ...EXPECTED, ...expected },
    { ...RECEIVED, ...received },
    context,
    "",
    comparison,
  );
  return inShort(differences);
}

Deno.test("compareAnswer() finds nothing where the same is answered", () => {
  assertEquals(differ({}), []);
  assertEquals(
    differ({ other: { id: '"x"' }, parts: [{ text: "H" }, { text: "i." }, call("a")] }),
    [],
  );
});

const changes: readonly (readonly [Partial<AnswerTranscript>, code: string, pointer: string])[] = [
  [{ ending: "truncated" }, "terminal-missing", "/ending"],
  [{ ending: "incomplete" }, "ending", "/ending"],
  [{ parts: [{ text: "Hi." }] }, "part-missing", "/parts/1"],
  [{ parts: [{ text: "Hi.Hi." }, call("a")] }, "text-changed", "/parts/0"],
  [{ parts: [...RECEIVED.parts, call("a")] }, "part-added", "/parts/2"],
  [{ stop: "stop" }, "stop-reason", "/stop"],
  [{ stop: "other:pause" }, "stop-reason", "/stop"],
  [{ usage: { input: "11", output: "2" } }, "usage-changed", "/usage/input"],
  [{ usage: { input: "10" } }, "usage-changed", "/usage/output"],
  [{ faults: [{ code: "index-gap", message: "", offset: 9 }] }, "grammar-index-gap", ""],
];

for (const [received, code, pointer] of changes) {
  Deno.test(`compareAnswer() finds ${code} at ${pointer || "the answer"}`, () => {
    assertEquals(differ(received)[0], [code, "failed", pointer]);
  });
}

Deno.test("compareAnswer() calls a success that should be none by its name", () => {
  assertEquals(differ({}, { ending: { values: ["error", "truncated"] } }), [
    ["false-success", "failed", "/ending"],
  ]);
});

Deno.test("compareAnswer() judges counts that are named, and whether there may be any", () => {
  assertEquals(differ({ usage: { input: "10", output: "2", cached: "4" } }), []);
  const { usage: _, ...bare } = RECEIVED;
  const received = { ...bare, usage: undefined } as unknown as Partial<AnswerTranscript>;
  assertEquals(differ(received), [["usage-missing", "failed", "/usage"]]);
  assertEquals(differ({}, { usage: null }), [["usage-invented", "failed", "/usage"]]);
  assertEquals(differ(received, { usage: null }), []);
});

Deno.test("compareAnswer() warns of a part of a count that isn't told between dialects", () => {
  const usage = { input: "10", output: "2", cached: "4", reasoning: "1" };
  const part = { usage: { input: "10", output: "2" } };
  assertEquals(differ(part, { usage }), [
    ["usage-part-missing", "warned", "/usage/cached"],
    ["usage-part-missing", "warned", "/usage/reasoning"],
  ]);
  assertEquals(differ({ usage: { ...usage, cached: "0" } }, { usage }), [
    ["usage-changed", "failed", "/usage/cached"],
  ]);
  // A relay hands on what it is told, and a count that is no part of another must be there.
  assertEquals(differ(part, { usage: { cached: "4" } }, [], true), [
    ["usage-changed", "failed", "/usage/cached"],
  ]);
  assertEquals(differ(part, { usage: { total: "12" } }), [
    ["usage-changed", "failed", "/usage/total"],
  ]);
});

Deno.test("compareAnswer() takes the alternative that fits best, and tells of that one", () => {
  const parts = { values: [[], [said("Hi."), call("a")], [said("Ho.")]] };
  assertEquals(differ({}, { parts }), []);
  assertEquals(differ({ parts: [] }, { parts }), []);
  assertEquals(differ({ parts: [{ text: "He." }, call("a")] }, { parts }), [
    ["text-changed", "failed", "/parts/0"],
  ]);
  assertEquals(differ({ parts: [{ text: "whatever" }] }, { parts: { any: true } }), []);
});

const ERROR: Partial<ExpectedAnswer> = {
  ending: { values: ["error"] },
  parts: { values: [[]] },
  error: {
    status: { values: ["429", "503"] },
    type: { values: ["rate_limit_error"] },
    retry_after: { values: ["7"] },
  },
};

const failing = (error: AnswerTranscript["error"]): Partial<AnswerTranscript> =>
  ({
    ending: "error",
    parts: [],
    stop: undefined,
    usage: undefined,
    error,
  }) as unknown as Partial<AnswerTranscript>;

Deno.test("compareAnswer() takes an error's status and type from sets, and no message", () => {
  const { stop: _, usage: __, ...open } = EXPECTED;
  const at = (error: AnswerTranscript["error"]): Told => {
    const differences = collector("documented");
    const comparison = { ids: new Ids(true), dialect: "chat" as const, differences };
    const grounds = { basis: "documented", source: "" } as const;
    const context = { stream: false, ownFaults: [], grounds };
    const received = { ...RECEIVED, ...failing(error) };
    compareAnswer({ ...open, ...ERROR }, received, context, "", comparison);
    return inShort(differences);
  };
  const right = { status: 503, type: "rate_limit_error", message: "any words", retry_after: "7" };
  assertEquals(at(right), []);
  assertEquals(at({ ...right, status: 500 }), [["error-status", "failed", "/error/status"]]);
  assertEquals(at({ ...right, type: "api_error" }), [["error-type", "failed", "/error/type"]]);
  const { retry_after: ___, ...late } = right;
  assertEquals(at(late), [["retry-after", "failed", "/error/retry_after"]]);
  assertEquals(at(undefined), [["error-missing", "failed", "/error"]]);
});

Deno.test("compareAnswer() lets a relay hand on its upstream's own faults, and a cut its loose ends", () => {
  const faults = [{ code: "event-name", message: "", offset: 0 }];
  assertEquals(differ({ faults }, {}, ["event-name"]), []);
  const cut = { ending: { values: ["truncated" as const] } };
  assertEquals(differ({ ending: "truncated", faults }, cut), []);
  // But an answer that is cut must not claim to be whole.
  const claim = [{ code: "done-without-finish", message: "", offset: 0 }];
  assertEquals(differ({ ending: "truncated", faults: claim }, cut), [
    ["grammar-done-without-finish", "failed", ""],
  ]);
});
