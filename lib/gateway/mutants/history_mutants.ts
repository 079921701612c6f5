/**
 * Mutants that mislay what stands beside calls and results, or before them.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { NeutralPart, NeutralRequest, NeutralTurn } from "../neutral.ts";
import { gatewayParts } from "../parts.ts";
import { across, type GatewayMutant } from "./mutant.ts";
import { perDialect, requests } from "./seams.ts";
import { eachResult, holds } from "./turns.ts";
import { entriesOf, type Members, written } from "./written.ts";

/** A turn with the same role and other parts. */
function only(turn: NeutralTurn, kind: NeutralPart["kind"]): NeutralTurn {
  return { ...turn, parts: turn.parts.filter((part) => part.kind === kind) };
}

/** Drops what a user says in the turn of tool results, or right after them. */
function saidWithResultsDropped(request: NeutralRequest): NeutralRequest {
  let afterResults = false;
  const turns = request.turns.flatMap((turn): readonly NeutralTurn[] => {
    if (turn.role !== "user") afterResults = false;
    if (holds(turn, "result")) {
      afterResults = true;
      return [only(turn, "result")];
    }
    return afterResults ? [] : [turn];
  });
  return { ...request, turns };
}

/** Puts the user's text before the results that it came with. */
function saidBeforeResults(body: Members, dialect: Dialect): void {
  const isResult = ({ role, type }: Members) =>
    role === "tool" || type === "function_call_output" || type === "tool_result";
  const resultsLast = (list: Members[]) =>
    list.sort((one, other) => Number(isResult(one)) - Number(isResult(other)));
  const entries = entriesOf(body);
  if (dialect === "messages") {
    for (const { role, content } of entries) {
      if (role === "user" && Array.isArray(content)) resultsLast(content as Members[]);
    }
    return;
  }
  for (const [at, here] of entries.entries()) {
    let first = at;
    while (first > 0 && isResult(entries[first - 1]!)) first--;
    if (here.role === "user") entries.splice(first, 0, ...entries.splice(at, 1));
  }
}

/** System texts that lead, as positions in the turns; those that don't have more before them. */
function systemTurns(
  request: NeutralRequest,
  change: (turn: NeutralTurn, leads: boolean, nth: number) => NeutralTurn | undefined,
): NeutralRequest {
  let leads = true;
  let nth = request.instructions === undefined ? 0 : 1;
  const turns = request.turns.flatMap((turn): readonly NeutralTurn[] => {
    if (turn.role !== "system" && turn.role !== "developer") {
      leads = false;
      return [turn];
    }
    const changed = change(turn, leads, nth++);
    return changed === undefined ? [] : [changed];
  });
  return { ...request, turns };
}

/** What stands beside calls and results, and before them. */
export const HISTORY_MUTANTS: readonly GatewayMutant[] = [
  across(
    "said-with-results-dropped",
    "carries the results of a user's turn, and not the text beside them",
    "R003",
    () => requests(saidWithResultsDropped),
    [{ case: "tool-results-plus-user-text", code: "turn-missing" }],
  ),
  across(
    "said-before-results",
    "puts the user's text before the results that it came with",
    "R003",
    () => written(saidBeforeResults),
    [{ case: "tool-results-plus-user-text.after", code: "role-changed" }],
  ),
  across(
    "note-beside-call-dropped",
    "drops what the assistant says between a call and its result",
    "R003",
    () =>
      requests((request) => ({
        ...request,
        turns: request.turns.map((turn, at) => {
          if (turn.role !== "assistant") return turn;
          const called = turn.parts.findIndex(({ kind }) => kind === "call");
          const after = called < 0 && holds(request.turns[at - 1], "call");
          return {
            ...turn,
            parts: turn.parts.filter(({ kind }, part) =>
              kind !== "text" || !(after || (called >= 0 && part > called))
            ),
          };
        }),
      })),
    [{ case: "tool-results-plus-user-text.note", code: "part-missing" }],
  ),
  across(
    "second-system-dropped",
    "sends the first system text alone",
    "R003",
    () =>
      requests((request) =>
        systemTurns(request, (turn, leads, nth) => leads && nth > 0 ? undefined : turn)
      ),
    [{ case: "system-positions.two-leading", code: "text-changed" }],
  ),
  across(
    "developer-dropped",
    "sends no developer's text",
    "R003",
    () =>
      requests((request) =>
        systemTurns(request, (turn) => turn.role === "developer" ? undefined : turn)
      ),
    [{ case: "system-positions.developer", code: "role-changed" }],
  ),
  across(
    "late-system-as-user",
    "has the user say what a system text in the middle says",
    "R003",
    () =>
      requests((request) =>
        systemTurns(request, (turn, leads) => leads ? turn : { ...turn, role: "user" })
      ),
    [{ case: "system-positions.mid-thread", code: "text-changed" }],
  ),
  across(
    "late-system-dropped",
    "drops a system text in the middle",
    "R003",
    () => requests((request) => systemTurns(request, (turn, leads) => leads ? turn : undefined)),
    [{ case: "system-positions.mid-thread", code: "turn-missing" }],
  ),
  across(
    "system-last",
    "puts the system text after the conversation, wherever that ends",
    "R004",
    () =>
      requests(({ instructions, ...request }) => {
        const isSystem = ({ role }: NeutralTurn) => role === "system" || role === "developer";
        const { turns } = request;
        const first: readonly NeutralTurn[] = instructions === undefined
          ? []
          : [{ role: "system", parts: [{ kind: "text", text: instructions }] }];
        return {
          ...request,
          turns: [...turns.filter((turn) => !isSystem(turn)), ...first, ...turns.filter(isSystem)],
        };
      }),
    [{ case: "system-positions.developer", code: "not-append-only" }],
  ),
  across(
    "result-error-unmarked",
    "sends a tool's error with its text, and without a word that it is one",
    "R009",
    () => requests((request) => eachResult(request, ({ error: _, ...result }) => result)),
    [{ case: "explicit-tool-error.flagged", code: "result-text" }],
  ),
  across(
    "streamed-ids-unchecked",
    "asks calls for ids of their own in whole answers alone",
    "R009",
    () => ({
      streamReader: perDialect((dialect) => (steps) =>
        gatewayParts.streamReader[dialect]({
          ...steps,
          id: (value) => value ?? "",
          distinct: () => {},
        })
      ),
    }),
    [
      { case: "invalid-tool-identity.streamed-missing", code: "false-success" },
      { case: "invalid-tool-identity.streamed-duplicate", code: "false-success" },
    ],
  ),
];
