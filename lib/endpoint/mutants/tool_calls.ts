/**
 * `tool_calls` and what stands in it.
 *
 * @module
 */
import { fails, type Mutant, warns } from "../mutant.ts";
import {
  aCall,
  calls,
  having,
  isSlow,
  replies,
  replyText,
  turns,
  without,
} from "../mutant_seams.ts";

const PRESENT = "response.tool-calls-present";
const ENTRY = "response.tool-call-entry";
const NAME = "response.tool-call-name";
const ARGUMENTS = "response.tool-call-arguments";
const MUST_CALL = "conformance.must-call";

/** Where the tool turn's calls aren't listed, "the endpoint did not list it". */
const notListed = fails(PRESENT, MUST_CALL);

function list(id: string, value: unknown): Mutant {
  return {
    id: `tool-calls-${id}`,
    breaks: PRESENT,
    what: `tool_calls is ${JSON.stringify(value)}`,
    ...replies(having("tool_calls", value)),
    expect: notListed,
  };
}

function entry(id: string, clause: string, what: string, value: unknown): Mutant {
  return {
    id: `tool-call-${id}`,
    breaks: clause,
    what,
    ...calls((list) => [...list, value]),
    expect: fails(clause),
  };
}

function args(id: string, value: unknown): Mutant {
  const what = `arguments of a tool call is ${JSON.stringify(value)}`;
  return entry(`arguments-${id}`, ARGUMENTS, what, { ...aCall(), arguments: value });
}

/** Broken lists of calls. */
export const toolCallMutants: readonly Mutant[] = [
  {
    id: "tool-calls-missing",
    breaks: PRESENT,
    what: "replies have no key tool_calls",
    ...replies(without("tool_calls")),
    expect: notListed,
  },
  {
    id: "tool-calls-missing-where-none-was-made",
    breaks: PRESENT,
    what: "tool_calls is left out where the agent called nothing",
    ...turns((value) =>
      (value.tool_calls as unknown[]).length === 0 ? without("tool_calls")(value) : value
    ),
    expect: {
      // The expired turn called nothing either, and an expiry needs the full envelope.
      ...fails(PRESENT, "error.own-deadline"),
      why: '"wt_inject and tool_calls still required" of an agent-level failure, expiry included',
    },
  },
  {
    id: "tool-calls-missing-on-a-later-turn",
    breaks: PRESENT,
    what: "tool_calls is there on a session's first turn only",
    ...replies((value, { newSession }) => newSession ? value : without("tool_calls")(value)),
    expect: fails(PRESENT),
  },
  {
    id: "tool-calls-missing-where-calls-were-made",
    breaks: PRESENT,
    what: "tool_calls is left out of exactly those answers that should list calls",
    ...turns((value) =>
      (value.tool_calls as unknown[]).length > 0 ? without("tool_calls")(value) : value
    ),
    expect: {
      ...fails(PRESENT, MUST_CALL, "error.witnessed-calls", "error.agent-level"),
      why:
        "the turn that calls and then fails is one of them: its envelope isn't full, its calls are lost",
    },
  },
  {
    id: "tool-calls-under-another-name",
    breaks: PRESENT,
    what: "the list is called toolCalls, as one of two drifted endpoints had it",
    ...replies((value) => without("tool_calls")({ ...value, toolCalls: value.tool_calls })),
    expect: notListed,
  },
  list("null", null),
  list("a-string", "[]"),
  list("an-object", {}),
  list("a-number", 0),
  list("false", false),
  entry("a-string", ENTRY, "an entry of tool_calls is a tool's name", "client_lookup"),
  entry("null", ENTRY, "an entry of tool_calls is null", null),
  entry("a-list", ENTRY, "an entry of tool_calls is a pair", ["client_lookup", {}]),
  entry("without-name", ENTRY, "a tool call has no name", { arguments: {} }),
  entry("without-arguments", ENTRY, "a tool call has no arguments", { name: "client_lookup" }),
  {
    id: "tool-call-openai-shaped",
    breaks: ENTRY,
    what: "tool calls come as {id, type, function: {name, arguments}}",
    ...calls((list) =>
      list.map((call, index) => ({
        id: `call_${index}`,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      }))
    ),
    expect: { ...fails(ENTRY, MUST_CALL), why: "no entry has a bare name" },
  },
  entry("name-a-number", NAME, "a tool's name is a number", { ...aCall(), name: 7 }),
  entry("name-null", NAME, "a tool's name is null", { ...aCall(), name: null }),
  {
    id: "tool-call-name-empty",
    breaks: NAME,
    what: "a tool's name is empty",
    ...calls((list) => [...list, { ...aCall(), name: "" }]),
    expect: warns(NAME),
  },
  args("a-string-of-json", '{"query":"misrouted pallet"}'),
  args("an-empty-string", ""),
  args("a-list", []),
  args("null", null),
  args("a-number", 0),
  {
    id: "tool-call-arguments-a-string-late-in-the-list",
    breaks: ARGUMENTS,
    what: "of some 40 calls only the last has a string of JSON for arguments",
    ...calls((list) => [
      ...list,
      ...Array.from({ length: 39 }, aCall),
      { ...aCall(), arguments: "{}" },
    ]),
    expect: fails(ARGUMENTS),
  },
  {
    id: "tool-call-broken-beside-an-error",
    breaks: ARGUMENTS,
    what: "only the expired turn's answer lists a call with a string of JSON for arguments",
    ...turns((value, asked) =>
      isSlow(asked) ? { ...value, tool_calls: [{ ...aCall(), arguments: "{}" }] } : value
    ),
    expect: {
      ...fails(ARGUMENTS),
      why: "the full envelope of an expiry is its keys; what stands in a list has its own clause",
    },
  },
  {
    id: "tool-call-keys-twice",
    breaks: "transport.json-utf8",
    what: "arguments stands twice in a call, once as a string and then as an object",
    ...replyText((text) => text.replaceAll('"arguments":{', '"arguments":"{}","arguments":{')),
    expect: warns("transport.json-utf8"),
  },
];
