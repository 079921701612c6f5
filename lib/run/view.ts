/**
 * A sweep's report as a view, for the formats that every kind of report has.
 *
 * @module
 */
import type { Matrix, MatrixCell, View, ViewItem, ViewVerdict, Weight } from "../report/view.ts";
import { plural } from "../report/words.ts";
import { type RunOutcome, SCENARIO_VERDICTS } from "./outcome.ts";
import { evidence } from "./render.ts";
import type { ReportedVerdict, RunReport, ScenarioLine } from "./run_report.ts";

const LOOKS: Readonly<Record<ReportedVerdict, Omit<ViewVerdict, "word"> & { weight: Weight }>> = {
  PASS: { key: "pass", glyph: "✓", tone: "good", weight: "none" },
  PASS_WITH_VARIANCE: { key: "pass_with_variance", glyph: "!", tone: "good", weight: "warning" },
  FAIL: { key: "fail", glyph: "✗", tone: "bad", weight: "error" },
  INVALID: { key: "invalid", glyph: "?", tone: "caution", weight: "error" },
  INCOMPLETE: { key: "incomplete", glyph: "?", tone: "caution", weight: "unrun" },
};

const OUTCOME_TONES: Readonly<Record<RunOutcome, View["outcome"]["tone"]>> = {
  PASS: "good",
  FAIL: "bad",
  "HARNESS ERROR": "bad",
  INVALID: "caution",
  INCOMPLETE: "caution",
  INTERRUPTED: "caution",
};

const LAYERS = ["outcome", "trajectory", "constraint", "integrity"] as const;

/** What a reader of any format for people needs of a sweep. */
export function viewOfRun(report: RunReport): View {
  const { scenarios, endpoints, identity, shard } = report;
  const made = scenarios.flatMap(({ runs }) => runs);
  return {
    command: report.command,
    target: endpoints.join(", "),
    label: `${identity.agent}, ${identity.variant}`,
    basis: `contract version ${report.contract}`,
    basisShort: `inject contract ${report.contract}`,
    tool: `${report.tool.name} ${report.tool.version}`,
    startedAt: report.started_at,
    durationMs: report.duration_ms,
    outcome: { word: report.outcome, tone: OUTCOME_TONES[report.outcome] },
    exitCode: report.exit_code,
    reason: report.reason,
    counts: SCENARIO_VERDICTS.flatMap((word) => {
      const count = scenarios.filter(({ verdict }) => verdict === word).length;
      return count === 0 ? [] : [{ verdict: lookOf(word), count, phrase: `${count} ${word}` }];
    }),
    facts: [
      ...(shard === null ? [] : [`shard ${shard.index} of ${shard.of}`]),
      plural(made.length, "run"),
      `${plural(made.flatMap(({ latency_ms }) => latency_ms).length, "turn")} answered`,
    ],
    noun: "scenario",
    items: scenarios.map((one) => itemOf(one, report)),
    exchanges: [],
    nonces: [],
    matrices: [layerMatrix(scenarios)],
    notes: report.notes,
    repeat: report.repeat,
  };
}

function lookOf(word: ReportedVerdict): ViewVerdict {
  const { key, glyph, tone } = LOOKS[word];
  return { key, word, glyph, tone };
}

function itemOf(one: ScenarioLine, { endpoints }: RunReport): ViewItem {
  const { name, file, line, verdict, passed, runs, planned, tags } = one;
  const missing = runs.length < planned ? `, ${planned - runs.length} not made` : "";
  const missed = runs.filter((run) => run.verdict !== "PASS");
  return {
    id: name,
    section: file,
    title: `${file}, line ${line}`,
    verdict: lookOf(verdict),
    weight: LOOKS[verdict].weight,
    nature: tags.join(", "),
    message: `${passed} of ${plural(runs.length, "run")} passed${missing}`,
    findings: [],
    facts: missed.flatMap((run) => {
      const where = endpoints.length > 1 ? ` on ${run.endpoint}` : "";
      return [
        [`run ${run.number}`, `${run.verdict}${where}`] as const,
        ...evidence(run),
      ];
    }),
    exchanges: [],
  };
}

/** How much of each layer held, over all runs of a scenario. */
function layerMatrix(scenarios: readonly ScenarioLine[]): Matrix {
  return {
    id: "layers",
    title: "Scenarios and layers",
    caption: "In how many runs each scoring layer held. A layer that gates nothing is grey.",
    corner: "scenario",
    columns: ["runs", ...LAYERS],
    rows: scenarios.map((one) => ({
      name: one.name,
      cells: [
        {
          text: `${one.runs.length}/${one.planned}`,
          tone: one.runs.length < one.planned ? "caution" : "none",
          says: `${one.name}: ${one.runs.length} of ${one.planned} runs were made`,
        },
        ...LAYERS.map((layer) => layerCell(one, layer)),
      ],
    })),
  };
}

function layerCell(one: ScenarioLine, layer: typeof LAYERS[number]): MatrixCell {
  const held = one.runs.filter(({ layers }) => layers[layer].passed).length;
  const of = one.runs.length;
  if (of === 0) return { text: "", tone: "none", says: `${one.name}, ${layer}: no run` };
  const gates = layer === "integrity" || one.gate_layers.includes(layer);
  return {
    text: `${held === of || !gates ? "" : "✗ "}${held}/${of}`,
    tone: !gates ? "faint" : held === of ? "good" : "bad",
    says: `${one.name}, ${layer}: held in ${held} of ${of} runs${gates ? "" : ", gates nothing"}`,
    filter: { text: one.name },
  };
}
