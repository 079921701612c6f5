/**
 * A leak: what was told before a reset comes back after it. Which of it, when, how it is spelled and where
 * it stands are parameters, so that each way to miss one has its own mutant.
 *
 * @module
 */
import { intentOf } from "../agent/prompts.ts";
import type { Agent, Surface, TurnResult } from "./agent.ts";
import type { Seams } from "./mutant.ts";

/** A nonce that an agent was told. */
export interface Told {
  readonly nonce: string;
  readonly session: string;
  readonly text: string;
  /** Resets before it was told. */
  readonly resets: number;
  /** Resets before it that had something told to wipe. */
  readonly wipes: number;
}

/** A turn that asks for what was told. */
export interface Asking {
  readonly session: string;
  readonly text: string;
  readonly resets: number;
  readonly wipes: number;
  /** How many questions came since the last reset, in any session. */
  readonly asked: number;
  /** How many of them in this one. */
  readonly earlier: number;
  /** True in a session that was never told anything. */
  readonly fresh: boolean;
}

/** How a store leaks. */
export interface Leak {
  /** Which nonces come back in which turn. Default: those of before the last reset, in each. */
  readonly when?: (told: Told, asking: Asking) => boolean;
  /** How a nonce is written. */
  readonly spell?: (nonce: string) => string;
  /** Where the words go. Default: behind the reply. */
  readonly put?: (result: TurnResult, words: string) => TurnResult;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The nonce in a turn that asks to remember it. One that stands in any other turn isn't told. */
export function nonceIn(text: string): string | undefined {
  return /remember/i.test(text) ? UUID.exec(text)?.[0] : undefined;
}

/** Told before the last reset. */
export function isOld(told: Told, asking: Asking): boolean {
  return told.resets < asking.resets;
}

/** Asked under the very id that was told. */
export function isOwn(told: Told, asking: Asking): boolean {
  return told.session === asking.session;
}

/** The reference agent with a leak. */
export function leaks(leak: Leak = {}): Required<Pick<Seams, "agent">> {
  return { agent: (agent) => leakingAgent(agent, leak) };
}

/**
 * An agent with a leak. Of all nonces that may come back in a turn the newest does, which is the least
 * that a leak can show. Only turns that ask for what was told leak, and none that fails.
 */
export function leakingAgent(agent: Agent, leak: Leak): Agent {
  const { when = isOld, spell = (nonce) => nonce, put = behindReply } = leak;
  const told: Told[] = [];
  const questions = new Map<string, number>();
  let [resets, wipes, asked] = [0, 0, 0];
  let toldSince = false;
  return {
    ...agent,
    async inject(turn) {
      const { sessionId: session, text } = turn;
      const nonce = nonceIn(text);
      if (nonce !== undefined) {
        told.push({ nonce, session, text, resets, wipes });
        toldSince = true;
      }
      const result = await agent.inject(turn);
      if (result.error !== undefined || intentOf(text).kind !== "recall") return result;
      const earlier = questions.get(session) ?? 0;
      questions.set(session, earlier + 1);
      const fresh = !told.some((one) => one.session === session);
      const asking = { session, text, resets, wipes, asked: asked++, earlier, fresh };
      const found = told.findLast((one) => when(one, asking));
      return found === undefined ? result : put(result, spell(found.nonce));
    },
    reset() {
      resets++;
      if (toldSince) wipes++;
      [toldSince, asked] = [false, 0];
      questions.clear();
      return agent.reset();
    },
  };
}

/** The words behind what the agent says anyway. */
export function behindReply(result: TurnResult, words: string): TurnResult {
  return { ...result, reply: `${result.reply} From the archive: ${words}` };
}

/** The reference agent whose surface takes up nonces that it was told; `old`: those from before a reset. */
export function surfacing(
  into: (surface: Surface, nonce: string) => Surface,
  { old }: { readonly old: boolean },
): Required<Pick<Seams, "agent">> {
  return {
    agent(agent) {
      let told: string | undefined;
      let wiped: string | undefined;
      return {
        async inject(turn) {
          told = nonceIn(turn.text) ?? told;
          return await agent.inject(turn);
        },
        async reset() {
          wiped = told ?? wiped;
          told = undefined;
          await agent.reset();
        },
        async surface() {
          const surface = await agent.surface!();
          const nonce = old ? wiped : told;
          return nonce === undefined ? surface : into(surface, nonce);
        },
      };
    },
  };
}
