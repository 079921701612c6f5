/**
 * The words of an outcome: the line that stands in its place where it would claim too much, and the
 * sentence that gives its reason.
 *
 * @module
 */
import type { CheckResult, Outcome } from "../contract/result.ts";
import type { Suite } from "./suite.ts";

/** The canary's own words: a leak is proven, its absence isn't. */
export function headline(
  command: Suite["command"],
  outcome: Outcome,
): { readonly headline?: string } {
  if (command !== "canary") return {};
  switch (outcome) {
    case "CONFORMS":
      return { headline: "NO LEAK OBSERVED (not proof of isolation)" };
    case "DOES NOT CONFORM":
      return { headline: "LEAK PROVEN" };
    case "INCOMPLETE":
      return { headline: "INCONCLUSIVE" };
    default:
      return {};
  }
}

/** Why a canary's outcome is what it is, in words that claim no more than it can know. */
const CANARY_REASONS: Readonly<Partial<Record<Outcome, string>>> = {
  CONFORMS:
    "No nonce was seen where it must not be. State may still survive where nothing looked: a leak can be proven, its absence can't",
  "DOES NOT CONFORM": "A nonce came back where it must not be",
  INCOMPLETE: "Nothing was proven, and nothing was ruled out: the canary had no power here",
};

/** One sentence for the outcome. */
export function reasonOf(
  command: Suite["command"],
  outcome: Outcome,
  results: readonly CheckResult[],
): string {
  const careful = command === "canary" ? CANARY_REASONS[outcome] : undefined;
  if (careful !== undefined) return careful;
  const ids = (verdict: CheckResult["verdict"]) =>
    results.filter((r) => r.required && r.verdict === verdict).map((r) => r.id);
  const some = (list: readonly string[]) =>
    list.slice(0, 4).join(", ") + (list.length > 4 ? ` and ${list.length - 4} more` : "");
  switch (outcome) {
    case "CONFORMS":
      return "Every required check in the selection ran, and none failed";
    case "DOES NOT CONFORM":
      return `Required checks failed: ${some(ids("failed"))}`;
    case "INCOMPLETE": {
      const missing = ids("could_not_run");
      return missing.length === 0
        ? "No check in the selection could run"
        : `Required checks could not run: ${some(missing)}`;
    }
    case "HARNESS ERROR":
      return `A fault of this tool's own made checks void: ${
        some(results.filter((r) => r.verdict === "harness_error").map((r) => r.id))
      }`;
    case "INTERRUPTED":
      return "The run was interrupted; checks that had not run say so";
    case "NOT REACHABLE":
      return "The target is not reachable; nothing was tested";
  }
}
