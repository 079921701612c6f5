/**
 * The reference agent's loop, wrong on purpose in one way at a time, and which case of the session corpus
 * has to accuse it on the path `agent`.
 *
 * @module
 */
import { runTurn, type TurnInput, type TurnOutcome } from "./loop.ts";
import type { Message, ModelReply, ModelRequest } from "./messages.ts";

/** One loop that is wrong on purpose. */
export interface LoopMutant {
  /** Stable; never used twice. */
  readonly id: string;
  /** What it does, in a line. */
  readonly what: string;
  /** The requirement of the session corpus that it breaks. */
  readonly breaks: `R${string}`;
  /** The loop; made anew for each cell, since some remember what they should not. */
  readonly make: () => typeof runTurn;
  /** A case that has to fail, and the code that has to be found in it. */
  readonly kills: readonly { readonly case: string; readonly code: string }[];
}

/** The loop with its requests changed on their way to the model. */
function asking(change: (request: ModelRequest) => ModelRequest): () => typeof runTurn {
  return () => (input) =>
    runTurn({ ...input, call: (request, signal) => input.call(change(request), signal) });
}

/** The loop with the messages of its requests changed. */
function sending(change: (all: readonly Message[]) => readonly Message[]): () => typeof runTurn {
  return asking((request) => ({ ...request, messages: change(request.messages) }));
}

/** The loop with what its model answers changed before it is read. */
function hearing(change: (reply: ModelReply) => ModelReply): () => typeof runTurn {
  return () => (input) =>
    runTurn({
      ...input,
      call: async (request, signal) => change(await input.call(request, signal)),
    });
}

function each(change: (message: Message) => Message) {
  return (all: readonly Message[]) => all.map(change);
}

/** Takes its own requests up again once the turn is over. */
function mutatesLater(): typeof runTurn {
  return async (input) => {
    const kept: ModelRequest[] = [];
    const outcome = await runTurn({
      ...input,
      call: (request, signal) => (kept.push(request), input.call(request, signal)),
    });
    for (const { messages } of kept) {
      (messages as Message[])[0] = { role: "system", text: "You are somebody else." };
    }
    return outcome;
  };
}

/** Goes on from whatever turn came last, whoever's it was. */
function sharesHistory(): typeof runTurn {
  let past: readonly Message[] = [];
  return async (input) => {
    const outcome = await runTurn({ ...input, history: past.length > 0 ? past : input.history });
    past = outcome.messages;
    return outcome;
  };
}

/** Takes the last text that the model gave for an answer, whatever stopped it. */
function alwaysAnswers(): typeof runTurn {
  return async (input: TurnInput): Promise<TurnOutcome> => {
    const { messages } = await runTurn(input);
    const texts = messages.flatMap((one) => one.role === "assistant" ? [one.text] : []);
    return { kind: "completed", reply: texts.at(-1) ?? "", messages };
  };
}

function swapped(all: readonly Message[]): readonly Message[] {
  const ids = all.flatMap((one) => one.role === "tool" ? [one.callId] : []);
  if (ids.length < 2) return all;
  const other = new Map([[ids[0]!, ids[1]!], [ids[1]!, ids[0]!]]);
  return all.map((one) =>
    one.role === "tool" ? { ...one, callId: other.get(one.callId) ?? one.callId } : one
  );
}

/** Reads what is no JSON object as an empty one. */
function repaired(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? text : "{}";
  } catch {
    return "{}";
  }
}

/** All of them. */
export const LOOP_MUTANTS: readonly LoopMutant[] = [
  {
    id: "loop-mutates-request",
    what: "changes the messages of a request after it was sent",
    breaks: "R004",
    make: mutatesLater,
    kills: [{ case: "history-append-only", code: "request-mutated" }],
  },
  {
    id: "loop-rewrites-user",
    what: "sends an earlier user's words otherwise once the history has grown",
    breaks: "R004",
    make: sending((all) =>
      all.length < 4
        ? all
        : all.map((one) => one.role === "user" ? { ...one, text: one.text.toUpperCase() } : one)
    ),
    kills: [{ case: "history-append-only", code: "not-append-only" }],
  },
  {
    id: "loop-drops-answer-text",
    what: "leaves the model's words out of its history where they stood beside calls",
    breaks: "R004",
    make: sending(
      each((one) =>
        one.role === "assistant" && one.toolCalls.length > 0 ? { ...one, text: "" } : one
      ),
    ),
    kills: [{ case: "history-append-only", code: "answer-not-in-history" }],
  },
  {
    id: "loop-swaps-results",
    what: "swaps the ids of the first two tool results",
    breaks: "R003",
    make: sending(swapped),
    kills: [{ case: "history-append-only", code: "result-swapped" }],
  },
  {
    id: "loop-hides-tool-error",
    what: "tells the model that a tool succeeded which failed",
    breaks: "R003",
    make: sending(
      each((one) =>
        one.role === "tool" && !one.outcome.ok ? { ...one, outcome: { ok: true, value: "" } } : one
      ),
    ),
    kills: [{ case: "explicit-tool-error", code: "result-error" }],
  },
  {
    id: "loop-shares-history",
    what: "goes on from the last turn of any history",
    breaks: "R005",
    make: sharesHistory,
    kills: [{ case: "branch-isolation", code: "branch-mixed" }],
  },
  {
    id: "loop-limit-as-answer",
    what: "gives what it has for an answer where a limit stopped the model or the loop",
    breaks: "R009",
    make: alwaysAnswers,
    kills: [
      { case: "budget-exhaustion.text", code: "false-success" },
      { case: "budget-exhaustion.step-limit", code: "false-success" },
    ],
  },
  {
    id: "loop-repairs-arguments",
    what: "reads arguments that are no JSON object as {}",
    breaks: "R009",
    make: hearing((reply) => ({
      ...reply,
      toolCalls: reply.toolCalls.map((call) => ({ ...call, arguments: repaired(call.arguments) })),
    })),
    kills: [{ case: "invalid-arguments", code: "arguments-repaired" }],
  },
  {
    id: "loop-invents-ids",
    what: "gives calls without an id, and a second call of an id, an id of its own making",
    breaks: "R009",
    make: hearing((reply) => {
      const seen = new Set<string>();
      return {
        ...reply,
        toolCalls: reply.toolCalls.map((call, at) => {
          const taken = call.id === "" || seen.has(call.id);
          seen.add(call.id);
          return taken ? { ...call, id: `${call.id}_${at}` } : call;
        }),
      };
    }),
    kills: [{ case: "invalid-tool-identity", code: "false-success" }],
  },
];
