/**
 * Surfaces that are served in another shape than the contract's.
 *
 * @module
 */
import { fails, type Mutant, type Seams, warns } from "../mutant.ts";
import { firstOf, having, on, surface, without } from "../mutant_seams.ts";

const SHAPE = "surface.shape";
const PART = {
  system_instructions: "surface.system-instructions",
  tool_definitions: "surface.tool-definitions",
  extra_segments: "surface.extra-segments",
} as const;
const LISTS = ["system_instructions", "tool_definitions", "extra_segments"] as const;

const name = (key: string) => key.replace("_", "-");

function shape(id: string, what: string, seam: Pick<Seams, "value">): Mutant {
  return { id: `surface-${id}`, breaks: SHAPE, what, ...seam, expect: fails(SHAPE) };
}

function part(
  id: string,
  list: keyof typeof PART,
  what: string,
  change: (entry: Record<string, unknown>) => unknown,
): Mutant {
  const clause = PART[list];
  const seam = firstOf(list, change);
  return { id: `surface-${id}`, breaks: clause, what, ...seam, expect: fails(clause) };
}

/** Surfaces of broken shape. */
export const surfaceShapeMutants: readonly Mutant[] = [
  ...LISTS.flatMap((key) => [
    shape(`without-${name(key)}`, `${key} is missing`, surface(without(key))),
    shape(`${name(key)}-null`, `${key} is null`, surface(having(key, null))),
    shape(`${name(key)}-an-object`, `${key} is an object`, surface(having(key, {}))),
  ]),
  shape(
    "system-instructions-a-string",
    "system_instructions is one string",
    surface(
      having("system_instructions", "You are the freight desk."),
    ),
  ),
  shape("missing", "an answer without surface", on("surface", without("surface"))),
  shape("null", "surface is null", on("surface", having("surface", null))),
  shape("a-list", "surface is a list", on("surface", having("surface", []))),
  shape(
    "a-string",
    "surface is a string of JSON",
    on(
      "surface",
      (value) => ({ ...value, surface: JSON.stringify(value.surface) }),
    ),
  ),
  shape(
    "unwrapped",
    "the three lists stand beside wt_inject",
    on(
      "surface",
      (value) => ({ wt_inject: 1, ...value.surface as object }),
    ),
  ),
  part("part-without-content", "system_instructions", "a part has no content", without("content")),
  part("part-without-type", "system_instructions", "a part has no type", without("type")),
  part("part-a-string", "system_instructions", "a part is a string", (p) => p.content),
  part("part-content-a-list", "system_instructions", "a part's content is a list", (p) => ({
    ...p,
    content: [p.content],
  })),
  {
    id: "surface-part-of-another-type",
    breaks: PART.system_instructions,
    what: "a part beside the others has a type that isn't text",
    ...surface((whole) => ({
      ...whole,
      system_instructions: [
        ...whole.system_instructions as object[],
        { type: "markdown", content: "# Freight" },
      ],
    })),
    expect: {
      ...warns(PART.system_instructions),
      why:
        '"OTel GenAI text parts ({type, content})" have the type "text"; that others break the clause ' +
        "is a reading, so it is warned",
    },
  },
  part("tool-without-name", "tool_definitions", "a tool has no name", without("name")),
  part("tool-name-a-number", "tool_definitions", "a tool's name is a number", having("name", 7)),
  part("tool-schema-a-string", "tool_definitions", "input_schema is a string of JSON", (tool) => ({
    ...tool,
    input_schema: JSON.stringify(tool.input_schema),
  })),
  part("tool-result-schema-a-list", "tool_definitions", "result_schema is a list", (tool) => ({
    ...tool,
    result_schema: [],
  })),
  part("tool-a-string", "tool_definitions", "a tool is its name alone", (tool) => tool.name),
  part("tool-openai-shaped", "tool_definitions", "a tool is {type, function}", (tool) => ({
    type: "function",
    function: tool,
  })),
  part("segment-without-name", "extra_segments", "a segment has no name", without("name")),
  part("segment-without-content", "extra_segments", "a segment has no content", without("content")),
  part(
    "segment-content-null",
    "extra_segments",
    "a segment's content is null",
    having(
      "content",
      null,
    ),
  ),
  part("segment-a-string", "extra_segments", "a segment is a string", (s) => s.content),
];
