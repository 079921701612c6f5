/**
 * Every case, in the order in which they are played, and what holds of all of them.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type { DriverCase } from "./case.ts";
import { bodyCases } from "./cases/bodies.ts";
import { envelopeCases } from "./cases/envelope.ts";
import { oddCases } from "./cases/odd.ts";
import { requestCases } from "./cases/requests.ts";
import { resetCases } from "./cases/resets.ts";
import { runtimeCases } from "./cases/runtime.ts";
import { surfaceCases } from "./cases/surfaces.ts";
import { turnCases } from "./cases/turns.ts";
import { valueCases } from "./cases/values.ts";
import { wireCases } from "./cases/wire.ts";

/** Every case: what a driver sends, what it hands on, what it must refuse; the slow ones last. */
export const CASES: readonly DriverCase[] = [
  ...requestCases,
  ...turnCases,
  ...oddCases,
  ...valueCases,
  ...envelopeCases,
  ...bodyCases,
  ...resetCases,
  ...surfaceCases,
  ...runtimeCases,
  ...wireCases,
];

/**
 * Refuses a set of cases in which one says nothing: a case without an expectation would pass whatever a
 * driver does.
 *
 * @throws {Error} that names each such case; {@linkcode RangeError} for a clause that doesn't exist.
 */
export function checkCases(cases: readonly DriverCase[]): void {
  const wrong = cases.flatMap((one, index) => {
    const what = faultOf(one, cases.findIndex(({ id }) => id === one.id) < index);
    return what === undefined ? [] : [`${one.id}: ${what}`];
  });
  if (wrong.length > 0) throw new Error(`Cannot use these cases: ${wrong.join("; ")}`);
  for (const one of cases) clause(one.clause);
}

function faultOf(one: DriverCase, again: boolean): string | undefined {
  // What the types promise is checked all the same: cases may come from JavaScript.
  const expect: Partial<DriverCase["expect"]> | undefined = one.expect;
  if (again) return "its id is there twice";
  if (!/^[a-z]+(?:\.[a-z0-9.-]+)$/.test(one.id)) return "its id isn't words with a dot";
  if (expect === undefined) return "it expects nothing";
  if (!Array.isArray(expect.outcome) || expect.outcome.length === 0) return "it expects no outcome";
  if (!Array.isArray(expect.requests) || expect.requests.length === 0) {
    return "it expects no request";
  }
  if (one.proof === "server" && expect.request === undefined && onlyOutcome(one)) {
    return "what the endpoint sees proves nothing";
  }
  return undefined;
}

/** True where the sequence of requests says nothing by itself. */
function onlyOutcome({ op, settings }: DriverCase): boolean {
  return op.op !== "run" && settings === undefined;
}
