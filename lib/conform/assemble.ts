/**
 * Makes the report of a run: results with their evidence, what is private left out, and the outcome.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type {
  Report,
  ReportExchange,
  ReportFinding,
  ReportResult,
  ReportTurn,
} from "../contract/report.ts";
import {
  type CheckResult,
  countVerdicts,
  exitCode,
  type Finding,
  type Outcome,
  outcomeOf,
} from "../contract/result.ts";
import { VERSION } from "../contract/version.ts";
import { runtimeName } from "../wire/runtime.ts";
import { exchangeForReport } from "../wire/evidence.ts";
import { type Entry, errorOf, type Evidence, replyOf } from "./evidence.ts";
import { calledNames } from "./probes/prompted.ts";
import { isPrivate, shownFault, summarizePrivate } from "./privacy.ts";
import type { Suite } from "./suite.ts";
import { headline, reasonOf } from "./words.ts";

/** How many bytes of a body, and of the raw answer, a report shows. */
const SHOWN_BYTES = 4096;

/** What a report is made of. */
export interface Assembly {
  readonly suite: Suite;
  readonly evidence: Evidence;
  /** Empty where the target could not be reached. */
  readonly results: readonly CheckResult[];
  readonly url: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly planned: number;
  readonly sent: number;
  readonly interrupted: boolean;
  readonly unreachable: string | undefined;
  readonly options: {
    readonly patterns?: readonly string[];
    readonly label?: string;
    readonly repeat?: string;
    readonly showSurface?: boolean;
  };
}

/** The report. */
export async function assemble(run: Assembly): Promise<Report> {
  const { options, evidence } = run;
  const { unreachable } = run;
  const results = unreachable === undefined ? run.results : [];
  const outcome: Outcome = run.interrupted
    ? "INTERRUPTED"
    : unreachable !== undefined
    ? "NOT REACHABLE"
    : outcomeOf(results);
  const byId = new Map(evidence.entries.map((entry) => [entry.id, entry]));
  const reported: ReportResult[] = [];
  const cited = new Set<string>();
  for (const result of results) {
    const { shows = [], findings, ...about } = result;
    for (const id of [...shows, ...findings.flatMap((f) => f.exchanges)]) cited.add(id);
    reported.push({
      ...about,
      findings: await Promise.all(
        findings.map((f) => reportFinding(f, byId, options.showSurface === true)),
      ),
      exchanges: shows,
    });
  }
  const notes: string[] = [];
  // What makes a target unreachable is no finding, and is to be seen all the same.
  const shown = evidence.entries.filter((e) => unreachable !== undefined || cited.has(e.id));
  if (options.showSurface !== true && shown.some(isPrivate)) {
    notes.push(
      "Surface bodies are withheld: a surface is the system prompt (--show-surface shows them).",
    );
  }
  return {
    wt_inject_report: 1,
    command: run.suite.command,
    tool: { name: "wt-inject", version: VERSION, runtime: runtimeName() },
    contract: 1,
    target: { url: run.url, ...(options.label === undefined ? {} : { label: options.label }) },
    started_at: run.startedAt,
    duration_ms: Math.round(run.durationMs),
    selection: {
      patterns: options.patterns ?? [],
      selected: run.suite.checks.length,
      available: run.suite.available,
    },
    thorough: evidence.settings.thorough,
    declarations: evidence.settings.declarations,
    turns: { planned: run.planned, sent: run.sent },
    outcome,
    ...headline(run.suite.command, outcome),
    exit_code: exitCode(outcome),
    reason: unreachable ?? reasonOf(run.suite.command, outcome, results),
    counts: countVerdicts(results),
    results: reported,
    exchanges: shown.map((e) => reportExchange(e, options.showSurface === true)),
    nonces: evidence.entries.flatMap((e) => e.nonce === undefined ? [] : [e.nonce]),
    notes,
    repeat: options.repeat ?? `wt-inject ${run.suite.command} ${run.url}`,
  };
}

async function reportFinding(
  { violation, exchanges }: Finding,
  byId: ReadonlyMap<string, Entry>,
  showSurface: boolean,
): Promise<ReportFinding> {
  const hidden = showSurface
    ? undefined
    : exchanges.map((id) => byId.get(id)).find((e) => e !== undefined && isPrivate(e));
  // What a violation says of a surface is type and size, or words of ours: never its content.
  const withheld = hidden !== undefined && violation.where === "body"
    ? await summarizePrivate(hidden, violation)
    : undefined;
  const received = violation.received + (withheld === undefined ? "" : ` (${withheld})`);
  return { ...violation, received, sentence: clause(violation.clause).sentence, exchanges };
}

/** How much of a turn's texts a conversation shows, characters. */
const SHOWN_TEXT = 300;

function cut(text: string): string {
  const shown = text.slice(0, SHOWN_TEXT).toWellFormed();
  return shown.length < text.length ? `${shown}\u2026 (${text.length} characters)` : shown;
}

function turnOf(entry: Entry): { readonly turn?: ReportTurn } {
  const { session, text } = entry;
  if (session === undefined || text === undefined) return {};
  const reply = replyOf(entry);
  const error = errorOf(entry);
  return {
    turn: {
      session: cut(session),
      said: cut(text),
      ...(reply === undefined ? {} : { reply: cut(reply) }),
      ...(error === undefined ? {} : { error: cut(error) }),
      calls: calledNames(entry).slice(0, 20).map(cut),
    },
  };
}

function reportExchange(entry: Entry, showSurface: boolean): ReportExchange {
  const about = { id: entry.id, purpose: entry.purpose };
  const whole = { ...exchangeForReport(entry.exchange, about, SHOWN_BYTES), ...turnOf(entry) };
  if ((!isPrivate(entry) || showSurface) && entry.withheld === undefined) return whole;
  const { raw: _, fault: __, response, ...shown } = whole;
  const size = entry.withheld?.size ?? response?.body.size ?? 0;
  const fault = shownFault(entry);
  return {
    ...shown,
    ...(response === undefined
      ? {}
      : { response: { ...response, body: { size, truncated: size > 0 } } }),
    ...(fault === undefined ? {} : { fault }),
  };
}
