/**
 * What mutants do to a call's arguments.
 *
 * @module
 */
import { type JsonValue, parseJson, stringifyJson } from "../../contract/json.ts";

/** Arguments with one value changed: the first string in them, wherever it stands. */
export function valueChanged(text: string): string {
  return text.replace(/:\s*"([^"\\])/u, (_, first: string) => `:"${first}${first}`);
}

/** Arguments as they are after a reader that knows doubles alone. */
export function rounded(text: string): string {
  return JSON.stringify(JSON.parse(text));
}

/** JSON without the members and entries that a test picks. */
export function without(text: string, drop: (value: JsonValue) => boolean): string {
  const doc = parseJson(text);
  const prune = (value: JsonValue) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (drop(member)) delete value[key];
      else prune(member);
    }
  };
  prune(doc.value);
  return stringifyJson(doc);
}
