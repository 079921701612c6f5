/**
 * Asks of a command whether it is an adapter at all, before 200 cases say that it isn't.
 *
 * @module
 */
import { GOOD_INJECT, ok } from "./answers.ts";
import type { DriverCase } from "./case.ts";
import { accepted, TURN } from "./cases/build.ts";
import { readOutcome } from "./outcome.ts";
import type { CaseRecord } from "./record.ts";

/** The one good turn by which an adapter is known. */
export const SMOKE: DriverCase = {
  id: "smoke.turn",
  family: "good",
  clause: "error.contract-level",
  side: "D",
  level: "MUST",
  title: "one turn on a good endpoint",
  mend: "Read one JSON line, call the driver, print one JSON line.",
  op: TURN,
  proof: "outcome",
  script: { inject: [ok(GOOD_INJECT)] },
  expect: accepted(),
};

/**
 * What says that the command is no adapter; undefined where it prints an outcome line, right or wrong, and
 * calls on our server unless it doesn't offer turns.
 */
export async function smokeProblem(
  play: (one: DriverCase) => Promise<CaseRecord>,
): Promise<string | undefined> {
  const record = await play(SMOKE);
  if (record.run === undefined || record.run.ended === "aborted") return undefined;
  const reading = readOutcome(record.run);
  const hint = "An adapter reads one JSON line and prints one, and sends its requests to " +
    "WT_INJECT_URL: docs/certify.md shows how";
  if (!reading.ok) return `The command is no adapter: ${reading.reason}. ${hint}`;
  if (reading.outcome.class !== undefined && record.seen.length === 0) {
    return `The command says ${reading.outcome.word}, and sent no request to us. ${hint}`;
  }
  return undefined;
}
