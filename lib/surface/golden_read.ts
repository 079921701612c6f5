/**
 * Reads a golden file strictly: a golden that can't be compared by must not look like one that matches.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson, pointerOf } from "../contract/json.ts";
import { type Golden, GOLDEN_VERSION, VERSION_KEY } from "./golden.ts";

/** A golden that was read, and the text that it holds beside, if it does. */
export interface ReadGolden extends Golden {
  /** Text of tools and extra segments is private. Never compared by. */
  readonly storesText: boolean;
}

/**
 * What is wrong with a golden file. Always the file's own mistake, never the endpoint's.
 *
 * @example A file that is no golden
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { checkSurface, GoldenError } from "@wt/inject/surface";
 *
 * const baseUrl = "http://127.0.0.1:1";
 * await assertRejects(() => checkSurface("{}", { baseUrl }), GoldenError);
 * ```
 */
export class GoldenError extends Error {
  /** For those who have lost the class. */
  override readonly name = "GoldenError";
  /** Where in the file; empty for the whole of it. */
  readonly pointer: string;

  /**
   * For a place in the file and what is wrong there.
   *
   * @param says in words that follow the pointer
   */
  constructor(pointer: string, says: string) {
    super(pointer === "" ? `it ${says}` : `${pointer} ${says}`);
    this.pointer = pointer;
  }
}

const HASH = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads the bytes of a golden file. Keys that the format doesn't name are let through, and `text` is
 * never looked into.
 *
 * @throws GoldenError that says where it breaks the format, and how
 */
export function readGolden(bytes: Uint8Array): ReadGolden {
  const root = objectIn(bytes);
  const version = root[VERSION_KEY];
  if (version === undefined) {
    throw new GoldenError("", `has no ${VERSION_KEY}, so it is no golden`);
  }
  if (version !== GOLDEN_VERSION) {
    throw new GoldenError(`/${VERSION_KEY}`, `must be ${GOLDEN_VERSION}, the version known here`);
  }
  const { status } = root;
  if (status !== undefined && typeof status !== "string") {
    throw new GoldenError("/status", "must be a string");
  }
  const tool_definitions = hashes(root, "tool_definitions");
  return {
    status,
    system_instructions: hash(required(root, "system_instructions"), ["system_instructions"]),
    tool_order: order(required(root, "tool_order"), tool_definitions),
    tool_definitions,
    extra_segments: hashes(root, "extra_segments"),
    storesText: Object.hasOwn(root, "text"),
  };
}

type JsonObject = { readonly [key: string]: JsonValue };

function objectIn(bytes: Uint8Array): JsonObject {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new GoldenError("", "isn't UTF-8");
  }
  try {
    const { value, duplicates } = parseJson(text);
    const twice = duplicates.find((pointer) => !pointer.startsWith("/text/"));
    if (twice !== undefined) throw new GoldenError(twice, "is there twice");
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new GoldenError(
      "",
      `isn't JSON (${error.message.replace(/^Cannot parse JSON at /, "")})`,
    );
  }
  throw new GoldenError("", "must be a JSON object");
}

function required(root: JsonObject, key: string): JsonValue {
  if (Object.hasOwn(root, key)) return root[key]!;
  throw new GoldenError(pointerOf([key]), "is missing");
}

function hash(value: JsonValue, path: readonly (string | number)[]): string {
  if (typeof value === "string" && HASH.test(value)) return value;
  throw new GoldenError(pointerOf(path), 'must be "sha256:" and 64 hex digits in lower case');
}

function hashes(root: JsonObject, key: string): ReadonlyMap<string, string> {
  const value = required(root, key);
  if (!isObject(value)) {
    throw new GoldenError(pointerOf([key]), "must be an object from names to hashes");
  }
  return new Map(Object.entries(value).map(([name, inner]) => [name, hash(inner, [key, name])]));
}

function order(value: JsonValue, tools: ReadonlyMap<string, string>): readonly string[] {
  if (!Array.isArray(value)) throw new GoldenError("/tool_order", "must be a list of names");
  const seen = new Set<string>();
  for (const [index, name] of value.entries()) {
    const pointer = pointerOf(["tool_order", index]);
    if (typeof name !== "string") throw new GoldenError(pointer, "must be a string");
    if (seen.has(name)) throw new GoldenError(pointer, "is there twice");
    if (!tools.has(name)) throw new GoldenError(pointer, "names no key of tool_definitions");
    seen.add(name);
  }
  if (seen.size !== tools.size) {
    throw new GoldenError("/tool_order", "must name every key of tool_definitions");
  }
  return [...seen];
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
