/**
 * The short way in which the tables beside this file write a case. What a row leaves out is the same in
 * all rows of its table; `expect` is never left out.
 *
 * @module
 */
import { ok } from "../answers.ts";
import type { DriverCase, Expect, ExpectedTurn, Family } from "../case.ts";
import type { AdapterRequest } from "../protocol.ts";
import type { Answer } from "../script.ts";

/** An ordinary turn. */
export const TURN: AdapterRequest = {
  op: "inject",
  session_id: "wt-3f9a1c2e",
  text: "Which bay holds pallet 4417?",
};

/** A run of one turn; the driver mints the session. */
export const RUN: AdapterRequest = { op: "run", texts: ["Which bay holds pallet 4417?"] };

/** Texts of a longer run, none of which stands in another. */
export const THREE_TEXTS: readonly string[] = [
  "Which bay holds pallet 4417?",
  "Who ordered the crate from Reno?",
  "When does the last lorry leave?",
];

/** A run of three turns. */
export const LONG_RUN: AdapterRequest = { op: "run", texts: THREE_TEXTS };

/** The turn that {@linkcode GOOD_INJECT} is. */
export const PLAIN: ExpectedTurn = { content: "Bay 4." };

/** The run fails, and the turn was sent once. */
export const REFUSED: Expect = { outcome: ["run_failed"], requests: ["inject"] };

/** The turn is a good one, and was sent once. */
export function accepted(turn: ExpectedTurn = PLAIN): Expect {
  return { outcome: ["ok"], requests: ["inject"], turns: [turn] };
}

/** Either: the run fails, or the turn is handed on as it came. */
export function either(turn: ExpectedTurn = PLAIN): Expect {
  return { outcome: ["ok", "run_failed"], requests: ["inject"], turns: [turn] };
}

/** A turn at which the agent failed. */
export function agentError(turn: ExpectedTurn): Expect {
  return { outcome: ["agent_error"], requests: ["inject"], turns: [turn] };
}

/** The requests of a run of so many turns. */
export function runOf(turns: number): Expect["requests"] {
  return ["reset", "surface?", ...Array<"inject">(turns).fill("inject")];
}

/** What a table's rows share. */
export type Shared =
  & Pick<DriverCase, "family" | "clause" | "mend">
  & Partial<Pick<DriverCase, "op" | "level" | "side" | "proof" | "timeoutS">>;

/** A row: a case, but for what its table fills in. */
export type Row =
  & Pick<DriverCase, "id" | "title" | "script" | "expect">
  & Partial<DriverCase>;

/** Fills in what rows leave out: a turn, for any driver, a MUST that needs an outcome line. */
export function table(shared: Shared, rows: readonly Row[]): readonly DriverCase[] {
  return rows.map((row) => ({
    op: TURN,
    side: "D",
    level: "MUST",
    proof: "outcome",
    ...shared,
    ...row,
  }));
}

/** A script that answers every turn so. */
export function turn(...answers: readonly Answer[]): { readonly inject: readonly Answer[] } {
  return { inject: answers };
}

/** Rows of answers that must be refused: id, title, body of a 200. */
export function refusedBodies(
  family: Family,
  clause: string,
  mend: string,
  rows: readonly (readonly [id: string, title: string, body: string | Uint8Array])[],
): readonly DriverCase[] {
  return table(
    { family, clause, mend },
    rows.map(([id, title, body]) => ({ id, title, script: turn(ok(body)), expect: REFUSED })),
  );
}
