/**
 * `wt-inject canary`: does anything survive the reset?
 *
 * @module
 */
import { canary } from "../conform/canary.ts";
import type { Profile } from "../contract/profile.ts";
import { UsageError } from "../contract/usage.ts";
import type { Arguments } from "./arguments.ts";
import { profileWithFlags, refuseTogether, waitMs } from "./conform_options.ts";
import { deliver, openOutputs } from "./conform_outputs.ts";
import { judged, targetOf, withTarget } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { progressOn } from "./progress.ts";
import { stateProbeOf } from "./state_probe.ts";

/** The words of a profile that a canary uses. */
const KEYS: readonly (keyof Profile)[] = ["seed_prompt", "recall_prompt", "timeout_s"];

const EXCLUDES: readonly (readonly [flag: string, others: readonly string[]])[] = [
  ["reference", ["profile", "wait", "destroy-state"]],
  ["no-recall", ["ask", "recall-prompt"]],
  ["quiet", ["verbose"]],
];

/** Runs the command; the exit code is the report's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, EXCLUDES, ["reference"]);
  if (args.given("no-recall") && !args.given("state-probe")) {
    throw new UsageError(
      "Cannot run a canary that neither asks nor looks: --no-recall needs a state probe",
      "Add --state-probe 'COMMAND' (or a URL) that prints what the endpoint's stores hold.",
    );
  }
  const progress = progressOn(io.stderr, {
    quiet: args.given("quiet"),
    verbose: args.given("verbose"),
    // A check that passed has observed nothing; it hasn't shown that there is nothing.
    words: { passed: "no leak seen", failed: "LEAK PROVEN", could_not_run: "inconclusive" },
  });
  try {
    const given = await stateProbeOf(args);
    const target = await targetOf("canary", args, given?.words ?? args.words, io, progress);
    const profile = profileWithFlags(args, target.profile, KEYS);
    const rounds = args.number("rounds");
    const wait = waitMs(args);
    const label = args.text("label");
    return await withTarget(target.url, async (baseUrl) => {
      const outputs = await openOutputs(args);
      const { record } = outputs;
      const report = await judged(io, progress, outputs, (signal) =>
        canary({
          baseUrl,
          profile,
          questions: args.list("ask"),
          recall: !args.given("no-recall"),
          destroyState: args.given("destroy-state"),
          showSurface: args.given("show-surface"),
          repeat: target.repeat,
          signal,
          onEvent: progress.onEvent,
          ...(rounds === undefined ? {} : { rounds }),
          ...(target.timeoutS === undefined ? {} : { timeoutS: target.timeoutS }),
          ...(given === undefined ? {} : { stateProbe: given.probe }),
          ...(wait === undefined ? {} : { waitMs: wait }),
          ...(label === undefined ? {} : { label }),
          ...(record === undefined ? {} : { record: record.write }),
        }));
      return await deliver(report, args, io, outputs);
    });
  } finally {
    progress.end();
  }
}
