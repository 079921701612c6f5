import { assertEquals } from "@std/assert";
import { isWholeNumber, sameNumber } from "../../lib/contract/json_decimal.ts";

Deno.test("sameNumber() compares exactly, whatever the spelling", async (t) => {
  for (
    const [one, other] of [
      ["1", "1.0"],
      ["1.10", "1.1"],
      ["100", "1e2"],
      ["100", "1E+02"],
      ["0.001", "1e-3"],
      ["-2.50", "-25e-1"],
      ["0", "-0"],
      ["0", "0.000e99"],
      ["1e400", "10e399"],
      ["12345678901234567890", "1234567890123456789e1"],
      ["1e99999999999999999999", "1E+099999999999999999999"],
    ] as const
  ) {
    await t.step(`${one} is ${other}`, () => {
      assertEquals(sameNumber(one, other), true);
      assertEquals(sameNumber(other, one), true);
    });
  }
  for (
    const [one, other] of [
      ["1", "2"],
      ["1", "-1"],
      ["1", "10"],
      ["1", "0.1"],
      ["12345678901234567890", "12345678901234567000"],
      ["9007199254740993", "9007199254740992"],
      ["1", "1.00000000000000000001"],
      ["1e400", "1e401"],
      ["1e-400", "0"],
      ["0.1", "0.1000000000000000055511151231257827"],
      ["1e99999999999999999999", "1e-99999999999999999999"],
    ] as const
  ) {
    await t.step(`${one} is not ${other}`, () => {
      assertEquals(sameNumber(one, other), false);
      assertEquals(sameNumber(other, one), false);
    });
  }
});

Deno.test("isWholeNumber() looks at the number, not at how it is spelled", () => {
  for (
    const whole of ["0", "-0.0", "2", "2.0", "20e-1", "1E400", "-7", "1.5e1", "1e9999999999999999"]
  ) {
    assertEquals(isWholeNumber(whole), true, whole);
  }
  for (const part of ["1.5", "1e-1", "1.00000000000000000001", "15e-2", "1e-9999999999999999"]) {
    assertEquals(isWholeNumber(part), false, part);
  }
});
