import { assertEquals } from "@std/assert";
import { answerText, sight, sightIn } from "../../lib/conform/nonce.ts";
import { entry, reply } from "./_entries.ts";

const NONCE = "b1234567-89ab-4cde-8f01-23456789abcd";
const WHOLE = { kind: "whole", digits: 32 } as const;

const SPELLINGS: readonly (readonly [how: string, text: string])[] = [
  ["as it was told", NONCE],
  ["in capitals", NONCE.toUpperCase()],
  ["without hyphens", NONCE.replaceAll("-", "")],
  ["with spaces for hyphens", NONCE.replaceAll("-", " ")],
  ["in pairs with colons", NONCE.replaceAll("-", "").replace(/..(?!$)/g, "$&:")],
  ["one digit a line", NONCE.split("").join("\r\n")],
  ["with zero-width spaces", NONCE.split("").join("\u200b")],
  ["with soft hyphens and no-break spaces", NONCE.replaceAll("-", "\u00ad\u00a0")],
  ["with NUL between its digits", NONCE.split("").join("\0")],
  ["with control characters between its digits", NONCE.split("").join("\u0001\u001f\u007f")],
  ["with lone surrogates between its digits", NONCE.split("").join("\ud800")],
  ["with quotes and slashes between its digits", NONCE.split("").join('"/')],
  ["after a backslash", `C:\\logs\\${NONCE}`],
  ["with backslashes between its groups", NONCE.replaceAll("-", "\\")],
  ["in the middle of words", `prefix_${NONCE}_suffix`],
  ["in Markdown", `**\`${NONCE}\`**`],
];

for (const [how, text] of SPELLINGS) {
  Deno.test(`sight() finds a nonce ${how}`, () => {
    assertEquals(sight(NONCE, text), WHOLE);
  });

  Deno.test(`sightIn() finds a nonce in a reply ${how}`, () => {
    assertEquals(sightIn(NONCE, entry({ probe: "p", role: "r", answer: reply(text) })), WHOLE);
  });
}

Deno.test("sight() finds twelve digits in a row, wherever they stand in the nonce", () => {
  const digits = NONCE.replaceAll("-", "");
  for (let from = 0; from + 12 <= digits.length; from++) {
    const piece = digits.slice(from, from + 12);
    assertEquals(sight(NONCE, `ref ${piece}.`)?.kind, "fragment", piece);
  }
  assertEquals(sight(NONCE, "b1234567-89ab"), { kind: "fragment", digits: 12 });
  assertEquals(sight(NONCE, "b1234567-89a"), undefined);
});

Deno.test("sight() says how many digits stand together at most", () => {
  assertEquals(sight(NONCE, "89ab-4cde-8f01 and 1234567-89ab-4cde-8f01-23456789abcd"), {
    kind: "fragment",
    digits: 31,
  });
});

Deno.test("sight() sees nothing in 10,000 other UUIDs", () => {
  const others = Array.from({ length: 10_000 }, () => crypto.randomUUID());
  for (const other of others) assertEquals(sight(NONCE, `Your ticket is ${other}.`), undefined);
  assertEquals(sight(NONCE, others.join(" ")), undefined);
});

Deno.test("sight() sees nothing where the nonce's digits stand in another order", () => {
  const digits = NONCE.replaceAll("-", "").split("");
  const orders = [
    digits.toReversed(),
    digits.toSorted(),
    digits.filter((_, i) => i % 2 === 0).concat(digits.filter((_, i) => i % 2 === 1)),
    digits.flatMap((_, i) => i % 2 === 0 ? [digits[i + 1]!, digits[i]!] : []),
    [...digits.slice(11, 22), "-", ...digits.slice(0, 11), "-", ...digits.slice(22)],
  ];
  // The last order keeps runs of 11 and 10: one short of what can't be chance.
  for (const order of orders) assertEquals(sight(NONCE, order.join("")), undefined);
});

Deno.test("sight() takes letters between digits for what they are", () => {
  assertEquals(sight(NONCE, NONCE.split("").join("x")), undefined);
  assertEquals(sight(NONCE, NONCE.split("").join("é")), undefined);
});

Deno.test("answerText() resolves every escape that JSON has", () => {
  const text = '{"reply":"a\\u0000b\\n\\r\\t\\b\\fc\\"d\\\\e\\/f\\u0041\\ud83d\\ude9a\\ud800g"}';
  assertEquals(
    answerText(entry({ probe: "p", role: "r", answer: text })),
    '{"reply":"a\0b\n\r\t\b\fc"d\\e/fA\u{1F69A}\ud800g"}',
  );
});

Deno.test("answerText() is the bytes as they are where they are no JSON", () => {
  assertEquals(
    answerText(entry({ probe: "p", role: "r", answer: "<h1>Oops</h1>" })),
    "<h1>Oops</h1>",
  );
  const bytes = new Uint8Array([0xff, ...new TextEncoder().encode(NONCE)]);
  assertEquals(sightIn(NONCE, entry({ probe: "p", role: "r", answer: bytes })), WHOLE);
});

Deno.test("sightIn() looks at calls, errors, unknown fields and keys", () => {
  const whole = (answer: unknown) => sightIn(NONCE, entry({ probe: "p", role: "r", answer }));
  const call = (name: string, args: unknown) => ({
    wt_inject: 1,
    reply: "Done.",
    tool_calls: [{ name, arguments: args }],
  });
  assertEquals(whole(call("note", { deep: [{ text: NONCE }] })), WHOLE);
  assertEquals(whole(call("note", { [NONCE]: 1 })), WHOLE);
  assertEquals(whole(call(NONCE, {})), WHOLE);
  assertEquals(whole({ wt_inject: 1, reply: "", tool_calls: [], error: NONCE }), WHOLE);
  assertEquals(whole({ wt_inject: 1, reply: "Hi.", tool_calls: [], trace: NONCE }), WHOLE);
});

Deno.test("sightIn() finds a nonce at the end of an answer of 8 MiB", () => {
  const answer = reply("All quiet. ".repeat(8 * 1024 * 1024 / 11) + NONCE);
  assertEquals(sightIn(NONCE, entry({ probe: "p", role: "r", answer })), WHOLE);
});
