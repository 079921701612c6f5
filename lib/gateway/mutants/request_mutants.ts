/**
 * Mutants that send the upstream something else than the client said.
 *
 * @module
 */
import type { NeutralRequest, NeutralTurn } from "../neutral.ts";
import { rounded, valueChanged, without } from "./arguments.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { requests } from "./seams.ts";
import { callsOf, eachCall, eachPart, eachResult, eachText } from "./turns.ts";

function mutant(
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  change: (request: NeutralRequest) => NeutralRequest,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks, kinds: ["across"], make: () => partsWith(requests(change)), kills };
}

/** Requests across dialects. */
export const REQUEST_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "result-ids-swapped",
    "swaps the ids of the first two tool results",
    "R003",
    (request) =>
      eachResult(request, (result, at, all) => ({ ...result, id: (all[1 - at] ?? result).id })),
    [{ case: "results-out-of-order", code: "result-swapped" }, {
      case: "two-calls-one-turn.one-tool-twice",
      code: "result-swapped",
    }],
  ),
  mutant(
    "results-bound-by-position",
    "gives the n-th result the id of the n-th call",
    "R003",
    (request) => {
      const calls = callsOf(request);
      return eachResult(request, (result, at) => ({ ...result, id: calls[at]?.id ?? result.id }));
    },
    [{ case: "results-out-of-order", code: "result-swapped" }],
  ),
  mutant(
    "result-text-lost",
    "sends tool results without their content",
    "R003",
    (request) => eachResult(request, (result) => ({ ...result, content: [] })),
    [{ case: "tool-result-roundtrip", code: "result-text" }],
  ),
  mutant(
    "result-error-hidden",
    "sends a tool's error as if it were its result",
    "R003",
    (request) =>
      eachResult(request, ({ error: _, ...result }) => ({
        ...result,
        content: result.content.map((one) => one.kind === "text" ? { ...one, text: "ok" } : one),
      })),
    [{ case: "explicit-tool-error.flagged", code: "result-text" }],
  ),
  mutant(
    "earlier-message-changed",
    "trims the first message once the history has grown",
    "R004",
    (request) =>
      request.turns.length < 3
        ? request
        : eachText(request, (text, turn) => turn === 0 ? text.slice(0, -1) : text),
    [{ case: "history-append-only", code: "not-append-only" }],
  ),
  mutant(
    "earlier-message-dropped",
    "drops the first message once the history has grown",
    "R004",
    (request) => request.turns.length < 3 ? request : { ...request, turns: request.turns.slice(1) },
    [{ case: "history-append-only", code: "role-changed" }],
  ),
  mutant(
    "history-calls-merged",
    "makes one call of the calls of a turn",
    "R003",
    (request) => {
      const kept = new Set(callsOf(request).slice(0, 1).map(({ id }) => id));
      return eachPart(request, (part) => {
        if (part.kind === "call") return kept.has(part.call.id) ? part : undefined;
        return part.kind === "result" && !kept.has(part.id) ? undefined : part;
      });
    },
    [{ case: "two-calls-one-turn", code: "part-missing" }],
  ),
  mutant(
    "history-argument-changed",
    "changes one value in the arguments of earlier calls",
    "R003",
    (request) =>
      eachCall(request, (call) => ({ ...call, arguments: valueChanged(call.arguments) })),
    [{ case: "tool-result-roundtrip", code: "arguments-changed" }],
  ),
  mutant(
    "history-numbers-rounded",
    "reads the numbers of earlier calls as doubles",
    "R003",
    (request) => eachCall(request, (call) => ({ ...call, arguments: rounded(call.arguments) })),
    [{ case: "unicode-arguments.exact-numbers", code: "arguments-changed" }],
  ),
  mutant(
    "history-null-dropped",
    "drops null members from the arguments of earlier calls",
    "R003",
    (request) =>
      eachCall(request, (call) => ({
        ...call,
        arguments: without(call.arguments, (value) => value === null),
      })),
    [{ case: "unicode-arguments.values", code: "arguments-changed" }],
  ),
  mutant(
    "history-text-composed",
    "normalises Unicode in the arguments of earlier calls",
    "R003",
    (request) =>
      eachCall(request, (call) => ({ ...call, arguments: call.arguments.normalize("NFC") })),
    [{ case: "unicode-arguments.values", code: "arguments-changed" }],
  ),
  mutant(
    "text-beside-calls-lost",
    "drops the text of a turn that has calls",
    "R003",
    (request) => ({
      ...request,
      turns: request.turns.map((turn) =>
        turn.parts.some(({ kind }) => kind === "call")
          ? { ...turn, parts: turn.parts.filter(({ kind }) => kind !== "text") }
          : turn
      ),
    }),
    [{ case: "two-calls-one-turn.whole", code: "part-kind" }],
  ),
  mutant(
    "system-dropped",
    "sends no system text",
    "R003",
    ({ instructions: _, ...request }) => ({
      ...request,
      turns: request.turns.filter(({ role }) => role !== "system" && role !== "developer"),
    }),
    [{ case: "tool-result-roundtrip.whole", code: "role-changed" }],
  ),
  mutant(
    "system-hoisted",
    "moves a system text past the turns before it",
    "R003",
    (request) => {
      const isSystem = ({ role }: NeutralTurn) => role === "system" || role === "developer";
      const { turns } = request;
      return {
        ...request,
        turns: [...turns.filter(isSystem), ...turns.filter((turn) => !isSystem(turn))],
      };
    },
    [{ case: "system-positions.mid-thread", code: "turn-missing" }],
  ),
  mutant(
    "limit-dropped",
    "sends no output limit of the client's",
    "R002",
    ({ limit: _, ...request }) => request,
    [{ case: "stream-truncated", code: "limit-changed" }],
  ),
  mutant(
    "schema-dropped",
    "offers tools without their schemas",
    "R003",
    (request) => ({ ...request, tools: request.tools.map(({ schema: _, ...tool }) => tool) }),
    [{ case: "tool-result-roundtrip", code: "tool-schema" }],
  ),
  mutant(
    "calls-in-parallel-forbidden",
    "forbids parallel calls that the client said nothing of",
    "R002",
    (request) => request.tools.length === 0 ? request : { ...request, parallel: false },
    [{ case: "explicit-tool-error.as-text", code: "parallel-changed" }],
  ),
  mutant(
    "tool-choice-forced",
    "requires a tool call that the client left to the model",
    "R002",
    (request) => request.tools.length === 0 ? request : { ...request, choice: "required" },
    [{ case: "explicit-tool-error.as-text", code: "choice-changed" }],
  ),
  mutant(
    "model-switched",
    "asks another model than the client named",
    "R008",
    (request) => ({ ...request, model: `${request.model}-mini` }),
    [{ case: "client-retry-is-explicit.after-success", code: "model-changed" }],
  ),
];
