/**
 * Gateways as they were met: what each does in its own way, as was seen of released ones, and no document
 * forbids.
 *
 * @module
 */
import { type JsonValue, parseJson, stringifyJson } from "../../contract/json.ts";
import type { Dialect } from "../dialect.ts";
import type { NeutralRequest } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import { type GatewayOddity, oddity } from "./mutant.ts";
import { type Frame, frames, perDialect, relayed, told } from "./seams.ts";

type Json = { [key: string]: JsonValue };

/** The events of Responses, each changed. */
function responsesTold(change: (frame: Frame) => Frame): Partial<GatewayParts> {
  return told((text, dialect) =>
    dialect !== "responses" ? text : frames(text, (frame) => [change(frame)])
  );
}

/** The tools that a relayed request offers, whatever each stands in. */
function offers(body: Json): readonly Json[] {
  return (body["tools"] as Json[] ?? []).filter((tool) =>
    (tool["type"] ?? "function") === "function"
  )
    .map((tool) => tool["function"] as Json ?? tool);
}

/** Requests to Chat with all of their stop strings, more than four too. */
function everyStop(request: NeutralRequest, dialect: Dialect): string {
  const write = gatewayParts.writeRequest[dialect];
  if (dialect !== "chat" || request.stop.length <= 4) return write(request);
  const doc = parseJson(write({ ...request, stop: [] }));
  (doc.value as Json)["stop"] = [...request.stop];
  return stringifyJson(doc);
}

/** All of them. */
export const FIELD_ODDITIES: readonly GatewayOddity[] = [
  oddity(
    "responses-events-unnamed",
    "streams the events of Responses as data alone: the type stands in it, and no name before it",
    "the vendor's words on events are of their type; its SDKs read that and no name",
    () => responsesTold(({ data }) => ({ event: "", data })),
    ["grammar-event-unnamed"],
  ),
  oddity(
    "responses-counted-from-one",
    "numbers the events of Responses from 1",
    "the vendor's word is 'The sequence number for this event': no document says where it begins",
    () =>
      responsesTold(({ event, data }) => ({
        event,
        data: data.replace(
          /"sequence_number":(\d+)/,
          (_, number: string) => `"sequence_number":${Number(number) + 1}`,
        ),
      })),
    ["grammar-sequence-start"],
  ),
  oddity(
    "relay-tools-completed",
    "relays a request with a description of nothing for each tool that has none",
    "a description of nothing describes as much as none; verdicts, Basis: no invariant is touched",
    () =>
      relayed((body) => {
        for (const offer of offers(body)) offer["description"] ??= "";
      }),
    ["tool-description"],
  ),
  oddity(
    "all-stops-passed-on",
    "hands more stop strings on to Chat than it documents, all of them",
    "R009: nothing is dropped in silence; whether it takes them is the upstream's to say",
    () => ({ writeRequest: perDialect((dialect) => (request) => everyStop(request, dialect)) }),
  ),
];
