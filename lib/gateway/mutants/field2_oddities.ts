/**
 * More gateways as they were met: what a released one does in its own way, and no document forbids.
 *
 * @module
 */
import { type JsonValue, parseJson, stringifyJson } from "../../contract/json.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { refusal } from "../trouble.ts";
import { type GatewayOddity, partsWith } from "./mutant.ts";
import { perDialect } from "./seams.ts";

type Json = { [key: string]: JsonValue };

/** Schemas of offers to Messages with members that define and require nothing. */
function schemasDefining(): Partial<GatewayParts> {
  return {
    writeRequest: perDialect((dialect) => (request) => {
      const text = gatewayParts.writeRequest[dialect](request);
      if (dialect !== "messages") return text;
      const doc = parseJson(text);
      for (const tool of (doc.value as Json)["tools"] as Json[] ?? []) {
        const schema = tool["input_schema"] as Json;
        schema["properties"] ??= {};
        schema["required"] ??= [];
        schema["$defs"] ??= {};
        schema["definitions"] ??= {};
      }
      return stringifyJson(doc);
    }),
  };
}

/** Histories with reasoning in them are refused, and no upstream is asked. */
function reasoningRefused(): Partial<GatewayParts> {
  const { readRequest } = gatewayParts;
  return {
    readRequest: {
      ...readRequest,
      responses(doc, steps) {
        const { input } = doc.value as { input?: JsonValue };
        const items = Array.isArray(input) ? input as Json[] : [];
        const at = items.findIndex(({ type }) => type === "reasoning");
        if (at >= 0) throw refusal("an item of type reasoning can't be told", `/input/${at}`);
        return readRequest.responses(doc, steps);
      },
    },
  };
}

/** All of them. */
export const FIELD2_ODDITIES: readonly GatewayOddity[] = [
  {
    id: "schemas-with-empty-definitions",
    what: "gives each tool's schema a list of definitions without one in it",
    source: "JSON Schema: $defs reserves a place for schemas, and asserts nothing of a value",
    make: () => partsWith(schemasDefining()),
    warned: [],
  },
  {
    id: "reasoning-refused",
    what: "refuses a history with reasoning in it, in so many words",
    source: "R009: what an upstream cannot be told is refused, and not dropped in silence",
    make: () => partsWith(reasoningRefused()),
    warned: [],
  },
];
