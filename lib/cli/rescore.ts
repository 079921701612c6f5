/**
 * `wt-inject rescore`: kept traces against scenarios as they stand now.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { safeJson } from "../report/json.ts";
import { type Paint, painter, wrap } from "../report/style.ts";
import { brief } from "../report/visible.ts";
import { plural } from "../report/words.ts";
import { loadScenarios } from "../run/load.ts";
import { findTraces, type Rescored, rescoreTrace } from "../run/rescore.ts";
import { localDisk, StoreFailed } from "../run/store.ts";
import type { Arguments } from "./arguments.ts";
import { textLook } from "./conform_outputs.ts";
import type { Io } from "./io.ts";

/** Scores every trace again; nothing is written without --write. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const files = args.list("scenarios");
  if (files.length === 0) {
    throw new UsageError(
      "Cannot rescore: no scenario is given to score by",
      "Add --scenarios FILE.",
    );
  }
  const loaded = await loadScenarios(files);
  const scenarios = new Map(loaded.map((one) => [one.scenario.name, one]));
  const write = args.given("write") ? { disk: localDisk, at: new Date().toISOString() } : undefined;
  const all: Rescored[] = [];
  try {
    for (const path of await findTraces(args.positionals)) {
      all.push(await rescoreTrace(path, scenarios, write));
    }
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error;
    io.stderr.write(`wt-inject: ${brief(error.message)}.\n`);
    return EXIT.ourFault;
  }
  const varied = new Set(
    loaded.flatMap(({ scenario }) => scenario.variance_allowed ? [scenario.name] : []),
  );
  const exitCode = exitCodeOf(all, varied);
  const { color = false, width = 100 } = textLook(args, io);
  io.stdout.write(
    args.text("format") === "json"
      ? `${safeJson({ wt_inject_rescore: 1, exit_code: exitCode, traces: all }, 2)}\n`
      : textOf(all, painter(color), width),
  );
  return exitCode;
}

function exitCodeOf(all: readonly Rescored[], varied: ReadonlySet<string>): number {
  if (all.some((one) => "problem" in one)) return EXIT.usage;
  const has = (verdict: string) =>
    all.some((one) =>
      !("problem" in one) && one.verdict === verdict &&
      !(verdict === "FAIL" && varied.has(one.scenario))
    );
  if (has("FAIL")) return EXIT.violation;
  return has("INVALID") ? EXIT.incomplete : EXIT.conforms;
}

const STYLES = { PASS: "good", FAIL: "bad", INVALID: "caution" } as const;

function textOf(all: readonly Rescored[], paint: Paint, width: number): string {
  const lines = all.flatMap((one) => {
    if ("problem" in one) {
      return [
        `${paint("bad", "PROBLEM")}  ${brief(one.trace)}`,
        ...wrap(brief(one.problem), width, "  "),
      ];
    }
    const { before, verdict, score } = one;
    const change = before === verdict ? "" : ` (was ${before ?? "not scored"})`;
    const missed = (["outcome", "trajectory", "constraint", "integrity"] as const)
      .filter((layer) => !score[layer].passed)
      .flatMap((layer) => wrap(brief(score[layer].detail), width, `  ${layer}: `));
    return [
      `${paint(STYLES[verdict], verdict.padEnd(7))}  ${brief(one.scenario, 200)}${change}  ${
        brief(one.trace)
      }`,
      ...missed,
    ];
  });
  const scored = all.flatMap((one) => "problem" in one ? [] : [one]);
  const count = (verdict: string) => scored.filter((one) => one.verdict === verdict).length;
  const problems = all.length - scored.length;
  const facts = [
    ...(["PASS", "FAIL", "INVALID"] as const).map((verdict) => `${count(verdict)} ${verdict}`),
    `${scored.filter(({ before, verdict }) => before !== verdict).length} changed`,
    ...(problems === 0 ? [] : [plural(problems, "problem")]),
    scored.some(({ written }) => written) ? "scores written" : "nothing written",
  ];
  return [...lines, "", `${plural(all.length, "trace")}: ${facts.join(", ")}`, ""].join("\n");
}
