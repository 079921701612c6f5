/**
 * The rows of the surface answer. What is received is told as type and size alone: a reported
 * surface is the system prompt.
 *
 * @module
 */
import type { Rules } from "./violations_rules.ts";

const SHAPE = "surface.shape";
const INSTRUCTIONS = "surface.system-instructions";
const TOOLS = "surface.tool-definitions";
const SEGMENTS = "surface.extra-segments";

/** Rows by path under a surface answer. */
export const SURFACE_RULES: Rules = {
  surface: {
    clause: SHAPE,
    stem: "surface",
    expected: "an object of three lists",
    type: "object",
    missing: {
      hint: 'Put the three lists into "surface", or answer 404 if there is none to report.',
    },
    hint:
      'Answer "surface" as an object with system_instructions, tool_definitions, extra_segments.',
  },
  "surface.system_instructions": {
    clause: SHAPE,
    stem: "system-instructions",
    expected: "an array, even when it is empty",
    type: "array",
    missing: { hint: 'Answer "system_instructions": [] where there are none; never leave it out.' },
    hint: 'Answer "system_instructions" as an array of {"type": "text", "content": …} parts.',
  },
  "surface.system_instructions.*": {
    clause: INSTRUCTIONS,
    stem: "system-instructions-part",
    expected: "an object with type and content",
    type: "object",
    hint: 'Write each part of the system prompt as {"type": "text", "content": …}.',
  },
  "surface.system_instructions.*.type": {
    clause: INSTRUCTIONS,
    stem: "system-instructions-part-type",
    expected: 'a string, "text"',
    type: "string",
    missing: { hint: 'Give each part of the system prompt its "type": "text".' },
    hint: 'Give "type" as the string "text".',
  },
  "surface.system_instructions.*.content": {
    clause: INSTRUCTIONS,
    stem: "system-instructions-part-content",
    expected: "a string",
    type: "string",
    missing: { hint: 'Give each part of the system prompt its text as "content" (not as "text").' },
    hint: 'Give "content" as one string, no list of parts.',
  },
  "surface.tool_definitions": {
    clause: SHAPE,
    stem: "tool-definitions",
    expected: "an array, even when it is empty",
    type: "array",
    missing: { hint: 'Answer "tool_definitions": [] where there are none; never leave it out.' },
    hint: 'Answer "tool_definitions" as an array in manifest order, no map by name.',
  },
  "surface.tool_definitions.*": {
    clause: TOOLS,
    stem: "tool-definition",
    expected: "an object with a name",
    type: "object",
    hint: 'Write each tool as {"name": …, "description": …, "input_schema": {…}}.',
  },
  "surface.tool_definitions.*.name": {
    clause: TOOLS,
    stem: "tool-definition-name",
    expected: "a non-empty string",
    type: "string",
    missing: { hint: 'Give each tool its "name" at the top of the entry, not inside "function".' },
    hint: 'Give "name" as a string: the tool name as the model sees it.',
    value: {
      code: "tool-definition-name-empty",
      hint: 'Give "name" as the tool name that the model sees; it can\'t be empty.',
    },
  },
  "surface.tool_definitions.*.description": {
    clause: TOOLS,
    stem: "tool-definition-description",
    expected: "a string, or no such key",
    type: "string",
    hint: 'Give "description" as a string, and leave the key out where there is none.',
  },
  "surface.tool_definitions.*.input_schema": {
    clause: TOOLS,
    stem: "tool-definition-input-schema",
    expected: "a JSON object, or no such key",
    type: "object",
    hint: 'Give "input_schema" as the JSON Schema object itself, no string of JSON.',
  },
  "surface.tool_definitions.*.result_schema": {
    clause: TOOLS,
    stem: "tool-definition-result-schema",
    expected: "a JSON object, or no such key",
    type: "object",
    hint: 'Give "result_schema" as the JSON Schema object itself, no string of JSON.',
  },
  "surface.extra_segments": {
    clause: SHAPE,
    stem: "extra-segments",
    expected: "an array, even when it is empty",
    type: "array",
    missing: { hint: 'Answer "extra_segments": [] where there are none; never leave it out.' },
    hint: 'Answer "extra_segments" as an array of {"name": …, "content": …}, no map by name.',
  },
  "surface.extra_segments.*": {
    clause: SEGMENTS,
    stem: "extra-segment",
    expected: "an object with name and content",
    type: "object",
    hint: 'Write each segment as {"name": …, "content": …}.',
  },
  "surface.extra_segments.*.name": {
    clause: SEGMENTS,
    stem: "extra-segment-name",
    expected: "a string",
    type: "string",
    missing: { hint: 'Give each segment a "name" that stays the same from probe to probe.' },
    hint: 'Give "name" as a string that stays the same from probe to probe.',
  },
  "surface.extra_segments.*.content": {
    clause: SEGMENTS,
    stem: "extra-segment-content",
    expected: "a string",
    type: "string",
    missing: { hint: 'Give each segment its text as "content".' },
    hint: 'Give "content" as one string.',
  },
};
