/**
 * From a parsed scenario file to a scenario, strictly: a key that nobody reads is an expectation that
 * nobody checks.
 *
 * @module
 */
import { nearest } from "../contract/nearest.ts";
import {
  cannotRead,
  filledText,
  flag,
  integer,
  isRecord,
  listOf,
  nonEmptyText,
  orNull,
  type Place,
  type Reader,
  text,
  typeWords,
} from "./fields.ts";
import {
  GATE_LAYERS,
  type GateLayer,
  type RequiredCall,
  type Scenario,
  type TargetNumber,
} from "./scenario.ts";

/** Every key of a scenario file with its reader. */
type Readers = { readonly [K in keyof Scenario]: Reader<Scenario[K]> };

const requiredCall: Reader<RequiredCall> = (value, place) => {
  if (Array.isArray(value)) return listOf(nonEmptyText)(value, place);
  if (typeof value === "string") return nonEmptyText(value, place);
  throw cannotRead(
    place,
    `expected a tool's name or a list of names, got ${typeWords(value)}`,
    'Write "must_call": ["first", ["second", "or_third"]].',
  );
};

const targetNumber: Reader<TargetNumber> = (value, place) => {
  if (!isRecord(value)) {
    throw cannotRead(
      place,
      `expected an object, got ${typeWords(value)}`,
      'Write "target_numbers": [{"value": 12, "unit": "boxes"}].',
    );
  }
  refuseUnknown(value, ["value", "unit"], place);
  const inside = (key: string): Place => ({ ...place, path: `${place.path}.${key}` });
  return {
    value: integer(own(value, "value"), inside("value")),
    unit: orNull(nonEmptyText)(own(value, "unit") ?? null, inside("unit")),
  };
};

const gateLayers: Reader<readonly GateLayer[]> = (value, place) => {
  const hint = `A gate layer is one of ${GATE_LAYERS.join(", ")}.`;
  const layers = listOf((item, at): GateLayer => {
    const layer = GATE_LAYERS.find((name) => name === item);
    if (layer !== undefined) return layer;
    const what = typeof item === "string" ? JSON.stringify(item) : typeWords(item);
    throw cannotRead(at, `${what} is no gate layer`, hint);
  })(value, place);
  if (new Set(layers).size < layers.length) throw cannotRead(place, "a layer is named twice", hint);
  return layers;
};

const READERS: Readers = {
  name: filledText,
  prompt: text,
  user_turns: listOf(filledText),
  target_facts: listOf(
    listOf(text, 'Each group is a list of alternatives: "target_facts": [["12", "twelve"]].'),
    'Each group is a list of alternatives: "target_facts": [["12", "twelve"]].',
  ),
  target_numbers: listOf(targetNumber),
  // An empty fact is in every text at every place, again and again.
  forbidden_facts: listOf(nonEmptyText),
  requires_tool_use: flag,
  must_call: listOf(requiredCall),
  forbidden_calls: listOf(nonEmptyText),
  order_matters: flag,
  variance_allowed: flag,
  gate_layers: orNull(gateLayers),
  strict_gates: flag,
  tags: listOf(text),
};

const KEYS = Object.keys(READERS);

/** Wind Tunnel's fields that hold Python objects, or describe the world around its own mocks. */
const PYTHON_ONLY: readonly string[] = [
  "outcome_fn",
  "trajectory_checks",
  "policies",
  "perturbations",
  "preconditions",
  "requires_tools",
  "requires_files",
  "failure_cost",
  "reference_cases",
];

/**
 * Reads a scenario.
 *
 * @param value A parsed JSON (or YAML) value.
 * @param where The file's name, for messages.
 * @param lineAt The line on which a path begins, for messages.
 * @throws {UsageError} for a missing name, an unknown key, a value of the wrong type, and for what
 * Wind Tunnel refuses too: a blank name or turn, neither `prompt` nor `user_turns`, `order_matters`
 * without `must_call`, a gate layer that doesn't exist or is named twice. Also for an empty forbidden
 * fact, tool name or unit, which Wind Tunnel takes.
 */
export function parseScenario(
  value: unknown,
  where: string,
  lineAt?: (path: string) => number | undefined,
): Scenario {
  const root: Place = { where, path: "", ...(lineAt === undefined ? {} : { lineAt }) };
  if (!isRecord(value)) {
    throw cannotRead(root, `expected an object, got ${typeWords(value)}`);
  }
  refuseUnknown(value, KEYS, root);

  /** A field as it stands there, or its default where it doesn't. */
  const field = <K extends keyof Scenario>(key: K, absent?: Scenario[K]): Scenario[K] => {
    const read: Readers[K] = READERS[key];
    if (Object.hasOwn(value, key)) return read(value[key], { ...root, path: key });
    if (absent !== undefined) return absent;
    throw cannotRead(root, `the key "${key}" is missing`);
  };
  const scenario: Scenario = {
    name: field("name"),
    prompt: field("prompt", ""),
    user_turns: field("user_turns", []),
    target_facts: field("target_facts", []),
    target_numbers: field("target_numbers", []),
    forbidden_facts: field("forbidden_facts", []),
    requires_tool_use: field("requires_tool_use", false),
    must_call: field("must_call", []),
    forbidden_calls: field("forbidden_calls", []),
    order_matters: field("order_matters", false),
    variance_allowed: field("variance_allowed", false),
    gate_layers: field("gate_layers", null),
    strict_gates: field("strict_gates", true),
    tags: field("tags", []),
  };

  if (scenario.prompt.trim() === "" && scenario.user_turns.length === 0) {
    throw cannotRead(root, "there is neither a prompt nor a user turn", 'Write "prompt".');
  }
  if (scenario.order_matters && scenario.must_call.length === 0) {
    throw cannotRead(
      { ...root, path: "order_matters" },
      "there is no must_call to be in order",
      'Write "must_call", or take "order_matters" out.',
    );
  }
  return scenario;
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function refuseUnknown(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
  place: Place,
): void {
  const unknown = Object.keys(record).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const shown = JSON.stringify(unknown.slice(0, 80));
  const at = place.path === "" ? unknown : `${place.path}.${unknown}`;
  if (known === KEYS && PYTHON_ONLY.includes(unknown)) {
    throw cannotRead(
      place,
      `the key ${shown} is Wind Tunnel's alone`,
      "It has no form in a file: take it out, or run this scenario with Wind Tunnel.",
      at,
    );
  }
  const near = nearest(unknown, known);
  throw cannotRead(
    place,
    `the key ${shown} is unknown`,
    near === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean "${near}"?`,
    at,
  );
}
