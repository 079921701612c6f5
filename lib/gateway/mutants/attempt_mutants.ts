/**
 * Mutants that ask the upstream more often than the client asks them.
 *
 * @module
 */
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { bodies } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  const kinds = ["relay", "across"] as const;
  return { id, what, breaks: "R008", kinds, make: () => partsWith(parts()), kills };
}

function retry(
  id: string,
  what: string,
  statuses: readonly number[],
  kills: GatewayMutant["kills"],
): GatewayMutant {
  const parts = (): Partial<GatewayParts> => ({
    async attempt(call) {
      const first = await gatewayParts.attempt(call);
      if (!statuses.includes(first.status)) return first;
      first.close();
      return await gatewayParts.attempt(call);
    },
  });
  return mutant(id, what, parts, kills);
}

/** Asks again where an answer's body breaks off, and goes on with what comes then. */
function resumed(): Pick<GatewayParts, "attempt"> {
  return bodies(async function* (answer, call) {
    try {
      yield* answer.body;
    } catch {
      const second = await gatewayParts.attempt(call);
      try {
        yield* second.body;
      } finally {
        second.close();
      }
    }
  });
}

/** Hidden attempts. */
export const ATTEMPT_MUTANTS: readonly GatewayMutant[] = [
  retry("retry-on-500", "asks again when the upstream answers 500", [500], [{
    case: "client-retry-is-explicit.after-500",
    code: "hidden-attempt",
  }]),
  retry("retry-on-429", "asks again when the upstream answers 429", [429], [{
    case: "client-retry-is-explicit.after-429",
    code: "hidden-attempt",
  }]),
  retry("retry-on-overload", "asks again when the upstream is overloaded", [503, 529], [{
    case: "client-retry-is-explicit.after-overload",
    code: "hidden-attempt",
  }]),
  mutant(
    "retry-before-head",
    "asks again when the connection breaks before the answer's head",
    () => ({
      attempt: (call) => gatewayParts.attempt(call).catch(() => gatewayParts.attempt(call)),
    }),
    [{ case: "client-retry-is-explicit.after-no-answer", code: "hidden-attempt" }],
  ),
  mutant(
    "retry-in-stream",
    "asks again when the connection breaks after the answer's first byte",
    resumed,
    [{ case: "stream-truncated.reset-after-text", code: "hidden-attempt" }],
  ),
  mutant("attempt-doubled", "asks twice and answers with the second", () => ({
    async attempt(call) {
      const first = await gatewayParts.attempt(call);
      first.close();
      return await gatewayParts.attempt(call);
    },
  }), [{ case: "client-retry-is-explicit.after-success", code: "hidden-attempt" }]),
];
