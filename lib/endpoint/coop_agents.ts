/**
 * The places where an agent behind the contract goes wrong: where it keeps its conversations, what it
 * hears, what it says, and when its reset is done.
 *
 * @module
 */
import type { Message } from "../agent/messages.ts";
import type { Agent, Turn, TurnResult } from "./agent.ts";
import type { Seams } from "./mutant.ts";
import {
  memoryStore,
  referenceAgent,
  type ReferenceOptions,
  type SessionStore,
} from "./reference.ts";

type AgentSeam = Required<Pick<Seams, "agent">>;

/** The reference agent with other parts; made anew for each run. */
export function builtWith(make: () => ReferenceOptions): AgentSeam {
  return { agent: () => referenceAgent(make()) };
}

/** Conversations kept under another key than the session id. */
export function keyedBy(key: (id: string) => string | Promise<string>): AgentSeam {
  return builtWith(() => {
    const store = memoryStore();
    return {
      store: {
        get: async (id) => await store.get(await key(id)),
        set: async (id, history) => await store.set(await key(id), history),
        clear: () => store.clear(),
      },
    };
  });
}

/** What a reset leaves of the conversations; sessions stand in the order of their first turn. */
export function leaving(
  keep: (sessions: readonly string[]) => readonly string[],
): AgentSeam {
  return builtWith(() => {
    const histories = new Map<string, readonly Message[]>();
    return {
      store: {
        get: (id) => histories.get(id),
        set: (id, history) => void histories.set(id, history),
        clear() {
          const kept = keep([...histories.keys()]);
          for (const id of histories.keys()) if (!kept.includes(id)) histories.delete(id);
        },
      },
    };
  });
}

/** Changes the conversation on its way into the store, or out of it. */
export function rewriting(
  change: Partial<
    Record<"get" | "set", (history: readonly Message[]) => readonly Message[] | undefined>
  >,
): AgentSeam {
  return builtWith(() => {
    const store = memoryStore();
    const { get = (h) => h, set = (h) => h } = change;
    return {
      store: {
        async get(id) {
          const history = await store.get(id);
          return history === undefined ? undefined : get(history);
        },
        set: (id, history) => store.set(id, set(history) ?? []),
        clear: () => store.clear(),
      } satisfies SessionStore,
    };
  });
}

/** The agent hears something else than was sent. */
export function hearing(change: (text: string) => string): AgentSeam {
  return {
    agent: (agent) => ({
      ...agent,
      inject: (turn) => agent.inject({ ...turn, text: change(turn.text) }),
    }),
  };
}

/** Answers come out changed; turns that failed are left alone. */
export function saying(
  change: (result: TurnResult, turn: Turn) => TurnResult | Promise<TurnResult>,
): AgentSeam {
  return {
    agent: (agent) => ({
      ...agent,
      async inject(turn) {
        const result = await agent.inject(turn);
        return result.error === undefined ? await change(result, turn) : result;
      },
    }),
  };
}

/** An agent that takes turns in its own way; `make` is called once a run, so that it may remember. */
export function taking(
  make: (agent: Agent) => (turn: Turn) => TurnResult | Promise<TurnResult>,
): AgentSeam {
  return {
    agent(agent) {
      const take = make(agent);
      return { ...agent, inject: async (turn) => await take(turn) };
    },
  };
}

/** A wait that the turn's signal, or nothing, cuts short. */
export function waited(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
