import { assertEquals } from "@std/assert";
import { compareRequest, type Sent } from "../../lib/corpus/compare_request.ts";
import type { Basis, ExpectedRequest } from "../../lib/corpus/expectation.ts";
import { Ids } from "../../lib/corpus/ids.ts";
import type { Dialect, RequestTranscript } from "../../lib/corpus/transcript.ts";
import { collector, inShort, said, type Told } from "./comparing.ts";

const TOOL = { name: "find", description: "Finds.", schema: '{"type":"object"}' };

const EXPECTED: ExpectedRequest = {
  turns: [{ role: "user", parts: [said("Hello")] }],
  tools: [TOOL],
  limit: { values: ["64"] },
  other: {},
};

const RECEIVED: RequestTranscript = {
  model: "m",
  stream: false,
  turns: [{ role: "user", parts: [{ text: "Hello" }] }],
  tools: [TOOL],
  limit: "64",
  other: {},
};

const SENT: Sent = { model: "m", own: undefined };

function differ(
  received: Partial<RequestTranscript>,
  expected: Partial<ExpectedRequest> = {},
  { sent = SENT, dialect = "chat", basis = "documented" }: {
    readonly sent?: Sent;
    readonly dialect?: Dialect;
    readonly basis?: Basis;
  } = {},
): Told {
  const differences = collector(basis);
  const comparison = { ids: new Ids(false), dialect, differences };
  compareRequest({ ...EXPECTED, ...expected }, { ...RECEIVED, ...received }, sent, "", comparison);
  return inShort(differences);
}

const without = (name: keyof RequestTranscript): Partial<RequestTranscript> => {
  const { [name]: _, ...rest } = RECEIVED;
  return { ...rest, [name]: undefined } as unknown as Partial<RequestTranscript>;
};

Deno.test("compareRequest() finds nothing where the same is asked, and lets members be added", () => {
  assertEquals(differ({}), []);
  assertEquals(differ({ stream: true }), [], "the mode is the gateway's own affair");
  assertEquals(differ({ other: { stream_options: "{}", store: "false", "/a/0/b": "1" } }), []);
});

const changes: readonly (readonly [Partial<RequestTranscript>, code: string, pointer: string])[] = [
  [{ model: "n" }, "model-changed", "/model"],
  [{ turns: [] }, "turn-missing", "/turns/0"],
  [{ tools: [] }, "tool-missing", "/tools/0"],
  [{ tools: [{ ...TOOL, name: "Find" }] }, "tool-missing", "/tools/0"],
  [{ tools: [TOOL, { ...TOOL, name: "more" }] }, "tool-added", "/tools/1"],
  [{ tools: [{ ...TOOL, description: "finds" }] }, "tool-description", "/tools/0/description"],
  [{ tools: [{ ...TOOL, schema: '{"type":"array"}' }] }, "tool-schema", "/tools/0/schema/type"],
  [{ choice: { mode: "none" } }, "choice-changed", "/choice"],
  [{ choice: { mode: "named", name: "find" } }, "choice-changed", "/choice"],
  [{ parallel: false }, "parallel-changed", "/parallel"],
  [{ limit: "65" }, "limit-changed", "/limit"],
  [without("limit"), "limit-changed", "/limit"],
  [{ stop: ["END"] }, "stop-strings-changed", "/stop"],
];

for (const [received, code, pointer] of changes) {
  Deno.test(`compareRequest() finds ${code} at ${pointer}`, () => {
    assertEquals(differ(received)[0], [code, "failed", pointer]);
  });
}

Deno.test("compareRequest() takes what a dialect takes for granted", () => {
  assertEquals(differ({ choice: { mode: "auto" }, parallel: true, stop: [] }), []);
  assertEquals(differ({ tools: [], choice: { mode: "none" } }, { tools: [] }), []);
  assertEquals(differ(without("choice"), { choice: { mode: "auto" } }), []);
  assertEquals(differ(without("choice"), { choice: { mode: "required" } }), [
    ["choice-changed", "failed", "/choice"],
  ]);
  assertEquals(differ({ parallel: true }, { parallel: false }), [
    ["parallel-changed", "failed", "/parallel"],
  ]);
});

Deno.test("compareRequest() takes any limit where Messages asks for one and the client gave none", () => {
  const { limit: _, ...open } = EXPECTED;
  const at = (
    dialect: Dialect,
    received: Partial<RequestTranscript>,
    basis: "documented" | "derived" = "documented",
  ): Told => {
    const differences = collector(basis);
    const comparison = { ids: new Ids(false), dialect, differences };
    compareRequest(open, { ...RECEIVED, ...received }, SENT, "", comparison);
    return inShort(differences);
  };
  assertEquals(at("messages", { limit: "4096" }), []);
  assertEquals(at("messages", { limit: "0" }).length, 1);
  assertEquals(at("messages", without("limit"), "derived"), [[
    "limit-changed",
    "failed",
    "/limit",
  ]]);
  assertEquals(at("chat", without("limit")), []);
  assertEquals(at("chat", { limit: "4096" }).length, 1);
});

Deno.test("compareRequest() fails derived expectations only where they protect R003 to R009", () => {
  const derived = { basis: "derived" } as const;
  assertEquals(differ({ limit: "65" }, {}, derived), [["limit-changed", "warned", "/limit"]]);
  assertEquals(differ({ tools: [] }, {}, derived)[0]?.[1], "failed");
  assertEquals(differ({ turns: [] }, {}, derived)[0]?.[1], "failed");
  assertEquals(differ({ model: "n" }, {}, derived)[0]?.[1], "warned");
});

Deno.test("compareRequest() asks for members that the expectation names", () => {
  const expected = { other: { seed: "7.0" } };
  assertEquals(differ({ other: { seed: "7" } }, expected), []);
  assertEquals(differ({}, expected), [["member-missing", "failed", "/other/seed"]]);
  assertEquals(differ({ other: { seed: "8" } }, expected), [
    ["member-changed", "failed", "/other/seed"],
  ]);
});

Deno.test("compareRequest() lets nothing unknown be lost where both ends speak one dialect", () => {
  const own: RequestTranscript = {
    ...RECEIVED,
    other: { user: '"me"', "/tools/0/strict": "true" },
  };
  const sent: Sent = { ...SENT, own };
  assertEquals(differ({ other: own.other }, {}, { sent }), []);
  assertEquals(differ({ other: { user: '"me"' } }, {}, { sent }), [
    ["member-missing", "failed", "/other/~1tools~10~1strict"],
  ]);
});

Deno.test("compareRequest() finds a known member in a form that nobody knows, whatever the basis", () => {
  // As one gateway's documents have it: Messages' own object where Responses wants a word.
  const other = { tool_choice: '{"type":"auto"}' };
  assertEquals(differ({ other }, {}, { basis: "policy", dialect: "responses" }), [
    ["member-malformed", "failed", "/other/tool_choice"],
  ]);
  assertEquals(differ({ other: { "(duplicate keys)": '["/model"]' } })[0]?.[0], "member-malformed");
  assertEquals(differ({ other: { max_tokens: "64" } }), [], "the older name beside the newer");
  assertEquals(differ({ other: { max_tokens: '"64"' } }).length, 1);
});
