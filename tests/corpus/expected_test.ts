import { assertEquals } from "@std/assert";
import { expectationOf } from "../../lib/corpus/expected_file.ts";
import type { AdapterPath } from "../../lib/corpus/paths.ts";
import { loadSmall, type Loose, type Small, small } from "./small.ts";

/** What is expected on a path, after the small corpus was changed. */
async function resolved(path: AdapterPath, change: (variant: Loose, parts: Small) => void) {
  const parts = small();
  change(parts.expected.variants.plain, parts);
  const { cases: [one] } = await loadSmall(parts);
  return expectationOf(one!.expected, "plain", path);
}

const limitOf = (expectation: Awaited<ReturnType<typeof resolved>>) =>
  expectation.outcomes[0]?.exchanges[0]?.upstream[0]?.limit;

const set = (value: Loose, more: Loose = {}) => ({
  basis: "documented",
  source: "4.2",
  set: { "/exchanges/0/upstream/0/limit": value, ...more },
});

Deno.test("expectationOf() reads an expectation into what comparers compare", async () => {
  const { requirement, oracle, outcomes } = await resolved("chat-to-chat", () => {});
  assertEquals({ requirement, oracle }, { requirement: "R003", oracle: "transcript" });
  assertEquals(outcomes, [{
    basis: "policy",
    source: "it is polite",
    grounds: {},
    exchanges: [{
      upstream: [{
        turns: [{ role: "user", parts: [{ text: { values: ["Hello"] } }] }],
        tools: [],
        other: {},
      }],
      answer: {
        ending: { values: ["complete"] },
        parts: { values: [[{ text: { values: ["Hello"] } }]] },
        stop: { values: ["stop"] },
      },
    }],
  }]);
});

Deno.test("expectationOf() takes the most specific override, and the variant's own words elsewhere", async () => {
  const change = (variant: Loose) =>
    variant.by_path = {
      "chat-to-*": set(1),
      "*-to-messages": set(2),
      "chat-to-messages": set(3),
    };
  assertEquals(limitOf(await resolved("chat-to-chat", change)), { values: ["1"] });
  assertEquals(limitOf(await resolved("responses-to-messages", change)), { values: ["2"] });
  assertEquals(limitOf(await resolved("chat-to-messages", change)), { values: ["3"] });
  assertEquals(limitOf(await resolved("messages-to-chat", change)), undefined);
});

Deno.test("expectationOf() gives an override's grounds to what it sets, and to nothing else", async () => {
  const { outcomes: [outcome] } = await resolved("chat-to-chat", (variant) => {
    variant.parts = { usage: { basis: "derived", source: "sum" } };
    variant.by_path = { "chat-to-*": set(1, { "/exchanges/0/answer/stop": "length" }) };
  });
  assertEquals([outcome!.basis, outcome!.source], ["policy", "it is polite"]);
  assertEquals(outcome!.grounds, {
    usage: { basis: "derived", source: "sum" },
    limit: { basis: "documented", source: "4.2" },
    stop: { basis: "documented", source: "4.2" },
  });
});

Deno.test("expectationOf() takes a whole override in the variant's place", async () => {
  const { outcomes } = await resolved("chat-to-chat", (variant) => {
    const refused = {
      basis: "policy",
      source: "refuse",
      exchanges: [{
        upstream: [],
        answer: { ending: "error", parts: [], error: { status: { any_of: [400, 422] } } },
      }],
    };
    const kept = {
      basis: "policy",
      source: "keep",
      tolerated: "old",
      exchanges: variant.exchanges,
    };
    variant.by_path = { "chat-to-*": { one_of: [refused, kept] } };
  });
  assertEquals(outcomes.map(({ source, tolerated }) => [source, tolerated]), [
    ["refuse", undefined],
    ["keep", "old"],
  ]);
  assertEquals(outcomes[0]!.exchanges[0], {
    upstream: [],
    answer: {
      ending: { values: ["error"] },
      parts: { values: [[]] },
      error: { status: { values: ["400", "422"] } },
    },
  });
});

Deno.test("expectationOf() reads every kind of match and part", async () => {
  const { outcomes: [outcome] } = await resolved("chat-to-chat", (variant) => {
    variant.exchanges = [{
      upstream: [{
        turns: [
          {
            role: "assistant",
            parts: [
              { call: { id: "a", name: "f", raw: "{x" } },
              { call: { id: { any: "made-up" }, arguments: {} } },
            ],
          },
          {
            role: "tool",
            parts: [{ result: { id: "a", text: { any_of: ["1", "2"] }, error: true } }],
          },
          { role: "user", parts: [{ other: { image: [null] } }, { text: { prefix_of: "ab" } }] },
          { role: "assistant", parts: [{ other_type: "thinking" }] },
          {
            role: "system",
            parts: [{ text: { contains: "a" } }, { text: { contains: "b", and_more: true } }],
          },
        ],
        tools: [{ name: "f", schema: { type: "object" } }],
        choice: { name: "f" },
        parallel: false,
        limit: { any: true },
        stop: ["END"],
        other: { seed: 7 },
      }],
      answer: {
        ending: { any_of: ["error", "truncated"] },
        parts: { any: true },
        usage: null,
      },
    }];
  });
  assertEquals(outcome!.exchanges[0], {
    upstream: [{
      turns: [
        {
          role: "assistant",
          parts: [
            { call: { id: "a", name: "f", arguments: { kind: "raw", text: "{x" } } },
            { call: { id: "\u0000made-up", arguments: { kind: "object", json: "{}" } } },
          ],
        },
        {
          role: "tool",
          parts: [{ result: { id: "a", text: { values: ["1", "2"] }, error: true } }],
        },
        { role: "user", parts: [{ other: '{"image":[null]}' }, { text: { prefixOf: "ab" } }] },
        { role: "assistant", parts: [{ otherType: "thinking" }] },
        {
          role: "system",
          parts: [{ text: { contains: "a" } }, { text: { contains: "b", andMore: true } }],
        },
      ],
      tools: [{ name: "f", schema: '{"type":"object"}' }],
      choice: { mode: "named", name: "f" },
      parallel: false,
      limit: { any: true },
      stop: ["END"],
      other: { seed: "7" },
    }],
    answer: { ending: { values: ["error", "truncated"] }, parts: { any: true }, usage: null },
  });
});
