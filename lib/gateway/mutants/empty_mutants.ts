/**
 * Mutants that mistake what is empty for what is missing.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";
import type { Dialect } from "../dialect.ts";
import { gatewaySteps } from "../steps.ts";
import { without } from "./arguments.ts";
import { across, type GatewayMutant } from "./mutant.ts";
import { answers, calls, events, requests } from "./seams.ts";
import { eachCall, eachPart, eachResult, holds } from "./turns.ts";
import { entriesOf, type Members, written } from "./written.ts";

/** Gives Messages a block of text for what has none. */
function emptyBlockAdded(body: Members, dialect: Dialect): void {
  if (dialect !== "messages") return;
  for (const { role, content } of entriesOf(body)) {
    const blocks = Array.isArray(content) ? content as Members[] : [];
    if (role !== "assistant" || blocks.some(({ type }) => type === "text")) continue;
    blocks.unshift({ type: "text", text: "" });
  }
}

const NO_ARGUMENTS = /^\s*\{\s*\}\s*$/;
const isEmpty = (value: JsonValue) =>
  value === false || value === 0 || value === "" || (Array.isArray(value) && value.length === 0);

/** What is empty. */
export const EMPTY_MUTANTS: readonly GatewayMutant[] = [
  across(
    "no-arguments-refused",
    "takes arguments of no text for malformed ones",
    "R009",
    () => ({
      steps: {
        ...gatewaySteps,
        arguments(text, fault) {
          if (text === "") throw fault("a tool call's arguments are not a JSON object");
          return gatewaySteps.arguments(text, fault);
        },
      },
    }),
    [
      { case: "zero-argument-tool.empty-text", code: "ending" },
      { case: "zero-argument-tool.streamed-empty", code: "ending" },
    ],
  ),
  across(
    "no-arguments-null",
    "tells arguments of {} as null",
    "R003",
    () =>
      calls((call) => NO_ARGUMENTS.test(call.arguments) ? { ...call, arguments: "null" } : call),
    [
      { case: "zero-argument-tool.object", code: "arguments-not-an-object" },
      { case: "zero-argument-tool.streamed-object", code: "arguments-not-an-object" },
    ],
  ),
  across(
    "no-arguments-dropped",
    "leaves out earlier calls without arguments, and their results",
    "R003",
    () =>
      requests((request) => {
        const gone = new Set<string>();
        return eachPart(request, (part) => {
          if (part.kind === "call" && NO_ARGUMENTS.test(part.call.arguments)) {
            gone.add(part.call.id);
          }
          const id = part.kind === "call" ? part.call.id : part.kind === "result" ? part.id : "";
          return gone.has(id) ? undefined : part;
        });
      }),
    [{ case: "zero-argument-tool.object", code: "turn-missing" }],
  ),
  across(
    "no-arguments-filled",
    "gives earlier calls without arguments one that nobody gave",
    "R003",
    () =>
      requests((request) =>
        eachCall(
          request,
          (call) =>
            NO_ARGUMENTS.test(call.arguments) ? { ...call, arguments: '{"input":""}' } : call,
        )
      ),
    [{ case: "zero-argument-tool.empty-text", code: "arguments-changed" }],
  ),
  across(
    "empty-text-block",
    "puts an empty block of text before calls that have no text",
    "R003",
    () => written(emptyBlockAdded),
    [
      { case: "null-and-empty-content.history-null", code: "empty-text" },
      { case: "null-and-empty-content.history-empty", code: "empty-text" },
    ],
  ),
  across(
    "text-for-null",
    "writes a text where a turn has calls and none",
    "R003",
    () =>
      requests((request) => ({
        ...request,
        turns: request.turns.map((turn) =>
          holds(turn, "call") && !holds(turn, "text")
            ? { ...turn, parts: [{ kind: "text", text: "(no content)" }, ...turn.parts] }
            : turn
        ),
      })),
    [{ case: "null-and-empty-content.history-null", code: "part-kind" }],
  ),
  across(
    "result-of-nothing-filled",
    "writes a text into results that have none",
    "R003",
    () =>
      requests((request) =>
        eachResult(
          request,
          (result) =>
            result.content.some((part) => part.kind !== "text" || part.text !== "")
              ? result
              : { ...result, content: [{ kind: "text", text: "(no output)" }] },
        )
      ),
    [{ case: "null-and-empty-content.history-null", code: "result-text" }],
  ),
  across(
    "empty-values-dropped",
    "drops false, zero and what is empty from the arguments of an answer",
    "R003",
    () => calls((call) => ({ ...call, arguments: without(call.arguments, isEmpty) })),
    [
      { case: "null-and-empty-content.answer-empty", code: "arguments-changed" },
      { case: "null-and-empty-content.streamed-empty", code: "arguments-changed" },
    ],
  ),
  across(
    "answer-of-nothing-filled",
    "writes a text into an answer that has none",
    "R003",
    () =>
      answers((answer) =>
        answer.parts.length > 0
          ? answer
          : { ...answer, parts: [{ kind: "text", text: "(no answer)" }] }
      ),
    [{ case: "null-and-empty-content.answer-nothing", code: "part-added" }],
  ),
  across(
    "streamed-empty-text",
    "opens a stream's answer with a text of nothing",
    "R006",
    () =>
      events(() => (event) =>
        event.kind === "start" ? [event, { kind: "text", text: "" }, { kind: "text-end" }] : [event]
      ),
    [{ case: "null-and-empty-content.streamed-empty", code: "empty-text" }],
  ),
];
