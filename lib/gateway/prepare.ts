/**
 * Makes the upstream's request out of the client's, or refuses to.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, parseJson } from "../contract/json.ts";
import { utf8Text } from "../wire/bytes.ts";
import { type Carriage, relay, translation } from "./carriage.ts";
import { contextOf } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import { Fields } from "./fields.ts";
import type { Setting } from "./setting.ts";
import { refusal } from "./trouble.ts";

/** A request that can be carried. */
export interface Prepared {
  /** The upstream's request. */
  readonly body: Uint8Array;
  /** Whether the client asked for a stream. */
  readonly stream: boolean;
  /** How the answer is carried. */
  readonly carriage: Carriage;
}

const encoder = new TextEncoder();

/** Prepares one request. Throws a Trouble of status 400 for one that can't be carried. */
export function prepare(setting: Setting, dialect: Dialect, body: Uint8Array): Prepared {
  const { parts, upstream } = setting;
  const doc = documentOf(body);
  if (dialect === upstream.dialect) {
    const top = new Fields(doc, doc.value, "", refusal);
    return {
      // 4.7: "bytes of unchanged sub-trees stable"; nothing is changed, so every byte is.
      body: parts.relayRequest(body, dialect),
      stream: top.value("stream") === true,
      carriage: relay(parts, dialect),
    };
  }
  const [duplicate] = doc.duplicates;
  if (duplicate !== undefined) {
    throw refusal("a key stands twice in one object; readers differ on which counts", duplicate);
  }
  const request = parts.readRequest[dialect](doc, parts.steps);
  parts.steps.paired(request.turns, (reason) => refusal(reason, ""));
  return {
    body: encoder.encode(parts.writeRequest[upstream.dialect](request)),
    stream: request.stream,
    carriage: translation(parts, upstream.dialect, dialect, contextOf(request)),
  };
}

function documentOf(body: Uint8Array): JsonDocument {
  const text = utf8Text(body);
  if (text === undefined) throw refusal("its body is not UTF-8", "");
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw refusal(`its body is not JSON. ${error.message}`, "");
  }
}
