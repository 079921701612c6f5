/**
 * Holds a JSON value against one of our own schemas, so that what claims to be a report is one before
 * anything reads it. Knows the keywords that those schemas use, and refuses a schema with any other:
 * a keyword that is passed over would let everything through.
 *
 * @module
 */
import { type JsonValue, pointerOf } from "../contract/json.ts";
import type { JsonSchema } from "../report/schema.ts";

/** Where a value isn't what its schema asks for. */
export interface ShapeFault {
  /** RFC 6901; empty for the whole value. */
  readonly pointer: string;
  /** In words that follow the pointer: `must be a string`. */
  readonly says: string;
}

const KNOWN = [
  ..."$schema $id $defs $ref title description type const enum required properties items".split(
    " ",
  ),
  ..."prefixItems minItems maxItems minLength minimum pattern".split(" "),
];

/**
 * The first fault of a value, or undefined where it has none. Keys that the schema doesn't name are
 * let through. Goes no deeper than the schema does.
 *
 * @throws RangeError on a schema with a keyword that isn't known here
 */
export function shapeFault(root: JsonSchema, value: JsonValue): ShapeFault | undefined {
  return faultAt(root, root, value, []);
}

type Path = readonly (string | number)[];

function faultAt(
  root: JsonSchema,
  schema: JsonSchema,
  value: JsonValue,
  path: Path,
): ShapeFault | undefined {
  const odd = Object.keys(schema).find((keyword) => !KNOWN.includes(keyword));
  if (odd !== undefined) throw new RangeError(`Cannot hold anything against ${odd}: not known`);
  const fail = (says: string): ShapeFault => ({ pointer: pointerOf(path), says });
  const ref = schema.$ref;
  if (typeof ref === "string") return faultAt(root, definition(root, ref), value, path);
  if ("const" in schema && value !== schema.const) {
    return fail(`must be ${JSON.stringify(schema.const)}`);
  }
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) {
    return fail(`must be one of ${schema.enum.join(", ")}`);
  }
  switch (schema.type) {
    case "string":
      return typeof value === "string"
        ? stringFault(schema, value, fail)
        : fail("must be a string");
    case "boolean":
      return typeof value === "boolean" ? undefined : fail("must be true or false");
    case "number":
    case "integer":
      return numberFault(schema, value, fail);
    case "array":
      return Array.isArray(value)
        ? arrayFault(root, schema, value, path, fail)
        : fail("must be a list");
    case "object":
      return value !== null && typeof value === "object" && !Array.isArray(value)
        ? objectFault(root, schema, value, path, fail)
        : fail("must be an object");
    default:
      return undefined;
  }
}

type Fail = (says: string) => ShapeFault;

function stringFault(schema: JsonSchema, value: string, fail: Fail): ShapeFault | undefined {
  const { pattern, minLength } = schema;
  if (typeof minLength === "number" && value.length < minLength) return fail("must not be empty");
  return typeof pattern === "string" && !new RegExp(pattern, "u").test(value)
    ? fail(`must match ${pattern}`)
    : undefined;
}

function numberFault(schema: JsonSchema, value: JsonValue, fail: Fail): ShapeFault | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return fail("must be a number");
  if (schema.type === "integer" && !Number.isInteger(value)) return fail("must be a whole number");
  const { minimum } = schema;
  return typeof minimum === "number" && value < minimum
    ? fail(`must be ${minimum} or more`)
    : undefined;
}

function arrayFault(
  root: JsonSchema,
  schema: JsonSchema,
  value: readonly JsonValue[],
  path: Path,
  fail: Fail,
): ShapeFault | undefined {
  const { minItems, maxItems, items, prefixItems } = schema;
  if (typeof minItems === "number" && value.length < minItems) {
    return fail(`must have ${minItems} items or more`);
  }
  if (typeof maxItems === "number" && value.length > maxItems) {
    return fail(`must have ${maxItems} items or fewer`);
  }
  const first: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  for (const [index, item] of value.entries()) {
    const fault = faultAt(root, asSchema(first[index] ?? items ?? {}), item, [...path, index]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function objectFault(
  root: JsonSchema,
  schema: JsonSchema,
  value: { readonly [key: string]: JsonValue },
  path: Path,
  fail: Fail,
): ShapeFault | undefined {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return fail(`must have the key ${JSON.stringify(missing)}`);
  for (const [key, inner] of Object.entries(asSchema(schema.properties ?? {}))) {
    if (!Object.hasOwn(value, key)) continue;
    const fault = faultAt(root, asSchema(inner), value[key]!, [...path, key]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function definition(root: JsonSchema, ref: string): JsonSchema {
  const name = /^#\/\$defs\/(\w+)$/.exec(ref)?.[1];
  const found = name === undefined ? undefined : asSchema(root.$defs ?? {})[name];
  if (found === undefined) throw new RangeError(`Cannot follow ${ref}: it isn't defined`);
  return asSchema(found);
}

function asSchema(value: unknown): JsonSchema {
  return value as JsonSchema;
}
