/**
 * Surfaces that are served, and badly.
 *
 * @module
 */
import { fails, type Mutant, warns } from "../mutant.ts";
import { bare, firstOf, having, HTML, json, on, surface, text, without } from "../mutant_seams.ts";
import type { Answer, Asked, Expectation, Seams } from "../mutant.ts";

const SHAPE = "surface.shape";
const STABLE = "surface.stable";
const FRESH = "surface.fresh-session";
const ROUTE = "transport.surface-route";
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

function status(code: number, make: () => Answer): Mutant {
  return {
    id: `surface-${code}`,
    breaks: SHAPE,
    what: `POST /wt/surface is HTTP ${code}`,
    answer: ({ route }: Asked) => route === "surface" ? make() : undefined,
    expect: {
      ...fails(SHAPE),
      warned: [ROUTE],
      unproven: [...Object.values(PART), FRESH],
      why: "not 404 nor 501, so it is implemented, and implemented badly",
    },
  };
}

/** Puts the words of open sessions into the surface, spelled by `write`. */
function leak(id: string, what: string, write: (words: string) => string): Mutant {
  return {
    id: `surface-leaks-${id}`,
    breaks: FRESH,
    what,
    value: (value, { route, openTexts }) => {
      if (route !== "surface" || openTexts.length === 0) return value;
      const whole = value.surface as { extra_segments: unknown[] };
      const segment = { name: "history", content: write(openTexts.join(" ")) };
      return {
        ...value,
        surface: { ...whole, extra_segments: [...whole.extra_segments, segment] },
      };
    },
    expect: {
      ...fails(FRESH),
      warned: [STABLE],
      why: "the segment is there only while a session is open, so the names change as well",
    },
  };
}

const shifting: Expectation = {
  ...warns(STABLE),
  why: "names are endpoint-chosen and stable; a reading of ours, so it is warned",
};

/** Broken surfaces. */
export const surfaceMutants: readonly Mutant[] = [
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
  status(500, () => json({ wt_inject: 1, error: "no template" }, 500)),
  status(503, () => text("wait", 503)),
  status(204, () => bare(204)),
  status(202, () => json({ wt_inject: 1 }, 202)),
  {
    id: "surface-500-beside-a-session",
    breaks: SHAPE,
    what: "the surface is HTTP 500 while a session is open, else a 200",
    answer: ({ route, openTexts }) =>
      route === "surface" && openTexts.length > 0 ? text("KeyError", 500) : undefined,
    expect: {
      ...fails(SHAPE),
      warned: [ROUTE],
      unproven: [FRESH],
      why: '"surface responses validate": each of them, where the route is implemented',
    },
  },
  {
    id: "surface-without-a-list-beside-a-session",
    breaks: SHAPE,
    what: "extra_segments is missing while a session is open",
    value: (value, { route, openTexts }) =>
      route === "surface" && openTexts.length > 0
        ? { ...value, surface: without("extra_segments")(value.surface as Record<string, unknown>) }
        : value,
    expect: fails(SHAPE),
  },
  {
    id: "surface-html",
    breaks: "transport.json-utf8",
    what: "POST /wt/surface is a page of HTML with status 200",
    answer: ({ route }) => route === "surface" ? text(HTML) : undefined,
    expect: {
      ...fails("transport.json-utf8"),
      unproven: [SHAPE, FRESH, STABLE, ...Object.values(PART)],
    },
  },
  {
    id: "surface-names-change",
    breaks: STABLE,
    what: "a segment is named after a counter",
    value: (value, { route, earlier }) => {
      if (route !== "surface") return value;
      const whole = value.surface as { extra_segments: unknown[] };
      const segment = { name: `segment-${earlier}`, content: "Checking…" };
      return {
        ...value,
        surface: { ...whole, extra_segments: [...whole.extra_segments, segment] },
      };
    },
    expect: shifting,
  },
  {
    id: "surface-tool-renamed",
    breaks: STABLE,
    what: "a tool's name ends in a number that grows",
    value: (value, { route, earlier }) => {
      if (route !== "surface") return value;
      const whole = value.surface as { tool_definitions: { name: string }[] };
      const tools = whole.tool_definitions.map((t) => ({ ...t, name: `${t.name}_${earlier}` }));
      return { ...value, surface: { ...whole, tool_definitions: tools } };
    },
    expect: shifting,
  },
  {
    id: "surface-content-changes",
    breaks: STABLE,
    what: "a system instruction holds a time",
    value: (value, { route, earlier }) => {
      if (route !== "surface") return value;
      const whole = value.surface as { system_instructions: unknown[] };
      const part = { type: "text", content: `It is minute ${earlier}.` };
      const parts = [...whole.system_instructions, part];
      return { ...value, surface: { ...whole, system_instructions: parts } };
    },
    expect: {
      ...warns(STABLE),
      why: "a date in a prompt is legal, and goldens will differ: warned",
    },
  },
  leak("an-open-session", "words of open sessions stand in the surface", (words) => words),
  leak(
    "in-capitals",
    "words of open sessions stand in the surface, in capitals",
    (words) => words.toUpperCase(),
  ),
  leak(
    "without-hyphens",
    "words of open sessions stand in the surface, without hyphens",
    (words) => words.replaceAll("-", ""),
  ),
  {
    ...leak(
      "in-escapes",
      "words of open sessions stand in the surface, as \\u escapes",
      (words) => words,
    ),
    text: (text, { route, openTexts }) =>
      route === "surface" && openTexts.length > 0
        ? text.replace(
          /[0-9a-f]{8}(?=-)/g,
          (hex) => Array.from(hex, (c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(""),
        )
        : text,
  },
];
