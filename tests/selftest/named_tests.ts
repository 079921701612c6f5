/**
 * Clauses that plain tests hold: those of tooling, and of our own driver and runtime. A test fails where
 * one of these is gone or has another name.
 *
 * @module
 */

/** A test that shows that a clause is kept. */
export interface NamedTest {
  readonly clauses: readonly string[];
  /** From the project's root. */
  readonly file: string;
  /** The name as `Deno.test` has it. */
  readonly name: string;
}

const test = (file: string, name: string, ...clauses: readonly string[]): NamedTest => ({
  clauses,
  file: `tests/${file}`,
  name,
});

/** All of them. */
export const NAMED_TESTS: readonly NamedTest[] = [
  // The built-in runtime.
  test(
    "driver/settings_test.ts",
    "driverSettings() defaults to port 8647 on loopback and 120 seconds",
    "transport.base-url",
    "runtime.config",
  ),
  test(
    "driver/settings_test.ts",
    "driverSettings() reads both variables, and options win over them",
    "transport.base-url",
    "runtime.config",
  ),
  test(
    "driver/transport_test.ts",
    "HttpInject() gives an exchange five seconds past timeout_s",
    "error.grace-five",
    "error.deadline",
  ),
  // Our own driver, and the runs that it is driven by.
  test(
    "driver/transport_test.ts",
    "inject() sends a later turn exactly once too, when its connection is dropped",
    "error.no-retry",
  ),
  test(
    "driver/request_test.ts",
    "newSessionId() mints a new UUID each time",
    "session.driver-mints",
  ),
  test(
    "driver/session_test.ts",
    "inject() refuses a second turn in a busy session, before anything is sent",
    "session.serialized",
  ),
  test(
    "driver/openai_test.ts",
    "toOpenAiResponse() numbers calls from 0 and stringifies arguments digit for digit",
    "layer.normalization",
  ),
  test(
    "scenario/run_test.ts",
    "runScenario() resets, asks for the surface once, then takes its turns in one session",
    "reset.before-every-run",
    "surface.once-per-run",
  ),
  test(
    "scenario/run_failure_test.ts",
    "runScenario() dies of a failed reset, and sends nothing after it",
    "reset.failure-fatal",
  ),
  test(
    "scenario/run_failure_test.ts",
    "runScenario() warns of an invalid surface, stores nothing of it, and goes on",
    "surface.malformed-is-invalid",
  ),
  test(
    "cli/run_test.ts",
    "an endpoint that fails its reset stops everything: exit 3, one clear error",
    "reset.failure-fatal",
  ),
  test(
    "cli/run_test.ts",
    "an invalid surface is warned of loudly, kept as invalid, and fails nothing",
    "surface.malformed-is-invalid",
    "surface.recorded",
  ),
  test(
    "run/trace_text_test.ts",
    "traceText() keeps a reported surface with its numbers as they came, and unknown keys",
    "surface.recorded",
    "surface.reported-label",
  ),
  // Surfaces in tooling.
  test(
    "surface/render_test.ts",
    "renderSurface() says in every output that it is a report",
    "surface.reported-label",
  ),
  test(
    "surface/probe_test.ts",
    "probeSurface() finds an invalid surface, first or later",
    "surface.gate-hard-fails",
  ),
  test(
    "cli/surface_probe_test.ts",
    "surface probe exits 1 on an invalid surface, and points at each fault",
    "surface.gate-hard-fails",
  ),
  test(
    "cli/surface_check_test.ts",
    "surface check fails where the surface is invalid, gone or of doubled names; diff doesn't",
    "surface.gate-hard-fails",
  ),
  test(
    "surface/golden_diff_test.ts",
    "goldenChanges() gives pointers, types, lengths and hashes, and text only where asked",
    "surface.sensitive",
  ),
  test(
    "surface/render_test.ts",
    "renderSurface() prints nothing of a surface unless it is asked to",
    "surface.sensitive",
  ),
  test(
    "conform/recording_test.ts",
    "rejudge() accuses nobody of a surface that the recording leaves out",
    "surface.sensitive",
  ),
  test(
    "selftest/clauses_test.ts",
    "published examples of surfaces name the tools of no real agent",
    "surface.examples-synthetic",
  ),
  // The canary.
  test(
    "selftest/clauses_test.ts",
    "canary() tells a fresh UUID in each round of each run",
    "canary.nonce",
  ),
  test(
    "selftest/clauses_test.ts",
    "canary() seeds, resets, and asks a new session both questions, in this order",
    "canary.procedure",
  ),
  test(
    "cli/canary_test.ts",
    "canary asks the user's own questions, in the user's own words, in new sessions",
    "canary.procedure",
  ),
  test(
    "conform/canary_leaks_test.ts",
    "canary() proves each leak that conform() proves, by what leaked alone",
    "canary.verdict",
  ),
  test(
    "cli/canary_test.ts",
    "canary exits 1 where a nonce comes back after the reset, and shows the turns",
    "canary.verdict",
  ),
  test(
    "conform/canary_verdicts_test.ts",
    "canary() observes no leak in the reference, and claims no more",
    "canary.asymmetric",
  ),
  test(
    "cli/canary_test.ts",
    "canary exits 0 where no leak is observed, and claims no more than that",
    "canary.asymmetric",
  ),
  test(
    "conform/canary_verdicts_test.ts",
    "canary() proves a leak that only the state probe sees, and observes none without",
    "canary.state-probe",
  ),
  test(
    "conform/canary_verdicts_test.ts",
    "canary() is inconclusive with a state probe that doesn't find the nonce before the reset",
    "canary.state-probe",
  ),
  // Conformance.
  test(
    "selftest/clauses_test.ts",
    "conform() is moved by no surface that isn't served, and by each that is broken",
    "conformance.surface-neutral",
  ),
  // Ratification.
  test(
    "certify/ratify_test.ts",
    "ratify() finds two good drivers ratifiable, with all that says so",
    "ratification.two-drivers",
  ),
  test(
    "certify/ratify_test.ts",
    "ratify() doesn't ratify where one of two fails a case, and shows where they differ",
    "ratification.two-drivers",
  ),
  test(
    "certify/ratify_test.ts",
    "ratify() doesn't ratify a driver that conforms and hides a leak",
    "ratification.two-drivers",
  ),
];

/** Clauses whose tool isn't built yet, each with which. A test fails where one of them has a test. */
export const UNHELD: Readonly<Record<string, string>> = {};
