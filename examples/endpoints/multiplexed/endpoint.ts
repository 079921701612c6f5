/**
 * An agent that serves many people in many channels from one process, behind Contract C. It keeps what
 * was said by channel and user; the bench knows neither, so both are found on this side of the wire:
 *
 * - the channel is configuration, `DESK_CHANNEL`;
 * - each session is a user of its own, derived from its id;
 * - a reset empties the bench's channel, the index that was made of its texts too, and no other.
 *
 *     deno run --allow-net=127.0.0.1 --allow-env=DESK_CHANNEL examples/endpoints/multiplexed/endpoint.ts
 *
 * `--port N` listens elsewhere than on 8647; 0 is any free port.
 *
 * @module
 */
import { type Agent, contractHandler } from "@wt/inject/endpoint";

/** By what the agent knows people. None of it is ever on the bench's wire. */
export interface Identity {
  readonly channel: string;
  readonly user: string;
}

/** The agent, as it was before there was a bench. A few rules stand in the place of a model. */
export class FrontDesk {
  /** channel → user → what that user said */
  readonly #transcripts = new Map<string, Map<string, string[]>>();
  /** channel → user → words: derived from the transcripts, and as forgetful as they are. */
  readonly #index = new Map<string, Map<string, Set<string>>>();

  /** Answers a text. What the signal ends leaves nothing behind. */
  async answer({ channel, user }: Identity, text: string, signal: AbortSignal): Promise<string> {
    const said = this.#transcripts.get(channel)?.get(user) ?? [];
    const reply = await think(text, said);
    signal.throwIfAborted(); // right before it is kept
    inner(this.#transcripts, channel).set(user, [...said, text]);
    inner(this.#index, channel).set(user, new Set([...said, text].join(" ").split(/\s+/)));
    return reply;
  }

  /** Whether anybody in a channel has used a word. */
  knows(channel: string, word: string): boolean {
    return [...this.#index.get(channel)?.values() ?? []].some((words) => words.has(word));
  }

  /** Forgets a channel: all of its users, and what was made of their words. */
  empty(channel: string): void {
    this.#transcripts.delete(channel);
    this.#index.delete(channel);
  }
}

function inner<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const found = outer.get(key) ?? new Map<string, Value>();
  outer.set(key, found);
  return found;
}

/** In the place of a model, which would be asked over a wire, with the turn's signal. */
function think(text: string, said: readonly string[]): Promise<string> {
  if (!text.endsWith("?")) return Promise.resolve("I have made a note of it.");
  return Promise.resolve(
    said.length === 0 ? "You haven't told me anything." : `You told me: ${said.join(" ")}`,
  );
}

/**
 * A user for a session: another for every other session, the same for the same one. A hash, because a
 * session's id may be any text of any length, and a user's name here may not.
 */
export async function userOf(sessionId: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sessionId));
  return `bench-${
    [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  }`;
}

/** The desk as the bench sees it: one channel, a user a session. */
export function benched(
  desk: FrontDesk,
  channel: string,
  identify: (sessionId: string) => Promise<string> = userOf,
): Agent {
  return {
    async inject({ sessionId, text, signal }) {
      return {
        reply: await desk.answer({ channel, user: await identify(sessionId) }, text, signal),
      };
    },
    reset: () => desk.empty(channel),
  };
}

if (import.meta.main) {
  const port = Number(/--port[= ](\d+)/.exec(Deno.args.join(" "))?.[1] ?? 8647);
  const channel = Deno.env.get("DESK_CHANNEL") || "bench";
  const onListen = ({ port }: { port: number }) =>
    console.log(`listening on http://127.0.0.1:${port}`);
  Deno.serve(
    { hostname: "127.0.0.1", port, onListen },
    contractHandler(benched(new FrontDesk(), channel)),
  );
}
