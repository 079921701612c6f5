/**
 * Reads a target file, strictly: every mistake names the file and the place in it.
 *
 * @module
 */
import type * as z from "zod/mini";
import { JsonSyntaxError, type JsonValue, parseJson, pointerOf } from "../../contract/json.ts";
import { nearest } from "../../contract/nearest.ts";
import { UsageError } from "../../contract/usage.ts";
import { saysOf } from "../issue_words.ts";
import { GATEWAY_PATHS } from "../paths.ts";
import { isOpenIn, namesIn, PLACEHOLDERS, unknownIn } from "./placeholders.ts";
import type { TargetFile } from "./target_file.ts";
import { brokenRule } from "./target_rules.ts";
import { targetJsonSchema, targetSchema } from "./target_schema.ts";

const HELP = '"wt-inject schema target" describes the file; docs/targets.md has examples.';

/**
 * A target from a file's text.
 *
 * @param path for messages only
 * @throws {UsageError}
 */
export function readTarget(text: string, path: string): TargetFile {
  const fail = (reason: string, hint = HELP) =>
    new UsageError(`Cannot use the target ${path}: ${reason}`, hint);
  let value: JsonValue;
  try {
    const doc = parseJson(text, { maxDepth: 100 });
    value = doc.value;
    const [twice] = doc.duplicates;
    if (twice !== undefined) throw fail(`the key at ${twice} stands there twice`);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw fail(`it isn't JSON (${error.message.replace("Cannot parse JSON at ", "")})`);
  }
  const result = targetSchema.safeParse(value);
  if (!result.success) {
    const { at, says, hint } = faultOf(result.error.issues, value);
    throw fail(at === "" ? says : `${at} ${says}`, hint);
  }
  checkTarget(result.data, fail);
  return result.data;
}

type Fail = (reason: string, hint?: string) => UsageError;
type Path = readonly (string | number)[];

/**
 * What no schema says. For targets that flags make as well.
 *
 * @throws what `fail` gives
 */
export function checkTarget(target: TargetFile, fail: Fail): void {
  const { process, files, gateway, upstream, paths } = target;
  if (Object.keys(paths).length === 0) {
    throw fail("/paths names no way through", `There are: ${GATEWAY_PATHS.join(", ")}.`);
  }
  const need = (there: boolean, at: string, why: string) => {
    if (there && process === undefined) {
      throw fail(`${at} needs a process: ${why}`, `Add "process", or leave it out.`);
    }
  };
  need(files !== undefined, "/files", "the files are written when it is started");
  const url = URL.parse(gateway);
  if (url === null) {
    throw fail("/gateway isn't a URL", "Write http://127.0.0.1:9911, for instance.");
  }
  need(url.port === "0", "/gateway", "nobody else can be told the free port");
  need(/:0$/.test(upstream.listen), "/upstream/listen", "nobody else can be told the free port");
  if (Number(/\d+$/.exec(upstream.listen)) > 65_535) {
    throw fail("/upstream/listen must end in a port, 65535 at most");
  }
  const broken = brokenRule(target);
  if (broken !== undefined) throw fail(broken.reason, broken.hint);
  for (const [at, text] of stringsOf(target as unknown as JsonValue, [])) {
    const pointer = pointerOf(at);
    if (!isTemplate(at)) continue;
    const [unknown] = unknownIn(text);
    if (unknown !== undefined) {
      const near = nearest(unknown, Object.keys(PLACEHOLDERS));
      throw fail(
        `${pointer} has a placeholder that there isn't: \${${unknown}}`,
        near === undefined
          ? `There are: ${Object.keys(PLACEHOLDERS).join(", ")}. Write $\${ for \${ itself.`
          : `Did you mean \${${near}}?`,
      );
    }
    if (isOpenIn(text)) {
      throw fail(`${pointer} has a placeholder without its }`, "Write $${ for ${ itself.");
    }
    if (process === undefined && namesIn(text).includes("FOLDER")) {
      throw fail(`${pointer} names \${FOLDER}, which only a process has`);
    }
  }
}

/** Places whose placeholders are filled in. */
function isTemplate(at: Path): boolean {
  const [first, second] = at;
  if (first === "files") return true;
  if (first === "process") return ["argv", "before", "env", "cwd"].includes(String(second));
  return at.includes("headers") || (at.includes("auth") && at.at(-1) !== "env");
}

function* stringsOf(value: JsonValue, at: Path): Generator<readonly [Path, string]> {
  if (typeof value === "string") yield [at, value];
  else if (value !== null && typeof value === "object") {
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [key, inner] of entries) yield* stringsOf(inner, [...at, key]);
  }
}

interface FileFault {
  /** RFC 6901. */
  readonly at: string;
  readonly says: string;
  readonly hint?: string;
}

type Issue = z.core.$ZodIssue;

/** The first issue in words. An unknown key comes first: it is why another one is missing. */
function faultOf(issues: readonly Issue[], value: JsonValue, base: Path = []): FileFault {
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0]!;
  const path: Path = [
    ...base,
    ...issue.path.map((key) => typeof key === "number" ? key : String(key)),
  ];
  const at = pointerOf(path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const [key = ""] = issue.keys;
      const near = nearest(key, keysAt(path));
      const hint = near === undefined ? HELP : `Did you mean "${near}"? ${HELP}`;
      return { at: pointerOf([...path, key]), says: "isn't a key that there is", hint };
    }
    case "invalid_key":
      return { at, says: "isn't a name that can stand there" };
    case "invalid_union": {
      // The alternative that got furthest says most.
      const inside = issue.errors.map((errors) => faultOf(errors, value, path));
      const deepest = inside.reduce((one, other) => other.at.length > one.at.length ? other : one);
      return deepest.at === at
        ? {
          at,
          says: `must be ${inside.map(({ says }) => says.replace(/^must be /, "")).join(" or ")}`,
        }
        : deepest;
    }
    case "custom": {
      const says: unknown = issue.params?.says;
      return { at, says: typeof says === "string" ? says : "can't stand there" };
    }
    default:
      return absent(value, path) ? { at, says: "is missing" } : { at, says: saysOf(issue) };
  }
}

function absent(value: JsonValue, path: Path): boolean {
  let at: JsonValue | undefined = value;
  for (const key of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return true;
    at = (at as { [key: string | number]: JsonValue })[key];
  }
  return false;
}

/** The keys that the schema knows at a place. */
function keysAt(path: Path): readonly string[] {
  type Node = { properties?: Record<string, Node>; anyOf?: Node[]; [keyword: string]: unknown };
  let nodes: readonly Node[] = [targetJsonSchema()];
  const open = (all: readonly Node[]): readonly Node[] =>
    all.flatMap((node) => [node, ...open(node.anyOf ?? [])]);
  for (const key of path) {
    nodes = open(nodes).flatMap(({ properties }): readonly Node[] => {
      const inner = properties?.[key];
      return inner === undefined ? [] : [inner];
    });
  }
  return open(nodes).flatMap(({ properties }) => Object.keys(properties ?? {}));
}
