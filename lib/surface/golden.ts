/**
 * Goldens of prompt surfaces in Wind Tunnel's format, `windtunnel_surface_golden: 1`, byte for byte
 * as its own tool writes them: either tool checks the other's file.
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";
import { indentedArray, indentedObject, pythonIndented } from "./python_json.ts";
import type { Segment, SegmentKind } from "./segments.ts";
import { SURFACE_LISTS } from "./stability.ts";
import type { Reported } from "./state.ts";

/** The version of the format. */
export const GOLDEN_VERSION = 1;

/** The key that holds the version. */
export const VERSION_KEY = "windtunnel_surface_golden";

/** What a golden holds that is compared. It carries names and hashes, and no text. */
export interface Golden {
  /** `reported`, as a rule. Undefined where the file leaves it out. */
  readonly status: string | undefined;
  /** Hash of the whole list's canonical JSON. */
  readonly system_instructions: string;
  /** Names in manifest order. */
  readonly tool_order: readonly string[];
  /** Name to hash, in manifest order. */
  readonly tool_definitions: ReadonlyMap<string, string>;
  /** Name to hash. */
  readonly extra_segments: ReadonlyMap<string, string>;
}

/** The golden of a surface. */
export function goldenOf(segments: readonly Segment[]): Golden {
  const hashes = (kind: SegmentKind) =>
    new Map(
      segments.filter((segment) => segment.kind === kind).map(({ name, sha256 }) => [name, sha256]),
    );
  const tool_definitions = hashes("tool");
  return {
    status: "reported",
    system_instructions: hashes("system instructions").get("") ?? "",
    tool_order: [...tool_definitions.keys()],
    tool_definitions,
    extra_segments: hashes("extra segment"),
  };
}

/** What stands in a golden that holds the text, word for word as Wind Tunnel has it. */
const SENSITIVITY_WARNING =
  "This golden embeds the agent's full prompt surface. A captured surface IS the system prompt — " +
  "treat this file as sensitively as the prompt itself, and keep it out of public repositories " +
  "unless the prompt is public. Hash-only goldens (the default, without --store-text) carry no " +
  "prompt text and are safe to commit anywhere.";

/**
 * The file: JSON, indented by two, a line feed at its end.
 *
 * @param text The surface whose text is to be stored too. The file is then as private as the prompt.
 */
export function goldenFile(golden: Golden, text?: Reported): string {
  const hashes = (map: ReadonlyMap<string, string>) =>
    indentedObject([...map].map(([name, hash]) => [name, JSON.stringify(hash)]), 1);
  const members: (readonly [string, string])[] = [
    [VERSION_KEY, String(GOLDEN_VERSION)],
    ["status", JSON.stringify(golden.status)],
    ["system_instructions", JSON.stringify(golden.system_instructions)],
    ["tool_order", indentedArray(golden.tool_order.map((name) => JSON.stringify(name)), 1)],
    ["tool_definitions", hashes(golden.tool_definitions)],
    ["extra_segments", hashes(golden.extra_segments)],
  ];
  if (text !== undefined) {
    members.push(["sensitivity_warning", JSON.stringify(SENSITIVITY_WARNING)]);
    members.push(["text", storedText(text)]);
  }
  return `${indentedObject(members, 0)}\n`;
}

function storedText({ document }: Reported): string {
  const { surface } = document.value as { surface: { readonly [list: string]: JsonValue } };
  return indentedObject(
    SURFACE_LISTS.map((list) => [list, pythonIndented(document, surface[list] ?? [], 2)]),
    1,
  );
}
