import { assertEquals } from "@std/assert";
import { factsPresent, missingFacts, numberPresent } from "../../lib/scenario/facts.ts";

Deno.test("factsPresent() needs one member of each group, anywhere and in any case", () => {
  const text = "There are TWELVE lamps at Bluewing's Café.";
  const cases: readonly (readonly [groups: readonly (readonly string[])[], present: boolean])[] = [
    [[], true],
    [[["12", "twelve"]], true],
    [[["12", "twelve"], ["LAMP"]], true],
    [[["12", "twelve"], ["chairs"]], false],
    [[["12"]], false],
    [[["café"]], true],
    // No normal form: e with a combining accent isn't é.
    [[["cafe\u0301"]], false],
    [[[]], false],
    [[[""]], true],
  ];
  for (const [groups, present] of cases) {
    assertEquals(factsPresent(text, groups), present, JSON.stringify(groups));
  }
});

Deno.test("missingFacts() gives the groups without a member in the text", () => {
  assertEquals(missingFacts("12 lamps", [["12"], ["13", "14"], []]), [["13", "14"], []]);
});

Deno.test("factsPresent() lower-cases and doesn't fold", () => {
  assertEquals(factsPresent("STRASSE", [["straße"]]), false);
  // The last sigma of a word is another letter, on both sides.
  assertEquals(factsPresent("ΣΑΣ.", [["ΣΑΣ"]]), true);
  assertEquals(factsPresent("σασ.", [["ΣΑΣ"]]), false);
});

Deno.test("numberPresent() wants a whole word", () => {
  const cases: readonly (readonly [text: string, value: number, present: boolean])[] = [
    ["3", 3, true],
    ["3.5", 3, true],
    ["3,000", 3, true],
    ["x-3", 3, true],
    ["BATCH-3", 3, true],
    ["B003", 3, false],
    ["3kg", 3, false],
    ["13", 3, false],
    ["3_", 3, false],
    ["x-3", -3, true],
    ["it is -3", -3, false],
    // Words are Unicode's: a letter, a number, not a mark, not an emoji.
    ["é3", 3, false],
    ["中3", 3, false],
    ["½3", 3, false],
    ["𝒳3", 3, false],
    ["e\u03013", 3, true],
    ["😀3😀", 3, true],
    // The first place isn't the only one.
    ["13 and 3", 3, true],
  ];
  for (const [text, value, present] of cases) {
    assertEquals(numberPresent(text, { value, unit: null }), present, `${value} in ${text}`);
  }
});

Deno.test("numberPresent() wants the unit within 30 characters of the first place", () => {
  const gap = (n: number) => "-".repeat(n);
  const cases: readonly (readonly [text: string, unit: string, present: boolean])[] = [
    ["3 boxes", "boxes", true],
    ["Boxes: 3", "BOXES", true],
    ["3 boxes", "box", false],
    [`3${gap(25)}boxes`, "boxes", true],
    [`3${gap(26)}boxes`, "boxes", false],
    [`boxes${gap(25)}3`, "boxes", true],
    [`boxes${gap(26)}3`, "boxes", false],
    // The reach counts characters, not UTF-16 units.
    [`3${"😀".repeat(25)}boxes`, "boxes", true],
    [`3${"😀".repeat(26)}boxes`, "boxes", false],
    [`${gap(9)}boxes${"😀".repeat(25)}3`, "boxes", true],
    // Only the first place counts.
    [`3${gap(40)}3 boxes`, "boxes", false],
    // The reach ends in the middle of a word: what it cut through is a word's end.
    [`3${gap(26)}kilograms`, "kilo", true],
    [`3${gap(25)}kilograms`, "kilo", false],
    // A sign isn't a word.
    ["3 %", "%", false],
    ["3% x", "%", false],
    ["3 x%y", "%", true],
    ["3 (a)", "(a)", false],
    ["3 x(a)y", "(a)", true],
    // Case folds as Python's re does it: simply, and with the Turkish pair as one letter.
    ["3 µg", "μG", true],
    ["3 KİLO", "kılo", true],
    ["3 ß", "SS", false],
  ];
  for (const [text, unit, present] of cases) {
    assertEquals(numberPresent(text, { value: 3, unit }), present, `${unit} in ${text}`);
  }
});
