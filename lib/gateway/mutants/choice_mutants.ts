/**
 * Mutants that break what a request says of its tools: which may be called, which must be, and how many at
 * once.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "../../contract/json.ts";
import type { NeutralRequest } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { perDialect, requests } from "./seams.ts";

function mutant(
  id: string,
  what: string,
  parts: () => Partial<GatewayParts>,
  kill: string,
  code: string,
  breaks: GatewayMutant["breaks"] = "R002",
): GatewayMutant {
  const kills = [{ case: kill, code }];
  return { id, what, breaks, kinds: ["across"], make: () => partsWith(parts()), kills };
}

/** A request without what it says of parallel calls. */
function unparalleled({ parallel: _, ...request }: NeutralRequest): NeutralRequest {
  return request;
}

/** The request that a dialect's writer makes, changed as text. */
function writtenTo(
  dialect: "messages" | "responses",
  change: (text: string) => string,
): Pick<GatewayParts, "writeRequest"> {
  const { writeRequest } = gatewayParts;
  return {
    writeRequest: {
      ...writeRequest,
      [dialect]: (r: NeutralRequest) => change(writeRequest[dialect](r)),
    },
  };
}

/** A request without a choice of its own kind. */
function withoutAllowed({ value }: JsonDocument): void {
  const body = value as { [key: string]: JsonValue };
  const choice = body.tool_choice;
  if (choice === null || typeof choice !== "object" || Array.isArray(choice)) return;
  if (choice.type === "allowed_tools") delete body.tool_choice;
}

/** The choice of tools. */
export const CHOICE_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "choice-required-as-auto",
    "lets the model answer in words where it must call a tool",
    () =>
      requests((request) =>
        request.choice === "required" ? { ...request, choice: "auto" } : request
      ),
    "tool-choice-matrix.modes",
    "choice-changed",
  ),
  mutant(
    "choice-name-forgotten",
    "asks for any call where a named tool must be called",
    () =>
      requests((request) =>
        typeof request.choice === "object" ? { ...request, choice: "required" } : request
      ),
    "tool-choice-matrix.modes",
    "choice-changed",
  ),
  mutant(
    "choice-none-forgotten",
    "says nothing where no tool may be called",
    () =>
      requests(({ choice, ...request }) =>
        choice === undefined || choice === "none" ? request : { ...request, choice }
      ),
    "tool-choice-matrix.none",
    "choice-changed",
  ),
  mutant(
    "choice-in-foreign-form",
    'tells Responses its choice as Messages has it: {"type":"auto"}',
    () =>
      writtenTo(
        "responses",
        (text) => text.replace(/"tool_choice":"(\w+)"/, '"tool_choice":{"type":"$1"}'),
      ),
    "tool-choice-matrix.modes",
    "member-malformed",
  ),
  mutant(
    "single-call-forgotten",
    "lets several calls come at once where the client allows one",
    () => requests(unparalleled),
    "tool-choice-matrix.single",
    "parallel-changed",
  ),
  mutant(
    "single-call-forgotten-without-choice",
    "forgets that one call is allowed at a time unless a choice is given too",
    () => requests((request) => request.choice === undefined ? unparalleled(request) : request),
    "tool-choice-matrix.single",
    "parallel-changed",
  ),
  mutant(
    "flag-beside-none",
    "tells Messages to disable parallel calls beside a choice of none",
    () =>
      writtenTo(
        "messages",
        (text) =>
          text.replace('{"type":"none"}', '{"type":"none","disable_parallel_tool_use":true}'),
      ),
    "tool-choice-matrix.none-single",
    "parallel-changed",
  ),
  mutant(
    "allowed-tools-forgotten",
    "offers all tools where the client allows some of them",
    () => ({
      readRequest: perDialect((dialect) => (doc, steps) => {
        withoutAllowed(doc);
        return gatewayParts.readRequest[dialect](doc, steps);
      }),
    }),
    "tool-choice-matrix.allowed",
    "tool-added",
    "R009",
  ),
];
