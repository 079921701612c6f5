/**
 * JSON that is legal, and unlike the reference's.
 *
 * @module
 */
import { clean, type Expectation, type Mutant, type Seams } from "../mutant.ts";
import { aCall, calls, type Json, replyText, smallTalk, surface } from "../mutant_seams.ts";

function odd(id: string, what: string, seams: Seams, expect: Expectation = clean): Mutant {
  return { id: `odd-${id}`, breaks: undefined, what, ...seams, expect };
}

/** Puts arguments, spelled as they stand, into a call in every reply. */
function spelled(id: string, what: string, args: string): Mutant {
  return odd(id, what, {
    ...calls((list) => [...list, { name: "client_lookup", arguments: { "@": 0 } }]),
    text: (text) => text.replaceAll('{"@":0}', args),
  });
}

/** Unknown fields of every kind, in one object. */
const FUTURE: Json = {
  wt_future: { nested: [1, null, "two", {}] },
  usage: { prompt_tokens: 0 },
  scope: "all",
  session_id: "internal-4417",
  "": "",
  "tool-calls": null,
};

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

const FUTURE_CALL = { id: "call_0", type: "function", result: "Bluewing Logistics" };

/** Legal bodies. */
export const bodyOddities: readonly Mutant[] = [
  odd("unknown-fields-at-the-top", "every answer has fields that version 1 doesn't know", {
    value: (value) => ({ ...FUTURE, ...value }),
  }),
  odd("unknown-fields-in-calls", "tool calls have fields that version 1 doesn't know", {
    ...calls((list) => list.map((call) => ({ ...FUTURE_CALL, ...call }))),
  }),
  odd("unknown-fields-in-the-surface", "everything in the surface has unknown fields", {
    ...surface((whole) => {
      const lists = Object.entries(whole).map((
        [key, list],
      ) => [key, (list as Json[]).map((entry) => ({ ...entry, note: 1, strict: true }))]);
      return { ...Object.fromEntries(lists), rendered_for: null, more_segments: "none" };
    }),
  }),
  odd("surface-of-empty-lists", "a surface with nothing in it", {
    ...surface(() => ({ system_instructions: [], tool_definitions: [], extra_segments: [] })),
  }),
  odd("surface-of-bare-names", "tool definitions are names alone", {
    ...surface((whole) => ({
      ...whole,
      tool_definitions: (whole.tool_definitions as Json[]).map(({ name }) => ({ name })),
    })),
  }),
  odd("surface-of-empty-words", "contents are empty strings", {
    ...surface((whole) => ({
      ...whole,
      system_instructions: [{ type: "text", content: "" }],
      extra_segments: [{ name: "narration:tool_started", content: "" }],
    })),
  }),
  odd("keys-in-another-order", "keys come in the reverse order", {
    value: (value) => Object.fromEntries(Object.entries(value).reverse()),
  }),
  odd("white-space-around", "white space of all four kinds around the JSON", {
    text: (text) => ` \r\n\t${text}\n \r\t`,
  }),
  odd("white-space-inside", "the JSON is set out over lines", {
    text: (text) => JSON.stringify(JSON.parse(text), null, "\t"),
  }),
  odd("escaped-throughout", "every character of a string is a \\u escape", {
    text: (text) =>
      text.replaceAll(
        /"((?:[^"\\]|\\.)*)"/g,
        (whole, inner: string) => inner.includes("\\") ? whole : `"${escaped(inner)}"`,
      ),
  }),
  odd("escaped-solidus", "solidi are escaped", { text: (text) => text.replaceAll("/", "\\/") }),
  odd("beyond-the-bmp", "a reply of emoji, both ways of writing them", {
    ...replyText((text) => text.replace('"reply":"', '"reply":"\u{1f4e6}\\ud83d\\udce6 ')),
  }),
  odd("lone-surrogates", "a reply holds the escape of half a character", {
    ...replyText((text) => text.replace('"reply":"', '"reply":"\\ud83d \\udce6 ')),
  }, { ...clean, why: "RFC 8259 lets the escape stand; as UTF-8 the body is sound" }),
  odd("nul-escape", "a reply holds an escaped NUL", {
    ...replyText((text) => text.replace('"reply":"', '"reply":"\\u0000')),
  }),
  odd("reply-of-white-space", "a reply is one blank", {
    ...smallTalk((value) => ({ ...value, reply: " " })),
  }, { ...clean, why: "it isn't empty" }),
  odd("reply-of-a-megabyte", "a turn's reply is a megabyte of text", {
    ...smallTalk((value, { earlier }) =>
      earlier === 0 ? { ...value, reply: "pallet ".repeat(150_000) } : value
    ),
  }),
  odd("error-beside-a-reply", "each answer has a reply and an error", {
    ...smallTalk((value) => ({ ...value, error: "one tool of two failed" })),
  }, { ...clean, why: "reply may be empty beside an error; it need not be" }),
  odd("three-hundred-calls", "a turn lists 300 calls", {
    ...calls((list) => [...list, ...Array.from({ length: 299 }, aCall)]),
  }),
  odd("same-call-twice", "a call is listed twice, since it was made twice", {
    ...calls((list) => [...list, list.at(-1)]),
  }),
  spelled("no-arguments", "a call has no arguments: {}", "{}"),
  spelled("deep-arguments", "arguments are 200 deep", `{"a":${deep(199)}}`),
  spelled(
    "keys-of-javascript",
    "arguments have keys that mean something to an object",
    '{"__proto__":{"polluted":true},"constructor":null,"toString":1,"hasOwnProperty":[],"length":-1}',
  ),
  spelled(
    "numbers-beyond-a-double",
    "arguments hold numbers that no double holds",
    '{"id":12345678901234567890,"price":1.10,"huge":1E400,"tiny":1e-400,"zero":-0.0,"e":1E+2}',
  ),
  spelled("empty-key", "an argument's key is the empty string", '{"":""}'),
  spelled(
    "values-of-every-kind",
    "null, false, 0, [] and {} are values",
    '{"a":null,"b":false,"c":0,"d":[],"e":{}}',
  ),
  odd("names-in-any-letters", "a tool is named in letters of its own", {
    ...calls((list) => [...list, { name: "поиск/клиента v2.1", arguments: {} }]),
  }),
];

function escaped(text: string): string {
  return Array.from(
    { length: text.length },
    (_, n) => `\\u${text.charCodeAt(n).toString(16).padStart(4, "0")}`,
  ).join("");
}
