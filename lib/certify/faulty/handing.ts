/**
 * Drivers that hand on other calls, arguments or words than those that came.
 *
 * @module
 */
import type { Fault } from "./driver.ts";
import { cameText, handArguments, handTurns, isFields } from "./edit.ts";

/** Keeps of an object's members those for which it holds, at every level. */
function pick(value: unknown, keep: (key: string, value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, keep));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => keep(key, inner))
      .map(([key, inner]) => [key, pick(inner, keep)]),
  );
}

/** Members of the arguments' top level that are left out, as text: numbers stay as they came. */
function without(json: string, member: RegExp): string {
  return json.replace(member, "").replace(/,(?=\})/g, "").replace(/\{,/g, "{");
}

const EMPTY = new Set<unknown>([null, "", false, 0]);

/** The faults. */
export const handingFaults: readonly Fault[] = [
  {
    id: "trims-reply",
    breaks: "layer.normalization",
    what: "trims the reply",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (message) message.content = message.content?.trim() ?? null;
    }),
    kills: ["turn.reply-verbatim"],
  },
  {
    id: "other-role",
    breaks: "layer.normalization",
    what: 'calls the assistant "agent"',
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (message) message.role = "agent";
    }),
    kills: ["turn.plain"],
  },
  {
    id: "last-call-alone",
    breaks: "layer.normalization",
    what: "hands on the last call alone",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (message) message.tool_calls = message.tool_calls.slice(-1);
    }),
    kills: ["turn.calls-in-order"],
  },
  {
    id: "no-calls",
    breaks: "layer.normalization",
    what: "hands on no call",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (message) message.tool_calls = [];
    }),
    kills: [
      "turn.one-call",
      "turn.calls-in-order",
      "turn.call-without-arguments",
      "turn.nested-arguments",
      "turn.finish-reason",
      "run.answers-in-order",
      "error.with-calls",
      "fields.unknown-inject",
      "number.*",
      "json.proto-key",
      "json.empty-key",
      "json.duplicate-argument",
      "json.empty-tool-name",
      "json.deep",
    ],
  },
  {
    id: "sorts-calls",
    breaks: "layer.normalization",
    what: "sorts the calls by name",
    hand: handTurns((turn) =>
      turn.choices[0]?.message.tool_calls.sort((a, b) => a.function.name < b.function.name ? -1 : 1)
    ),
    kills: ["turn.calls-in-order"],
  },
  {
    id: "one-id",
    breaks: "layer.normalization",
    what: "gives all calls one id",
    hand: handTurns((turn) => {
      for (const call of turn.choices[0]?.message.tool_calls ?? []) call.id = "call_0";
    }),
    kills: ["turn.calls-in-order"],
  },
  {
    id: "always-stop",
    breaks: "layer.normalization",
    what: 'says finish_reason "stop" whatever happened',
    hand: handTurns((turn) => {
      for (const choice of turn.choices) choice.finish_reason = "stop";
    }),
    kills: ["turn.finish-reason"],
  },
  {
    id: "arguments-as-object",
    breaks: "layer.normalization",
    what: "hands on arguments as an object",
    hand: handTurns((turn) => {
      for (const call of turn.choices[0]?.message.tool_calls ?? []) {
        Object.assign(call.function, { arguments: JSON.parse(call.function.arguments) });
      }
    }),
    kills: [
      "turn.one-call",
      "turn.calls-in-order",
      "turn.call-without-arguments",
      "turn.nested-arguments",
      "turn.finish-reason",
      "run.answers-in-order",
      "error.with-calls",
      "fields.unknown-inject",
      "number.*",
      "json.proto-key",
      "json.empty-key",
      "json.duplicate-argument",
      "json.empty-tool-name",
      "json.deep",
    ],
  },
  {
    id: "no-arguments-as-empty",
    breaks: "layer.normalization",
    what: "hands on empty arguments as an empty string",
    hand: handArguments((json) => json === "{}" ? "" : json),
    kills: ["turn.call-without-arguments"],
  },
  {
    id: "drops-empty-values",
    breaks: "layer.normalization",
    what: "leaves out arguments that are null, empty, false or 0",
    hand: handArguments((json) => {
      const kept = JSON.stringify(pick(JSON.parse(json), (_, value) => !EMPTY.has(value)));
      return kept === JSON.stringify(JSON.parse(json)) ? json : kept;
    }),
    kills: ["turn.nested-arguments", "number.trailing-zero"],
  },
  {
    id: "rounds-numbers",
    breaks: "layer.normalization",
    what: "carries numbers through a double",
    hand: handArguments((json) => JSON.stringify(JSON.parse(json))),
    kills: ["number.big-integer", "number.long-fraction", "number.beyond-double"],
  },
  {
    id: "numbers-as-text",
    breaks: "layer.normalization",
    what: "hands on numbers as strings",
    hand: handArguments((json) => json.replace(/(?<=[:[,])-?\d[\d.eE+-]*/g, '"$&"')),
    kills: [
      "turn.nested-arguments",
      "run.answers-in-order",
      "fields.unknown-inject",
      "number.*",
      "json.proto-key",
      "json.empty-key",
      "json.duplicate-argument",
      "json.empty-tool-name",
    ],
  },
  {
    id: "no-exponents",
    breaks: "layer.normalization",
    what: "stops reading a number at its exponent",
    hand: handArguments((json) => json.replace(/(?<=[:[,])(-?\d[\d.]*)[eE][+-]?\d+/g, "$1")),
    kills: ["number.exponent", "number.beyond-double"],
  },
  {
    id: "loses-proto",
    breaks: "layer.normalization",
    what: "copies arguments by assignment, so that __proto__ is lost",
    hand: handArguments((json) => without(json, /"__proto__":\{[^}]*\},?/)),
    kills: ["json.proto-key"],
  },
  {
    id: "loses-empty-key",
    breaks: "layer.normalization",
    what: "leaves out a member whose key is empty",
    hand: handArguments((json) => without(json, /"":[^,}]*,?/)),
    kills: ["json.empty-key"],
  },
  {
    id: "names-nameless-calls",
    breaks: "layer.normalization",
    what: "names a call without a name itself",
    hand: handTurns((turn) => {
      for (const call of turn.choices[0]?.message.tool_calls ?? []) {
        call.function.name ||= "unknown";
      }
    }),
    kills: ["json.empty-tool-name"],
  },
  {
    id: "cuts-at-null",
    breaks: "layer.normalization",
    what: "ends a string at U+0000",
    hand: handTurns((turn) => {
      const message = turn.choices[0]?.message;
      if (message) message.content = message.content?.split("\0")[0] ?? null;
    }),
    kills: ["json.null-character"],
  },
  {
    id: "drops-lone-surrogates",
    breaks: "layer.normalization",
    what: "leaves out halves of surrogate pairs",
    came: cameText((text) => text.replaceAll("a\\ud83db", "ab")),
    kills: ["json.lone-surrogate"],
  },
  {
    id: "joins-duplicates",
    breaks: "layer.normalization",
    what: "joins the values of a key that comes twice",
    came: cameText((text) =>
      text.replace('"reply":"first","reply":"second"', '"reply":"first second"')
        .replace('{"n":1,"n":2}', '{"n":[1,2]}')
    ),
    kills: ["json.duplicate-*"],
  },
  {
    id: "crashes-on-depth",
    breaks: "layer.normalization",
    what: "crashes where nesting is deep",
    came: cameText((text) => {
      if (text.includes("[".repeat(1000))) throw new RangeError("Maximum call stack size exceeded");
      return text;
    }),
    kills: ["json.deep"],
  },
];
