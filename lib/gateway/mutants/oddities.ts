/**
 * Gateways that do what they may and others don't: none of them may be accused.
 *
 * @module
 */
import { type JsonValue, parseJson, stringifyJson } from "../../contract/json.ts";
import type { Delivery } from "../client.ts";
import type { Dialect } from "../dialect.ts";
import type { NeutralCall, NeutralEvent } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { SseBlock } from "../sse.ts";
import { ENDING_ODDITIES } from "./ending_oddities.ts";
import { FIELD2_ODDITIES } from "./field2_oddities.ts";
import { FIELD_ODDITIES } from "./field_oddities.ts";
import { HISTORY_ODDITIES } from "./history_oddities.ts";
import { METER_ODDITIES } from "./meter_oddities.ts";
import { REVIEW_ODDITIES } from "./review_oddities.ts";
import { type GatewayOddity, oddity } from "./mutant.ts";
import { calls, events, frames, perDialect, reads, requests, told } from "./seams.ts";
import { TOOL_ODDITIES } from "./tool_oddities.ts";
import { eachPart } from "./turns.ts";

const PREFIX = "gw_";

const renamed = (call: NeutralCall) => ({ ...call, id: PREFIX + call.id });
const restored = (id: string) => id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id;

/** Ids with a prefix towards the client, and without it towards the upstream. */
function idsRenamed(): Partial<GatewayParts> {
  return {
    ...calls(renamed),
    ...requests((request) =>
      eachPart(request, (part) => {
        if (part.kind === "result") return { ...part, id: restored(part.id) };
        if (part.kind !== "call") return part;
        return { ...part, call: { ...part.call, id: restored(part.call.id) } };
      })
    ),
  };
}

/** The JSON of every answer, whole or streamed, written in another way. */
function answersAs(change: (text: string, dialect: Dialect) => string): Partial<GatewayParts> {
  return {
    writeAnswer: perDialect((dialect) => (answer, context) =>
      change(gatewayParts.writeAnswer[dialect](answer, context), dialect)
    ),
    ...told((text, dialect) =>
      frames(text, ({ event, data }) => [
        { event, data: data.startsWith("{") ? change(data, dialect) : data },
      ])
    ),
  };
}

/** The JSON of every request that crosses dialects, written in another way. */
function requestsAs(change: (text: string) => string): Partial<GatewayParts> {
  return {
    writeRequest: perDialect((dialect) => (request) =>
      change(gatewayParts.writeRequest[dialect](request))
    ),
  };
}

/** Every object's members in the opposite order; the values stay the document's own. */
function reversed(text: string): string {
  const doc = parseJson(text);
  const turn = (value: JsonValue): void => {
    if (typeof value !== "object" || value === null) return;
    Object.values(value).forEach(turn);
    if (Array.isArray(value)) return;
    for (const [key, member] of Object.entries(value).reverse()) {
      delete value[key];
      value[key] = member;
    }
  };
  turn(doc.value);
  return stringifyJson(doc);
}

function escaped(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Texts in pieces of one character each. */
function split(event: NeutralEvent): readonly NeutralEvent[] {
  return event.kind === "text"
    ? Array.from(event.text, (text) => ({ kind: "text", text }) as const)
    : [event];
}

/** The first text at once, whatever follows it in one piece. */
function merging(): (event: NeutralEvent) => readonly NeutralEvent[] {
  let first = true;
  let held = "";
  return (event) => {
    if (event.kind === "text") {
      if (!first) held += event.text;
      const now = first ? [event] : [];
      first = false;
      return now;
    }
    if (held === "" || event.kind === "ping") return [event];
    const text = held;
    held = "";
    return [{ kind: "text", text }, event];
  };
}

/** Each delivered byte in a write of its own. */
function drop(client: Delivery): Delivery {
  const rest = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at++) await client.send(bytes.subarray(at, at + 1));
  };
  return {
    whole: (status, headers, body) => client.whole(status, headers, body),
    async begin(status, headers, first) {
      await client.begin(status, headers, first.subarray(0, 1));
      await rest(first.subarray(1));
    },
    send: rest,
    async end(last) {
      await rest(last);
      await client.end(new Uint8Array(0));
    },
  };
}

const COMMENT: SseBlock = {
  bytes: new TextEncoder().encode(": still here\n\n"),
  comment: true,
};

/** All of them. */
export const GATEWAY_ODDITIES: readonly GatewayOddity[] = [
  oddity(
    "ids-renamed",
    "renames the ids of calls one to one across dialects, and back",
    "verdicts, Ids: renamed one to one across dialects is warned",
    idsRenamed,
    ["id-renamed"],
  ),
  oddity(
    "ids-reissued",
    "gives each call an id of its own, to which its result comes back",
    "verdicts, Ids: renamed one to one across dialects is warned",
    () => calls((call) => ({ ...call, id: `call_${crypto.randomUUID()}` })),
    ["id-renamed"],
  ),
  oddity(
    "fields-added",
    "adds fields of its own to answers",
    "dialects 4.8: matchers must ignore unknown and extra fields",
    () => answersAs((text) => text.replace(/\}$/, ',"x_gateway":{"hops":1}}')),
  ),
  oddity(
    "keys-reordered",
    "writes the members of every answer in another order",
    "verdicts, Values: other white space, key order and escapes are legal",
    () => answersAs(reversed),
  ),
  oddity(
    "request-keys-reordered",
    "writes the members of every request in another order",
    "verdicts, Values: other white space, key order and escapes are legal",
    () => requestsAs(reversed),
  ),
  oddity(
    "escapes-changed",
    "writes everything outside ASCII as escapes",
    "verdicts, Values: other white space, key order and escapes are legal",
    () => ({ ...answersAs(escaped), ...requestsAs(escaped) }),
  ),
  oddity(
    "text-split",
    "tells each character of a stream's text in an event of its own",
    "verdicts, Values: merged or split fragments are legal",
    () => events(() => split),
  ),
  oddity(
    "text-merged",
    "tells a stream's first text at once and the rest of it in one event",
    "verdicts, Values: merged or split fragments are legal",
    () => events(merging),
  ),
  oddity(
    "pings-added",
    "sends a sign of life before each event but the first",
    "dialects 4.1: `ping` anywhere, any number; 4.2 row ping: a comment elsewhere",
    () => {
      const begun = new WeakSet<object>();
      return {
        streamWriter: perDialect((dialect) => (context) => {
          const writer = gatewayParts.streamWriter[dialect](context);
          return {
            write(event) {
              const ping = begun.has(writer) && event.kind !== "ping"
                ? writer.write({ kind: "ping" })
                : "";
              begun.add(writer);
              return ping + writer.write(event);
            },
          };
        }),
      };
    },
  ),
  oddity(
    "comments-added",
    "puts a comment behind each event, on relays too",
    "dialects 4.1, SSE framing: comment lines start with a colon",
    () => reads(() => (blocks) => blocks.flatMap((block) => [block, COMMENT])),
  ),
  oddity(
    "lines-ended-crlf",
    "ends its lines in CRLF",
    "dialects 4.1, SSE framing: LF, CR or CRLF",
    () => told((text) => text.replaceAll("\n", "\r\n")),
  ),
  oddity(
    "written-bytewise",
    "delivers a stream byte by byte",
    "R006: byte splits change nothing",
    () => ({ deliver: drop }),
  ),
  ...METER_ODDITIES,
  ...ENDING_ODDITIES,
  ...HISTORY_ODDITIES,
  ...TOOL_ODDITIES,
  ...REVIEW_ODDITIES,
  ...FIELD_ODDITIES,
  ...FIELD2_ODDITIES,
];
