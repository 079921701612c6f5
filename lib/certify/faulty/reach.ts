/**
 * Which cases can notice a fault at all, from the seam at which it sits. A case is left out only where the
 * faulty driver does there, step for step, what the good one does.
 *
 * @module
 */
import type { DriverCase } from "../case.ts";
import { isTimed } from "../judge.ts";
import type { Seams } from "./driver.ts";

type Reach = (one: DriverCase) => boolean;

const REACHES: Readonly<Record<keyof Seams, Reach>> = {
  // The endpoint's answers are scripted: what a request says is seen by those who look at it.
  send: ({ expect, settings }) => expect.request !== undefined || settings !== undefined,
  transport: () => true,
  grace: isTimedCase,
  // Where the deadline passes, nothing came that could be changed.
  came: ({ expect }) => expect.deadline === undefined,
  reset: ({ op }) => op.op === "reset" || op.op === "run",
  surface: ({ op }) => op.op === "surface" || op.op === "run",
  hand: ({ expect }) => expect.outcome.some((outcome) => outcome !== "run_failed"),
  fail: ({ expect }) => expect.outcome.includes("run_failed"),
  run: ({ op }) => op.op === "run",
  env: () => true,
};

function isTimedCase(one: DriverCase): boolean {
  return isTimed({ case: one });
}

/** The cases that can notice one of these seams. */
export function reachOf(seams: Seams): Reach {
  const reaches = (Object.keys(REACHES) as (keyof Seams)[])
    .filter((seam) => seams[seam] !== undefined).map((seam) => REACHES[seam]);
  return (one) => reaches.some((reach) => reach(one));
}
