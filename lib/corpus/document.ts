/**
 * A corpus file as a JSON document: strict UTF-8, one object, no key twice; then a schema over it.
 *
 * @module
 */
import type * as z from "zod/mini";
import { type JsonDocument, JsonSyntaxError, parseJson, pointerOf } from "../contract/json.ts";
import { utf8Text } from "../wire/bytes.ts";
import { saysOf } from "./issue_words.ts";
import { CorpusError, type CorpusFaultKind } from "./fault.ts";

/** Parses a file. */
export function corpusDocument(bytes: Uint8Array, path: string): JsonDocument {
  const text = utf8Text(bytes);
  if (text === undefined) throw new CorpusError("not-utf8", path);
  let doc: JsonDocument;
  try {
    doc = parseJson(text, { maxDepth: 1_000 });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CorpusError("not-json", path, error.message);
  }
  const { value } = doc;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new CorpusError("not-an-object", path);
  }
  if (doc.duplicateCount > 0) {
    throw new CorpusError("duplicate-key", `${path}${doc.duplicates[0]}`);
  }
  return doc;
}

type Issue = z.core.$ZodIssue;

/**
 * A value inside a document, as its schema's type. The value itself and not a copy: a document knows
 * how its numbers were spelled by the containers that hold them.
 *
 * @throws {CorpusError} unknown-key, missing-key, wrong-type, or what the schema's own checks name.
 */
export function checkedValue<T>(schema: z.ZodMiniType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return value as T;
  const { issue, path } = plainest(result.error.issues);
  const place = `${where}${pointerOf(path)}`;
  if (issue.code === "unrecognized_keys") {
    throw new CorpusError("unknown-key", place, issue.keys.join(", "));
  }
  if (absent(value, path)) throw new CorpusError("missing-key", place);
  const kind = kindOf(issue);
  throw new CorpusError(
    kind ?? "wrong-type",
    place,
    kind === undefined ? `it ${saysOf(issue)}` : undefined,
  );
}

/** The kind that a check of ours names; a key that no pattern allows is a bad id. */
function kindOf(issue: Issue): CorpusFaultKind | undefined {
  if (issue.code === "invalid_key") {
    const [inside] = issue.issues;
    return (inside === undefined ? undefined : kindOf(inside)) ?? "bad-id";
  }
  const kind = issue.code === "custom" ? issue.params?.kind : undefined;
  return typeof kind === "string" ? kind as CorpusFaultKind : undefined;
}

interface Placed {
  readonly issue: Issue;
  readonly path: readonly (string | number)[];
}

/** The first issue; inside a union, that of the alternative which the value came closest to. */
function plainest(issues: readonly Issue[], base: readonly (string | number)[] = []): Placed {
  const issue = issues[0] as Issue;
  const path = [...base, ...issue.path.map((key) => typeof key === "number" ? key : String(key))];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return { issue, path };
  const inside = issue.errors.map((errors) => plainest(errors, path));
  return inside.reduce((best, next) => closeness(next) > closeness(best) ? next : best);
}

/** Deeper is closer; at one depth, a key too many means that all others were right. */
function closeness({ issue, path }: Placed): number {
  const rank = issue.code === "unrecognized_keys" ? 2 : issue.code === "invalid_type" ? 0 : 1;
  return path.length * 4 + rank;
}

function absent(value: unknown, path: readonly (string | number)[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return true;
    at = (at as Record<string | number, unknown>)[key];
  }
  return false;
}
