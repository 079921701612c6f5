/**
 * Every way in which a document breaks its envelope. The schemas find what is broken, a table names
 * the clause, and what no schema can see is added here.
 *
 * @module
 */
import {
  type EnvelopeIssue,
  type EnvelopeKind,
  type EnvelopeList,
  envelopeLists,
  envelopeSchema,
  envelopeSchemas,
  issuesOf,
} from "./envelopes.ts";
import { type JsonDocument, type JsonValue, parseJson, pointerOf } from "./json.ts";
import type { Violation } from "./result.ts";
import { type Collector, collector } from "./violations_collect.ts";
import { odditiesOf } from "./violations_entries.ts";
import { isFaultless } from "./violations_none.ts";
import { type Rule, RULES } from "./violations_rules.ts";
import { describe, isObject, type Path, type Place, placeAt, typeOf } from "./violations_value.ts";
import { versionViolation } from "./violations_version.ts";

export type { EnvelopeKind } from "./envelopes.ts";

type JsonObject = { [key: string]: JsonValue };
/** What a violation says besides where it is. */
type Named = Pick<Violation, "clause" | "code" | "severity" | "expected" | "hint">;

const NONE: readonly Violation[] = [];
/** List entries are checked this many at a time, so that the schema's findings stay few. */
const CHUNK = 1_000;
/** Past this many violations in a list the rest of it isn't looked at. */
const MAX_COUNTED = 100_000;

/**
 * Every way in which a document breaks its envelope; none where it is good. A top level that is no
 * object gives `not-an-object` and what an empty object gives.
 *
 * At most ten violations of one code are listed, the tenth says how many more there are; no code
 * crowds out another. What a surface holds is told as type and size, never as text.
 *
 * @param options.version The version that `wt_inject` must equal, default 1.
 * @throws {Error} where a schema finds something that no row of the table names: a fault of ours.
 */
export function envelopeViolations(
  kind: EnvelopeKind,
  doc: JsonDocument,
  options?: { readonly version?: number },
): readonly Violation[] {
  const version = options?.version ?? 1;
  return isFaultless(kind, doc, version) ? NONE : closeViolations(kind, doc, version);
}

/** What `envelopeViolations` finds, for a document in which something may be found. */
export function closeViolations(
  kind: EnvelopeKind,
  doc: JsonDocument,
  version: number,
): readonly Violation[] {
  const found = collector();

  let envelope = doc;
  if (!isObject(doc.value)) {
    found.add("not-an-object", () => notAnObject(doc, kind));
    envelope = parseJson("{}");
  }
  const whole = envelope.value as JsonObject;

  const wrongVersion = versionViolation(envelope, version, sideOf(kind));
  if (wrongVersion !== undefined) found.add(wrongVersion.code, () => wrongVersion);

  const lists = envelopeLists(kind);
  const head = lists.reduce<JsonValue>((value, { path }) => withoutEntries(value, path), whole);
  const schema = version === 1 ? envelopeSchemas[kind] : envelopeSchema(kind, version);
  for (const issue of issuesOf(schema, head)) {
    // The version has been judged above, by its spelling: the schema can't have seen more.
    if (issue.path[0] === "wt_inject" && wrongVersion !== undefined) continue;
    addIssue(found, kind, envelope, issue);
  }
  if (kind === "inject-response" && isEmptyWithoutError(whole)) {
    found.add("reply-empty", () => EMPTY_REPLY);
  }
  for (const list of lists) addEntries(found, kind, envelope, list);
  return found.all();
}

function sideOf(kind: EnvelopeKind): "request" | "response" {
  return kind.endsWith("-request") ? "request" : "response";
}

function addEntries(
  found: Collector,
  kind: EnvelopeKind,
  doc: JsonDocument,
  list: EnvelopeList,
): void {
  const entries = placeAt(doc, list.path).value;
  if (!Array.isArray(entries)) return;
  const name = list.path.at(-1)!;
  const before = found.count();
  for (let start = 0; start < entries.length; start += CHUNK) {
    if (found.count() - before > MAX_COUNTED) return found.stop();
    const chunk = entries.slice(start, start + CHUNK);
    for (const issue of issuesOf(list.schema, chunk)) {
      const [index, ...rest] = issue.path;
      const path = [...list.path, start + Number(index), ...rest];
      addIssue(found, kind, doc, { ...issue, path });
    }
    chunk.forEach((entry, index) => {
      for (const { key, ...named } of odditiesOf(name, entry)) {
        const path = [...list.path, start + index, key];
        const warned: Named = { ...named, severity: "warned" };
        found.add(warned.code, () => violationAt(path, placeAt(doc, path), warned));
      }
    });
  }
}

function addIssue(
  found: Collector,
  kind: EnvelopeKind,
  doc: JsonDocument,
  issue: EnvelopeIssue,
): void {
  const pattern = issue.path.map((key) => typeof key === "number" ? "*" : key).join(".");
  const rule = Object.hasOwn(RULES[kind], pattern) ? RULES[kind][pattern] : undefined;
  const place = placeAt(doc, issue.path);
  const named = rule === undefined ? undefined : nameOf(rule, issue.path, place);
  if (named === undefined) {
    throw new Error(
      `Cannot name what is wrong at ${pattern} of the ${kind} (${issue.code}): ` +
        `no row of violations_rules.ts covers it; add one`,
    );
  }
  found.add(named.code, () => violationAt(issue.path, place, named));
}

/** What a row calls the fault at a place; undefined where it has no name for it. */
function nameOf(rule: Rule, path: Path, { present, value }: Place): Named | undefined {
  const { clause, stem, expected, hint } = rule;
  const severity = "failed";
  if (!present) {
    return rule.missing && {
      clause: rule.missing.clause ?? clause,
      code: `${stem}-missing`,
      severity,
      expected: `the key "${path.at(-1)}" with ${expected}`,
      hint: rule.missing.hint,
    };
  }
  if (typeOf(value) === rule.type) {
    return rule.value && { clause, severity, expected, ...rule.value };
  }
  if (rule.encoded !== undefined && typeof value === "string" && /^\s*[{[]/.test(value)) {
    return { clause, severity, expected, ...rule.encoded };
  }
  return { clause, code: `${stem}-type`, severity, expected, hint };
}

function violationAt(path: Path, place: Place, named: Named): Violation {
  const withheld = path[0] === "surface";
  return {
    ...named,
    where: "body",
    pointer: pointerOf(path),
    received: describe(place, withheld),
  };
}

/** A copy in which the list at a path is empty: its entries are judged apart, in pieces. */
function withoutEntries(value: JsonValue, path: readonly string[]): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return Array.isArray(value) ? [] : value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: withoutEntries(value[key]!, rest) };
}

function isEmptyWithoutError(answer: JsonObject): boolean {
  const isSet = typeof answer.error === "string" && answer.error !== "";
  return answer.reply === "" && !isSet;
}

const EMPTY_REPLY: Violation = {
  clause: "response.reply-empty",
  code: "reply-empty",
  severity: "failed",
  where: "body",
  pointer: "/reply",
  expected: "a non-empty string, unless error is set",
  received: 'the string "", and no error',
  hint: 'Set "error" where the agent failed; where it did not, "reply" is what it said last.',
};

function notAnObject(doc: JsonDocument, kind: EnvelopeKind): Violation {
  const side = sideOf(kind);
  return {
    // Only an object can carry the version, which is what the clause asks of every body.
    clause: side === "request" ? "version.request" : "version.echo",
    code: "not-an-object",
    severity: "failed",
    where: "body",
    pointer: "",
    expected: "a JSON object",
    received: describe(placeAt(doc, []), kind === "surface-response"),
    hint: side === "request"
      ? "Send the envelope itself as the body: one JSON object, no array and no string of JSON."
      : "Answer with the envelope itself: one JSON object, no array and no string of JSON.",
  };
}
