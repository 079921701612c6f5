import { assertEquals } from "@std/assert";
import type { ExpectedTurn } from "../../lib/corpus/expectation.ts";
import type { Turn } from "../../lib/corpus/transcript.ts";
import { call, said, turnsDiffer } from "./comparing.ts";

const EXPECTED: readonly ExpectedTurn[] = [
  { role: "system", parts: [said("Be brief.")] },
  { role: "user", parts: [said("Hello")] },
  { role: "assistant", parts: [said("Hi."), call("a", "find", '{"x":1}')] },
];

const RECEIVED: readonly Turn[] = [
  { role: "system", parts: [{ text: "Be brief." }] },
  { role: "user", parts: [{ text: "Hello" }] },
  { role: "assistant", parts: [{ text: "Hi." }, call("a", "find", '{"x":1}')] },
];

const changed = (index: number, turn: Partial<Turn>): readonly Turn[] =>
  RECEIVED.map((one, i) => i === index ? { ...one, ...turn } : one);

Deno.test("compareTurns() finds nothing where the same is said", () => {
  assertEquals(turnsDiffer(EXPECTED, RECEIVED, { verbatim: true }), []);
});

Deno.test("compareTurns() takes turns, texts and empty texts as the dialects do", () => {
  const split: readonly Turn[] = [
    { role: "system", parts: [{ text: "Be " }] },
    { role: "system", parts: [{ text: "brief." }, { text: "" }] },
    { role: "user", parts: [{ text: "Hello" }] },
    { role: "assistant", parts: [{ text: "" }] },
    { role: "assistant", parts: [{ text: "Hi" }, { text: "." }] },
    { role: "assistant", parts: [call("a", "find", '{ "x" : 1 }')] },
    { role: "user", parts: [] },
  ];
  assertEquals(turnsDiffer(EXPECTED, split, { verbatim: true }), []);
});

const cases: Readonly<Record<string, readonly [readonly Turn[], string, string]>> = {
  "a turn that is missing at the end": [RECEIVED.slice(0, 2), "turn-missing", "/turns/2"],
  "a turn that is missing in the middle": [
    [RECEIVED[0]!, RECEIVED[2]!],
    "role-changed",
    "/turns/1/role",
  ],
  "a turn that was added": [
    [...RECEIVED, { role: "user", parts: [{ text: "And?" }] }],
    "turn-added",
    "/turns/3",
  ],
  "a role that changed": [changed(0, { role: "user" }), "role-changed", "/turns/0/role"],
  "a letter that changed": [
    changed(1, { parts: [{ text: "hello" }] }),
    "text-changed",
    "/turns/1/parts/0",
  ],
  "white space that was trimmed": [
    changed(0, { parts: [{ text: "Be brief. " }] }),
    "text-changed",
    "/turns/0/parts/0",
  ],
  "a call that is missing": [
    changed(2, { parts: [{ text: "Hi." }] }),
    "part-missing",
    "/turns/2/parts/1",
  ],
  "a call that was added": [
    changed(2, { parts: [...RECEIVED[2]!.parts, call("b")] }),
    "part-added",
    "/turns/2/parts/2",
  ],
  "a call that became text": [
    changed(2, { parts: [{ text: "Hi. find" }] }),
    "text-changed",
    "/turns/2/parts/0",
  ],
  "text after a call that stood before it": [
    changed(2, { parts: [...RECEIVED[2]!.parts].reverse() }),
    "part-kind",
    "/turns/2/parts/0",
  ],
  "the name of a call": [
    changed(2, { parts: [{ text: "Hi." }, call("a", "Find", '{"x":1}')] }),
    "call-name",
    "/turns/2/parts/1/call/name",
  ],
  "a value among the arguments": [
    changed(2, { parts: [{ text: "Hi." }, call("a", "find", '{"x":2}')] }),
    "arguments-changed",
    "/turns/2/parts/1/call/arguments/x",
  ],
  "an id where both ends speak one dialect": [
    changed(2, { parts: [{ text: "Hi." }, call("b", "find", '{"x":1}')] }),
    "id-changed",
    "/turns/2/parts/1/call/id",
  ],
  "an id that got lost": [
    changed(2, {
      parts: [{ text: "Hi." }, {
        call: { name: "find", arguments: { kind: "object", json: '{"x":1}' } },
      }],
    }),
    "id-missing",
    "/turns/2/parts/1/call/id",
  ],
  "content that nobody knows": [
    changed(1, { parts: [{ other: '{"type":"image"}' }] }),
    "part-kind",
    "/turns/1/parts/0",
  ],
};

for (const [name, [received, code, pointer]] of Object.entries(cases)) {
  Deno.test(`compareTurns() finds ${name}`, () => {
    const found = turnsDiffer(EXPECTED, received, { verbatim: true });
    assertEquals(found[0], [code, "failed", pointer]);
  });
}

Deno.test("compareTurns() stops where turns are out of step, and tells the first", () => {
  const received = [RECEIVED[1]!, RECEIVED[2]!, RECEIVED[0]!];
  assertEquals(turnsDiffer(EXPECTED, received), [["role-changed", "failed", "/turns/0/role"]]);
});

Deno.test("compareTurns() compares unknown content by its value", () => {
  const expected: readonly ExpectedTurn[] = [
    { role: "user", parts: [{ other: '{"type":"image","n":1.0}' }] },
  ];
  const received = (other: string): readonly Turn[] => [{ role: "user", parts: [{ other }] }];
  assertEquals(turnsDiffer(expected, received('{"n":1,"type":"image"}')), []);
  assertEquals(turnsDiffer(expected, received('{"n":2,"type":"image"}')), [
    ["content-changed", "failed", "/turns/0/parts/0/other/n"],
  ]);
});

Deno.test("compareTurns() takes unknown content of a type, whatever is in it", () => {
  const expected: readonly ExpectedTurn[] = [
    { role: "user", parts: [{ otherType: "thinking" }, said("Hi.")] },
  ];
  const received = (other: string): readonly Turn[] => [
    { role: "user", parts: [{ other }, { text: "Hi." }] },
  ];
  assertEquals(turnsDiffer(expected, received('{"type":"thinking","thinking":"a"}')), []);
  assertEquals(turnsDiffer(expected, received('{"type":"thinking","signature":""}')), []);
  for (const other of ['{"type":"image"}', '{"kind":"thinking"}', '["thinking"]', "null"]) {
    assertEquals(turnsDiffer(expected, received(other)), [
      ["part-kind", "failed", "/turns/0/parts/0/other"],
    ]);
  }
  const none: readonly Turn[] = [{ role: "user", parts: [{ text: "Hi." }] }];
  assertEquals(turnsDiffer(expected, none), [["part-kind", "failed", "/turns/0/parts/0"]]);
});

Deno.test("compareTurns() takes a text that may be one of several, any beginning of one, or around one", () => {
  const one = (text: string): readonly Turn[] => [{ role: "user", parts: [{ text }] }];
  const several: readonly ExpectedTurn[] = [
    { role: "user", parts: [{ text: { values: ["a\nb", "ab"] } }] },
  ];
  assertEquals(turnsDiffer(several, one("ab")), []);
  assertEquals(turnsDiffer(several, one("a b"))[0]?.[0], "text-changed");
  const prefix: readonly ExpectedTurn[] = [
    { role: "user", parts: [{ text: { prefixOf: "abc" } }] },
  ];
  assertEquals(turnsDiffer(prefix, one("ab")), []);
  assertEquals(turnsDiffer(prefix, one("abcd"))[0]?.[0], "text-changed");
  const inside: readonly ExpectedTurn[] = [
    { role: "user", parts: [{ text: { contains: "abc" } }] },
  ];
  const pieces: readonly Turn[] = [{ role: "user", parts: [{ text: "xa" }, { text: "bc" }] }];
  assertEquals(turnsDiffer(inside, pieces), []);
  assertEquals(turnsDiffer(inside, one("ab c"))[0]?.[0], "text-changed");
});
