/**
 * Surface introspection.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** Surface introspection: its clauses. */
export const SURFACE: readonly Clause[] = section("Surface", [
  {
    id: "surface.optional",
    who: "D",
    level: "MUST",
    statement: "404 and 501 are recorded as unavailable, and conformance is unchanged",
    sentence:
      "the driver records the surface as unavailable — never fabricated, never reused from an earlier probe — and the endpoint's conformance status is unchanged.",
  },
  {
    id: "surface.shape",
    who: "E",
    level: "MUST",
    statement: "where served: the three lists are present, even when empty",
    sentence:
      '[] is a conforming "there is nothing of this kind"; a missing key is a contract violation.',
  },
  {
    id: "surface.system-instructions",
    who: "E",
    level: "MUST",
    statement: "{type, content} text parts, in source order",
    sentence:
      "surface.system_instructions — the system prompt as OTel GenAI text parts ({type, content}), in source order.",
    partly_excluded: "Source order isn't judged: the wire doesn't show the source.",
  },
  {
    id: "surface.tool-definitions",
    who: "E",
    level: "MUST",
    statement: "name required; description, input_schema, result_schema as available",
    sentence:
      "entries are Contract A tool definitions (name required; description, input_schema, result_schema as available).",
    partly_excluded: "Manifest order isn't judged: the wire doesn't show the manifest.",
  },
  {
    id: "surface.extra-segments",
    who: "E",
    level: "MUST",
    statement: "{name, content}",
    sentence: "as {name, content} pairs with endpoint-chosen, stable names.",
  },
  {
    id: "surface.stable",
    who: "E",
    level: "SHOULD",
    derived: true,
    statement:
      "segment names are the same in two probes; other differences are warned (a date in a prompt is legal)",
    sentence: "{name, content} pairs with endpoint-chosen, stable names.",
  },
  {
    id: "surface.fresh-session",
    who: "E",
    level: "MUST",
    statement: "it describes a fresh session's next turn: one that holds a session's nonce fails",
    sentence:
      "this route returns the endpoint's report of its configured surface — what a fresh session's next turn would be composed from",
  },
  {
    id: "surface.malformed-is-invalid",
    who: "D",
    level: "MUST",
    statement: "a malformed answer is invalid: warned loudly, never stored, and the run goes on",
    sentence:
      "The driver records the surface as invalid (a third state, distinct from reported and unavailable), warns loudly, and must never store the malformed payload as if it validated",
  },
  {
    id: "surface.recorded",
    who: "D",
    level: "MUST",
    statement: "reported, unavailable or invalid is recorded in the trace",
    sentence:
      "records the reported surface into the trace, or its honest absence, or invalid on a malformed response",
  },
  {
    id: "surface.gate-hard-fails",
    who: "T",
    level: "MUST",
    statement: "tooling that compares surfaces treats invalid as a hard failure",
    sentence:
      "Gate tooling that compares surfaces (driver and CLI territory) must treat invalid as a hard failure",
  },
  {
    id: "surface.reported-label",
    who: "D",
    level: "MUST",
    statement: "artifacts label it as reported, never as ground truth",
    sentence: "trace artifacts must label it as reported, never as ground truth.",
  },
  {
    id: "surface.once-per-run",
    who: "D",
    level: "MUST",
    statement:
      "where it probes at all: once a run, after reset and before the first inject; never reused",
    also: ["Runtime"],
    sentence:
      "When the endpoint implements /wt/surface, the driver probes it once per run — after reset, before the first inject",
  },
  {
    id: "surface.sensitive",
    who: "T",
    level: "SHOULD",
    statement: "an artifact that holds one is handled as the prompt itself",
    sentence:
      "Traces, goldens, and any artifact embedding one carry whatever is private about the endpoint's steering, and should be handled as sensitively as the prompt itself",
  },
  {
    id: "surface.examples-synthetic",
    who: "T",
    level: "MUST",
    statement: "published examples are synthetic",
    sentence: "published examples must be synthetic.",
  },
]);
