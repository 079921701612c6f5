/**
 * Scores one run: four layers, the gates among them, and what they add up to. Pure.
 *
 * @module
 */
import { missingFacts, numberPresent } from "./facts.ts";
import { assertedFact } from "./forbidden.ts";
import { GATE_LAYERS, type GateLayer, type Scenario } from "./scenario.ts";
import { forbiddenCalls, type LayerResult, mustCall, shownList } from "./trajectory.ts";

/** One turn of a transcript, as far as scores look at it. */
export interface ScoredTurn {
  /** `user`, `assistant`, or another word. */
  readonly role: string;
  /** What was said, word for word. */
  readonly content: string;
  /** In order of invocation; absent means none. */
  readonly toolCalls?: readonly { readonly name: string }[];
}

/** What a run left behind. */
export interface Transcript {
  /** In order. */
  readonly turns: readonly ScoredTurn[];
  /** Why the run failed, where it did: a run without a transcript can't be scored. */
  readonly runnerError?: string;
  /**
   * The calls that tool servers saw, in order, where their log was kept: what the transcript says of
   * calls doesn't count then.
   */
  readonly witnessed?: readonly { readonly name: string }[];
}

/** The verdict on one run. */
export type RunVerdict = "PASS" | "FAIL" | "INVALID";

/** One run's score. */
export interface Score {
  /** Whether the last answer has the facts and numbers it must, and none it mustn't. */
  readonly outcome: LayerResult;
  /** Whether the calls are those that the scenario asks for. */
  readonly trajectory: LayerResult;
  /** Passed wherever the run came to its end: scenarios here have no policy to keep. */
  readonly constraint: LayerResult;
  /** Passed wherever the run came to its end: nothing is perturbed here. */
  readonly integrity: LayerResult;
  /** The layers that decided, in the order of {@linkcode GATE_LAYERS}. */
  readonly gateLayers: readonly GateLayer[];
  /** INVALID without integrity; else PASS where every deciding layer passed. */
  readonly verdict: RunVerdict;
}

/** A score before it is added up. */
type Layers = Pick<Score, "outcome" | "trajectory" | "constraint" | "integrity">;

const pass = (detail: string): LayerResult => ({ passed: true, detail });
const fail = (detail: string): LayerResult => ({ passed: false, detail });

/**
 * The layers that decide. Without `gate_layers` those that the scenario says something about: the
 * outcome always, the trajectory where a call is required or forbidden. `gate_layers` adds to them,
 * or with `strict_gates` false takes their place; an empty list then lets every valid run pass.
 */
export function gateLayers(scenario: Scenario): readonly GateLayer[] {
  const declared = new Set<GateLayer>(["outcome"]);
  if (scenario.must_call.length > 0 || scenario.forbidden_calls.length > 0) {
    declared.add("trajectory");
  }
  const given = scenario.gate_layers;
  if (given === null) return GATE_LAYERS.filter((layer) => declared.has(layer));
  return GATE_LAYERS.filter((layer) =>
    given.includes(layer) || (scenario.strict_gates && declared.has(layer))
  );
}

/**
 * Scores a run by what was said and called in it. Its warnings are not looked at: an endpoint writes
 * its own errors there, and could forge evidence.
 *
 * @example A fact that the last answer must hold
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readScenarios, scoreRun } from "@wt/inject/run";
 *
 * const [one] = await readScenarios(
 *   '{"name": "lamps", "prompt": "How many?", "target_numbers": [{"value": 4}]}',
 *   "lamps.json",
 * );
 * const said = (content: string) => ({ turns: [{ role: "assistant", content }] });
 * assertEquals(scoreRun(one!.scenario, said("There are 4 lamps.")).verdict, "PASS");
 * assertEquals(scoreRun(one!.scenario, said("There are 14 lamps.")).verdict, "FAIL");
 * ```
 */
export function scoreRun(scenario: Scenario, transcript: Transcript): Score {
  const { runnerError } = transcript;
  const layers = runnerError === undefined ? layersOf(scenario, transcript) : {
    outcome: fail(`the run failed: ${runnerError}`),
    trajectory: fail("the run failed"),
    constraint: fail("the run failed"),
    integrity: fail("the run failed"),
  };
  const gates = gateLayers(scenario);
  return { ...layers, gateLayers: gates, verdict: verdictOf(layers, gates) };
}

function layersOf(scenario: Scenario, { turns, witnessed }: Transcript): Layers {
  const calls = witnessed ?? turns.flatMap(({ toolCalls = [] }) => toolCalls);
  const evidence = witnessed === undefined ? "transcript" : "server-witnessed";
  return {
    outcome: outcome(scenario, turns, calls.length > 0),
    trajectory: trajectory(scenario, calls, evidence),
    constraint: pass("no policy to keep"),
    integrity: pass("nothing was perturbed"),
  };
}

function verdictOf(layers: Layers, gates: readonly GateLayer[]): RunVerdict {
  if (!layers.integrity.passed) return "INVALID";
  return gates.every((layer) => layers[layer].passed) ? "PASS" : "FAIL";
}

/**
 * Judges the last turn of the assistant, even where it is empty and even where others follow; what it
 * said before doesn't count. The first thing that is wrong decides.
 */
function outcome(
  scenario: Scenario,
  turns: readonly ScoredTurn[],
  called: boolean,
): LayerResult {
  const last = turns.findLast(({ role }) => role === "assistant");
  if (last === undefined) return fail("the assistant never answered");
  if (scenario.requires_tool_use && !called) {
    return fail("no tool was called, and the scenario requires one");
  }
  const facts = missingFacts(last.content, scenario.target_facts);
  if (facts.length > 0) return fail(`not in the last answer, no member of: ${shownList(facts)}`);
  const numbers = scenario.target_numbers.filter((fact) => !numberPresent(last.content, fact));
  if (numbers.length > 0) return fail(`not in the last answer: ${shownList(numbers)}`);
  const asserted = assertedFact(last.content, scenario.forbidden_facts);
  if (asserted !== undefined) return fail(`asserted in the last answer: ${shownList([asserted])}`);
  return pass("the last answer holds what it has to, and claims nothing forbidden");
}

/** Judges every call. A call without a name is no evidence. */
function trajectory(
  scenario: Scenario,
  calls: readonly { readonly name: string }[],
  evidence: string,
): LayerResult {
  const observed = calls.map(({ name }) => name).filter((name) => name !== "");
  const checks = [
    forbiddenCalls(observed, scenario.forbidden_calls),
    mustCall(observed, scenario.must_call, scenario.order_matters),
  ];
  const failed = checks.filter(({ passed }) => !passed);
  const details = (failed.length > 0 ? failed : checks).map(({ detail }) => detail).join("; ");
  return { passed: failed.length === 0, detail: `${details} [evidence: ${evidence}]` };
}
