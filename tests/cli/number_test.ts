import { assertEquals } from "@std/assert";
import { durationMs, numberIn } from "../../lib/cli/number.ts";

Deno.test("durationMs() reads milliseconds, seconds and minutes", () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ["500ms", 500],
    ["30s", 30_000],
    ["1.5s", 1_500],
    ["2m", 120_000],
    ["0s", 0],
    ["30", undefined],
    ["s", undefined],
    ["-1s", undefined],
    ["1e3ms", undefined],
    ["1h", undefined],
    ["30s ", undefined],
    [" 30s", undefined],
    ["30 s", undefined],
    ["", undefined],
  ];
  for (const [text, ms] of cases) assertEquals(durationMs(text), ms, text);
});

Deno.test("numberIn() finds nothing wrong with a number in its range", () => {
  for (const text of ["1", "0.5", ".5", "5.", "1e2", "+3", "120"]) {
    assertEquals(numberIn(text, { above: 0 }), undefined, text);
  }
  assertEquals(numberIn("-1", {}), undefined);
  assertEquals(numberIn("65535", { from: 0, to: 65535, integer: true }), undefined);
});

Deno.test("numberIn() takes no spelling of a number that only a programmer would write", () => {
  for (const text of ["", " ", "0x1", "1_000", "1,5", "NaN", "Infinity", "1n", "1e400", "--1"]) {
    assertEquals(numberIn(text, {}), "it isn't a number", text);
  }
});
