/**
 * Reset, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

/** Reset: its explanations. */
export const RESET: Explanations = {
  "reset.echo": {
    why:
      "A 200 from a catch-all page or an old build would pass for a wipe that never happened. The echo shows that a program of this contract answered.",
    good: lines('→ POST /wt/reset {"wt_inject":1}', '← 200 {"wt_inject":1}'),
    bad: lines(
      '→ POST /wt/reset {"wt_inject":1}',
      "← 204 No Content",
      '← 200 {"ok":true}',
    ),
    mend: 'Answer 200 with {"wt_inject":1}. Not 202, not 204, and not an empty body.',
  },
  "reset.request": {
    why:
      "A scope that is sent but ignored looks like a partial wipe to whoever reads the code, and one that is obeyed lets contamination through.",
    good: '→ POST /wt/reset {"wt_inject":1}',
    bad: '→ POST /wt/reset {"wt_inject":1,"scope":"all"}',
    mend: "Send the version alone.",
  },
  "reset.synchronous": {
    why:
      "If the 200 comes before the wipe has ended, the next scenario races it. Most of the time it wins; now and then it answers from the last one's memory, and the bench is green and red by turns.",
    good: lines(
      '→ POST /wt/reset {"wt_inject":1}',
      "  (transcripts, caches and index are wiped, each awaited)",
      '← 200 {"wt_inject":1}',
    ),
    bad: lines(
      '→ POST /wt/reset {"wt_inject":1}',
      '← 200 {"wt_inject":1}',
      "  (the wipe is on a queue and starts now)",
    ),
    mend:
      "Await every store before you answer: no background task, no queue, no fire-and-forget delete. Cancel running turns first and await their end, or one of them writes into the clean state.",
  },
  "reset.total": {
    why:
      "Whatever survives a reset can answer the next scenario's question. The well-known case is a search index that still knew a transcript which had been deleted.",
    good: "A reset wipes transcripts, summaries, caches, queues, indexes, notes.",
    bad: "A reset deletes the newest session, or the transcripts but not the index.",
    mend:
      "List all that a turn can write, for all sessions, and wipe each of them. Whatever is derived from a transcript goes with it.",
  },
  "reset.no-scope": {
    why:
      "A scope makes a partial wipe possible, and a partial wipe is how one scenario's state gets into the next. An old driver that still sends the field must not cause one.",
    good: lines(
      '→ POST /wt/reset {"wt_inject":1,"scope":"session"}',
      '← 200 {"wt_inject":1} (all sessions are gone)',
    ),
    bad: lines(
      '→ POST /wt/reset {"wt_inject":1,"scope":"session"}',
      '← 200 {"wt_inject":1} (other sessions still remember)',
    ),
    mend: "Ignore the field like any other that you don't know, and wipe everything.",
  },
  "reset.idempotent": {
    why:
      "The driver resets before every run, so the first reset meets an endpoint with nothing to wipe, and often the second one too. An error there ends the run before it began.",
    good: lines(
      '→ POST /wt/reset {"wt_inject":1}',
      '← 200 {"wt_inject":1}',
      '→ POST /wt/reset {"wt_inject":1}',
      '← 200 {"wt_inject":1}',
    ),
    bad: lines(
      '→ POST /wt/reset {"wt_inject":1}',
      '← 200 {"wt_inject":1}',
      '→ POST /wt/reset {"wt_inject":1}',
      "← 409 (nothing to reset)",
    ),
    mend:
      "Treat a store that is missing or empty as wiped. Keep it cheap: don't rebuild the agent or reload a model in a reset (past a second it is warned about).",
  },
  "reset.before-every-run": {
    why: "Without a wipe a run starts in whatever state the one before it left behind.",
    good: "reset, turns; reset, turns",
    bad: "reset, turns, turns",
    mend: "Reset before each run, and wait for its 200.",
  },
  "reset.failure-fatal": {
    why: "A bench that goes on after a failed wipe scores contamination.",
    good: lines("← 500", "The driver fails the run and sends no turn."),
    bad: lines("← 500", "The driver logs a warning and sends the first turn."),
    mend: "Stop the run on anything but a valid 200, and show the status and the body.",
  },
};
