/**
 * From bytes to JSON, strictly: UTF-8, no byte order mark, one value, nothing after it. What the
 * violations say holds at most one character of the body, so that they can be shown even where the
 * body can't. The exception is a duplicate key, which is named.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, parseJson } from "./json.ts";
import type { Violation } from "./result.ts";
import { firstBadByte } from "./json_utf8.ts";

/** A body that was read, or the reasons why it can't be. */
export type Body =
  | {
    readonly ok: true;
    readonly doc: JsonDocument;
    /** Warnings alone: duplicate keys. */
    readonly violations: readonly Violation[];
  }
  | {
    readonly ok: false;
    readonly violations: readonly Violation[];
    /** Set, in words, where a bound of ours was hit: not the sender's fault, and no violation. */
    readonly limit?: string;
  };

/** How many duplicate keys get a violation of their own. */
const MAX_DUPLICATE_VIOLATIONS = 10;

// ignoreBOM leaves a byte order mark in the text, where the parser sees it.
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const NONE: readonly Violation[] = [];

const CLAUSE = "transport.json-utf8";
const JSON_EXPECTED = "one JSON value in UTF-8, with nothing before or after it but white space";

/**
 * Reads a body. The value may be any JSON value; that it be an object is the envelope's matter.
 *
 * Codes: `bad-utf8`, `bom`, `not-a-number`, `trailing-bytes`, `empty-body`, `not-json`; and, only
 * warned, `duplicate-key`. All cite transport.json-utf8.
 */
export function readBody(bytes: Uint8Array): Body {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { ok: false, violations: [badUtf8(bytes)] };
  }
  let doc: JsonDocument;
  try {
    doc = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (error.kind === "depth") {
      return { ok: false, violations: [], limit: `our bound on depth: ${reasonOf(error)}` };
    }
    return { ok: false, violations: [notJson(error, text)] };
  }
  return { ok: true, doc, violations: duplicateKeys(doc) };
}

function badUtf8(bytes: Uint8Array): Violation {
  const at = firstBadByte(bytes);
  const byte = bytes[at];
  const received = byte === undefined
    ? `${bytes.length} bytes that end inside a character`
    : `byte 0x${byte.toString(16).padStart(2, "0")} at offset ${at} of ${bytes.length}`;
  return violation("bad-utf8", "failed", {
    expected: "a body in UTF-8",
    received,
    hint:
      "Encode the body as UTF-8 whatever the platform's default is; this is how Latin-1, UTF-16 " +
      "and compressed bodies look.",
  });
}

function notJson(error: JsonSyntaxError, text: string): Violation {
  const received = reasonOf(error);
  switch (error.kind) {
    case "empty":
      return violation("empty-body", "failed", {
        expected: JSON_EXPECTED,
        received: text === "" ? "no bytes" : "nothing but white space",
        hint: "Send the JSON envelope as the body of every request and of every answer.",
      });
    case "bom":
      return violation("bom", "failed", {
        expected: JSON_EXPECTED,
        received: "a byte order mark (U+FEFF) before the value",
        hint: "Write UTF-8 without a byte order mark (in Python utf-8, not utf-8-sig).",
      });
    case "not-a-number":
      return violation("not-a-number", "failed", {
        expected: JSON_EXPECTED,
        received,
        hint: "JSON has no NaN and no Infinity: send null or leave the key out, and have the " +
          "serializer refuse them (in Python allow_nan=False).",
      });
    case "trailing":
      return violation("trailing-bytes", "failed", {
        expected: JSON_EXPECTED,
        received,
        hint: "Send one JSON value and end the body after it: no second object, no log line.",
      });
    default:
      return violation("not-json", "failed", {
        expected: JSON_EXPECTED,
        received,
        hint: "Let a JSON library write the body, and send neither HTML nor plain text.",
      });
  }
}

function duplicateKeys(doc: JsonDocument): readonly Violation[] {
  if (doc.duplicateCount === 0) return NONE;
  const named = doc.duplicates.slice(0, MAX_DUPLICATE_VIOLATIONS);
  const more = doc.duplicateCount - named.length;
  const violations = named.map((pointer) => duplicateKey(pointer, "the key once more"));
  if (more > 0) violations.push(duplicateKey("", `${more} more duplicate keys`));
  return violations;
}

function duplicateKey(pointer: string, received: string): Violation {
  return violation("duplicate-key", "warned", {
    pointer,
    expected: "each key once in an object",
    received,
    hint: "Write each key once: readers differ on whether the first or the last one counts.",
  });
}

/** The parser's message without the grammar around it: "line 3, column 5: expected …". */
function reasonOf(error: JsonSyntaxError): string {
  return error.message.replace(/^Cannot parse JSON at /, "");
}

function violation(
  code: string,
  severity: Violation["severity"],
  rest: Pick<Violation, "expected" | "received" | "hint"> & { readonly pointer?: string },
): Violation {
  return { clause: CLAUSE, code, severity, where: "body", pointer: "", ...rest };
}
