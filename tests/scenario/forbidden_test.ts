import { assertEquals } from "@std/assert";
import { assertedFact } from "../../lib/scenario/forbidden.ts";

/** Texts with whether they assert a fact. */
function check(fact: string, cases: readonly (readonly [text: string, asserted: boolean])[]): void {
  for (const [text, asserted] of cases) {
    assertEquals(assertedFact(text, [fact]) !== undefined, asserted, `${fact} in ${text}`);
  }
}

Deno.test("assertedFact() gives the first fact that the text asserts", () => {
  assertEquals(assertedFact("It is not Add; it is multiply.", ["add", "Multiply"]), "Multiply");
  assertEquals(assertedFact("It is divide.", ["add", "multiply"]), undefined);
  assertEquals(assertedFact("anything", []), undefined);
});

Deno.test("assertedFact() looks for digits and identifiers as whole words, for others anywhere", () => {
  check("add", [["Add it", true], ["additional", false], ["add_on", false], ["add-on", true]]);
  check("3", [["3.5", true], ["B003", false], ["3kg", false], ["item 3", true]]);
  check("٣", [["٣", true], ["٣٤", false]]);
  check("①", [["①", true], ["x①", false]]);
  check("data_point", [["DATA_POINT!", true], ["data_points", false]]);
  check("Bluewing Logistics", [["the bluewing logisticsx", true], ["bluewing  logistics", false]]);
  check("a-b", [["xa-by", true]]);
  check("café", [["cafés", true]]);
  check("3a", [["13ab", true]]);
});

Deno.test("assertedFact() excuses what is taken back nearby", () => {
  check("X", [
    ["X", true],
    ["not X", false],
    ["it isn't X", false],
    ["without X", false],
    ["an invalid X", false],
    ["X is unknown", false],
    ["no such X", false],
    ["a nonexistent X", false],
    ["a non-existent X", false],
    ["there is no X", false],
    // A cue is looked for inside words, too.
    ["piano X", false],
    ["knot X", false],
    // A curly apostrophe makes no n't, and a last word is followed by no space.
    ["can’t X", true],
    ["X no", true],
    ["X no ", false],
  ]);
});

Deno.test("assertedFact() ends the reach of a cue at its clause", () => {
  check("X", [
    ["It is not Y. X", true],
    ["It is not Y! X", true],
    ["It is not Y? X", true],
    ["It is not Y; X", true],
    ["It is not Y\nX", true],
    ["It is not Y, X", false],
    ["X. It is not Y", true],
    ["X! It is not Y", true],
    ["X? It is not Y", true],
    ["X\nIt is not Y", true],
    // Behind the fact a semicolon doesn't end it.
    ["X; it is not Y", false],
  ]);
});

Deno.test("assertedFact() reaches 30 characters back and 40 ahead", () => {
  check("X", [
    [`not ${"-".repeat(26)}X`, false],
    [`not ${"-".repeat(27)}X`, true],
    [`X${"-".repeat(36)}not `, false],
    [`X${"-".repeat(37)}not `, true],
    [`not ${"😀".repeat(26)}X`, false],
    [`not ${"😀".repeat(27)}X`, true],
    [`X${"😀".repeat(36)}not `, false],
    [`X${"😀".repeat(37)}not `, true],
    // Two cues meet where the fact is taken out: "no" before, "such" behind.
    ["noX such", false],
  ]);
});

Deno.test("assertedFact() looks at each place by itself", () => {
  check("add", [["not add. add", true], ["not add. no add", false]]);
  check("X Y", [["no X Y. X Y", true]]);
  // The search goes on as if the text began there, and no word begins before a space.
  check(" add", [[`not ${"-".repeat(25)}x add add`, false], ["x add", true]]);
});

Deno.test("assertedFact() comes to an end with an empty fact, also after a cue", () => {
  assertEquals(assertedFact("plain", [""]), "");
  assertEquals(assertedFact("not ", [""]), "");
  assertEquals(assertedFact("", [""]), "");
  assertEquals(assertedFact("no no no ", [""]), undefined);
});

Deno.test("assertedFact() is quick with a long answer that takes everything back", () => {
  assertEquals(assertedFact("not X, ".repeat(50_000), ["X", "x,"]), undefined);
});
