/** Trials and mutants made by hand, for tests that need no socket or little of one. */
import type { CoopMutant } from "../../lib/endpoint/coop_mutant.ts";
import { clean } from "../../lib/endpoint/mutant.ts";
import { json } from "../../lib/endpoint/mutant_seams.ts";
import type { Said, TrialResult } from "../../lib/selftest/report.ts";

/** A run that said nothing but its outcome. */
export function said(outcome: Said["outcome"], failed: string[] = [], warned: string[] = []): Said {
  return { outcome, failed, warned };
}

/** A trial that ended as pinned, unless told otherwise. */
export function trial(id: string, more: Partial<TrialResult> = {}): TrialResult {
  const says = more.said ?? said("CONFORMS");
  return {
    id,
    theme: "made by hand",
    run: "default",
    breaks: null,
    what: "it is made by hand",
    state: "as_pinned",
    pinned: says,
    said: says,
    details: [],
    duration_ms: 1,
    ...more,
  };
}

/** The reference endpoint under another name. */
export function harmless(id: string, more: Partial<CoopMutant> = {}): CoopMutant {
  return { id, breaks: undefined, what: "the reference, unchanged", expect: clean, ...more };
}

/** An endpoint that leaves out tool_calls. */
export function broken(id: string, more: Partial<CoopMutant> = {}): CoopMutant {
  return harmless(id, {
    breaks: "response.tool-calls-present",
    answer: ({ route, valid }) =>
      route === "inject" && valid ? json({ wt_inject: 1, reply: "Good morning." }) : undefined,
    ...more,
  });
}
