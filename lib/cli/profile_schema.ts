/**
 * The JSON Schema of `wt-inject.json`, made from the table of its keys.
 *
 * @module
 */
import { DECLARATIONS } from "../contract/profile.ts";
import { PROFILE_FIELDS, PROFILE_KEYS, type ProfileField } from "./profile_fields.ts";

/** The schema. Unlike the contract's envelopes a profile is strict: an unknown key is a mistake. */
export function profileJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "wt-inject profile",
    description: "What wt-inject conform is told of one agent.",
    type: "object",
    properties: {
      $schema: { type: "string", description: "For editors; not read." },
      ...Object.fromEntries(PROFILE_KEYS.map((key) => [key, property(PROFILE_FIELDS[key])])),
    },
    dependentRequired: { expect_tools: ["tool_prompt"], error_tools: ["error_prompt"] },
    additionalProperties: false,
  };
}

function property({ type, placeholder, description }: ProfileField): Record<string, unknown> {
  switch (type) {
    case "text":
      return {
        type: "string",
        minLength: 1,
        ...(placeholder === undefined ? {} : { pattern: placeholder.replace(/[{}]/g, "\\$&") }),
        description,
      };
    case "names":
      return { type: "array", minItems: 1, items: { type: "string", minLength: 1 }, description };
    case "seconds":
      return { type: "number", exclusiveMinimum: 0, description };
    case "declarations":
      return { type: "array", items: { enum: [...DECLARATIONS] }, description };
  }
}
