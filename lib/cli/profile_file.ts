/**
 * Reads `wt-inject.json`, strictly: every mistake names the file and the key.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import { type Declaration, DECLARATIONS, type Profile } from "../contract/profile.ts";
import { UsageError } from "../contract/usage.ts";
import { nearest } from "../contract/nearest.ts";
import { PROFILE_FIELDS, PROFILE_KEYS, type ProfileField } from "./profile_fields.ts";
import { readWhole, SETTINGS_BYTES } from "../wire/read_file.ts";

/** The profile that is read where none is named. */
export const DEFAULT_PROFILE = "wt-inject.json";

/** A profile while it is put together. */
export type ProfileDraft = { -readonly [Key in keyof Profile]: Profile[Key] };

const HELP = `"wt-inject schema profile" describes the file.`;

/**
 * A profile from a file's text.
 *
 * @param path for messages only
 * @throws UsageError on anything but one JSON object with known keys, each with its type
 */
export function parseProfile(text: string, path: string): Profile {
  const fail = (reason: string, hint = HELP) =>
    new UsageError(`Cannot use the profile ${path}: ${reason}`, hint);
  const document = read(text, fail);
  const { value } = document;
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw fail("it isn't a JSON object");
  }
  const twice = document.duplicates[0];
  if (twice !== undefined) {
    throw fail(`the key ${JSON.stringify(twice.slice(1))} stands there twice`);
  }
  const profile: ProfileDraft = {};
  for (const [key, given] of Object.entries(value)) {
    if (key === "$schema") continue;
    if (!isKey(key)) {
      const near = nearest(key, PROFILE_KEYS);
      throw fail(
        `it has no key ${JSON.stringify(key)}`,
        near === undefined ? HELP : `Did you mean "${near}"? ${HELP}`,
      );
    }
    const fault = faultOf(PROFILE_FIELDS[key], given);
    if (fault !== undefined) throw fail(`"${key}" ${fault}`);
    Object.assign(profile, { [key]: given });
  }
  return profile;
}

function read(text: string, fail: (reason: string) => UsageError) {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw fail(`it isn't JSON (${error.message.replace("Cannot parse JSON at ", "")})`);
  }
}

function isKey(key: string): key is keyof Profile {
  return Object.hasOwn(PROFILE_FIELDS, key);
}

/**
 * What is wrong with a value, in words that follow the key's name; `undefined` where nothing is. The
 * flags of `conform` are held to the same rules.
 */
export function faultOf(field: ProfileField, value: JsonValue): string | undefined {
  switch (field.type) {
    case "text":
      if (typeof value !== "string" || value === "") return "must be a text that isn't empty";
      return field.placeholder === undefined || value.includes(field.placeholder)
        ? undefined
        : `must hold ${field.placeholder}, which is replaced before the turn is sent`;
    case "names":
      return isList(value) && value.length > 0 && value.every((n) => n.trim() !== "")
        ? undefined
        : "must be a list of tool names, with one at least";
    case "seconds":
      return typeof value === "number" && Number.isFinite(value) && value > 0
        ? undefined
        : "must be a number of seconds above 0";
    case "declarations":
      return isList(value) && value.every(isDeclaration)
        ? undefined
        : `must be a list of these: ${DECLARATIONS.join(", ")}`;
  }
}

function isList(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** True for one of the closed list of declarations. */
export function isDeclaration(text: string): text is Declaration {
  return (DECLARATIONS as readonly string[]).includes(text);
}

/** A profile file and where it came from. */
export interface FoundProfile {
  readonly profile: Profile;
  /** Absent where there is none. */
  readonly path?: string;
  /** True where nobody may look for one: Deno's permission to read it is missing. */
  readonly withheld?: boolean;
}

/**
 * The profile that the user names, or else the one in this folder, or else none.
 *
 * @throws UsageError on a file that can't be read or used
 */
export async function loadProfile(named: string | undefined): Promise<FoundProfile> {
  const path = named ?? DEFAULT_PROFILE;
  if (named === undefined) {
    const { state } = await Deno.permissions.query({ name: "read", path });
    if (state !== "granted") return { profile: {}, withheld: true };
  }
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(path, SETTINGS_BYTES);
  } catch (error) {
    const absent = error instanceof Deno.errors.NotFound;
    if (absent && named === undefined) return { profile: {} };
    if (error instanceof Deno.errors.NotCapable) throw error;
    throw new UsageError(
      `Cannot read the profile ${path}: ${absent ? "there is no such file" : reasonOf(error)}`,
      "Name another with --profile FILE.",
    );
  }
  return { profile: parseProfile(decode(bytes, path), path), path };
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`Cannot use the profile ${path}: it isn't UTF-8`, "Save it as UTF-8.");
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
