/**
 * A store that no answer comes from: an archive beside the conversations, which only a look into it
 * shows.
 *
 * @module
 */
import type { Seams } from "./mutant.ts";

/** An agent that archives what it hears, and the archive. */
export interface HiddenStore extends Required<Pick<Seams, "agent">> {
  /** All that the archive holds, as a state probe would print it. */
  print(): string;
}

/** How an archive behaves. */
export interface HiddenStoreOptions {
  /** True where a reset wipes it. */
  readonly wiped: boolean;
  /** How a text is kept. Default: as it was heard. */
  readonly keep?: (text: string) => string;
}

/** Makes an archive; it is empty at first, and serves one run. */
export function hiddenStore({ wiped, keep = (text) => text }: HiddenStoreOptions): HiddenStore {
  let archive: string[] = [];
  return {
    print: () => archive.join("\n"),
    agent: (agent) => ({
      ...agent,
      async inject(turn) {
        archive.push(keep(turn.text));
        return await agent.inject(turn);
      },
      async reset() {
        if (wiped) archive = [];
        await agent.reset();
      },
    }),
  };
}
