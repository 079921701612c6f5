/**
 * JSON text in the layout of Wind Tunnel's files: two spaces a level, nothing at the end. It is laid out
 * from text, so that no number is spelled anew.
 *
 * @module
 */

/** Lays out JSON by two spaces a level. Empty arrays and objects stay on their line. */
export function indented(json: string): string {
  let out = "";
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') {
      let end = at + 1;
      while (json[end] !== '"') end += json[end] === "\\" ? 2 : 1;
      out += json.slice(at, end + 1);
      at = end;
    } else if (character === "{" || character === "[") {
      const closing = json[at + 1];
      if (closing === "}" || closing === "]") {
        out += character + closing;
        at++;
      } else out += `${character}\n${"  ".repeat(++depth)}`;
    } else if (character === "}" || character === "]") {
      out += `\n${"  ".repeat(--depth)}${character}`;
    } else if (character === ",") out += `,\n${"  ".repeat(depth)}`;
    else if (character === ":") out += ": ";
    else if (!/\s/.test(character)) out += character;
  }
  return out;
}

/** JSON on one line, with a space after each comma and colon, as Python writes it. */
export function spaced(json: string): string {
  return json.replace(
    /"(?:[^"\\]|\\.)*"|[,:]|\s+/g,
    (token) => token === "," || token === ":" ? `${token} ` : token.startsWith('"') ? token : "",
  );
}

/** The same JSON in ASCII: everything else as `\u` escapes, a pair for what is past U+FFFF. */
export function asciiJson(json: string): string {
  return json.replace(
    /[\x80-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A number as Python spells a float: `0.0`, `321.101`. */
export function floatText(number: number): string {
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}

/** An object from texts: each value is JSON already. */
export function objectText(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return `{${parts.join(",")}}`;
}

/** An array from texts: each item is JSON already. */
export function arrayText(items: readonly string[]): string {
  return `[${items.join(",")}]`;
}
