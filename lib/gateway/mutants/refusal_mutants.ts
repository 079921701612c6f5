/**
 * Mutants that carry what has to be refused, in a repaired form.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { perDialect, requests } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks: "R009", kinds: ["across"], make: () => partsWith(parts()), kills };
}

/** Takes out of a request what no other dialect has: a kept response, a vendor's own tools. */
function stripped(body: { [key: string]: JsonValue }): void {
  delete body["previous_response_id"];
  const tools = body["tools"];
  if (!Array.isArray(tools)) return;
  const own = tools.filter((tool) => {
    const type = (tool as { readonly [key: string]: JsonValue })["type"];
    return type === undefined || type === "function" || type === "custom";
  });
  if (own.length === tools.length) return;
  if (own.length === 0) delete body["tools"];
  else tools.splice(0, tools.length, ...own);
}

/** What is believed, mended or dropped in silence. */
export const REFUSAL_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "arguments-as-empty",
    "makes {} of arguments that are no JSON object",
    () => ({
      steps: {
        ...gatewayParts.steps,
        arguments(text, fault) {
          try {
            return gatewayParts.steps.arguments(text, fault);
          } catch {
            return "{}";
          }
        },
      },
    }),
    [{ case: "invalid-arguments.answer-cut", code: "arguments-repaired" }, {
      case: "invalid-arguments.answer-no-object",
      code: "arguments-repaired",
    }, { case: "invalid-arguments.in-history", code: "arguments-repaired" }],
  ),
  mutant(
    "missing-id-as-empty",
    'makes "" of the id that a call or result lacks',
    () => ({ steps: { ...gatewayParts.steps, id: (value) => value ?? "" } }),
    [{ case: "invalid-tool-identity.answer-missing", code: "id-changed" }],
  ),
  mutant(
    "duplicate-ids-let-through",
    "carries two calls of one id, and results of no call, as if they were none",
    () => ({ steps: { ...gatewayParts.steps, distinct: () => {}, paired: () => {} } }),
    [{ case: "invalid-tool-identity.answer-duplicate", code: "ids-merged" }, {
      case: "invalid-tool-identity.request-duplicate",
      code: "not-refused",
    }],
  ),
  mutant(
    "unsupported-dropped",
    "drops a vendor's own tools, and the response that a request goes on from",
    () => ({
      readRequest: perDialect((dialect) => (doc, steps) => {
        stripped(doc.value as { [key: string]: JsonValue });
        return gatewayParts.readRequest[dialect](doc, steps);
      }),
    }),
    [
      { case: "unsupported-input.previous-response", code: "not-refused" },
      { case: "unsupported-input.hosted-tool", code: "not-refused" },
      { case: "unsupported-input.server-tool", code: "member-missing" },
    ],
  ),
  mutant(
    "stop-strings-dropped",
    "drops the strings on which the client wants an answer to stop",
    () => requests((request) => ({ ...request, stop: [] })),
    [{ case: "unsupported-input.stop-strings", code: "not-refused" }],
  ),
  mutant(
    "stop-strings-cut-to-four",
    "carries the first four of the strings on which the client wants an answer to stop",
    () => requests((request) => ({ ...request, stop: request.stop.slice(0, 4) })),
    [{ case: "unsupported-input.five-stop-strings", code: "stop-strings-changed" }],
  ),
];
