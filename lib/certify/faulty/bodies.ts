/**
 * Drivers that read JSON more leniently than it is written, or more strictly.
 *
 * @module
 */
import type { Fault } from "./driver.ts";
import { cameFields, cameText, isFields, looseText, withResponse } from "./edit.ts";
import { RUNS_THAT_PASS } from "./groups.ts";

/** JSON text as lenient parsers see it. */
function mended(text: string): string {
  const likely = text.replace(/\bNaN\b|-?\bInfinity\b/g, "null").replace(/,\}$/, "}")
    .replace(/^\{'.*$/s, (dict) => dict.replaceAll("'", '"')).replace(/\.\n"/, '."');
  for (let end = likely.indexOf("}"); end >= 0; end = likely.indexOf("}", end + 1)) {
    const begun = likely.slice(0, end + 1);
    if (isJson(begun)) return likely.slice(end + 1).trim() === "" ? likely : begun;
  }
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const UNKNOWN = /"x_|"trace_id"|"usage"|"status"/;

/** The faults. */
export const bodyFaults: readonly Fault[] = [
  {
    id: "lenient-utf8",
    breaks: "error.contract-level",
    what: "replaces bytes that aren't UTF-8",
    came: (exchange) =>
      withResponse(exchange, ({ body }) => ({ body: new TextEncoder().encode(looseText(body)) })),
    kills: ["body.latin-1", "body.bad-utf8"],
  },
  {
    id: "lenient-json",
    breaks: "error.contract-level",
    what: "takes NaN, trailing commas, single quotes, and whatever follows the object",
    came: cameText(mended),
    kills: [
      "body.two-values",
      "body.trailing",
      "body.trailing-comma",
      "body.single-quotes",
      "body.nan",
      "body.infinity",
      "body.raw-control",
    ],
  },
  {
    id: "unwraps",
    breaks: "error.contract-level",
    what: "looks for the envelope inside a list or a string",
    came: cameText((text) => {
      try {
        const value: unknown = JSON.parse(text);
        const inner: unknown = Array.isArray(value) ? value[0] : value;
        return Array.isArray(value)
          ? JSON.stringify(inner)
          : typeof inner === "string"
          ? inner
          : text;
      } catch {
        return text;
      }
    }),
    kills: ["body.list", "body.string"],
  },
  {
    id: "raw-text-as-reply",
    breaks: "error.contract-level",
    what: "hands on a body that it can't read as the reply",
    came: cameText((text) => {
      try {
        if (isFields(JSON.parse(text))) return text;
      } catch {
        // As it does with everything that it can't read.
      }
      return JSON.stringify({ wt_inject: 1, reply: text || " ", tool_calls: [] });
    }),
    kills: [
      "http.gzip",
      "body.empty",
      "body.html",
      "body.text",
      "body.cut-json",
      "body.two-values",
      "body.trailing",
      "body.trailing-comma",
      "body.single-quotes",
      "body.list",
      "body.null",
      "body.string",
      "body.nan",
      "body.infinity",
      "body.utf-16",
      "body.raw-control",
      "reset.empty",
      "reset.html",
    ],
  },
  {
    id: "refuses-unknown-fields",
    breaks: "version.unknown-fields",
    what: "refuses fields that it doesn't know",
    came: (exchange) =>
      withResponse(exchange, ({ body }) => UNKNOWN.test(looseText(body)) ? { status: 422 } : {}),
    kills: ["fields.unknown-*"],
  },
  {
    id: "fixed-order",
    breaks: "version.unknown-fields",
    what: "finds the fields by their place",
    came: (exchange) =>
      withResponse(
        exchange,
        ({ body, status }) =>
          status === 200 && /^\s*\{\s*"(?:x_future|tool_calls)/.test(looseText(body))
            ? { status: 422 }
            : {},
      ),
    kills: ["fields.unknown-inject", "fields.other-order"],
  },
  {
    id: "finds-keys-by-spelling",
    breaks: "layer.normalization",
    what: "knows keys only as they are usually written",
    came: (exchange) =>
      withResponse(
        exchange,
        ({ body }) => looseText(body).includes("\\u0074ool") ? { status: 422 } : {},
      ),
    kills: ["json.escapes"],
  },
  {
    id: "charset-of-header",
    breaks: "transport.json-utf8",
    what: "decodes the body by the charset of its Content-Type",
    came: (exchange) =>
      withResponse(
        exchange,
        ({ headers, body }) =>
          headers.some(([, value]) => value.includes("iso-8859-1"))
            ? { body: new TextEncoder().encode(new TextDecoder("latin1").decode(body)) }
            : {},
      ),
    kills: ["http.other-content-type"],
  },
  {
    id: "wants-wiped",
    breaks: "version.echo-validated",
    what: 'asks for "status": "wiped" in a reset\'s answer',
    came: cameFields((fields, route) =>
      route === "reset" && fields.status !== "wiped" ? {} : undefined
    ),
    kills: [
      "request.reset-alone",
      "reset.good",
      ...RUNS_THAT_PASS,
      "run.turn-refused",
      "wire.dropped-reused",
      "wire.dropped-second-turn",
    ],
  },
];
