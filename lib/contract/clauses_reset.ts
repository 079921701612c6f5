/**
 * Reset.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** Reset: its clauses. */
export const RESET: readonly Clause[] = section("Reset", [
  {
    id: "reset.echo",
    who: "E",
    level: "MUST",
    statement: "200 with the version echo",
    sentence: '→ 200 { "wt_inject": 1 }, returned only after state is actually gone.',
  },
  {
    id: "reset.request",
    who: "D",
    level: "MUST",
    statement: "the body is wt_inject; no scope is sent",
    sentence: 'POST /wt/reset { "wt_inject": 1 }',
  },
  {
    id: "reset.synchronous",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "the 200 comes only after the state is gone",
    sentence: "The 200 is a completion signal, not an acknowledgement.",
  },
  {
    id: "reset.total",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "all sessions, and all derived state",
    sentence: "Reset destroys all bench-visible state for all sessions.",
  },
  {
    id: "reset.no-scope",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "there is no scope: an unknown scope field doesn't narrow a reset",
    sentence: "There is no scope parameter",
  },
  {
    id: "reset.idempotent",
    who: "E",
    level: "MUST",
    statement: "a reset on a fresh endpoint is a 200 (cheap: warned past a second)",
    sentence: "Idempotent. Reset on a fresh endpoint is a cheap 200",
  },
  {
    id: "reset.before-every-run",
    who: "D",
    level: "MUST",
    statement: "a reset precedes every run",
    sentence: "matching the SPI contract for AgentHandle.reset_state() (called before every run).",
  },
  {
    id: "reset.failure-fatal",
    who: "D",
    level: "MUST",
    statement: "a failed reset is fatal to the run",
    sentence: "A failed reset (non-200) must be fatal to the bench run",
  },
]);
