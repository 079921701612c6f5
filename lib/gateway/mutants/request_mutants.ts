/**
 * Mutants that send the upstream something else than the client said.
 *
 * @module
 */
import type {
  NeutralCall,
  NeutralPart,
  NeutralRequest,
  NeutralTurn,
  ResultPart,
} from "../neutral.ts";
import { rounded, valueChanged, without } from "./arguments.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { requests } from "./seams.ts";

/** Changes each part of each turn; `undefined` drops it. */
export function eachPart(
  request: NeutralRequest,
  change: (part: NeutralPart) => NeutralPart | undefined,
): NeutralRequest {
  const turns = request.turns.map((turn): NeutralTurn => ({
    ...turn,
    parts: turn.parts.map(change).filter((part) => part !== undefined),
  }));
  return { ...request, turns };
}

function eachResult(
  request: NeutralRequest,
  change: (result: ResultPart, at: number, all: readonly ResultPart[]) => ResultPart,
): NeutralRequest {
  const all = request.turns.flatMap(({ parts }) => parts)
    .filter((part): part is ResultPart => part.kind === "result");
  return eachPart(
    request,
    (part) => part.kind === "result" ? change(part, all.indexOf(part), all) : part,
  );
}

/** Changes the arguments of each call. */
export function eachCall(
  request: NeutralRequest,
  change: (call: NeutralCall) => NeutralCall,
): NeutralRequest {
  return eachPart(
    request,
    (part) => part.kind === "call" ? { ...part, call: change(part.call) } : part,
  );
}

function callsOf({ turns }: NeutralRequest): readonly NeutralCall[] {
  return turns.flatMap(({ parts }) =>
    parts.flatMap((one) => one.kind === "call" ? [one.call] : [])
  );
}

/** The texts of a request's turns, each by its place among all of them. */
function eachText(request: NeutralRequest, change: (text: string, turn: number) => string) {
  const turns = request.turns.map((turn, at): NeutralTurn => ({
    ...turn,
    parts: turn.parts.map((part) =>
      part.kind === "text" ? { ...part, text: change(part.text, at) } : part
    ),
  }));
  return { ...request, turns };
}

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
    [],
  ),
  mutant(
    "results-bound-by-position",
    "gives the n-th result the id of the n-th call",
    "R003",
    (request) => {
      const calls = callsOf(request);
      return eachResult(request, (result, at) => ({ ...result, id: calls[at]?.id ?? result.id }));
    },
    [],
  ),
  mutant(
    "result-text-lost",
    "sends tool results without their content",
    "R003",
    (request) => eachResult(request, (result) => ({ ...result, content: [] })),
    [],
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
    [],
  ),
  mutant(
    "earlier-message-changed",
    "trims the first message once the history has grown",
    "R004",
    (request) =>
      request.turns.length < 3
        ? request
        : eachText(request, (text, turn) => turn === 0 ? text.slice(0, -1) : text),
    [],
  ),
  mutant(
    "earlier-message-dropped",
    "drops the first message once the history has grown",
    "R004",
    (request) => request.turns.length < 3 ? request : { ...request, turns: request.turns.slice(1) },
    [],
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
    [],
  ),
  mutant(
    "history-argument-changed",
    "changes one value in the arguments of earlier calls",
    "R003",
    (request) =>
      eachCall(request, (call) => ({ ...call, arguments: valueChanged(call.arguments) })),
    [],
  ),
  mutant(
    "history-numbers-rounded",
    "reads the numbers of earlier calls as doubles",
    "R003",
    (request) => eachCall(request, (call) => ({ ...call, arguments: rounded(call.arguments) })),
    [],
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
    [],
  ),
  mutant(
    "history-text-composed",
    "normalises Unicode in the arguments of earlier calls",
    "R003",
    (request) =>
      eachCall(request, (call) => ({ ...call, arguments: call.arguments.normalize("NFC") })),
    [],
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
    [],
  ),
  mutant(
    "system-dropped",
    "sends no system text",
    "R003",
    ({ instructions: _, ...request }) => ({
      ...request,
      turns: request.turns.filter(({ role }) => role !== "system" && role !== "developer"),
    }),
    [],
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
    [],
  ),
  mutant(
    "limit-dropped",
    "sends no output limit of the client's",
    "R002",
    ({ limit: _, ...request }) => request,
    [],
  ),
  mutant(
    "schema-dropped",
    "offers tools without their schemas",
    "R003",
    (request) => ({ ...request, tools: request.tools.map(({ schema: _, ...tool }) => tool) }),
    [],
  ),
  mutant(
    "calls-in-parallel-forbidden",
    "forbids parallel calls that the client said nothing of",
    "R002",
    (request) => request.tools.length === 0 ? request : { ...request, parallel: false },
    [],
  ),
  mutant(
    "tool-choice-forced",
    "requires a tool call that the client left to the model",
    "R002",
    (request) => request.tools.length === 0 ? request : { ...request, choice: "required" },
    [],
  ),
  mutant(
    "model-switched",
    "asks another model than the client named",
    "R008",
    (request) => ({ ...request, model: `${request.model}-mini` }),
    [],
  ),
];
