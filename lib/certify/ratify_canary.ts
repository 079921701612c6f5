/**
 * The reset canary through a driver: on an endpoint that conforms and on endpoints that leak, does what
 * the driver hands on show the nonce where it came back, and nowhere else?
 *
 * @module
 */
import { sight } from "../conform/nonce.ts";
import { contractHandler } from "../endpoint/handler.ts";
import { serveMutant } from "../endpoint/mutant_server.ts";
import { coopResetMutants } from "../endpoint/mutants/coop_reset.ts";
import { referenceAgent } from "../endpoint/reference.ts";
import { serveEndpoint } from "../endpoint/serve.ts";
import { boundMs, type Clock } from "./clock.ts";
import { CannotStart, type DriverUnderTest } from "./driver.ts";
import { readOutcome } from "./outcome.ts";
import { judgeCanary, overall, type StepSeen } from "./ratify_judge.ts";
import type { CanaryEndpoint, DriverCanary } from "./ratify_record.ts";
import { handedOn, type PlannedStep, plannedSteps } from "./ratify_steps.ts";
import { stringsIn } from "./strings.ts";

/** What a canary needs besides the driver. */
export interface CanaryContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told before each endpoint. */
  readonly tell?: (endpoint: string) => void;
}

/** Variables that would lead a driver elsewhere. */
const UNSET = [
  ...["WT_INJECT_URL", "WT_INJECT_TIMEOUT_S"],
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy"],
];

/** An endpoint that can be served. */
interface Stage extends Pick<CanaryEndpoint, "endpoint" | "what" | "leaks"> {
  /** True where a session that never saw the nonce is told it too, which a run by itself can show. */
  readonly everywhere: boolean;
  serve(): Promise<{ readonly url: string; close(): Promise<void> }>;
}

const REFERENCE: Stage = {
  endpoint: "reference",
  what: "the reference agent, which conforms",
  leaks: false,
  everywhere: true,
  serve: () => serveEndpoint({ port: 0, handler: contractHandler(referenceAgent()) }),
};

function leaking(id: string, everywhere: boolean): Stage {
  const mutant = coopResetMutants.find((one) => one.id === id)!;
  const { what } = mutant;
  return { endpoint: id, what, leaks: true, everywhere, serve: () => serveMutant(mutant) };
}

const STAGES: readonly Stage[] = [
  REFERENCE,
  leaking("coop-reset-does-nothing", false),
  leaking("coop-reset-leaves-an-open-index", true),
];

/** Leads a driver through its canary. Never throws for what the driver does. */
export async function driverCanary(
  driver: DriverUnderTest,
  context: CanaryContext,
): Promise<DriverCanary> {
  const byInject = await onStages("inject", STAGES, driver, context);
  if (byInject !== "unsupported") return overall("inject", byInject);
  const inRuns = STAGES.filter(({ everywhere }) => everywhere);
  const byRun = await onStages("run", inRuns, driver, context);
  return overall("run", byRun === "unsupported" ? [] : byRun);
}

async function onStages(
  route: DriverCanary["route"],
  stages: readonly Stage[],
  driver: DriverUnderTest,
  context: CanaryContext,
): Promise<readonly CanaryEndpoint[] | "unsupported"> {
  const results: CanaryEndpoint[] = [];
  for (const stage of stages) {
    context.tell?.(stage.endpoint);
    const { endpoint, what, leaks } = stage;
    const nonce = crypto.randomUUID();
    const served = await stage.serve();
    try {
      const seen = await walk(plannedSteps(route, nonce), nonce, served.url, driver, context);
      if (seen.some(({ step, planned }) => step.reported === "unsupported" && !planned.optional)) {
        return "unsupported";
      }
      const steps = seen.map(({ step }) => step);
      results.push({ endpoint, what, leaks, nonce, steps, ...judgeCanary(leaks, seen) });
    } finally {
      await served.close();
    }
  }
  return results;
}

/** Makes the calls, up to the first that doesn't end in a turn or a reset that is done. */
async function walk(
  plan: readonly PlannedStep[],
  nonce: string,
  url: string,
  driver: DriverUnderTest,
  context: CanaryContext,
): Promise<readonly StepSeen[]> {
  const seen: StepSeen[] = [];
  for (const planned of plan) {
    const one = await take(planned, nonce, url, driver, context);
    seen.push(one);
    const goesOn = one.step.reported === "ok" ||
      (one.step.reported === "unsupported" && planned.optional === true);
    if (!goesOn) break;
  }
  return seen;
}

async function take(
  planned: PlannedStep,
  nonce: string,
  url: string,
  driver: DriverUnderTest,
  { clock, signal }: CanaryContext,
): Promise<StepSeen> {
  const { purpose, asked, role } = planned;
  const about = { purpose, asked };
  const none = (detail: string, blocked: boolean): StepSeen => ({
    planned,
    step: { ...about, reported: "none", nonce: false, detail },
    gaveTurns: false,
    blocked,
  });
  if (signal.aborted) return none("the run was interrupted", true);
  try {
    const run = await driver.call({
      id: `canary.${role}`,
      title: purpose,
      line: JSON.stringify(asked),
      env: { WT_INJECT_URL: url, WT_INJECT_TIMEOUT_S: String(clock.timeoutS) },
      unset: UNSET,
      boundMs: boundMs(clock, clock.timeoutS),
      graceS: clock.graceS,
      signal,
      settled: () => Promise.resolve(),
    });
    if (run === undefined) return none("nobody can say what the driver made of it", true);
    const reading = readOutcome(run);
    if (!reading.ok) return none(reading.reason, run.ended === "aborted");
    const { outcome } = reading;
    const text = handedOn(planned, outcome).flatMap((value) =>
      stringsIn(value).map((found) => found.value)
    );
    return {
      planned,
      step: {
        ...about,
        reported: outcome.word,
        nonce: sight(nonce, text.join("\n")) !== undefined,
        ...(outcome.detail === undefined ? {} : { detail: outcome.detail }),
      },
      gaveTurns: outcome.turns.length > 0,
      blocked: false,
    };
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return none(error.message, true);
  }
}
