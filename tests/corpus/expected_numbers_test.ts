import { assertEquals } from "@std/assert";
import { memoryFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { expectationOf } from "../../lib/corpus/expected_file.ts";
import { type Loose, small, smallFiles } from "./small.ts";

/** Words in place of numbers that JavaScript can't hold, put in once the files are text. */
async function withNumbers(change: (variant: Loose) => void, numbers: Record<string, string>) {
  const parts = small();
  change(parts.expected.variants.plain);
  const files: Record<string, string> = await smallFiles(parts);
  let text = files["expected/greeting.json"]!;
  for (const [word, spelling] of Object.entries(numbers)) {
    text = text.replaceAll(`"${word}"`, spelling);
  }
  files["expected/greeting.json"] = text;
  const { cases: [one] } = await loadCorpus(memoryFiles(files), { anyDigest: true });
  return expectationOf(one!.expected, "plain", "chat-to-chat").outcomes[0]!.exchanges[0]!;
}

const args = (exchange: Awaited<ReturnType<typeof withNumbers>>): string | undefined => {
  const part = exchange.upstream[0]!.turns[0]!.parts[0]!;
  return "call" in part && part.call.arguments.kind === "object"
    ? part.call.arguments.json
    : undefined;
};

const calling = (variant: Loose) => {
  variant.exchanges[0].upstream[0].turns = [
    {
      role: "assistant",
      parts: [{ call: { id: "a", name: "f", arguments: { n: "BIG", m: "LONG" } } }],
    },
  ];
};

const NUMBERS = { BIG: "12345678901234567890", LONG: "0.1000000000000000055" };

Deno.test("expectationOf() keeps the digits of numbers in arguments", async () => {
  const exchange = await withNumbers(calling, NUMBERS);
  assertEquals(args(exchange), '{"n":12345678901234567890,"m":0.1000000000000000055}');
});

Deno.test("expectationOf() keeps them where an override sets something beside them", async () => {
  const exchange = await withNumbers((variant) => {
    calling(variant);
    variant.by_path = {
      "chat-to-chat": {
        basis: "policy",
        source: "s",
        set: { "/exchanges/0/upstream/0/turns/0/parts/0/call/arguments/k": "BIG" },
      },
    };
  }, NUMBERS);
  assertEquals(
    args(exchange),
    '{"n":12345678901234567890,"m":0.1000000000000000055,"k":12345678901234567890}',
  );
});

Deno.test("expectationOf() keeps them in counts, limits and members", async () => {
  const exchange = await withNumbers((variant) => {
    variant.exchanges[0].upstream[0].limit = "BIG";
    variant.exchanges[0].upstream[0].other = { seed: "BIG" };
    variant.exchanges[0].answer.usage = { input: "BIG" };
  }, NUMBERS);
  assertEquals(exchange.upstream[0]!.limit, { values: ["12345678901234567890"] });
  assertEquals(exchange.upstream[0]!.other, { seed: "12345678901234567890" });
  assertEquals(exchange.answer === "left" ? undefined : exchange.answer.usage, {
    input: "12345678901234567890",
  });
});

Deno.test("expectationOf() replaces a value that is there, whatever its pointer's escapes", async () => {
  const exchange = await withNumbers((variant) => {
    variant.exchanges[0].upstream[0].other = { "a/b~": { c: [1, 2] } };
    variant.by_path = {
      "chat-to-*": {
        basis: "policy",
        source: "s",
        set: { "/exchanges/0/upstream/0/other/a~1b~0/c/1": "BIG" },
      },
    };
  }, NUMBERS);
  assertEquals(exchange.upstream[0]!.other, { "a/b~": '{"c":[1,12345678901234567890]}' });
});
