/**
 * The version field. Judged by its spelling: `1.0` is 1 to most parsers and no integer to some, and
 * `1.00000000000000000001` is 1 to all that round.
 *
 * @module
 */
import { isWholeNumber, sameNumber } from "./json_decimal.ts";
import type { JsonDocument } from "./json.ts";
import type { Violation } from "./result.ts";
import { describe, placeAt } from "./violations_value.ts";

/** What is wrong with `wt_inject`, if anything. */
export function versionViolation(
  doc: JsonDocument,
  version: number,
  side: "request" | "response",
): Violation | undefined {
  const place = placeAt(doc, ["wt_inject"]);
  const fault = faultOf(place.present, place.spelling, String(version));
  if (fault === undefined) return undefined;
  return {
    clause: side === "request" ? "version.request" : "version.echo",
    code: fault,
    severity: fault === "version-spelling" ? "warned" : "failed",
    where: "body",
    pointer: "/wt_inject",
    expected: `the integer ${version}`,
    received: describe(place, false),
    hint: HINTS[side][fault].replaceAll("{version}", String(version)),
  };
}

type Fault = "version-missing" | "version-type" | "version-mismatch" | "version-spelling";

function faultOf(
  present: boolean,
  spelling: string | undefined,
  version: string,
): Fault | undefined {
  if (!present) return "version-missing";
  if (spelling === undefined) return "version-type";
  if (sameNumber(spelling, version)) {
    return spelling === version ? undefined : "version-spelling";
  }
  return isWholeNumber(spelling) ? "version-mismatch" : "version-type";
}

const SPELLING_HINT = "Write the version as the integer {version}, without a point or an exponent.";

const HINTS: Readonly<Record<"request" | "response", Readonly<Record<Fault, string>>>> = {
  request: {
    "version-missing": 'Put "wt_inject": {version} into the body of every request.',
    "version-type": 'Send "wt_inject" as the JSON integer {version}: no string, no boolean.',
    "version-mismatch": 'Send "wt_inject": {version}, the version that this endpoint speaks.',
    "version-spelling": SPELLING_HINT,
  },
  response: {
    "version-missing": 'Put "wt_inject": {version} into every 200 answer, on all routes.',
    "version-type": 'Answer "wt_inject" as the JSON integer {version}: no string, no boolean.',
    "version-mismatch":
      "Echo the version of the request, or answer non-200 where the endpoint doesn't speak it.",
    "version-spelling": SPELLING_HINT,
  },
};
