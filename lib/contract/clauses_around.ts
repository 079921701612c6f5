/**
 * Around the wire: layering, the built-in runtime, the reset canary, conformance, ratification.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** Layering: its clauses. */
export const LAYERING: readonly Clause[] = section("Layering", [
  {
    id: "layer.normalization",
    who: "D",
    level: "MUST",
    statement:
      "conversion to OpenAI shapes (roles, stringified arguments, ids) is the driver's, and changes no value",
    sentence: "Normalization code belongs in the driver, always.",
  },
]);

/** The built-in runtime: its clauses. */
export const RUNTIME: readonly Clause[] = section("Runtime", [
  {
    id: "runtime.config",
    who: "R",
    level: "MUST",
    statement:
      "settings are WT_INJECT_URL and WT_INJECT_TIMEOUT_S (default 120) alone; no payload mapping",
    sentence:
      "no payload configuration surface, base URL as its only required setting (default http://127.0.0.1:8647, overridden with WT_INJECT_URL). The request deadline defaults to 120 seconds, can be overridden with WT_INJECT_TIMEOUT_S",
  },
]);

/** The reset canary: its clauses. */
export const CANARY: readonly Clause[] = section("Canary", [
  {
    id: "canary.nonce",
    who: "T",
    level: "MUST",
    statement: "the nonce is a fresh UUID",
    sentence: "inject a turn embedding a random nonce (a UUID — never a memorable phrase).",
  },
  {
    id: "canary.procedure",
    who: "T",
    level: "MUST",
    statement: "seed, reset, probe a new session (what was told, direct recall)",
    sentence:
      'Open a new session and probe for the nonce ("what did I just tell you?", plus a direct recall ask).',
  },
  {
    id: "canary.verdict",
    who: "T",
    level: "MUST",
    statement: "a post-reset reply with the nonce proves leakage and fails the endpoint",
    sentence: "If any post-reset reply contains the nonce, the endpoint fails — leakage is proven.",
  },
  {
    id: "canary.asymmetric",
    who: "T",
    level: "MUST",
    statement: 'a pass is worded as "no leak observed", never as proof of isolation',
    sentence: "A recalled nonce proves contamination; a pass does not prove isolation",
  },
  {
    id: "canary.state-probe",
    who: "T",
    level: "SHOULD",
    statement: "it can be paired with a probe of the stores themselves",
    sentence:
      "For stateful backends, pair the canary with a StateProbe assertion that inspects the stores directly.",
  },
]);

/** Conformance: its clauses. */
export const CONFORMANCE: readonly Clause[] = section("Conformance", [
  {
    id: "conformance.canary",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "the reset canary passes",
    sentence: "reset is synchronous, total, and idempotent, and the reset canary passes",
  },
  {
    id: "conformance.must-call",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "a must_call scenario passes",
    sentence: "the runtime checklist items hold (a must_call scenario passes;",
  },
  {
    id: "conformance.back-to-back",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "two back-to-back stateful scenarios stay isolated",
    sentence: "two back-to-back stateful scenarios stay isolated",
  },
  {
    id: "conformance.surface-neutral",
    who: "T",
    level: "MUST",
    statement: "no surface route: still conforming; a bad one: not",
    sentence:
      "The route itself never moves the bar: not implementing it is fully conforming; implementing it badly is not.",
  },
]);

/** Ratification: its clauses. */
export const RATIFICATION: readonly Clause[] = section("Ratification", [
  {
    id: "ratification.two-drivers",
    who: "T",
    level: "MUST",
    statement: "two independent drivers conform and pass the canary before version 1 freezes",
    sentence:
      "this contract does not freeze at version 1 until two independent driver-side implementations conform and pass the canary.",
  },
]);
