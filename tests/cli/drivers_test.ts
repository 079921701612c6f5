import { assertEquals, assertThrows } from "@std/assert";
import { listenAddress, splitWords } from "../../lib/cli/drivers.ts";
import { linesOf } from "../../lib/cli/io.ts";
import { UsageError } from "../../lib/contract/usage.ts";

Deno.test("splitWords() parts words at blanks and takes quotes as a shell does", () => {
  const cases: readonly (readonly [text: string, words: readonly string[]])[] = [
    ["python3 a.py", ["python3", "a.py"]],
    ["  a\t b\n", ["a", "b"]],
    ["", []],
    ["   ", []],
    ["a 'b c' d", ["a", "b c", "d"]],
    ['a "b c"d', ["a", "b cd"]],
    ["'' \"\"", ["", ""]],
    ["a\\ b", ["a b"]],
    ["'a\\b'", ["a\\b"]],
    ['"a\\"b\\\\c\\n"', ['a"b\\c\\n']],
    ["a'b\"c'", ['ab"c']],
    ['a"b\'c"', ["ab'c"]],
    ["$HOME *.py ~ `x` ; | & > y", ["$HOME", "*.py", "~", "`x`", ";", "|", "&", ">", "y"]],
    ["ends\\", ["ends\\"]],
    ["C:\\\\x\\\\y.exe", ["C:\\x\\y.exe"]],
  ];
  for (const [text, words] of cases) assertEquals(splitWords(text), words, text);
});

Deno.test("splitWords() refuses a quote that is never closed", () => {
  for (const text of ["a 'b", 'a "b', "'", "a'b\""]) {
    assertThrows(() => splitWords(text), UsageError, "is never closed");
  }
});

Deno.test("listenAddress() reads HOST:PORT, an IPv6 address in brackets", () => {
  assertEquals(listenAddress("127.0.0.1:8647"), { hostname: "127.0.0.1", port: 8647 });
  assertEquals(listenAddress("localhost:1"), { hostname: "localhost", port: 1 });
  assertEquals(listenAddress("[::1]:65535"), { hostname: "::1", port: 65535 });
});

Deno.test("listenAddress() refuses what isn't one, and a port that isn't fixed", () => {
  for (
    const text of [
      "8647",
      ":8647",
      "a:",
      "a:0",
      "a:65536",
      "a:-1",
      "::1:80",
      "a b:80",
      "http://a:80",
    ]
  ) assertThrows(() => listenAddress(text), UsageError, `--listen ${text}`);
});

Deno.test("linesOf() gives lines as they come, whatever pieces they come in", async () => {
  const lines = async (...pieces: readonly (string | Uint8Array)[]) => {
    const encoder = new TextEncoder();
    const stream = ReadableStream.from(
      pieces.map((piece) => typeof piece === "string" ? encoder.encode(piece) : piece),
    );
    return await Array.fromAsync(linesOf(stream));
  };
  assertEquals(await lines("a\nb\r\n\nc"), ["a", "b", "", "c"]);
  assertEquals(await lines("a", "b\n", "", "c\n"), ["ab", "c"]);
  assertEquals(await lines(), []);
  assertEquals(await lines(new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac, 0x0a])), ["€"]);
});
