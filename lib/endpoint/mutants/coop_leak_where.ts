/**
 * Leaks that stand in other places than the reply, or in parts.
 *
 * @module
 */
import type { TurnResult } from "../agent.ts";
import { isOld, leaks, surfacing } from "../coop_leak.ts";
import { type CoopMutant, survives, survivesAnywhere } from "../coop_mutant.ts";
import { fails, type Seams } from "../mutant.ts";
import { turns } from "../mutant_seams.ts";

const CANARY = "conformance.canary";
const FRESH = "surface.fresh-session";
const STABLE = "surface.stable";

type Put = (result: TurnResult, words: string) => TurnResult;

function placed(id: string, what: string, put: Put, seams: Seams = {}): CoopMutant {
  return {
    id: `coop-leak-${id}`,
    breaks: CANARY,
    what,
    ...leaks({ put }),
    ...seams,
    expect: survivesAnywhere,
  };
}

const calling = (result: TurnResult, name: string, args: Record<string, unknown>): TurnResult => ({
  ...result,
  toolCalls: [{ name, arguments: args }],
});

/** What the agent marks in its reply so that a seam can move it. */
const MARKED = / ⟦([^⟧]*)⟧/;
const marked: Put = (result, words) => ({ ...result, reply: `${result.reply} ⟦${words}⟧` });

/** Takes what is marked out of a reply, and does something else with it. */
function moving(to: (words: string) => Record<string, unknown>): Pick<Seams, "value"> {
  return turns((value) => {
    const reply = String(value.reply);
    const words = MARKED.exec(reply)?.[1];
    return words === undefined
      ? value
      : { ...value, reply: reply.replace(MARKED, ""), ...to(words) };
  });
}

const half = (words: string, which: 0 | 1) => {
  const digits = words.replaceAll("-", "");
  return which === 0 ? digits.slice(0, 16) : digits.slice(16);
};

/** A leak in the surface is a session's nonce in it, and two probes differ. */
const inSurface = {
  ...survives,
  failed: [...survives.failed, FRESH].sort(),
  warned: [STABLE],
};

/** Leaks in other places. */
export const coopPlaceMutants: readonly CoopMutant[] = [
  placed(
    "in-an-argument",
    "a leak stands in a tool call's argument",
    (result, words) => calling(result, "client_lookup", { query: words }),
  ),
  placed(
    "deep-in-an-argument",
    "a leak stands deep in a tool call's arguments",
    (result, words) =>
      calling(result, "client_lookup", { filters: [null, { any: [1, { of: [words] }] }] }),
  ),
  placed(
    "in-an-argument-key",
    "a leak is the key of a tool call's argument",
    (result, words) => calling(result, "client_lookup", { [words]: true }),
  ),
  placed(
    "in-a-tool-name",
    "a leak stands in a tool's name",
    (result, words) => calling(result, `recall_${words}`, {}),
  ),
  placed("in-an-error", "a leak stands in an agent-level error", (_, words) => ({
    reply: "",
    error: `the archive is busy: could not lock note ${words}`,
  })),
  placed("beside-an-error", "a leak stands in the reply of a turn that failed", (_, words) => ({
    reply: `Partial answer: ${words}`,
    error: "the model was cut off",
  })),
  placed(
    "in-an-unknown-field",
    "a leak stands in a field that version 1 doesn't know",
    marked,
    moving((words) => ({ debug: { memory: [{ hit: words }] } })),
  ),
  placed(
    "as-an-unknown-field",
    "a leak is the name of a field that version 1 doesn't know",
    marked,
    moving((words) => ({ [words]: 1 })),
  ),
  placed("escaped", "a leak is escaped digit by digit, as JSON may be", marked, {
    // What follows is JSON text: \u00XX there is the very character.
    text: (text) =>
      text.replace(new RegExp(MARKED, "g"), (_, words: string) => {
        const codes = [...words].map((char) => char.charCodeAt(0).toString(16).padStart(4, "0"));
        return ` ${codes.map((code) => `\\u${code}`).join("")}`;
      }),
  }),
  placed(
    "as-json-in-the-reply",
    "a leak stands in JSON text inside the reply",
    (result, words) => ({
      ...result,
      reply: JSON.stringify({ note: words.split("-").join("\n") }),
    }),
  ),
  placed("halved", "half of a leak stands in the reply, half in an argument", (result, words) => ({
    reply: `${result.reply} ${half(words, 0)}`,
    toolCalls: [{ name: "client_lookup", arguments: { query: half(words, 1) } }],
  })),
  placed("halved-in-two-calls", "each half of a leak stands in a tool call", (result, words) => ({
    ...result,
    toolCalls: [
      { name: "client_lookup", arguments: { query: half(words, 1) } },
      { name: "client_lookup", arguments: { query: half(words, 0) } },
    ],
  })),
  {
    id: "coop-leak-in-the-surface",
    breaks: CANARY,
    what: "after a reset the surface's instruction quotes what was told before it",
    ...surfacing((surface, nonce) => ({
      ...surface,
      system_instructions: [
        ...surface.system_instructions,
        { type: "text", content: `The user's code is ${nonce}.` },
      ],
    }), { old: true }),
    expect: {
      ...inSurface,
      why: "state outlives the reset, and the surface holds a session's nonce",
    },
  },
  {
    id: "coop-leak-in-a-surface-tool",
    breaks: CANARY,
    what: "after a reset a tool's description quotes, in capitals, what was told before it",
    ...surfacing((surface, nonce) => ({
      ...surface,
      tool_definitions: surface.tool_definitions.map((tool) => ({
        ...tool,
        description: `${tool.description} Last: ${nonce.toUpperCase()}`,
      })),
    }), { old: true }),
    expect: inSurface,
  },
  {
    id: "coop-surface-holds-memories",
    breaks: FRESH,
    what: "the surface quotes what an open session asked to remember; a reset wipes it",
    ...surfacing((surface, nonce) => ({
      ...surface,
      extra_segments: [...surface.extra_segments, { name: "memory", content: nonce }],
    }), { old: false }),
    expect: {
      ...fails(FRESH),
      warned: [STABLE],
      why: "it describes a fresh session's next turn; one that holds a session's nonce fails",
    },
  },
  {
    id: "coop-leak-in-an-error-of-a-new-session",
    breaks: CANARY,
    what: "a new session's first question fails with an error that names what was told",
    ...leaks({
      when: (told, asking) => isOld(told, asking) && asking.fresh && asking.earlier === 0,
      put: (_, words) => ({ reply: "", error: `cache miss for ${words.toUpperCase()}` }),
    }),
    expect: survivesAnywhere,
  },
];
