/**
 * `wt-inject canary`: the reset canary alone, over several rounds, with the user's own questions and a
 * look into the stores where there is one. Its wording is asymmetric: a leak is proven, its absence isn't.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { Judgement } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "./check.ts";
import { leaksIn, leakWords, mutedWords, said, survivorsIn } from "./checks/flow.ts";
import { outcomeWords } from "./checks/shared.ts";
import { judgeStores } from "./checks/stores.ts";
import {
  answered200,
  type CanarySettings,
  type Entry,
  errorOf,
  type Evidence,
} from "./evidence.ts";
import { sightIn } from "./nonce.ts";
import { canaryRounds } from "./probes/canary.ts";
import type { ConformOptions } from "./run.ts";
import { settingsOf } from "./settings.ts";
import { runSuite } from "./suite.ts";
import { checkTarget } from "./target.ts";

/** The words for "nothing was found", which claim no more than that. */
export const NO_LEAK = "no leak observed (not proof of isolation)";

/** What a canary is told besides what every run is. */
export interface CanaryOptions extends ConformOptions {
  /** Default 3. */
  readonly rounds?: number;
  /** Questions asked in the new session, beside the two fixed ones. */
  readonly questions?: readonly string[];
  /** False asks no question: only the state probe decides, so there must be one. */
  readonly recall?: boolean;
}

/** One round: its seed, and what gives its silence a meaning. */
interface Round {
  readonly seed: Entry;
  /** The answer that shows that the agent can recall. */
  readonly control: Entry | undefined;
  readonly reset: Entry | undefined;
  /** The questions after the reset. */
  readonly asked: readonly Entry[];
}

/** The rounds, in order. */
function rounds(evidence: Evidence): readonly Round[] {
  const entries = evidence.of("canary");
  const starts = entries.flatMap((e, at) => e.role === "seed" ? [at] : []);
  return starts.map((start, n) => {
    const [seed, ...rest] = entries.slice(start, starts[n + 1]) as [Entry, ...Entry[]];
    return {
      seed,
      control: rest.find((e) => e.role === "control" && sightIn(seed.nonce!, e)?.kind === "whole"),
      reset: rest.find((e) => e.role === "reset"),
      asked: rest.filter((e) => ASKED.includes(e.role)),
    };
  });
}

/** Turns after the reset, in which a nonce would come back. */
const ASKED = ["told", "recall", "question", "own-id"];

/** Why no round proves anything, where each could recall before its reset. */
function unproven(all: readonly Round[]): Judgement | undefined {
  const wiped = all.filter(({ reset }) => reset !== undefined && answered200(reset));
  if (wiped.length === 0) {
    const reset = all[0]?.reset;
    const why = reset === undefined ? "was not sent" : `had ${outcomeWords(reset)}`;
    return couldNotRun(
      `inconclusive: the reset ${why}, so nothing says that state had to be gone`,
      reset === undefined ? [] : [reset],
    );
  }
  const asked = wiped.flatMap((round) => round.asked);
  if (asked.length === 0 || asked.some(said)) return undefined;
  return couldNotRun(
    `inconclusive: asked after the reset, the agent gave no answer (${
      mutedWords(asked[0]!)
    }), so its silence proves nothing`,
    asked,
  );
}

function judgeRounds(evidence: Evidence): Judgement {
  const canary = evidence.settings.canary!;
  const entries = evidence.of("canary");
  const leak = survivorsIn(entries)[0];
  if (leak !== undefined) {
    return fromFindings([finding(
      {
        clause: "conformance.canary",
        code: "leak-proven",
        severity: "failed",
        where: "body",
        pointer: "",
        expected: "no answer after a reset to hold a nonce from before it",
        received: `leak proven: ${leakWords(leak)}`,
        hint:
          "Find the store that the answer came from, and destroy it in the reset before its 200.",
      },
      leak.seed,
      leak.entry,
    )], "");
  }
  const stores = judgeStores(evidence, "conformance.canary");
  if (stores.state === "leak") return fromFindings([stores.finding], "");
  const shows = entries.filter((e) => e.role !== "reset-before");
  if (stores.state === "powerless") return couldNotRun(`inconclusive: ${stores.reason}`, shows);
  const stopped = evidence.stopped("canary");
  if (stopped !== undefined) return couldNotRun(`inconclusive: ${stopped}`, shows);
  const all = rounds(evidence);
  const mute = unproven(all);
  if (mute !== undefined) return mute;
  if (!canary.recall) {
    return stores.state === "clean"
      ? passed(
        `${NO_LEAK}: the state probe found each of ${stores.looks} nonces before the reset, and none after`,
      )
      : couldNotRun("inconclusive: nothing was asked, and no store was looked at");
  }
  const powered = all.filter(({ control, reset, asked }) =>
    control !== undefined && reset !== undefined && answered200(reset) && asked.some(said)
  );
  if (powered.length === 0) {
    const asked = entries.find((e) => e.role === "control");
    const why = asked !== undefined && errorOf(asked) !== undefined
      ? "its turns end in agent-level errors"
      : "asked in the session that was told, it doesn't name the nonce";
    return couldNotRun(
      `inconclusive: this agent can't recall before the reset either (${why}), so its silence after it proves nothing. Give --seed-prompt and --recall-prompt that it understands, or --no-recall with a --state-probe`,
      shows,
    );
  }
  return passed(
    `${NO_LEAK} in ${powered.length} of ${all.length} rounds in which the agent could recall before the reset` +
      (stores.state === "clean"
        ? "; the state probe found each nonce before the reset, and none after"
        : ""),
    shows,
  );
}

function judgeStrangers(evidence: Evidence): Judgement {
  const canary = evidence.settings.canary!;
  const entries = evidence.of("canary");
  const seeds = entries.filter((e) => e.nonce !== undefined);
  const strangers = entries.filter((e) => e.role === "stranger");
  // What was told before an earlier reset is the other check's matter.
  const leak = leaksIn(strangers, seeds).find(({ seed, entry }) =>
    !entries.slice(entries.indexOf(seed), entries.indexOf(entry)).some((e) => e.route === "reset")
  );
  if (leak !== undefined) {
    return fromFindings([finding(
      {
        clause: "session.isolated",
        code: "session-leak",
        severity: "failed",
        where: "body",
        pointer: "",
        expected: "a session to see its own turns alone",
        received: leakWords(leak),
        hint: "Key all state by the whole session_id, byte for byte.",
      },
      leak.seed,
      leak.entry,
    )], "");
  }
  if (!canary.recall) return couldNotRun("Nothing was asked: --no-recall");
  if (!rounds(evidence).some(({ control }) => control !== undefined)) {
    return couldNotRun(
      "This agent doesn't recall in its own session, so another's silence proves nothing",
    );
  }
  return passed("A session that never saw the nonce didn't know it (no leak observed)");
}

function checksFor(canary: CanarySettings): readonly Check[] {
  const probes = ["reset", "canary"];
  const main = defineCheck({
    clause: "conformance.canary",
    title: "no nonce comes back after a reset",
    probes,
    judge: judgeRounds,
  });
  if (!canary.recall) return [main];
  return [
    defineCheck({
      clause: "session.isolated",
      title: "before the reset, another session doesn't know the nonce",
      probes,
      judge: judgeStrangers,
    }),
    main,
  ];
}

/**
 * Runs the canary against an endpoint and reports. Destroys all state of the endpoint.
 *
 * @throws {UsageError} before anything is sent: as `conform`; no-recall without a state probe; rounds that
 * are no positive whole number.
 *
 * @example An agent whose reset destroys what it was told
 * ```ts
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 * import { canary, NO_LEAK } from "@wt/inject";
 * import { REFERENCE_PROFILE, serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const report = await canary({ baseUrl: endpoint.url, profile: REFERENCE_PROFILE, rounds: 1 });
 *   assertEquals(report.exit_code, 0); // 1: a leak is proven. 3: inconclusive.
 *   assertStringIncludes(report.results.at(-1)?.message ?? "", NO_LEAK);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function canary(options: CanaryOptions): Promise<Report> {
  const { rounds = 3, questions = [], recall = true, stateProbe } = options;
  if (!Number.isSafeInteger(rounds) || rounds < 1 || rounds > 1000) {
    throw new UsageError(`Cannot run ${rounds} rounds: give a whole number from 1 to 1000`);
  }
  if (!recall && stateProbe === undefined) {
    throw new UsageError(
      "Cannot run a canary that neither asks nor looks: --no-recall needs a state probe",
      "Add --state-probe 'COMMAND' (or a URL) that prints what the endpoint's stores hold.",
    );
  }
  const settings = {
    ...settingsOf(options),
    canary: { rounds, questions, recall, stateProbe: stateProbe !== undefined },
  };
  const url = checkTarget(options.baseUrl, options.destroyState === true);
  const checks = checksFor(settings.canary);
  return await runSuite(
    { command: "canary", checks, probes: [canaryRounds], available: checks.length },
    settings,
    url,
    options,
  );
}
