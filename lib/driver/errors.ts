/**
 * How a run fails. An agent's own failure is none of these: it is a result.
 *
 * @module
 */
import type { Violation } from "../contract/result.ts";
import type { Exchange, FaultKind } from "../wire/exchange.ts";
import { type Route, ROUTES } from "./request.ts";

/** How much of a body an error carries. */
const BODY_START_BYTES = 4096;
/** How much of it an error's message shows. */
const MESSAGE_CHARACTERS = 200;

/**
 * The endpoint answered, and the answer breaks the contract: a status other than 200, a body that
 * can't be parsed, a missing key, a wrong type or version (error.contract-level). Fails the run.
 *
 * @example What the answer did wrong, and where
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { ContractError, HttpInject, serveEndpoint } from "@wt/inject";
 *
 * const handler = () => Response.json({ wt_inject: 1, reply: "Four." }); // no tool_calls
 * const endpoint = await serveEndpoint({ port: 0, handler });
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   const error = await driver.inject("s", "How many lamps?").catch((error) => error);
 *   if (!(error instanceof ContractError)) throw error;
 *   const [violation] = error.violations;
 *   assertEquals([error.status, violation?.clause], [200, "response.tool-calls-present"]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export class ContractError extends Error {
  /** For those who have lost the class. */
  override readonly name = "ContractError";
  /** The route that was asked. */
  readonly route: Route;
  /** What is wrong; empty only where a bound of ours (the body's depth) was hit. */
  readonly violations: readonly Violation[];
  /** The answer's HTTP status; 0 where there was none. */
  readonly status: number;
  /** The body's first 4 KiB as text; bytes that aren't UTF-8 are replaced. */
  readonly bodyStart: string;
  /** The whole exchange, as evidence. */
  readonly exchange: Exchange;

  /**
   * Says of an answer how it breaks the contract.
   *
   * @param limit The bound of ours that was hit, where that is the matter.
   */
  constructor(
    route: Route,
    exchange: Exchange,
    violations: readonly Violation[],
    limit?: string,
  ) {
    const bodyStart = startOf(exchange.response?.body ?? new Uint8Array());
    super(contractMessage(route, exchange, violations, limit, bodyStart));
    this.route = route;
    this.violations = violations;
    this.status = exchange.response?.status ?? 0;
    this.bodyStart = bodyStart;
    this.exchange = exchange;
  }
}

/**
 * No whole answer came: nothing listens, the connection broke, the framing is wrong, the deadline
 * passed. Fails the run, and is never retried (error.no-retry).
 *
 * @example Nobody listens
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { HttpInject, TransportError } from "@wt/inject";
 *
 * const driver = new HttpInject({ baseUrl: "http://127.0.0.1:1", timeoutS: 30 });
 * const error = await driver.reset().catch((error) => error);
 * if (!(error instanceof TransportError)) throw error;
 * assertEquals([error.route, error.kind], ["reset", "refused"]);
 * ```
 */
export class TransportError extends Error {
  /** For those who have lost the class. */
  override readonly name = "TransportError";
  /** The route that was asked. */
  readonly route: Route;
  /** What went wrong on the wire. */
  readonly kind: FaultKind;
  /** The whole exchange, as evidence. */
  readonly exchange: Exchange;

  /**
   * Says of an exchange why no whole answer came.
   *
   * @param message What the wire did, one sentence.
   */
  constructor(route: Route, exchange: Exchange, kind: FaultKind, message: string) {
    const status = exchange.response?.status;
    const after = status === undefined ? "" : ` (after status ${status})`;
    super(`${beginning(route, exchange)}: ${message}${after} [${kind}]. ${ADVICE[kind]}`);
    this.route = route;
    this.kind = kind;
    this.exchange = exchange;
  }
}

function beginning(route: Route, { request }: Exchange): string {
  return `Cannot ${ROUTES[route].doing} (${request.method} ${request.url})`;
}

function startOf(body: Uint8Array): string {
  // A stream decoder drops a character that the cut goes through, instead of replacing it.
  const cut = body.length > BODY_START_BYTES;
  return new TextDecoder().decode(body.subarray(0, BODY_START_BYTES), { stream: cut });
}

function contractMessage(
  route: Route,
  exchange: Exchange,
  violations: readonly Violation[],
  limit: string | undefined,
  bodyStart: string,
): string {
  const [first, ...others] = violations;
  const what = first === undefined
    ? `the answer can't be read within ${limit}. Answer with less nesting.`
    : `${placeOf(first)}: expected ${first.expected}; received ${first.received} ` +
      `[${first.code}]. ${first.hint}`;
  const more = others.length === 0 ? "" : ` (And ${others.length} more.)`;
  // A surface is the system prompt: its error travels to logs and traces, and quotes none of it.
  const quoted = route === "surface" ? "" : ` Body: ${quote(bodyStart)}`;
  const status = exchange.response?.status ?? 0;
  return `${beginning(route, exchange)}: ${what}${more} Status: ${status}.${quoted}`;
}

function placeOf({ where, pointer }: Violation): string {
  if (where !== "body") return `the ${where}`;
  return pointer === "" ? "the body" : pointer;
}

function quote(text: string): string {
  if (text === "") return "empty";
  const start = text.slice(0, MESSAGE_CHARACTERS).toWellFormed();
  return JSON.stringify(start) + (text.length > MESSAGE_CHARACTERS ? "…" : "");
}

const SET_URL = "Start the endpoint, or set WT_INJECT_URL to where it listens.";
const FRAMING = "The endpoint, or a proxy before it, must send HTTP/1.1 as it declares it.";
const CRASHED =
  "Look for a crash in the endpoint's log; the request was sent once and isn't sent again.";

/** What to do, for each way in which a wire can fail. */
const ADVICE: Readonly<Record<FaultKind, string>> = {
  "dns": "Check the host name in WT_INJECT_URL.",
  "refused": SET_URL,
  "unreachable": "Check the address in WT_INJECT_URL and the network between.",
  "tls": "Check the certificate, or speak http on a trusted network.",
  "no-response": CRASHED,
  "cut-head": CRASHED,
  "bad-head": FRAMING,
  "head-too-large": FRAMING,
  "cut-body": `${CRASHED} ${FRAMING}`,
  "bad-chunk": FRAMING,
  "body-too-large": "Answer with a smaller body, or raise maxBodyBytes.",
  "trailing-bytes": "Send exactly as many body bytes as are declared, and nothing after them.",
  "reset": CRASHED,
  "timeout": "The endpoint must enforce timeout_s itself and answer with an error envelope; " +
    "a slower agent needs a larger WT_INJECT_TIMEOUT_S.",
  "aborted": "The caller ended it.",
  "io": "Look at the exchange for what came.",
};
