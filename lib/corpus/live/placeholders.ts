/**
 * Placeholders of a target file: `${UPSTREAM_URL}` and the like, for what is known only when a run
 * begins. `$${` stands for `${` itself.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";

/** What each stands for. */
export const PLACEHOLDERS = {
  UPSTREAM_URL:
    "the scripted upstream as the gateway reaches it, without /v1 or a slash at its end",
  UPSTREAM_HOST: "its host",
  UPSTREAM_PORT: "its port",
  GATEWAY_URL: "where the gateway is to listen",
  GATEWAY_HOST: "its host",
  GATEWAY_PORT: "its port",
  FOLDER: "a fresh folder, with what files says in it; another one at each start",
  HERE: "the folder of the target file",
} as const;

/** The name of one. */
export type Placeholder = keyof typeof PLACEHOLDERS;

/** What they stand for in a run. */
export type Values = Readonly<Record<Placeholder, string>>;

const PATTERN = /\$\$\{|\$\{([^}]*)\}/g;

/** The names in a text that are none of ours. */
export function unknownIn(text: string): readonly string[] {
  return namesIn(text).filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
}

/** True of a text in which one begins and doesn't end. */
export function isOpenIn(text: string): boolean {
  return text.replace(PATTERN, "").includes("${");
}

/** The names in a text. */
export function namesIn(text: string): readonly string[] {
  return [...text.matchAll(PATTERN)].flatMap(([, name]) => name === undefined ? [] : [name]);
}

/** A text with everything in its place. */
export function filled(text: string, values: Values): string {
  return text.replace(
    PATTERN,
    (whole, name: string | undefined) =>
      name === undefined ? "${" : Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  );
}

/** A value with everything in its place, keys aside. */
export function filledJson(value: JsonValue, values: Values): JsonValue {
  if (typeof value === "string") return filled(value, values);
  if (Array.isArray(value)) return value.map((item) => filledJson(item, values));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, filledJson(inner, values)]),
  );
}
