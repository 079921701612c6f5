/**
 * Writes JSON around texts that are JSON already, which go out byte for byte.
 *
 * @module
 */

/** A JSON text that is written as it stands. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can be written; members that are undefined are left out. */
export type Out =
  | null
  | boolean
  | number
  | string
  | Raw
  | readonly Out[]
  | { readonly [key: string]: Out | undefined };

/** Compact JSON. Depth is the caller's own: whatever a peer nested stands in a {@linkcode Raw}. */
export function jsonText(value: Out): string {
  if (value instanceof Raw) return value.text;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${jsonText(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** A raw text, or undefined where there is none. */
export function raw(text: string | undefined): Raw | undefined {
  return text === undefined ? undefined : new Raw(text);
}
