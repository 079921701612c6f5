/**
 * Expectation files as they are written: what a variant expects, and what differs on some paths.
 *
 * @module
 */
import { type JsonDocument, type JsonValue, parseJson, stringifyJson } from "../contract/json.ts";
import { escapeToken, tokensOf } from "../contract/json_pointer.ts";
import { checkedValue } from "./document.ts";
import type { Expectation, Subject } from "./expectation.ts";
import { agentSchema, expectedSchema, resolvedSchema } from "./expected_schema.ts";
import { readAgentTurns, readOutcomes } from "./expected_read.ts";
import { CorpusError } from "./fault.ts";
import type { OracleName } from "./oracle_names.ts";
import { type AdapterPath, covers, type PathPattern } from "./paths.ts";
import type { RequirementId } from "./requirements.ts";

type JsonObject = { [key: string]: JsonValue };

/** A variant as a file has it; `by_path` holds overrides by pattern. */
interface WrittenVariant extends JsonObject {
  readonly requirement: RequirementId;
  readonly oracle: OracleName;
}

/** An expectation file that was checked. */
export interface ExpectedFile {
  readonly path: string;
  readonly doc: JsonDocument;
  readonly variants: Readonly<Record<string, WrittenVariant>>;
}

/**
 * An expectation file out of its document.
 *
 * @throws {CorpusError}
 */
export function readExpected(doc: JsonDocument, path: string): ExpectedFile {
  const read = checkedValue(expectedSchema, doc.value, path);
  const variants = read.variants as unknown as Readonly<Record<string, WrittenVariant>>;
  return { path, doc, variants };
}

/**
 * What is expected of a variant on a path: the variant's own words, or the most specific override's.
 *
 * @throws {CorpusError} where nothing is expected, two overrides are as specific, or one doesn't fit.
 */
export function expectationOf(
  file: ExpectedFile,
  variant: string,
  path: AdapterPath,
): Expectation {
  const written = file.variants[variant];
  const where = `${file.path}/variants/${variant}`;
  if (written === undefined) throw new CorpusError("missing-expectation", where);
  const { requirement, oracle } = written;
  if (path === "agent") {
    if (written.agent === undefined) throw new CorpusError("missing-expectation", `${where}/agent`);
    const { doc, value } = reparsed(stringifyJson(file.doc, written.agent));
    const read = checkedValue(agentSchema, value, `${where}/agent`);
    const { basis, source } = read;
    const turns = readAgentTurns(doc, value);
    return { requirement, oracle, outcomes: [], agent: { basis, source, turns } };
  }
  const { doc, value, place } = resolved(file, written, where, path);
  checkedValue(resolvedSchema, value, place);
  return { requirement, oracle, outcomes: readOutcomes(doc, value) };
}

/** Patterns of a variant's overrides, for those who check them against a case. */
export function overridesOf(file: ExpectedFile, variant: string): readonly PathPattern[] {
  return Object.keys(file.variants[variant]?.by_path ?? {}) as PathPattern[];
}

interface Resolved {
  readonly doc: JsonDocument;
  readonly value: JsonObject;
  /** For messages. */
  readonly place: string;
}

const OWN = ["basis", "source", "tolerated", "parts", "exchanges", "one_of"];

function resolved(
  file: ExpectedFile,
  written: WrittenVariant,
  where: string,
  path: AdapterPath,
): Resolved {
  const overrides = (written.by_path ?? {}) as Readonly<Record<string, JsonObject>>;
  const fitting = (Object.keys(overrides) as PathPattern[]).filter((one) => covers(one, path));
  const pattern = fitting.find((one) => one === path) ?? fitting[0];
  if (fitting.length > 1 && pattern !== path) {
    throw new CorpusError("ambiguous-override", `${where}/by_path`, `${fitting.join(", ")}`);
  }
  const own = Object.fromEntries(OWN.flatMap((key) => {
    const value = written[key];
    return value === undefined ? [] : [[key, value]];
  }));
  const override = pattern === undefined ? undefined : overrides[pattern];
  if (override === undefined) {
    if (own.exchanges === undefined && own.one_of === undefined) {
      throw new CorpusError("missing-expectation", where, path);
    }
    return { ...reparsed(stringifyJson(file.doc, own)), place: where };
  }
  const place = `${where}/by_path/${pattern}`;
  const set = override.set as JsonObject | undefined;
  if (set === undefined) return { ...reparsed(stringifyJson(file.doc, override)), place };
  // The grounds of an override are those of the places that it sets, and of no others.
  const { basis, source } = override;
  const special = Object.keys(set).flatMap((pointer) => {
    const subject = subjectAt(pointer);
    return subject === undefined ? [] : [[subject, { basis, source }]];
  });
  const parts = { ...own.parts as JsonObject, ...Object.fromEntries(special) };
  const grounded = { ...own, ...(special.length === 0 ? {} : { parts }) };
  const text = patched(file.doc, grounded, set, place);
  return { ...reparsed(text), place };
}

const REQUEST_SUBJECTS: Readonly<Record<string, Subject>> = {
  turns: "turns",
  tools: "tools",
  choice: "choice",
  parallel: "parallel",
  limit: "limit",
  stop: "stop-strings",
  other: "other",
};
const ANSWER_SUBJECTS: Readonly<Record<string, Subject>> = {
  parts: "text",
  ending: "ending",
  stop: "stop",
  usage: "usage",
  error: "error",
};

/** What a place is about: `/exchanges/0/upstream/0/limit` is the limit. */
function subjectAt(pointer: string): Subject | undefined {
  const request = /\/exchanges\/\d+\/upstream\/\d+\/(\w+)/.exec(pointer)?.[1];
  if (request !== undefined) return REQUEST_SUBJECTS[request];
  const answer = /\/exchanges\/\d+\/answer\/(\w+)/.exec(pointer)?.[1];
  return answer === undefined ? undefined : ANSWER_SUBJECTS[answer];
}

function reparsed(text: string): Omit<Resolved, "place"> {
  const doc = parseJson(text);
  return { doc, value: doc.value as JsonObject };
}

/** The JSON of a value in which some places hold others; numbers as they are spelled in the file. */
function patched(
  doc: JsonDocument,
  base: JsonObject,
  set: JsonObject,
  where: string,
): string {
  const left = new Map(Object.entries(set));
  for (const pointer of left.keys()) {
    if (tokensOf(pointer) === undefined) throw new CorpusError("bad-pointer", where, pointer);
  }
  // A bare number has left its spelling behind: write it inside its container, then unwrap.
  const spelled = (container: object, key: string | number, value: JsonValue): string =>
    typeof value === "number"
      ? doc.numberSource(container, key) ?? String(value)
      : stringifyJson(doc, value);
  const write = (value: JsonValue, pointer: string, own: () => string): string => {
    const replacement = left.get(pointer);
    if (replacement !== undefined) {
      left.delete(pointer);
      return spelled(set, pointer, replacement);
    }
    const touched = [...left.keys()].some((one) => one.startsWith(`${pointer}/`));
    if (!touched || value === null || typeof value !== "object") return own();
    const inside = (key: string | number, inner: JsonValue) =>
      write(
        inner,
        `${pointer}/${escapeToken(key)}`,
        () => spelled(value as object, key, inner),
      );
    if (Array.isArray(value)) return `[${value.map((inner, i) => inside(i, inner)).join(",")}]`;
    const members = Object.entries(value).map(([key, inner]) =>
      `${JSON.stringify(key)}:${inside(key, inner)}`
    );
    // What isn't there yet is added, one key to an object that is.
    for (const [added, inner] of [...left]) {
      const rest = added.slice(pointer.length + 1);
      if (!added.startsWith(`${pointer}/`) || rest.includes("/")) continue;
      left.delete(added);
      const [key = ""] = tokensOf(`/${rest}`) ?? [];
      members.push(`${JSON.stringify(key)}:${spelled(set, added, inner)}`);
    }
    return `{${members.join(",")}}`;
  };
  const text = write(base, "", () => stringifyJson(doc, base));
  const [unplaced] = left.keys();
  if (unplaced !== undefined) throw new CorpusError("bad-pointer", where, unplaced);
  return text;
}
