/**
 * Drivers that take for good an envelope that breaks the contract.
 *
 * @module
 */
import type { Fault, Seams } from "./driver.ts";
import { cameFields, isFields } from "./edit.ts";

type Fields = Record<string, unknown>;

/** Changes each call that is an object. */
function calls(change: (call: Fields) => Fields): NonNullable<Seams["came"]> {
  return cameFields((fields) =>
    Array.isArray(fields.tool_calls)
      ? {
        ...fields,
        tool_calls: fields.tool_calls.map((call: unknown) => isFields(call) ? change(call) : call),
      }
      : undefined
  );
}

/** The faults. */
export const readingFaults: readonly Fault[] = [
  {
    id: "true-as-version",
    breaks: "version.echo-validated",
    what: "takes true for version 1",
    came: cameFields((fields) =>
      fields.wt_inject === true ? { ...fields, wt_inject: 1 } : undefined
    ),
    kills: ["version.true", "reset.version-true", "surface.version-true"],
  },
  {
    id: "text-as-version",
    breaks: "version.echo-validated",
    what: 'takes "1" for version 1',
    came: cameFields((fields) =>
      fields.wt_inject === "1" ? { ...fields, wt_inject: 1 } : undefined
    ),
    kills: ["version.string", "reset.version-string"],
  },
  {
    id: "no-version-check",
    breaks: "version.echo-validated",
    what: "doesn't look at the echo",
    came: cameFields((fields) => ({ ...fields, wt_inject: 1 })),
    kills: [
      "version.*",
      "reset.version-*",
      "reset.no-echo",
      "run.reset-version-two",
      "run.reset-no-echo",
      "surface.version-*",
      "surface.no-version",
    ],
  },
  {
    id: "loose-reply",
    breaks: "error.contract-level",
    what: "makes a string of whatever stands in the reply's place",
    came: cameFields((fields, route) =>
      route !== "inject" || typeof fields.reply === "string"
        ? undefined
        : { ...fields, reply: String(fields.reply ?? "(none)") }
    ),
    kills: ["reply.missing", "reply.null", "reply.number", "reply.parts", "error.without-reply"],
  },
  {
    id: "empty-reply",
    breaks: "error.contract-level",
    what: "takes an empty reply without an error",
    came: cameFields((fields) =>
      fields.reply === "" && fields.error === undefined ? { ...fields, reply: " " } : undefined
    ),
    kills: ["reply.empty"],
  },
  {
    id: "missing-calls-as-none",
    breaks: "error.contract-level",
    what: "takes missing tool_calls for an empty list",
    came: cameFields((fields, route) =>
      route === "inject" && !("tool_calls" in fields) ? { ...fields, tool_calls: [] } : undefined
    ),
    kills: ["calls.missing", "error.without-calls", "run.turn-refused"],
  },
  {
    id: "any-calls-as-none",
    breaks: "error.contract-level",
    what: "takes tool_calls that are no list for an empty list",
    came: cameFields((fields) =>
      "tool_calls" in fields && !Array.isArray(fields.tool_calls)
        ? { ...fields, tool_calls: [] }
        : undefined
    ),
    kills: ["calls.null", "calls.object", "calls.string"],
  },
  {
    id: "skips-bad-calls",
    breaks: "error.contract-level",
    what: "leaves out calls that are no objects or lack a name or arguments",
    came: cameFields((fields) =>
      Array.isArray(fields.tool_calls)
        ? {
          ...fields,
          tool_calls: fields.tool_calls.filter((call: unknown) =>
            isFields(call) && typeof call.name === "string" && "arguments" in call
          ),
        }
        : undefined
    ),
    kills: [
      "calls.entry-*",
      "calls.no-*",
      "calls.name-number",
      "calls.openai-shape",
      "calls.second-bad",
    ],
  },
  {
    id: "string-arguments",
    breaks: "error.contract-level",
    what: "takes arguments that are a string of JSON",
    came: calls((call) =>
      typeof call.arguments === "string" ? { ...call, arguments: JSON.parse(call.arguments) } : call
    ),
    kills: ["calls.arguments-string"],
  },
  {
    id: "any-arguments",
    breaks: "error.contract-level",
    what: "takes a list or null as arguments",
    came: calls((call) =>
      call.arguments === null || Array.isArray(call.arguments)
        ? { ...call, arguments: { ...call.arguments } }
        : call
    ),
    kills: ["calls.arguments-list", "calls.arguments-null"],
  },
  {
    id: "loose-error",
    breaks: "error.contract-level",
    what: "ignores an error that is empty or null, and makes a string of any other",
    came: cameFields(({ error, ...fields }) =>
      error === undefined
        ? undefined
        : !error
        ? fields
        : { ...fields, error: typeof error === "string" ? error : JSON.stringify(error) }
    ),
    kills: ["error.null", "error.empty", "error.object", "error.true"],
  },
  {
    id: "error-is-enough",
    breaks: "error.contract-level",
    what: "asks for nothing else where there is an error",
    came: cameFields((fields) =>
      typeof fields.error === "string" ? { reply: "", tool_calls: [], ...fields } : undefined
    ),
    kills: ["error.without-*"],
  },
];
