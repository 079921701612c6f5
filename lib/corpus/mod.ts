/**
 * The session corpus for LLM gateways and agent loops: requests, answers and streams as three dialects
 * have them, scripted on both sides of whatever is judged, and what must come out.
 *
 * A gateway is a {@linkcode GatewayTarget}: something that, given the upstream's URL, says where clients
 * post to. An agent is judged from both ends by {@linkcode runLiveAgent}: its user's and its model's. A pass is
 * a regression claim and no more: scripted upstreams say nothing of a model's reasoning.
 *
 * @example One case on one way through the reference gateway
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { embeddedTarget, runCorpus } from "@wt/inject/corpus";
 *
 * const report = await runCorpus({
 *   target: embeddedTarget(),
 *   cases: ["unicode-arguments"],
 *   paths: ["messages-to-chat"],
 * });
 * assertEquals([report.exit_code, report.counts.failed], [0, 0]);
 * ```
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { CaseLine } from "./catalog.ts";
import { caseLines } from "./catalog.ts";
import { type LiveEvent, runLiveAgent as judgeLiveAgent } from "./agent_live_run.ts";
import type { AgentTool } from "./agent_live_record.ts";
import { embeddedTarget as embedded } from "./embedded.ts";
import { carriedFiles, type CorpusFiles } from "./files.ts";
import { loadCorpus as loadWhole } from "./load.ts";
import type { CorpusReport } from "./report.ts";
import { type CorpusEvent, runCorpus as runWhole } from "./run.ts";
import type { GatewayTarget } from "./target.ts";
import type { Dialect } from "./transcript.ts";

export type { AgentTool } from "./agent_live_record.ts";
export type { LiveEvent } from "./agent_live_run.ts";
export type { CaseLine } from "./catalog.ts";
export { CORPUS_FAULTS, CorpusError, type CorpusFaultKind } from "./fault.ts";
export { carriedFiles, type CorpusFiles, folderFiles, memoryFiles } from "./files.ts";
export { CASE_KINDS, type CaseKind } from "./manifest.ts";
export { ADAPTER_PATHS, type AdapterPath, GATEWAY_PATHS, type GatewayPath } from "./paths.ts";
export type { CorpusReport, PathSummary } from "./report.ts";
export type { CorpusEvent } from "./run.ts";
export {
  type Capacity,
  type GatewayTarget,
  type Leases,
  type OpenTarget,
  type Patience,
  type PlayedWith,
  TargetGone,
} from "./target.ts";
export { type Dialect, DIALECTS, type JsonText } from "./transcript.ts";

/** A corpus that was loaded and checked. */
export interface Corpus {
  /** Where it came from, for messages. */
  readonly label: string;
  /** As its manifest has it; a claim names it together with the digest. */
  readonly version: string;
  /** SHA-256 of its identity, 64 lower-case hex digits (R001; docs/corpus_digest.py makes it too). */
  readonly sha256: string;
  /** In the manifest's order. */
  readonly cases: readonly CaseLine[];
  /** Every file by its path, byte for byte, the manifest first. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Loads and checks a corpus: the manifest, every file that it names, the digest, and whether each case
 * has what its paths need.
 *
 * @param files Default: the corpus that this library carries.
 * @throws {CorpusError} on the first thing that isn't in order; its `kind` and `where` say what.
 *
 * @example Which corpus this is
 * ```ts
 * import { assert, assertEquals } from "@std/assert";
 * import { loadCorpus } from "@wt/inject/corpus";
 *
 * const { version, sha256, cases } = await loadCorpus();
 * console.log(`${version}, sha256 ${sha256}, ${cases.length} cases`);
 * assertEquals(sha256.length, 64);
 * assert(cases.some(({ id, paths }) => id === "branch-isolation" && paths.includes("agent")));
 * ```
 */
export async function loadCorpus(files: CorpusFiles = carriedFiles()): Promise<Corpus> {
  const corpus = await loadWhole(files);
  return {
    label: corpus.label,
    version: corpus.manifest.version,
    sha256: corpus.digest,
    cases: caseLines(corpus),
    files: corpus.files,
  };
}

/** What a run is told. */
export interface CorpusRunOptions {
  /** What is judged. */
  readonly target: GatewayTarget;
  /** Where the corpus is read from; default: the one that this library carries. */
  readonly files?: CorpusFiles;
  /** Adapter paths, such as `messages-to-chat`; all of the target's where left out. */
  readonly paths?: readonly string[];
  /** Case ids, cell ids (`case.variant.path`), or globs over either; all where left out. */
  readonly cases?: readonly string[];
  /** Put what was said into the report (default false, R011: ids, hashes, counts, pointers and codes). */
  readonly showValues?: boolean;
  /** Ends the run early; the report of what there is comes all the same. */
  readonly signal?: AbortSignal;
  /** Told of each step as it is taken. */
  readonly onEvent?: (event: CorpusEvent) => void;
  /** The command line that repeats this run, for the report. */
  readonly repeat?: string;
}

/**
 * Plays the selected cells (case, variant, path) against a target and judges each. Whatever the target
 * does is a verdict, never a throw.
 *
 * @throws {UsageError} on a selection that matches nothing, and where the upstream's address can't be
 * had, before anything is sent.
 * @throws {CorpusError} where the corpus can't be loaded.
 *
 * @example A gateway of one's own: this one hands everything on to an upstream of the same dialect
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { type GatewayTarget, runCorpus } from "@wt/inject/corpus";
 *
 * const relay: GatewayTarget = {
 *   label: "a relay",
 *   paths: ["chat-to-chat"],
 *   parallel: 4,
 *   open(_path, upstreamUrl) {
 *     const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) =>
 *       await fetch(`${upstreamUrl}${new URL(request.url).pathname}`, {
 *         method: "POST",
 *         headers: { "content-type": "application/json" },
 *         body: await request.text(),
 *         signal: request.signal,
 *       }));
 *     return Promise.resolve({
 *       url: `http://127.0.0.1:${server.addr.port}/v1/chat/completions`,
 *       close: () => server.shutdown(),
 *     });
 *   },
 * };
 *
 * const report = await runCorpus({ target: relay, cases: ["unicode-arguments"] });
 * assertEquals([report.counts.failed, report.exit_code], [0, 0]);
 * ```
 */
export async function runCorpus(options: CorpusRunOptions): Promise<CorpusReport> {
  const { files, ...rest } = options;
  return await runWhole(files === undefined ? rest : { ...rest, corpus: await loadWhole(files) });
}

/**
 * The reference gateway on all nine ways through it, and the reference agent's loop on the path `agent`.
 * Needs loopback net alone.
 *
 * @example What it serves
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { embeddedTarget, GATEWAY_PATHS } from "@wt/inject/corpus";
 *
 * assertEquals(embeddedTarget().paths, GATEWAY_PATHS);
 * ```
 */
export function embeddedTarget(): GatewayTarget {
  return embedded();
}

/** What a run on an agent is told. */
export interface LiveRunOptions {
  /** Base URL of the agent's Contract C endpoint. Its state is destroyed. */
  readonly agentUrl: string;
  /** Where its model's server is played; default a free port of 127.0.0.1, which the plan's event tells. */
  readonly listen?: { readonly hostname?: string; readonly port?: number };
  /** The one dialect that is played to it; all three where left out. */
  readonly dialect?: Dialect;
  /** Tools that the scripted model may call: the agent runs them. Without any, tool checks can't run. */
  readonly tools?: readonly AgentTool[];
  /** Check ids or globs over them; all where left out. */
  readonly cases?: readonly string[];
  /** `timeout_s` of each turn, seconds (default 30). */
  readonly timeoutS?: number;
  /** Put what was said into the report (default false, R011). */
  readonly showValues?: boolean;
  /** Ends the run early; the report of what there is comes all the same. */
  readonly signal?: AbortSignal;
  /** Told of each step. May be awaited: nothing is sent before the plan's is over. */
  readonly onEvent?: (event: LiveEvent) => void | Promise<void>;
  /** The command line that repeats this run, for the report. */
  readonly repeat?: string;
}

/**
 * Judges an agent from both ends: with the driver as its user, and with a scripted server as its model.
 * What it was told, what it asked its model, what it ran and what it reported must fit together.
 * Whatever the agent does is a verdict, never a throw.
 *
 * @throws {UsageError} on a selection that matches nothing, and where the model's address can't be had.
 *
 * @example An agent that asks its model and keeps its history
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { contractHandler, serveEndpoint } from "@wt/inject";
 * import { runLiveAgent } from "@wt/inject/corpus";
 *
 * let model = "";
 * const histories = new Map<string, { role: string; content: string }[]>();
 * const handler = contractHandler({
 *   async inject({ sessionId, text, signal }) {
 *     const messages = [...histories.get(sessionId) ?? [], { role: "user", content: text }];
 *     const answer = await fetch(`${model}/v1/chat/completions`, {
 *       method: "POST",
 *       headers: { "content-type": "application/json" },
 *       body: JSON.stringify({ model: "m", messages }),
 *       signal,
 *     });
 *     const { choices: [{ message, finish_reason }] } = await answer.json();
 *     if (finish_reason === "length") throw new Error("The model ran out of output");
 *     if (!signal.aborted) histories.set(sessionId, [...messages, message]);
 *     return { reply: message.content };
 *   },
 *   reset: () => histories.clear(),
 * });
 * const endpoint = await serveEndpoint({ port: 0, handler });
 * try {
 *   const report = await runLiveAgent({
 *     agentUrl: endpoint.url,
 *     dialect: "chat",
 *     onEvent: (event) => {
 *       if (event.type === "plan") model = event.modelUrl;
 *     },
 *   });
 *   assertEquals(report.counts.failed, 0);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export function runLiveAgent(options: LiveRunOptions): Promise<Report> {
  return judgeLiveAgent({ listen: {}, ...options });
}
