/**
 * What answers of all dialects have in common: a body that must be JSON, an error told by the status
 * or by the body, or else the dialect's own success form.
 *
 * @module
 */
import { header, type HeaderList } from "../../wire/exchange.ts";
import type { AnswerTranscript, WireError } from "../transcript.ts";
import { type ErrorAt, openAiError, readError } from "./errors.ts";
import { given } from "./given.ts";
import { member, type Place, readBytes, stringOf } from "./place.ts";
import { holdsObject, Reading } from "./reading.ts";

/** An answer without what a {@linkcode Reading} collects beside it. */
export type Said = Omit<AnswerTranscript, "faults" | "other">;

/** A dialect's forms of an answer. */
export interface AnswerForm {
  /** The members at the top of an error body that the dialect knows. */
  readonly errorMembers: readonly string[];
  readonly errorAt: ErrorAt;
  /** Reads a body of status 2xx, which holds an object. */
  readonly success: (reading: Reading, root: Place, status: number) => Said;
}

/** Reads an answer that is no stream. */
export function readAnswer(
  form: AnswerForm,
  status: number,
  headers: HeaderList,
  body: Uint8Array,
): AnswerTranscript {
  const reading = new Reading();
  const said = read(reading, form, status, headers, body);
  return { ...said, faults: reading.faults.list(), other: reading.others.toRecord() };
}

function read(
  reading: Reading,
  form: AnswerForm,
  status: number,
  headers: HeaderList,
  body: Uint8Array,
): Said {
  const isSuccess = status >= 200 && status < 300;
  const json = readBytes(body);
  if (!json.ok) {
    // What begins as an object may have been cut; anything else is of another kind.
    const success = /^\s*\{/.test(json.text) ? "bad-json" : "not-json";
    reading.fault(isSuccess ? success : "error-form", `the body is no JSON: ${json.reason}`);
    reading.others.note("", JSON.stringify(json.text));
    return isSuccess ? { ending: "truncated", parts: [] } : bare(status, headers);
  }
  noteDuplicates(reading, json.duplicates);
  const root = json.place;
  if (!holdsObject(root)) {
    reading.fault(isSuccess ? "not-an-object" : "error-form", "the body is no JSON object");
    reading.others.keep(root);
    return isSuccess ? { ending: "truncated", parts: [] } : bare(status, headers);
  }
  if (isSuccess) return form.success(reading, root, status);
  const error = form.errorAt(root);
  if (error === undefined) {
    reading.fault("error-form", `status ${status}, and no error in the dialect's form`);
    // Another vendor's form is a fault; its type is no second one.
    const foreign = openAiError(root);
    if (foreign === undefined || stringOf(member(foreign, "message")) === undefined) {
      reading.others.rest(root, []);
      return bare(status, headers);
    }
    reading.others.rest(root, ["error"]);
    return { ending: "error", parts: [], error: readError(reading, foreign, status, headers) };
  }
  reading.others.rest(root, form.errorMembers);
  return { ending: "error", parts: [], error: readError(reading, error, status, headers) };
}

/** Notes keys that came twice in one object: readers differ on which of them counts. */
export function noteDuplicates(reading: Reading, duplicates: readonly string[]): void {
  if (duplicates.length === 0) return;
  reading.fault("duplicate-key", `these keys come twice: ${duplicates.slice(0, 5).join(", ")}`);
}

/** An error of which the status is all that can be read. */
function bare(status: number, headers: HeaderList): Said {
  const error = { status, ...given<WireError>({ retry_after: header(headers, "retry-after") }) };
  return { ending: "error", parts: [], error };
}
