/**
 * wt-inject as a library: the driver of Contract C, the endpoint kit, the conformance suite and the
 * reset canary. Run directly, it is the command line.
 *
 * @example An agent behind the contract, one turn through the driver, and a verdict
 * ```ts
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
 *   console.log(turn.error ?? turn.reply);
 *
 *   const report = await conform({ baseUrl: endpoint.url, patterns: ["response.reply"] });
 *   console.log(report.outcome, report.reason);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 *
 * @example The reset canary, with a look into the endpoint's own store
 * ```ts
 * import { canary, NO_LEAK } from "@wt/inject";
 *
 * const report = await canary({
 *   baseUrl: "http://127.0.0.1:8647",
 *   rounds: 3,
 *   stateProbe: async () => await Deno.readTextFile("transcripts.jsonl"),
 * });
 * // 1: a leak is proven. 0: no more than what NO_LEAK says. 3: inconclusive.
 * console.log(report.exit_code === 0 ? NO_LEAK : report.headline);
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
