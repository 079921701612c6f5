/**
 * Compares the tools that a request offers.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson, stringifyJson } from "../contract/json.ts";
import type { Comparison } from "./compare_parts.ts";
import { jsonPointerOfDifference } from "./compare_values.ts";
import { ABSENT, json, text, type Told } from "./difference.ts";
import type { Dialect, JsonText, ToolOffer } from "./transcript.ts";

/** Tools are told apart by their names; the order of a set of tools says nothing. */
export function compareTools(
  expected: readonly ToolOffer[],
  received: readonly ToolOffer[],
  verbatim: boolean,
  pointer: string,
  { differences, dialect }: Comparison,
): void {
  const note = (
    code: string,
    index: number,
    name: string,
    one: Told,
    other: Told,
    same = false,
  ) =>
    differences.add({
      subject: "tools",
      code,
      pointer: `${pointer}/tools/${index}${name}`,
      expected: one,
      received: other,
      ...(same ? { warned: true } : {}),
    });
  const left = [...received];
  for (const [index, one] of expected.entries()) {
    const at = left.findIndex(({ name }) => name === one.name);
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (other === undefined) {
      note("tool-missing", index, "", text(one.name), ABSENT);
      continue;
    }
    // A description of nothing describes as much as none. Where all must arrive as it was sent, what says
    // the same in another way is told, and is no failure: nothing of the session is lost by it.
    if (one.description !== other.description) {
      const sides = [text(one.description), text(other.description)] as const;
      const same = (one.description || undefined) === (other.description || undefined);
      if (verbatim || !same) note("tool-description", index, "/description", ...sides, same);
    }
    const inside = jsonPointerOfDifference(one.schema, other.schema);
    if (inside === undefined) continue;
    const same = meansTheSame(one, other, dialect);
    const sides = [json(one.schema), json(other.schema)] as const;
    if (verbatim || !same) note("tool-schema", index, `/schema${inside}`, ...sides, same);
  }
  for (const { name } of left) note("tool-added", expected.length, "", ABSENT, text(name));
}

/**
 * JSON Schema: leaving out `properties`, `required` or `$defs` is the same as an empty one, which some
 * servers ask for. And "omitted `parameters` = empty list" (spec/dialects.md 4.0), in Chat.
 */
function meansTheSame(one: ToolOffer, other: ToolOffer, dialect: Dialect): boolean {
  const [wanted, came] = [plainSchema(one.schema), plainSchema(other.schema)];
  return jsonPointerOfDifference(wanted, came) === undefined ||
    (dialect === "chat" && other.schema === "{}" && wanted === NO_PARAMETERS);
}

const NO_PARAMETERS = '{"type":"object"}';

/** A schema without what says nothing at its top; numbers stay spelled as they came. */
function plainSchema(schema: JsonText): JsonText {
  try {
    const doc = parseJson(schema);
    const { value } = doc;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return schema;
    for (const name of ["properties", "$defs", "definitions"]) {
      if (isEmpty(value[name], false)) delete value[name];
    }
    if (isEmpty(value["required"], true)) delete value["required"];
    return stringifyJson(doc);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return schema;
    throw error;
  }
}

function isEmpty(value: JsonValue | undefined, list: boolean): boolean {
  return typeof value === "object" && value !== null && Array.isArray(value) === list &&
    Object.keys(value).length === 0;
}
