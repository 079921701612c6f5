/**
 * The JSON Schema of a scenario file, for editors. The reader of such files is stricter: it also knows
 * what belongs together.
 *
 * @module
 */
import { GATE_LAYERS } from "./scenario.ts";

/** A JSON Schema, as data. */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const filled: Schema = { type: "string", pattern: "\\S" };
const named: Schema = { type: "string", minLength: 1 };
const list = (items: Schema): Schema => ({ type: "array", items });
const flag = (value: boolean): Schema => ({ type: "boolean", default: value });
const said = (schema: Schema, description: string): Schema => ({ ...schema, description });

const number: Schema = {
  type: "object",
  properties: {
    value: { type: "integer", minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 },
    unit: { type: ["string", "null"], minLength: 1, default: null },
  },
  required: ["value"],
  additionalProperties: false,
};

const scenario: Schema = {
  type: "object",
  properties: {
    name: said(filled, "What traces and reports file the scenario under"),
    prompt: said(text, "The only user turn"),
    user_turns: said(list(filled), "All user turns of one session; prompt is unused then"),
    target_facts: said(list(list(text)), "Of each group one has to be in the last answer"),
    target_numbers: said(list(number), "Each has to be in the last answer, as a whole word"),
    forbidden_facts: said(list(named), "None may be asserted in the last answer"),
    requires_tool_use: said(flag(false), "Without any tool call the outcome fails"),
    must_call: said(
      list({ anyOf: [named, list(named)] }),
      "Tools that have to be called; a list is served by any one of its names",
    ),
    forbidden_calls: said(list(named), "Tools that may not be called"),
    order_matters: said(flag(false), "must_call has to happen in its order"),
    variance_allowed: said(flag(false), "A run that misses doesn't fail the scenario"),
    gate_layers: {
      description: "The layers that decide",
      anyOf: [{ ...list({ enum: [...GATE_LAYERS] }), uniqueItems: true }, { type: "null" }],
      default: null,
    },
    strict_gates: said(flag(true), "gate_layers only adds to what the scenario declares"),
    tags: said(list(text), "For --tag; the first origin:… is kept as the origin of traces"),
  },
  required: ["name"],
  anyOf: [
    { required: ["prompt"], properties: { prompt: filled } },
    { required: ["user_turns"], properties: { user_turns: { minItems: 1 } } },
  ],
  additionalProperties: false,
};

/** The schema of a file: one scenario, or a list of them. */
export function scenarioJsonSchema(): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Scenarios for wt-inject run",
    oneOf: [scenario, { type: "array", minItems: 1, items: { $ref: "#/oneOf/0" } }],
  };
}
