/**
 * Bodies that are no JSON in UTF-8, and some that are just about.
 *
 * @module
 */
import { type Answer, fails, type Mutant, warns } from "../mutant.ts";
import {
  answers,
  bare,
  HTML,
  isOrdinary,
  joined,
  on,
  replies,
  replyText,
  text,
} from "../mutant_seams.ts";

const CLAUSE = "transport.json-utf8";

/** What can't be judged where no reply can be read. */
const UNREADABLE = [
  "conformance.must-call",
  "error.own-deadline",
  "response.reply",
  "response.tool-calls-present",
  "session.memory",
  "session.unknown-is-fresh",
] as const;

function body(
  id: string,
  what: string,
  change: (text: string) => string | Uint8Array,
  expect: Mutant["expect"] = fails(CLAUSE),
): Mutant {
  return { id: `body-${id}`, breaks: CLAUSE, what, ...replyText(change), expect };
}

/** The text with an e acute in the reply, by one byte or two. */
const accented = (text: string) => text.replace('"reply":"', '"reply":"Ren\u00e9: ');

/** Puts a value, spelled as it stands, into the arguments of a call. */
function argument(spelling: string): (text: string) => string {
  const call = `{"name":"client_lookup","arguments":{"limit":${spelling}}}`;
  return (text) =>
    text.replace('"tool_calls":[', (open) => open + call).replace(`${call}{`, `${call},{`);
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function utf16(text: string, bom: boolean): Uint8Array {
  const units = [...(bom ? [0xfeff] : []), ...Array.from(text, (char) => char.charCodeAt(0))];
  return Uint8Array.from(units.flatMap((unit) => [unit & 0xff, unit >> 8]));
}

/** An answer in place of the agent's, at once and to every turn. */
function instead(id: string, what: string, make: () => Answer | Promise<Answer>): Mutant {
  return {
    id: `body-${id}`,
    breaks: CLAUSE,
    what,
    ...answers(({ route, valid }) => route === "inject" && valid, make),
    expect: { ...fails(CLAUSE), unproven: UNREADABLE },
  };
}

/** A reply that is on contract, compressed. */
async function gzipped(headers: Answer["headers"]): Promise<Answer> {
  const body = await gzip('{"wt_inject":1,"reply":"Good morning.","tool_calls":[]}');
  return { ...bare(200, headers), body };
}

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const encoded = [["content-type", "application/json"], ["content-encoding", "gzip"]] as const;

/** Broken bodies. */
export const bodyMutants: readonly Mutant[] = [
  body("latin-1", "replies are in latin-1", (text) => latin1(accented(text))),
  body("invalid-utf-8", "a reply holds a byte that is no UTF-8", (text) => {
    const at = text.indexOf('"reply":"') + 9;
    return joined(text.slice(0, at), new Uint8Array([0xff]), text.slice(at));
  }),
  body("utf-8-cut-in-a-character", "a reply ends inside a character", (text) => {
    const at = text.indexOf('"reply":"') + 9;
    return joined(text.slice(0, at), new Uint8Array([0xe2, 0x82]), text.slice(at));
  }),
  body("utf-8-surrogate-bytes", "a surrogate is encoded as three bytes (CESU-8)", (text) => {
    const at = text.indexOf('"reply":"') + 9;
    return joined(text.slice(0, at), new Uint8Array([0xed, 0xa0, 0x80]), text.slice(at));
  }),
  body("utf-8-overlong", "a slash is encoded in two bytes", (text) => {
    const at = text.indexOf('"reply":"') + 9;
    return joined(text.slice(0, at), new Uint8Array([0xc0, 0xaf]), text.slice(at));
  }),
  body("bom", "replies begin with a byte order mark", (text) => `\ufeff${text}`),
  body("utf-16", "replies are in UTF-16", (text) => utf16(text, false)),
  body(
    "utf-16-with-bom",
    "replies are in UTF-16, with a byte order mark",
    (text) => utf16(text, true),
  ),
  body("nan", "an argument is NaN", argument("NaN")),
  body("infinity", "an argument is Infinity", argument("Infinity")),
  body("minus-infinity", "an argument is -Infinity", argument("-Infinity")),
  body("undefined", "an argument is undefined", argument("undefined")),
  body("python-none", "an argument is None", argument("None")),
  body("leading-zero", "an argument is 007", argument("007")),
  body("hexadecimal", "an argument is 0x10", argument("0x10")),
  body(
    "single-quotes",
    "replies are the language's own spelling of an object",
    (text) => text.replaceAll('"', "'"),
  ),
  body(
    "trailing-comma",
    "a comma stands before the last brace",
    (text) => text.replace(/\}$/, ",}"),
  ),
  body("comment", "a comment stands before the envelope", (text) => `// turn\n${text}`),
  body(
    "raw-newline-in-a-string",
    "a newline stands in the reply unescaped",
    (text) => text.replace('"reply":"', '"reply":"\n'),
  ),
  body("two-values", "the envelope is sent twice, one after the other", (text) => text + text),
  body("trailing-words", "words stand behind the envelope", (text) => `${text}OK`),
  body("trailing-nul", "a NUL byte stands behind the envelope", (text) => `${text}\0`),
  body(
    "json-lines",
    "progress comes in a line before the envelope",
    (text) => `{"event":"thinking"}\n${text}\n`,
  ),
  body("server-sent-events", "the envelope comes as an event", (text) => `data: ${text}\n\n`),
  body(
    "cut-short",
    "the last brace is missing, and Content-Length agrees",
    (text) => text.slice(0, -1),
  ),
  body(
    "duplicate-key",
    "reply stands twice in the envelope",
    (text) => text.replace("{", '{"reply":"Good evening.",'),
    warns(CLAUSE),
  ),
  body(
    "duplicate-version",
    "wt_inject stands twice, first 2 and then 1",
    (text) => text.replace("{", '{"wt_inject":2,'),
    warns(CLAUSE),
  ),
  instead("html", "replies are pages of HTML with status 200", () => text(HTML)),
  instead(
    "plain-text",
    "replies are the agent's words alone",
    () => text("Good morning.", 200, [["content-type", "text/plain"]]),
  ),
  instead("empty", "replies are empty with status 200", () => bare(200)),
  instead(
    "gzip",
    "replies are compressed, which nobody asked for",
    () => gzipped(encoded),
  ),
  instead(
    "gzip-without-its-header",
    "replies are compressed, and no header says so",
    () => gzipped([]),
  ),
  {
    id: "body-gzip-in-name-only",
    breaks: CLAUSE,
    what: "a header says gzip, and the body is plain JSON",
    head: (answer, asked) =>
      isOrdinary(asked) && answer.status === 200 ? { ...answer, headers: encoded } : answer,
    expect: {
      ...fails(CLAUSE),
      why:
        "a client that believes the header can't read the body; either way it is encoded unasked",
    },
  },
  {
    id: "body-bom-on-reset",
    breaks: CLAUSE,
    what: "a reset's answer begins with a byte order mark",
    text: (text, { route }) => route === "reset" ? `\ufeff${text}` : text,
    expect: { ...fails(CLAUSE), unproven: ["reset.echo"] },
  },
  {
    id: "body-bom-on-surface",
    breaks: CLAUSE,
    what: "a surface begins with a byte order mark",
    text: (text, { route }) => route === "surface" ? `\ufeff${text}` : text,
    expect: { ...fails(CLAUSE), unproven: ["surface.shape"] },
  },
  {
    id: "body-nan-on-a-later-turn",
    breaks: CLAUSE,
    what: "a confidence of NaN stands in an unknown field of a session's second turn",
    ...replies((value, { newSession }) => newSession ? value : { ...value, confidence: "@nan" }),
    text: (text) => text.replace('"@nan"', "NaN"),
    expect: { ...fails(CLAUSE), why: "an unknown field is ignored, but no parser gets as far" },
  },
  {
    id: "body-duplicate-key-on-reset",
    breaks: CLAUSE,
    what: "wt_inject stands twice in a reset's answer",
    ...on("reset", (value) => value),
    text: (text, { route }) => route === "reset" ? '{"wt_inject":1,"wt_inject":1}' : text,
    expect: warns(CLAUSE),
  },
];
