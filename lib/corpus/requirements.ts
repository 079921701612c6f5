/**
 * The corpus's requirements, with the sentences that a result quotes.
 *
 * @module
 */

/** Requirement ids and their texts, word for word. */
export const REQUIREMENTS = {
  R001:
    "Store a versioned corpus with stable case IDs and a content hash. Each case declares the " +
    "invariant, applicable existing adapter path, synthetic input, expected result, and whether the " +
    "input is deliberately invalid. Unknown keys, duplicate IDs, missing expectations, and invalid " +
    "fixture references fail loading.",
  R002:
    "Test the real request translation/relay path against explicit expected payloads or events. Do " +
    "not generate expected output with the production translator or normalize away fields being " +
    "tested.",
  R003: "Preserve supported role order, content, tool names, argument values, tool-call IDs, and " +
    "tool-result associations across turns. Compare parsed JSON argument objects for semantic " +
    "cases; use exact bytes only for cases explicitly testing string or transport fidelity. " +
    "Object-key ordering alone is not failure.",
  R004:
    "Capture deep copies of every request given to the agentic runner's fake caller. Assert prior " +
    "messages are unchanged and the actual assistant response plus corresponding tool results " +
    "appear in the next request. A mutation of a previously captured request must be detected " +
    "independently of the final answer.",
  R005:
    "A branched-history fixture executes two independent client histories. Neither request may " +
    "contain the other branch's messages or tool results. This tests stateless request isolation, " +
    "not support for server-side branching.",
  R006:
    "SSE cases prove incremental delivery, split UTF-8 handling, split tool arguments, correct " +
    "terminal events, and bounded failure on truncation. A reader must observe an early event " +
    "before the fake upstream releases its final event.",
  R007: "Disconnect and upstream-error cases preserve the current transport error contract and " +
    "release admission leases exactly once. A partial response must never be reported as a " +
    "complete successful answer.",
  R008: "Explicit client retries are separate requests. The gateway must not issue additional " +
    "upstream attempts, execute tools, or switch tiers. Request correlation stays per attempt; do " +
    "not promise idempotent upstream execution.",
  R009: "Missing/duplicate tool IDs, malformed arguments, unsupported input items, and exhausted " +
    "output budgets have explicit case outcomes. Preserve each documented adapter's " +
    "reject/pass-through behavior; do not silently invent a successful repaired message. Where " +
    "current contracts differ, record separate adapter expectations rather than imposing a new " +
    "compatibility policy.",
  R010: "Reports separate passed, failed, and not_applicable per adapter. Every applicable case " +
    "must pass for that adapter to claim this corpus version. A newly unsupported case is a " +
    "failure until the contract change is reviewed.",
  R011:
    "CI performs no external model calls and executes no fixture tool commands. Public fixtures " +
    "are authored synthetically. Persist only case IDs, input hashes, counts, expected/observed " +
    "structural differences, and bounded failure codes by default; never publish real request " +
    "content or reasoning text.",
  R012:
    "Existing agentic/context/SWE profile hashes and scores remain unchanged. Live use of related " +
    "agentic scenarios is optional separate evidence with exact model, endpoint contract, " +
    "controls, and corpus identity; CI success is not model qualification or client acceptance.",
} as const;

/** A requirement's id. */
export type RequirementId = keyof typeof REQUIREMENTS;

/** True of a requirement's id. */
export function isRequirement(id: string): id is RequirementId {
  return Object.hasOwn(REQUIREMENTS, id);
}

/** The invariants for whose sake a derived or policy expectation may fail a cell. */
const PROTECTED: readonly RequirementId[] = [
  "R003",
  "R004",
  "R005",
  "R006",
  "R007",
  "R008",
  "R009",
];

/** True of R003 to R009. */
export function isProtected(id: RequirementId): boolean {
  return PROTECTED.includes(id);
}
