/**
 * What is legal in an entry of a list and odd enough for a warning: readings of ours, never failures.
 *
 * @module
 */
import type { JsonValue } from "./json.ts";
import { isObject } from "./violations_value.ts";

/** A warning on one key of an entry. */
export interface Oddity {
  readonly key: string;
  readonly clause: string;
  readonly code: string;
  readonly expected: string;
  readonly hint: string;
}

const NO_ODDITIES: readonly Oddity[] = [];

const EMPTY_NAME: Oddity = {
  key: "name",
  clause: "response.tool-call-name",
  code: "tool-call-name-empty",
  expected: "the bare tool name",
  hint: 'Give the tool name that the agent invoked: a call with the name "" matches no tool.',
};

const OTHER_PART: Oddity = {
  key: "type",
  clause: "surface.system-instructions",
  code: "system-instructions-part-not-text",
  expected: '"text"',
  hint: 'Report the system prompt as text parts, each with the "type" "text".',
};

const NULLS: readonly Oddity[] = ["description", "input_schema", "result_schema"].map((key) => ({
  key,
  clause: "surface.tool-definitions",
  code: `tool-definition-${key.replace("_", "-")}-null`,
  expected: "a value, or no such key",
  hint: `Leave "${key}" out where there is none: null is neither absent nor a value.`,
}));

/** The oddities of one entry; `list` is the name of the list it stands in. */
export function odditiesOf(list: string, entry: JsonValue): readonly Oddity[] {
  if (!isObject(entry)) return NO_ODDITIES;
  switch (list) {
    case "tool_calls":
      return entry.name === "" ? [EMPTY_NAME] : NO_ODDITIES;
    case "system_instructions":
      return typeof entry.type === "string" && entry.type !== "text" ? [OTHER_PART] : NO_ODDITIES;
    case "tool_definitions":
      return NULLS.filter(({ key }) => entry[key] === null);
    default:
      return NO_ODDITIES;
  }
}
