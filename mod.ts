/**
 * wt-inject as a library: the driver of Contract C, the endpoint kit, the conformance suite and the
 * reset canary, with reports in every format. `deno run jsr:@wt/inject` is the command line.
 *
 * The driver sends every request exactly once: no retry, no redirect, no proxy, a connection of its own,
 * and one deadline over the whole exchange. Beside it stand `@wt/inject/endpoint` (the kit, free of
 * Deno), `/reference`, `/certify`, `/surface`, `/run`, `/corpus`, `/gateway` and `/selftest`.
 *
 * @example An agent behind the contract, one turn through the driver, and a verdict
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { conform, contractHandler, HttpInject, newSessionId, serveEndpoint } from "@wt/inject";
 *
 * const handler = contractHandler({
 *   inject: ({ text }) => Promise.resolve({ reply: `You said: ${text}` }),
 *   reset: () => {},
 * });
 * const endpoint = await serveEndpoint({ port: 0, handler });
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   await driver.reset();
 *   const turn = await driver.inject(newSessionId(), "Where is order 4417?");
 *   assertEquals(turn.error ?? turn.reply, "You said: Where is order 4417?");
 *
 *   const report = await conform({ baseUrl: endpoint.url, patterns: ["response.reply"] });
 *   assertEquals(report.outcome, "CONFORMS");
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 *
 * @example The reset canary, with a look into the endpoint's own store
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { canary, contractHandler, serveEndpoint } from "@wt/inject";
 *
 * const notes: string[] = [];
 * const handler = contractHandler({
 *   inject: ({ text }) => {
 *     notes.push(text);
 *     return Promise.resolve({ reply: "Noted." });
 *   },
 *   reset: () => {}, // forgets nothing
 * });
 * const endpoint = await serveEndpoint({ port: 0, handler });
 * try {
 *   const report = await canary({
 *     baseUrl: endpoint.url,
 *     rounds: 1,
 *     recall: false,
 *     stateProbe: () => Promise.resolve(notes.join("\n")),
 *   });
 *   assertEquals(report.exit_code, 1); // a leak is proven. 3 would be: inconclusive
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 *
 * @module
 */

// The driver.
export {
  type CallOptions,
  HttpInject,
  type HttpInjectOptions,
  SessionBusyError,
} from "./lib/driver/http_inject.ts";
export { ContractError, TransportError } from "./lib/driver/errors.ts";
export type { Route } from "./lib/driver/request.ts";
export { newSessionId } from "./lib/driver/session_id.ts";
export { type OpenAiResponse, type OpenAiToolCall, toOpenAiResponse } from "./lib/driver/openai.ts";
export type {
  ExtraSegment,
  InjectedToolCall,
  InjectResult,
  ReportedSurface,
  ResetResult,
  SurfaceResult,
  SystemPart,
  ToolDefinition,
} from "./lib/driver/result.ts";

// The wire under it.
export { type FetchLike, onceFetch } from "./lib/wire/fetch.ts";
export type { JsonDocument, JsonValue } from "./lib/contract/json.ts";
export type {
  Exchange,
  Fault,
  FaultKind,
  HeaderList,
  Times,
  Transport,
  TransportOptions,
  WireRequest,
  WireResponse,
} from "./lib/wire/exchange.ts";

// The other side of it. `@wt/inject/endpoint` has these free of Deno, but for serveEndpoint.
export {
  type Agent,
  contractHandler,
  type HandlerOptions,
  type Surface,
  type ToolCall,
  type Turn,
  type TurnResult,
} from "./lib/endpoint/mod.ts";
export {
  ListenError,
  type ServedEndpoint,
  serveEndpoint,
  type ServeOptions,
} from "./lib/endpoint/serve.ts";

// The suite.
export { canary, type CanaryOptions, NO_LEAK } from "./lib/conform/canary.ts";
export {
  conform,
  type ConformOptions,
  dryRun,
  listChecks,
  rejudge,
  type RunEvent,
} from "./lib/conform/run.ts";
export type { StateProbe } from "./lib/conform/sender.ts";
export type { CheckInfo } from "./lib/conform/check.ts";
export { UsageError } from "./lib/contract/usage.ts";
export { type Declaration, DECLARATIONS, type Profile } from "./lib/contract/profile.ts";
export type {
  Report,
  ReportBytes,
  ReportCorpus,
  ReportExchange,
  ReportFinding,
  ReportResult,
  ReportTurn,
} from "./lib/contract/report.ts";
export type {
  CheckResult,
  Counts,
  Finding,
  Judgement,
  Level,
  Outcome,
  Verdict,
  Violation,
  Where,
} from "./lib/contract/result.ts";
export { type FormatName, formatNames, renderReport } from "./lib/report/formats.ts";
export type { TextOptions } from "./lib/report/text.ts";

if (import.meta.main) {
  import("./lib/cli/process.ts").then(({ runProcess }) => runProcess());
}
