import { assertEquals } from "@std/assert";
import { painter, wrap } from "../../lib/report/style.ts";
import { brief, defuseLine, fit, head, latinText, visible } from "../../lib/report/visible.ts";

Deno.test("visible() escapes what is invisible or does something", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["plain, ümläut, 日本, 😀", "plain, ümläut, 日本, 😀"],
    ["\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"],
    ["a\nb\r\nc\td", "a\\nb\\r\\nc\\td"],
    ["\0\x07\x08\x7f", "\\x00\\x07\\x08\\x7f"],
    ["\x9b31m\x85", "\\x9b31m\\x85"],
    [
      "\u202Eevil\u202C\u2066x\u2069\u200F\u061C",
      "\\u202eevil\\u202c\\u2066x\\u2069\\u200f\\u061c",
    ],
    ["zero\u200Bwidth\uFEFF", "zero\\u200bwidth\\ufeff"],
    ["\u2028\u2029", "\\u2028\\u2029"],
    ["\uD800x\uDC00", "\\ud800x\\udc00"],
    ["\uFFFE\uFFFF\u{1FFFE}", "\\ufffe\\uffff\\u{1fffe}"],
    ["\u{E0041}", "\\u{e0041}"],
    [
      "##[error]x ##vso[task.setvariable]y ## z",
      "#\\x23[error]x #\\x23vso[task.setvariable]y ## z",
    ],
  ];
  for (const [text, expected] of cases) assertEquals(visible(text), expected);
});

Deno.test("latinText() shows every byte that isn't printable ASCII", () => {
  assertEquals(
    latinText(Uint8Array.of(0x41, 0xff, 0x1b, 0x0a, 0x7f, 0x00)),
    "A\\xff\\x1b\n\\x7f\\x00",
  );
});

Deno.test("head() never halves a pair", () => {
  assertEquals(head("ab😀c", 3), "ab");
  assertEquals(head("ab😀c", 4), "ab😀");
  assertEquals(head("ab", 5), "ab");
});

Deno.test("brief() says how much it left out", () => {
  assertEquals(brief("abcdef", 4), "abcd … (2 more characters)");
  assertEquals(brief("abcd", 4), "abcd");
});

Deno.test("fit() cuts to columns after escaping", () => {
  assertEquals(fit("a title that is long", 10), "a title t…");
  assertEquals(fit("exactly ten".slice(0, 10), 10), "exactly te");
  assertEquals(fit("\x1b\x1b\x1b", 6), "\\x1b\\…");
  assertEquals(fit("x".repeat(1_000_000), 5), "xxxx…");
});

Deno.test("defuseLine() leaves no line that GitHub takes for a command", () => {
  assertEquals(defuseLine("::error::x"), "\\x3a:error::x");
  assertEquals(defuseLine("   ::add-mask::x"), "   \\x3a:add-mask::x");
  assertEquals(defuseLine("a ::error::x"), "a ::error::x");
  assertEquals(defuseLine(": a"), ": a");
});

Deno.test("wrap() breaks at spaces and hangs", () => {
  assertEquals(wrap("one two three four", 11, "> "), ["> one two", "  three", "  four"]);
  assertEquals(wrap("", 10, "  mend"), ["  mend"]);
});

Deno.test("wrap() keeps a word that is longer than the line", () => {
  assertEquals(wrap("see http://127.0.0.1:8647/wt/inject now", 10), [
    "see",
    "http://127.0.0.1:8647/wt/inject",
    "now",
  ]);
});

Deno.test("painter() colours only where asked", () => {
  assertEquals(painter(false)("bad", "x"), "x");
  assertEquals(painter(true)("bad", "x"), "\x1b[31;1mx\x1b[0m");
  assertEquals(painter(true)("bad", ""), "");
});
