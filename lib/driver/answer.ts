/**
 * From an exchange to an answer that can be trusted, or to the reason why the run must fail.
 *
 * @module
 */
import { readBody } from "../contract/body.ts";
import type { JsonDocument } from "../contract/json.ts";
import type { Violation } from "../contract/result.ts";
import { envelopeViolations } from "../contract/violations.ts";
import type { Exchange, Fault, WireResponse } from "../wire/exchange.ts";
import { ContractError, TransportError } from "./errors.ts";
import { PROTOCOL_VERSION, type Route, ROUTES } from "./request.ts";

/** A 200 whose envelope is good. */
export interface Answer {
  readonly doc: JsonDocument;
  /** What is only warned: duplicate keys, a version spelled 1.0, an empty tool name. */
  readonly warnings: readonly Violation[];
}

/**
 * Reads the answer to a request. The echo of the version is validated on all three routes
 * (version.echo-validated), and only a violation that is `failed` refuses.
 *
 * @throws {TransportError} where no whole answer came.
 * @throws {ContractError} where it breaks the contract.
 */
export function readAnswer(route: Route, exchange: Exchange): Answer {
  const { fault, response } = exchange;
  if (fault !== undefined && !isWhole(fault, response)) {
    throw new TransportError(route, exchange, fault.kind, fault.message);
  }
  if (response === undefined) throw new Error("an exchange with neither a response nor a fault");
  if (response.status !== 200) {
    throw new ContractError(route, exchange, [statusViolation(route, response)]);
  }
  const body = readBody(response.body);
  if (!body.ok) throw new ContractError(route, exchange, body.violations, body.limit);
  const { doc } = body;
  const inEnvelope = envelopeViolations(`${route}-response`, doc, VERSION);
  if (inEnvelope.length + body.violations.length === 0) return { doc, warnings: [] };
  const found = [...inEnvelope, ...body.violations];
  const failed = found.filter(({ severity }) => severity === "failed");
  if (failed.length > 0) throw new ContractError(route, exchange, failed);
  return { doc, warnings: found };
}

const VERSION = { version: PROTOCOL_VERSION };

/** A refusal with bytes after it is still that refusal, and says more than the bytes do. */
function isWhole(fault: Fault, response: WireResponse | undefined): boolean {
  return fault.kind === "trailing-bytes" && response !== undefined && response.status !== 200;
}

const CLAUSES: Readonly<Record<Route, string>> = {
  inject: "error.contract-level",
  reset: "reset.echo",
  surface: "transport.surface-route",
};

function statusViolation(route: Route, { status, reason }: WireResponse): Violation {
  return {
    clause: CLAUSES[route],
    code: "status",
    severity: "failed",
    where: "status",
    pointer: "",
    expected: "200",
    received: `${status} ${reason.slice(0, 60)}`.trim(),
    hint: statusHint(route, status),
  };
}

function statusHint(route: Route, status: number): string {
  if (status >= 300 && status < 400) {
    return "Redirects are not followed: give the base URL that answers by itself.";
  }
  if (status === 404 || status === 405) return `Serve POST ${ROUTES[route].path}.`;
  if (status === 401 || status === 403 || status === 407) {
    return "The contract has no authentication: put the bench inside the trusted network.";
  }
  if (route === "inject") {
    return 'Report an agent\'s own failure as 200 with the whole envelope and "error".';
  }
  return route === "reset"
    ? "A failed reset is fatal: answer 200 once the state is gone."
    : "Answer 404 or 501 where there is no surface to report.";
}
