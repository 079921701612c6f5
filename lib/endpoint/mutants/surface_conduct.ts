/**
 * Surfaces that are served badly: another status, words of a session, names that change.
 *
 * @module
 */
import { type Answer, type Asked, type Expectation, fails, type Mutant, warns } from "../mutant.ts";
import { bare, HTML, json, text, without } from "../mutant_seams.ts";

const SHAPE = "surface.shape";
const STABLE = "surface.stable";
const FRESH = "surface.fresh-session";
const ROUTE = "transport.surface-route";
const PARTS = [
  "surface.extra-segments",
  "surface.system-instructions",
  "surface.tool-definitions",
] as const;

function status(code: number, make: () => Answer): Mutant {
  return {
    id: `surface-${code}`,
    breaks: SHAPE,
    what: `POST /wt/surface is HTTP ${code}`,
    answer: ({ route }: Asked) => route === "surface" ? make() : undefined,
    expect: {
      ...fails(SHAPE),
      warned: [ROUTE],
      unproven: [...PARTS, FRESH],
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

/** Surfaces that misbehave. */
export const surfaceConductMutants: readonly Mutant[] = [
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
      unproven: [SHAPE, FRESH, STABLE, ...PARTS],
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
