/**
 * Changes to requests once they are written.
 *
 * @module
 */
import { type JsonValue, parseJson, stringifyJson } from "../../contract/json.ts";
import type { Dialect } from "../dialect.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { perDialect } from "./seams.ts";

/** A JSON object that may be changed. */
export type Members = { [key: string]: JsonValue };

/** Requests that cross dialects, once they are written; the change is made in place. */
export function written(
  change: (body: Members, dialect: Dialect) => void,
): Pick<GatewayParts, "writeRequest"> {
  return {
    writeRequest: perDialect((dialect) => (request) => {
      const doc = parseJson(gatewayParts.writeRequest[dialect](request));
      change(doc.value as Members, dialect);
      return stringifyJson(doc);
    }),
  };
}

/** The messages or items of a request; none where its input is a text. */
export function entriesOf(body: Members): Members[] {
  const entries = body.messages ?? body.input;
  return Array.isArray(entries) ? entries as Members[] : [];
}
