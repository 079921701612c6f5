/**
 * Gateways as they are released: what each adds, leaves out or words in its own way, where no document
 * forbids it.
 *
 * @module
 */
import { type JsonValue, parseJson, stringifyJson } from "../../contract/json.ts";
import type { Dialect } from "../dialect.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayOddity, oddity } from "./mutant.ts";
import { type Frame, frames, perDialect, told } from "./seams.ts";

type Json = { [key: string]: JsonValue };

/** Requests that cross dialects, as they are written; the change is made in place. */
function asWritten(change: (body: Json, dialect: Dialect) => void): Partial<GatewayParts> {
  return {
    writeRequest: perDialect((dialect) => (request) => {
      const doc = parseJson(gatewayParts.writeRequest[dialect](request));
      change(doc.value as Json, dialect);
      return stringifyJson(doc);
    }),
  };
}

/** The offers of tools, whatever they stand in. */
function offers(body: Json): readonly Json[] {
  return (body["tools"] as Json[] ?? []).map((tool) => tool["function"] as Json ?? tool);
}

/** Where an offer has its schema. */
const SCHEMA: Readonly<Record<Dialect, string>> = {
  chat: "parameters",
  messages: "input_schema",
  responses: "parameters",
};

/** What a client may leave out, and some write as null. */
const OPTIONAL: Readonly<Record<Dialect, readonly string[]>> = {
  chat: ["stop", "max_completion_tokens", "parallel_tool_calls", "tool_choice", "temperature"],
  messages: ["stop_sequences", "tool_choice", "system", "temperature"],
  responses: ["instructions", "max_output_tokens", "parallel_tool_calls", "tool_choice"],
};

const RULE = "\n---\n";

/** The texts of a content. */
function textsOf(content: JsonValue | undefined): readonly string[] {
  if (typeof content === "string") return [content];
  return (content as Json[] ?? []).map((part) => String(part["text"]));
}

/** Leading system texts as one, with a rule between them. */
function ruledOff(body: Json, dialect: Dialect): void {
  if (dialect === "messages") {
    if (Array.isArray(body["system"])) body["system"] = textsOf(body["system"]).join(RULE);
    return;
  }
  const list = body[dialect === "chat" ? "messages" : "input"];
  if (!Array.isArray(list)) return;
  const turns = list as Json[];
  const isOther = ({ role }: Json) => role !== "system" && role !== "developer";
  const leading = turns.splice(0, Math.max(0, turns.findIndex(isOther)));
  const texts = leading.flatMap(({ content }) => textsOf(content));
  if (typeof body["instructions"] === "string") {
    body["instructions"] = [body["instructions"], ...texts].join(RULE);
  } else if (texts.length > 0) turns.unshift({ role: "system", content: texts.join(RULE) });
}

/** The events of a stream that crosses dialects, each changed where the function gives another. */
function eventsTold(
  of: Dialect,
  change: (event: Json, frame: Frame) => Frame | undefined,
): Partial<GatewayParts> {
  return told((text, dialect) =>
    dialect !== of ? text : frames(text, (frame) => {
      if (!frame.data.startsWith("{")) return [frame];
      return [change(JSON.parse(frame.data) as Json, frame) ?? frame];
    })
  );
}

/** A stream that broke off, told as one that its limit cut. */
function breaksAsLimits(): Partial<GatewayParts> {
  return {
    streamWriter: perDialect((dialect) => (context) => {
      const writer = gatewayParts.streamWriter[dialect](context);
      return {
        write(event) {
          // An error without a type and a code is none of the upstream's own.
          const broke = event.kind === "error" && event.error.type === undefined &&
            event.error.code === undefined && !event.error.message.startsWith("Cannot carry");
          return writer.write(broke ? { kind: "end", stop: "length" } : event);
        },
      };
    }),
  };
}

/** All of them. */
export const REVIEW_ODDITIES: readonly GatewayOddity[] = [
  oddity(
    "nothing-said-as-null",
    "writes null for each member that it has nothing to say in",
    "the vendors' types: optional members may be null",
    () =>
      asWritten((body, dialect) => {
        for (const name of OPTIONAL[dialect]) body[name] ??= null;
      }),
  ),
  oddity(
    "schemas-completed",
    "gives each tool a description, and its schema properties and a list of those required",
    "JSON Schema: left out, both are the same as empty; some upstreams ask for them",
    () =>
      asWritten((body, dialect) => {
        for (const offer of offers(body)) {
          offer["description"] ??= "";
          const schema = offer[SCHEMA[dialect]] as Json;
          schema["properties"] ??= {};
          schema["required"] ??= [];
        }
      }),
  ),
  oddity(
    "no-parameters-left-out",
    "offers a tool without parameters to Chat without a schema",
    "dialects 4.0 row tool definition: omitted parameters are an empty list [T]",
    () =>
      asWritten((body, dialect) => {
        for (const offer of dialect === "chat" ? offers(body) : []) {
          const { properties } = offer["parameters"] as { properties?: Json };
          if (Object.keys(properties ?? {}).length === 0) delete offer["parameters"];
        }
      }),
  ),
  oddity(
    "limit-by-default",
    "sets an output limit of its own where the client left it open",
    "no document speaks of it but for Messages, which needs one",
    () =>
      asWritten((body, dialect) => {
        if (dialect === "chat") body["max_completion_tokens"] ??= 4096;
        if (dialect === "responses") body["max_output_tokens"] ??= 4096;
      }),
    ["limit-changed"],
  ),
  oddity(
    "auto-without-tools",
    "always says that tools may be chosen freely, even where it offers none",
    "dialects 4.3: out of place without tools [X]; verdicts, Basis: derived, and so warned",
    () =>
      asWritten((body, dialect) => {
        body["tool_choice"] ??= dialect === "messages" ? { type: "auto" } : "auto";
      }),
    ["choice-changed"],
  ),
  oddity(
    "systems-ruled-off",
    "makes one system text of all that lead, with a rule between them",
    "dialects 4.3 and 4.6: joined in order; how isn't said",
    () => asWritten(ruledOff),
  ),
  oddity(
    "input-told-first",
    "tells a client of Messages its input when a stream begins, and never again",
    "dialects 4.3 row first chunk: input_tokens 0 or known",
    () =>
      eventsTold("messages", (event, frame) => {
        if (event["type"] !== "message_delta") return undefined;
        const { output_tokens } = event["usage"] as Json;
        const usage = { output_tokens };
        return { ...frame, data: JSON.stringify({ ...event, usage }) };
      }),
    ["usage-changed", "usage-part-missing"],
  ),
  oddity(
    "errors-named",
    "names the event of an error in a stream of Chat",
    "dialects 4.1: no document has a form for it; readers look for the error",
    () =>
      eventsTold(
        "chat",
        (event, frame) => "error" in event ? { ...frame, event: "error" } : undefined,
      ),
  ),
  oddity(
    "errors-nested",
    "tells a failure to a client of Responses by an error event whose error is a member of its own",
    "dialects 4.4 row error chunk; seen of the vendor's own server, and what its SDKs raise on",
    () =>
      eventsTold("responses", (event) => {
        if (event["type"] !== "response.failed") return undefined;
        const { sequence_number, response } = event;
        const { error } = response as Json;
        const data = JSON.stringify({ type: "error", sequence_number, error });
        return { event: "error", data };
      }),
    ["grammar-error-nested"],
  ),
  oddity(
    "failures-as-502",
    "tells every failure of its upstream by 502, on relays too",
    "verdicts, Gateways, Errors: a 5xx stays a 5xx",
    () => ({
      errorStatus(error, dialect) {
        const status = gatewayParts.errorStatus(error, dialect);
        return status < 500 ? status : 502;
      },
    }),
  ),
  oddity(
    "breaks-told-as-limits",
    "tells a stream that broke off as one that its limit cut",
    "the case table: a missing completion is incomplete or an error, never success",
    breaksAsLimits,
  ),
];
