import { assert, assertEquals } from "@std/assert";
import { STYLE } from "../../lib/report/html/style.ts";

/** The colours of a theme, by name, 0 to 255 a channel. */
function colours(theme: string): ReadonlyMap<string, readonly number[]> {
  return new Map([...theme.matchAll(/--([a-z-]+):#([0-9a-f]{3,6})/g)].map(([, name, hex]) => {
    const whole = hex!.length === 3 ? [...hex!].map((digit) => digit + digit).join("") : hex!;
    return [name!, [0, 2, 4].map((at) => parseInt(whole.slice(at, at + 2), 16))];
  }));
}

/** The contrast of two colours, as WCAG 2 has it: 1 to 21. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = (colour: readonly number[]) => {
    const [r, g, b] = colour.map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const THEMES = [...STYLE.matchAll(/color-scheme:(?:light|dark);[^}]*/g)].map(([theme]) => theme);

Deno.test("STYLE has a light theme, and a dark one for the system and for the reader's choice", () => {
  assertEquals(THEMES.map((theme) => theme.slice(13, theme.indexOf(";"))), [
    "light",
    "dark",
    "dark",
    "light",
  ]);
});

Deno.test("STYLE writes everything in colours that can be read on their grounds", () => {
  const pairs: readonly (readonly [text: string, ground: string])[] = [
    ...["text", "dim", "link", "good", "bad", "caution", "esc"].flatMap((name) =>
      ["bg", "panel"].map((ground) => [name, ground] as const)
    ),
    ["bad", "bad-bg"],
    ["caution", "caution-bg"],
    ["text", "caution-bg"],
    ["text", "mark"],
  ];
  for (const theme of THEMES) {
    const known = colours(theme);
    for (const [text, ground] of pairs) {
      const found = contrast(known.get(text)!, known.get(ground)!);
      assert(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)} in ${theme.slice(0, 40)}`);
    }
  }
});

Deno.test("STYLE loads nothing, and leaves every focus to be seen", () => {
  assertEquals(/url\(|@import|@font-face|outline:\s*(?:0|none)/.exec(STYLE), null);
});
