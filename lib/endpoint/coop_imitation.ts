/**
 * An imitation of an agent with a language model behind it: the reference agent, with a model's whims
 * drawn from a seed. It is on contract, and it is a poor witness: whatever it does, nobody may accuse it.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import type { Agent, Turn, TurnResult } from "./agent.ts";
import { waited } from "./coop_agents.ts";
import type { Seams } from "./mutant.ts";
import { REFERENCE_PROFILE } from "./reference.ts";

/** How an imitation behaves. */
export interface ImitationOptions {
  /** The same seed draws the same whims. */
  readonly seed: number;
  /** How long a turn takes, ms, give or take a half. */
  readonly latencyMs: number;
}

const { echo_prompt: _, ...SAID } = REFERENCE_PROFILE;

/** What an honest user says of it: it repeats nothing word for word. */
export const IMITATION_PROFILE: Profile = SAID;

/** Of so many sessions in which tools are asked for, one calls none. */
const IDLE_ONE_IN = 3;
/** Of so many turns one goes wrong; never two in a row in one session. */
const LAPSE_ONE_IN = 6;

const OPENINGS = [
  "Thank you for your message.",
  "Sure!",
  "As an AI assistant I may be mistaken.",
  "Good question — let me see.",
  "",
];
const CLOSINGS = [
  "Please verify anything that matters.",
  "Let me know if there is more that I can do.",
  "*This is not advice.*",
  "",
];
const REFUSALS = [
  "I'm sorry, but I can't help with that.",
  "I would rather not repeat what was said in confidence.",
  "Could you tell me more about what you need?",
];
const ERRORS = [
  "429: rate limited by the model's provider",
  "the model's answer was cut off",
  "upstream closed the connection",
];
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const SPELLINGS: readonly ((nonce: string) => string)[] = [
  (nonce) => nonce,
  (nonce) => `**${nonce}**`,
  (nonce) => nonce.toUpperCase(),
  (nonce) => nonce.replaceAll("-", ""),
  (nonce) => nonce.split("-").join(" - "),
];

/** The reference agent with a model's whims; made anew for each run. */
export function imitation(options: ImitationOptions): Required<Pick<Seams, "agent">> {
  return { agent: (agent) => imitating(agent, options) };
}

function imitating(agent: Agent, { seed, latencyMs }: ImitationOptions): Agent {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const lapsed = new Set<string>();
  let toolSessions = below(IDLE_ONE_IN);

  function lapses(session: string): boolean {
    if (lapsed.delete(session) || below(LAPSE_ONE_IN) !== 0) return false;
    lapsed.add(session);
    return true;
  }

  function styled(reply: string): string {
    const spelling = oneOf(SPELLINGS);
    const words = reply.replace(UUID, spelling).replace("You told me:", "From what you said:");
    return [oneOf(OPENINGS), words, oneOf(CLOSINGS)].filter((part) => part !== "").join("\n\n");
  }

  async function usual(turn: Turn): Promise<TurnResult> {
    const result = await agent.inject(turn);
    return result.error === undefined ? { ...result, reply: styled(result.reply) } : result;
  }

  async function inject(turn: Turn): Promise<TurnResult> {
    await waited(latencyMs * (0.5 + random()), turn.signal);
    const { text, sessionId } = turn;
    const [forTools, toFail] = [text === SAID.tool_prompt, text === SAID.error_prompt];
    const idle = (forTools || toFail) && toolSessions++ % IDLE_ONE_IN === 0;
    if (idle) return toFail ? { reply: "", error: oneOf(ERRORS) } : { reply: oneOf(REFUSALS) };
    if (toFail || !lapses(sessionId)) return await usual(turn);
    // A refusal stays in the history like any answer; a failed turn leaves nothing there.
    if (forTools || below(2) === 0) return { reply: "", error: oneOf(ERRORS) };
    const { error } = await agent.inject({ ...turn, called: () => {} });
    return error === undefined ? { reply: oneOf(REFUSALS) } : { reply: "", error };
  }

  return { ...agent, inject };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
