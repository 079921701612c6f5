/**
 * From what a driver printed to its outcome, or to the reason why there is none.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import { isObject } from "../contract/violations_value.ts";
import type { OutcomeClass } from "./case.ts";
import { type DriverRun, MAX_STDOUT_BYTES } from "./driver.ts";
import { OUTCOME_WORDS, type OutcomeWord } from "./protocol.ts";

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** An outcome line that was read. */
export interface DriverOutcome {
  readonly word: OutcomeWord;
  /** Undefined where it is `unsupported`. */
  readonly class: OutcomeClass | undefined;
  readonly detail: string | undefined;
  /** The turns in OpenAI's shape, with the pointer of each; empty where the driver gave none. */
  readonly turns: readonly { readonly pointer: string; readonly value: JsonObject }[];
  readonly surface: JsonObject | undefined;
  readonly doc: JsonDocument;
}

/** What a driver's run came to. */
export type Reading =
  | { readonly ok: true; readonly outcome: DriverOutcome }
  | { readonly ok: false; readonly reason: string };

/** Reads the one line that a driver prints. */
export function readOutcome(run: DriverRun): Reading {
  const missing = (reason: string): Reading => ({ ok: false, reason: reason + lastWords(run) });
  if (run.overflow) return missing(`it printed more than ${MAX_STDOUT_BYTES} bytes`);
  if (run.ended === "bound") return missing("it had not ended when its time was up");
  if (run.ended === "aborted") return missing("it was ended with the whole run");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(run.stdout);
  } catch {
    return missing("what it printed is not UTF-8");
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [line] = lines;
  if (line === undefined) return missing("it printed no line");
  if (lines.length > 1) return missing(`it printed ${lines.length} lines`);
  return readLine(line, missing);
}

/** Reads an outcome line by itself. */
export function readOutcomeLine(line: string): Reading {
  return readLine(line, (reason) => ({ ok: false, reason }));
}

function readLine(line: string, missing: (reason: string) => Reading): Reading {
  let doc: JsonDocument;
  try {
    doc = parseJson(line);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return missing(`the line that it printed is not JSON: ${error.message}`);
  }
  const value = doc.value;
  if (!isObject(value)) return missing("the line that it printed is no JSON object");
  const { outcome, detail = null, response = null, responses = null, surface = null } = value;
  const word = OUTCOME_WORDS.find((known) => known === outcome);
  if (word === undefined) {
    return missing(`"outcome" is none of ${OUTCOME_WORDS.join(", ")}`);
  }
  if (detail !== null && typeof detail !== "string") return missing('"detail" is no string');
  if (response !== null && !isObject(response)) return missing('"response" is no object');
  if (responses !== null && !(Array.isArray(responses) && responses.every(isObject))) {
    return missing('"responses" is no array of objects');
  }
  if (surface !== null && !(isObject(surface) && typeof surface.status === "string")) {
    return missing('"surface" is no object with a string "status"');
  }
  const many = (responses ?? []) as readonly JsonObject[];
  const turns = many.length > 0
    ? many.map((turn, index) => ({ pointer: `/responses/${index}`, value: turn }))
    : response === null
    ? []
    : [{ pointer: "/response", value: response }];
  return {
    ok: true,
    outcome: {
      word,
      class: classOf(word),
      detail: detail ?? undefined,
      turns,
      surface: surface ?? undefined,
      doc,
    },
  };
}

function classOf(word: OutcomeWord): OutcomeClass | undefined {
  switch (word) {
    case "ok":
    case "agent_error":
      return word;
    case "contract_failure":
    case "transport_failure":
      return "run_failed";
    case "unsupported":
      return undefined;
  }
}

/** How it ended, and the last lines of its standard error. */
function lastWords(run: DriverRun): string {
  const exit = run.exit === "" || run.ended !== "exited" ? "" : ` (${run.exit})`;
  const lines = run.stderr.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "");
  const last = lines.slice(-3).join(" | ").slice(-400);
  return last === "" ? exit : `${exit}; the end of its standard error: ${last}`;
}
