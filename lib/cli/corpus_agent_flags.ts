/**
 * Flags of `wt-inject corpus run` that need --agent.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import type { Arguments } from "./arguments.ts";
import { ONLY_WITH_AGENT } from "./table_corpus_agent.ts";

/** Refuses flags that say something of an agent where none is named. @throws UsageError */
export function refuseAgentFlags(args: Arguments): void {
  const one = ONLY_WITH_AGENT.find((name) => args.given(name));
  if (one === undefined) return;
  throw new UsageError(
    `Cannot use --${one} here: it says something of an agent, and none is named`,
    "Add --agent URL, or leave it out.",
  );
}
