/**
 * Errors and time-outs.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** Errors and time-outs: its clauses. */
export const ERRORS: readonly Clause[] = section("Errors", [
  {
    id: "error.agent-level",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "an agent's failure is HTTP 200 with the full envelope and error",
    sentence:
      "Agent-level failure (the agent ran and failed: model error, its own timeout_s expiry, tool crash): HTTP 200 with a full envelope",
  },
  {
    id: "error.witnessed-calls",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "that envelope lists the calls witnessed before the failure",
    sentence:
      "wt_inject and tool_calls still required (listing whatever calls were witnessed before the failure), error set to a non-empty string, reply may be empty.",
  },
  {
    id: "error.own-deadline",
    who: "E",
    level: "MUST",
    statement:
      "an expiry that the endpoint converts is HTTP 200 with the full envelope and error; never 504, never a dropped connection",
    also: ["Appendix"],
    sentence:
      "Agent-level failure (the agent ran and failed: model error, its own timeout_s expiry, tool crash): HTTP 200 with a full envelope",
  },
  {
    id: "error.verbatim",
    who: "D",
    level: "MUST",
    statement: "error is recorded word for word, and no reply is made up",
    sentence:
      "the driver records the error verbatim into the trace and must never fabricate a reply.",
  },
  {
    id: "error.scoreable",
    who: "D",
    level: "MUST",
    statement: "an agent-level error is a scoreable outcome: it doesn't fail the run",
    sentence: "This is a scoreable outcome",
  },
  {
    id: "error.contract-level",
    who: "D",
    level: "MUST",
    statement:
      "non-200, unparseable body, missing key or wrong version fails the run, with status and body",
    sentence:
      "Contract-level failure (non-200 status, unparseable body, missing required key, version mismatch): the driver fails the run with the status and body as detail.",
  },
  {
    id: "error.no-retry",
    who: "D",
    level: "MUST",
    statement: "no silent retry, ever",
    sentence:
      "No silent retry — a retry that happens to succeed hides a flaky endpoint from the bench",
  },
  {
    id: "error.deadline",
    who: "D",
    level: "MUST",
    statement:
      "a fixed deadline, timeout_s + a small grace, over the whole exchange; past it the run fails",
    sentence:
      "the driver's transport timeout is timeout_s plus a small fixed grace (recommended: 5 s) so a conforming endpoint always gets the chance to convert its own expiry into an agent-level error envelope. If the grace also expires, the run fails — again, no retry.",
  },
  {
    id: "error.grace-five",
    who: ["D", "R"],
    level: "SHOULD",
    level_for: { R: "MUST" },
    statement: "the grace is 5 s",
    also: ["Runtime"],
    sentence: "timeout_s plus a small fixed grace (recommended: 5 s)",
  },
]);
