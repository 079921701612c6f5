/**
 * A self-test's report as a {@linkcode View}: the kill matrix, and what is wrong with it.
 *
 * @module
 */
import type { CheckKills, Problem, SelftestReport, TrialState } from "../selftest/report.ts";
import type { Matrix, View, ViewItem, ViewVerdict, Weight } from "./view.ts";
import { plural } from "./words.ts";

const LOOKS: Readonly<Record<TrialState, ViewVerdict>> = {
  as_pinned: { key: "as_pinned", word: "as pinned", glyph: "✓", tone: "good" },
  changed: { key: "changed", word: "CHANGED", glyph: "✗", tone: "bad" },
  crashed: { key: "crashed", word: "CRASHED", glyph: "#", tone: "bad" },
  skipped: { key: "skipped", word: "skipped", glyph: "-", tone: "faint" },
};

const TITLES: Readonly<Record<Problem["kind"], string>> = {
  unkilled: "nothing kills it",
  survivor: "it is broken, and survives",
  accused: "it is innocent, and accused",
  changed: "its verdicts aren't the pinned ones",
  crashed: "a crash of our own",
};

/** What a reader of any format for people needs of a self-test. */
export function viewOfSelftest(report: SelftestReport): View {
  const { counts, outcome, corpus, selection } = report;
  const trials = [...report.trials, ...(corpus?.trials ?? [])];
  const states = Object.keys(LOOKS) as TrialState[];
  return {
    command: "selftest",
    target: "this build of wt-inject",
    basis: `contract version ${report.contract}` +
      (corpus === undefined ? "" : `, corpus ${corpus.version}, sha256 ${corpus.sha256}`),
    basisShort: `inject contract ${report.contract}`,
    tool: `${report.tool.name} ${report.tool.version}, ${report.tool.runtime}`,
    startedAt: report.started_at,
    durationMs: report.duration_ms,
    outcome: {
      word: outcome,
      tone: outcome === "PASSED" ? "good" : outcome === "INTERRUPTED" ? "caution" : "bad",
    },
    exitCode: report.exit_code,
    reason: report.reason,
    counts: states.flatMap((state) => {
      const count = trials.filter((one) => one.state === state).length;
      const verdict = LOOKS[state];
      return count === 0
        ? []
        : [{ verdict, count, phrase: `${count} ${verdict.word.toLowerCase()}` }];
    }),
    facts: [
      `${counts.killed} of ${plural(counts.checks, "check")} killed`,
      ...(counts.cases === 0
        ? []
        : [`${counts.cases_killed} of ${plural(counts.cases, "case")} of the corpus killed`]),
      ...(selection.selected < selection.available
        ? [`${selection.selected} of ${selection.available} mutants selected`]
        : []),
      ...(counts.judged_twice === 0 ? [] : [`${counts.judged_twice} judged twice`]),
    ],
    noun: "trial",
    items: [
      ...report.problems.filter(({ kind }) => kind === "unkilled").map(unkilledItem),
      ...trials.map((one) => trialItem(one, report.problems)),
    ],
    exchanges: [],
    nonces: [],
    matrices: matricesOf(report),
    notes: report.notes,
    repeat: report.repeat,
  };
}

function unkilledItem({ about, details }: Problem): ViewItem {
  return {
    id: about,
    section: "checks and cases",
    title: TITLES.unkilled,
    verdict: { key: "unkilled", word: "UNKILLED", glyph: "✗", tone: "bad" },
    weight: "error",
    nature: "",
    message: details.join("; ") || TITLES.unkilled,
    findings: [],
    facts: [],
    exchanges: [],
  };
}

type Trial =
  | SelftestReport["trials"][number]
  | NonNullable<SelftestReport["corpus"]>["trials"][number];

function trialItem(trial: Trial, problems: readonly Problem[]): ViewItem {
  const { id, theme, what, breaks, state, details } = trial;
  const own = problems.filter(({ about, kind }) => about === id && kind !== "unkilled");
  const weight: Weight = own.length > 0 || state === "changed" || state === "crashed"
    ? "error"
    : "none";
  const run = "run" in trial && trial.run === "thorough" ? " (thorough)" : "";
  return {
    id: `${id}${run}`,
    section: theme,
    title: what,
    verdict: LOOKS[state],
    weight,
    nature: breaks === null ? "breaks nothing" : `breaks ${breaks}`,
    message: own.map(({ kind }) => TITLES[kind]).join("; ") || details.join("; "),
    findings: [],
    facts: [...details, ...own.flatMap((one) => one.details)]
      .filter((text, index, all) => all.indexOf(text) === index)
      .map((text) => ["details", text] as const),
    exchanges: [],
    ...(breaks === null ? {} : { clause: breaks }),
  };
}

function matricesOf({ checks, trials, corpus }: SelftestReport): readonly Matrix[] {
  const themes = new Map(trials.map(({ id, theme }) => [id, theme]));
  const shown = checks.filter(({ required, killed_by }) => required || killed_by.length > 0);
  const own = corpus === undefined
    ? []
    : corpus.cases.filter(({ required, killed_by }) => required || killed_by.length > 0);
  const subjects = new Map(corpus?.trials.map(({ id, theme }) => [id, theme]));
  return [
    ...(shown.length === 0 ? [] : [killMatrix("kills", "check", shown, themes)]),
    ...(own.length === 0 ? [] : [killMatrix("corpus-kills", "case", own, subjects)]),
  ];
}

/** How many of each theme's broken subjects make each check fail. */
function killMatrix(
  id: string,
  noun: string,
  list: readonly Pick<CheckKills, "id" | "killed_by">[],
  themes: ReadonlyMap<string, string>,
): Matrix {
  const columns = [...new Set(list.flatMap(({ killed_by }) => killed_by))]
    .map((name) => themes.get(name) ?? "other");
  const names = [...new Set([...themes.values(), "other"])].filter((name) =>
    columns.includes(name)
  );
  return {
    id,
    title: noun === "case" ? "What each case of the corpus accuses" : "What kills each check",
    caption:
      `How many subjects that are broken on purpose each ${noun} accuses, by theme. A ${noun} ` +
      "that accuses none proves nothing.",
    corner: noun,
    columns: ["all", ...names],
    rows: list.map((one) => ({
      name: one.id,
      cells: [
        {
          text: one.killed_by.length === 0 ? "✗ 0" : String(one.killed_by.length),
          tone: one.killed_by.length === 0 ? "bad" as const : "good" as const,
          says: `${one.id}: ${one.killed_by.slice(0, 20).join(", ") || "nothing kills it"}${
            one.killed_by.length > 20 ? ", …" : ""
          }`,
        },
        ...names.map((theme) => {
          const killers = one.killed_by.filter((name) => (themes.get(name) ?? "other") === theme);
          return {
            text: killers.length === 0 ? "" : String(killers.length),
            tone: killers.length === 0 ? "none" as const : "good" as const,
            says: `${one.id}, ${theme}: ${killers.slice(0, 20).join(", ") || "none"}`,
          };
        }),
      ],
    })),
  };
}
