/**
 * A leak: what was told before a reset comes back after it. Which of it, when, how it is spelled and where
 * it stands are parameters, so that each way to miss one has its own mutant.
 *
 * @module
 */
import { intentOf } from "../agent/prompts.ts";
import type { Agent, TurnResult } from "./agent.ts";
import type { Seams } from "./mutant.ts";

/** A nonce that an agent was told. */
export interface Told {
  readonly nonce: string;
  readonly session: string;
  readonly text: string;
  /** Resets before it was told. */
  readonly resets: number;
  /** Resets before it that had something to wipe. */
  readonly wipes: number;
}

/** A turn that asks for what was told. */
export interface Asking {
  readonly session: string;
  readonly text: string;
  readonly resets: number;
  readonly wipes: number;
  /** How many turns this session had since the last reset. */
  readonly earlier: number;
}

/** How a store leaks. */
export interface Leak {
  /** Which nonces come back in which turn; default: all from before the last reset, in each. */
  readonly when?: (told: Told, asking: Asking) => boolean;
  /** Default: the newest of them alone, which is the least that a leak can show. */
  readonly all?: boolean;
  /** How a nonce is written. */
  readonly spell?: (nonce: string) => string;
  /** Where the words go; default: behind the reply. */
  readonly put?: (result: TurnResult, words: string) => TurnResult;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Something told in words that ask to remember it; a nonce that stands in another turn isn't one. */
function nonceIn(text: string): string | undefined {
  return /remember/i.test(text) ? UUID.exec(text)?.[0] : undefined;
}

/** Whether it was told before the last reset. */
export function isOld(told: Told, asking: Asking): boolean {
  return told.resets < asking.resets;
}

/** The reference agent with a leak. Turns that tell something, and turns that fail, leak nothing. */
export function leaks(leak: Leak = {}): Required<Pick<Seams, "agent">> {
  return { agent: (agent) => leakingAgent(agent, leak) };
}

/** An agent with a leak. */
export function leakingAgent(agent: Agent, leak: Leak): Agent {
  const { when = isOld, all = false, spell = (nonce) => nonce, put = behindReply } = leak;
  const told: Told[] = [];
  const turns = new Map<string, number>();
  let resets = 0;
  let wipes = 0;
  return {
    ...agent,
    async inject(turn) {
      const { sessionId: session, text } = turn;
      const earlier = turns.get(session) ?? 0;
      turns.set(session, earlier + 1);
      const nonce = nonceIn(text);
      if (nonce !== undefined) told.push({ nonce, session, text, resets, wipes });
      const result = await agent.inject(turn);
      if (result.error !== undefined || intentOf(text).kind !== "recall") return result;
      const asking = { session, text, resets, wipes, earlier };
      const found = told.filter((one) => when(one, asking)).map((one) => spell(one.nonce));
      if (found.length === 0) return result;
      return put(result, (all ? found : found.slice(-1)).join("\n"));
    },
    reset() {
      resets++;
      if (turns.size > 0) wipes++;
      turns.clear();
      return agent.reset();
    },
  };
}

/** The words behind what the agent says anyway. */
export function behindReply(result: TurnResult, words: string): TurnResult {
  return { ...result, reply: `${result.reply} From the archive: ${words}` };
}
