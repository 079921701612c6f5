/**
 * The scenarios in a text: JSON or YAML, one or a list of them.
 *
 * YAML is read by its core schema, in which `no`, `on` and dates are texts, and a spelling of a number
 * on which the two versions of YAML don't agree (012, 0x1F, 1_000) is refused.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson, pointerOf } from "../contract/json.ts";
import { cannotRead } from "./fields.ts";
import { lineAt, linesOf } from "./locate.ts";
import { parseScenario } from "./parse.ts";
import type { Scenario } from "./scenario.ts";

/** A scenario and where it came from. */
export interface SourcedScenario {
  /** With its defaults filled in. */
  readonly scenario: Scenario;
  /** The file's name, as it was given. */
  readonly file: string;
  /** Where it begins in the file, from 1. */
  readonly line: number;
}

/** How deep a scenario file may nest; a scenario needs four levels. */
const MAX_DEPTH = 64;

/** How many values a file may hold; a thousand scenarios hold some ten thousand. */
const MAX_VALUES = 1_000_000;

/** A document of a file: its value, and how its numbers are spelled. */
interface Parsed {
  readonly value: unknown;
  readonly spelling: (path: readonly (string | number)[]) => string | undefined;
}

/** True for names of files that hold scenarios: `.json`, `.yaml`, `.yml`. */
export function isScenarioFile(name: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(name);
}

/**
 * Reads the scenarios of a file, in its order: one object or a list of them; in YAML also several
 * documents.
 *
 * @param file its name, for messages; its ending tells JSON from YAML
 * @throws {UsageError} that names the file, the line and the key
 *
 * @example Two in one YAML file
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readScenarios } from "@wt/inject/run";
 *
 * const scenarios = await readScenarios(
 *   "- {name: one, prompt: Good morning.}\n- {name: two, user_turns: [Hello., And now?]}\n",
 *   "hello.yaml",
 * );
 * assertEquals(scenarios.map(({ scenario, line }) => [scenario.name, line]), [["one", 1], ["two", 2]]);
 * ```
 */
export async function readScenarios(
  text: string,
  file: string,
): Promise<readonly SourcedScenario[]> {
  const isJson = /\.json$/i.test(file);
  const documents = isJson ? [jsonDocument(text, file)] : await yamlDocuments(text, file);
  if (documents.every(({ value }) => value === null)) {
    throw cannotRead({ where: file, path: "" }, "the file is empty");
  }
  const lines = linesOf(text);
  const budget = { left: MAX_VALUES };
  return documents.flatMap((document, index) => {
    const at = (path: string) => lineAt(lines[index], path);
    const { value } = document;
    if (!Array.isArray(value)) return [one(document, value, file, [], at, budget)];
    if (value.length === 0) {
      throw cannotRead({ where: file, path: "", lineAt: at }, "the list of scenarios is empty");
    }
    return value.map((item, nth) => one(document, item, file, [nth], at, budget));
  });
}

function one(
  document: Parsed,
  value: unknown,
  file: string,
  base: readonly (string | number)[],
  at: (path: string) => number | undefined,
  budget: Budget,
): SourcedScenario {
  const prefix = base.map((index) => `[${index}]`).join("");
  const inside = (path: string) =>
    at(
      path === ""
        ? prefix
        : prefix === "" || path.startsWith("[")
        ? prefix + path
        : `${prefix}.${path}`,
    );
  refuseSpellings(document, value, file, base, inside, budget);
  return { scenario: parseScenario(value, file, inside), file, line: inside("") ?? 1 };
}

function jsonDocument(text: string, file: string): Parsed {
  try {
    const document = parseJson(text, { maxDepth: MAX_DEPTH });
    const [duplicate] = document.duplicates;
    if (duplicate !== undefined) {
      const path = duplicate.split("/").slice(1).map((token) =>
        /^\d+$/.test(token) ? `[${token}]` : `.${token}`
      )
        .join("").replace(/^\./, "");
      throw cannotRead(
        { where: file, path, lineAt: (at) => lineAt(linesOf(text)[0], at) },
        "the key stands there twice",
        "Take one of them out.",
      );
    }
    return { value: document.value, spelling: (path) => document.numberAt(pointerOf(path)) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const line = text.slice(0, error.offset).split("\n").length;
    throw cannotRead(
      { where: `${file}:${line}`, path: "" },
      error.message.replace(/^Cannot parse JSON /, "it isn't JSON "),
    );
  }
}

async function yamlDocuments(text: string, file: string): Promise<readonly Parsed[]> {
  const { parseAll } = await import("@std/yaml/parse");
  try {
    // Twice: the second reading has every scalar as it is spelled.
    const values = parseAll(text, { schema: "core" });
    const spelled = parseAll(text, { schema: "failsafe" });
    return values.map((value, index): Parsed => ({
      value,
      spelling: (path) => {
        const raw = path.reduce<unknown>(
          (inner, key) => (inner as Readonly<Record<string | number, unknown>>)[key],
          spelled[index],
        );
        return typeof raw === "string" ? raw : undefined;
      },
    }));
  } catch (error) {
    if (error instanceof RangeError) {
      throw cannotRead({ where: file, path: "" }, "it nests too deep");
    }
    if (!(error instanceof SyntaxError)) throw error;
    const [, reason, line] = /^(.*?)(?: at line (\d+), column \d+:[^]*)?$/.exec(error.message) ??
      [];
    const where = line === undefined ? file : `${file}:${line}`;
    throw cannotRead(
      { where, path: "" },
      `it isn't YAML: ${(reason ?? error.message).split("\n")[0]}`,
      /duplicated key/.test(error.message) ? "Take one of them out." : undefined,
    );
  }
}

/** What a file may still hold: an alias is short, and can stand for millions of values. */
interface Budget {
  left: number;
}

/** Numbers whose spelling isn't a plain integer's: what they mean depends on who reads them. */
function refuseSpellings(
  document: Parsed,
  value: unknown,
  file: string,
  base: readonly (string | number)[],
  inside: (path: string) => number | undefined,
  budget: Budget,
): void {
  const visit = (
    item: JsonValue,
    path: readonly (string | number)[],
    shown: string,
    depth: number,
  ) => {
    if (depth > MAX_DEPTH) throw cannotRead({ where: file, path: "" }, "it nests too deep");
    if (--budget.left < 0) {
      throw cannotRead(
        { where: file, path: "" },
        `it holds more than ${MAX_VALUES} values, each alias counted with all that it stands for`,
        "Split the file, or write out what the aliases stand for.",
      );
    }
    if (typeof item === "number") {
      const spelling = document.spelling(path);
      if (spelling === undefined || /^-?(?:0|[1-9]\d*)$/.test(spelling)) return;
      throw cannotRead(
        { where: file, path: shown, lineAt: inside },
        `${spelling.slice(0, 80)} is no plain integer`,
        "Write the number in decimal digits; put it in quotes where it is meant as text.",
      );
    }
    if (item === null || typeof item !== "object") return;
    for (const [key, inner] of Object.entries(item)) {
      const isIndex = Array.isArray(item);
      const next = isIndex ? `${shown}[${key}]` : shown === "" ? key : `${shown}.${key}`;
      visit(inner, [...path, isIndex ? Number(key) : key], next, depth + 1);
    }
  };
  visit(value as JsonValue, base, "", 0);
}
