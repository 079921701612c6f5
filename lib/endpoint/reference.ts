/**
 * The reference endpoint: a real agent loop over a freight desk, with sessions, history, tools and
 * a surface. What it reports of itself is what it runs on.
 *
 * @module
 */
import { FREIGHT_INSTRUCTION, FREIGHT_TOOLS } from "../agent/freight.ts";
import { runTurn } from "../agent/loop.ts";
import type { Message, ModelCaller } from "../agent/messages.ts";
import { scriptedModel } from "../agent/scripted_model.ts";
import { definitionOf, type Tool } from "../agent/tools.ts";
import type { Profile } from "../contract/profile.ts";
import type { Agent, Surface, Turn, TurnResult } from "./agent.ts";

/**
 * Where conversations are kept, by the exact session id. Methods may answer at once or later; only with
 * those that answer at once are commit and answer one step, which no deadline can fall between.
 */
export interface SessionStore {
  /** `undefined` for a session that has no history. */
  get(id: string): readonly Message[] | undefined | Promise<readonly Message[] | undefined>;
  set(id: string, history: readonly Message[]): void | Promise<void>;
  /** Settles when no session has a history any more. */
  clear(): void | Promise<void>;
}

/** A store in memory. */
export function memoryStore(): SessionStore {
  const histories = new Map<string, readonly Message[]>();
  return {
    get: (id) => histories.get(id),
    set: (id, history) => void histories.set(id, history),
    clear: () => histories.clear(),
  };
}

/** What to build the reference agent with. */
export interface ReferenceOptions {
  /** Default: the scripted model, which takes its time for 30 s when asked to. */
  readonly model?: ModelCaller;
  /** Default: the freight desk's. */
  readonly tools?: readonly Tool[];
  /** Default: {@linkcode memoryStore}. */
  readonly store?: SessionStore;
  /** What is reported instead of the real surface; `"none"` for an endpoint without the route. */
  readonly surface?: (() => Surface | Promise<Surface>) | "none";
  /** Model requests in a turn at most. */
  readonly maxSteps?: number;
}

// Composed into the context behind the instruction, under the names that the surface reports.
const SEGMENTS: Surface["extra_segments"] = [
  {
    name: "narration:tool_started",
    content: "While a tool runs, the user is shown: Checking {tool_name} for you…",
  },
  {
    name: "scaffold:tool_failed",
    content: "A tool that failed answers with its error. Tell the user; do not guess the answer.",
  },
];

/**
 * The reference agent. A turn is committed to the history when it has been answered, and then as a
 * whole: one that failed, expired or was dropped leaves nothing behind.
 */
export function referenceAgent(options: ReferenceOptions = {}): Agent {
  const {
    model = scriptedModel(),
    tools = FREIGHT_TOOLS,
    store = memoryStore(),
    surface = () => surfaceOf(tools),
    maxSteps,
  } = options;

  async function inject({ sessionId, text, signal, called }: Turn): Promise<TurnResult> {
    const history = await store.get(sessionId) ?? freshSession();
    const limit = maxSteps === undefined ? {} : { maxSteps };
    const turn = { history, user: text, tools, call: model, signal, called, ...limit };
    const outcome = await runTurn(turn);
    if (outcome.kind === "failed") return { reply: "", error: outcome.error };
    signal.throwIfAborted();
    await store.set(sessionId, outcome.messages);
    return { reply: outcome.reply };
  }

  return {
    inject,
    reset: () => store.clear(),
    ...(surface === "none" ? {} : { surface }),
  };
}

function freshSession(): readonly Message[] {
  return [
    { role: "system", text: FREIGHT_INSTRUCTION },
    ...SEGMENTS.map(({ content }): Message => ({ role: "system", text: content })),
  ];
}

function surfaceOf(tools: readonly Tool[]): Surface {
  return {
    system_instructions: [{ type: "text", content: FREIGHT_INSTRUCTION }],
    tool_definitions: tools.map((tool) => {
      const { name, description, inputSchema, resultSchema } = definitionOf(tool);
      return {
        name,
        description,
        input_schema: inputSchema,
        ...(resultSchema === undefined ? {} : { result_schema: resultSchema }),
      };
    }),
    extra_segments: SEGMENTS.map((segment) => ({ ...segment })),
  };
}

/** What makes the reference agent, on its scripted model, play each cooperative part. */
export const REFERENCE_PROFILE: Profile = {
  prompt: "Good morning. What can you help me with?",
  tool_prompt: "Which client ordered the misrouted pallet?",
  expect_tools: ["client_lookup", "order_status"],
  error_prompt: "Look up the misrouted pallet, then simulate a model failure.",
  error_tools: ["client_lookup"],
  slow_prompt: "Take your time.",
  slow_timeout_s: 1,
  seed_prompt: "Please remember this: {nonce}",
  recall_prompt: "What did I just tell you?",
  echo_prompt: "Repeat word for word: {text}",
};
