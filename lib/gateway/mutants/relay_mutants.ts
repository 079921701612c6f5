/**
 * Mutants that change what should pass a same-dialect way byte by byte.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";
import type { Dialect } from "../dialect.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { RelayGuard } from "../relay_guard.ts";
import type { SseBlock } from "../sse.ts";
import { type GatewayMutant, partsWith } from "./mutant.ts";
import { blockOf, reads, relayed } from "./seams.ts";

type Json = { [key: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every object below a value, itself too, in the order in which they stand. */
function objectsIn(value: JsonValue): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

/** The members that tie results to calls: of Chat, of Messages, of Responses. */
function resultIds(body: Json): readonly (readonly [Json, string])[] {
  return objectsIn(body).flatMap((one): readonly (readonly [Json, string])[] => {
    if (typeof one["tool_call_id"] === "string") return [[one, "tool_call_id"]];
    if (typeof one["tool_use_id"] === "string") return [[one, "tool_use_id"]];
    return one["type"] === "function_call_output" ? [[one, "call_id"]] : [];
  });
}

function history(body: Json): JsonValue[] {
  const turns = body["messages"] ?? body["input"];
  return Array.isArray(turns) ? turns : [];
}

function mutant(
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  parts: Partial<GatewayParts>,
  kills: GatewayMutant["kills"],
): GatewayMutant {
  return { id, what, breaks, kinds: ["relay"], make: () => partsWith(parts), kills };
}

/** Each block's data changed, as text. */
function data(change: (text: string) => string): Pick<GatewayParts, "sse"> {
  return reads(() => (blocks) =>
    blocks.map((block): SseBlock => {
      if (block.event === undefined) return block;
      const text = change(block.event.data);
      return text === block.event.data ? block : blockOf(text, block.event.event);
    })
  );
}

/** Ways within one dialect. */
export const RELAY_MUTANTS: readonly GatewayMutant[] = [
  mutant(
    "relay-result-ids-swapped",
    "swaps the ids of the first two tool results",
    "R003",
    relayed((body) => {
      const [first, second] = resultIds(body);
      if (first === undefined || second === undefined) return;
      const id = first[0][first[1]]!;
      first[0][first[1]] = second[0][second[1]]!;
      second[0][second[1]] = id;
    }),
    [{ case: "results-out-of-order", code: "result-swapped" }, {
      case: "two-calls-one-turn.one-tool-twice",
      code: "result-swapped",
    }],
  ),
  mutant(
    "relay-results-sorted",
    "sorts tool results by their contents, ids left where they were",
    "R003",
    relayed((body) => {
      const places = resultIds(body);
      const key = (one: Json) => one["output"] === undefined ? "content" : "output";
      const contents = places.map(([one]) => one[key(one)]!);
      const sorted = contents.toSorted((a, b) => String(a) < String(b) ? -1 : 1);
      for (const [at, [one]] of places.entries()) one[key(one)] = sorted[at]!;
    }),
    [{ case: "two-calls-one-turn.one-tool-twice", code: "result-swapped" }],
  ),
  mutant(
    "relay-earlier-message-dropped",
    "drops the first message once the history has grown",
    "R004",
    relayed((body) => {
      const turns = history(body);
      if (turns.length >= 3) turns.shift();
    }),
    [{ case: "history-append-only", code: "role-changed" }],
  ),
  mutant(
    "relay-numbers-rounded",
    "reads and writes the client's body with doubles for numbers",
    "R003",
    {
      relayRequest: (bytes) =>
        new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)))),
    },
    [{ case: "unicode-arguments.exact-numbers", code: "tool-schema" }],
  ),
  mutant(
    "relay-call-ids-renamed",
    "renames the ids of calls that its upstream makes",
    "R003",
    data((text) => text.replaceAll('"call_', '"toolu_')),
    [{ case: "tool-result-roundtrip.streamed", code: "id-changed" }],
  ),
  mutant(
    "relay-stop-changed",
    "tells a stream's calls as an end without calls",
    "R003",
    data((text) =>
      text.replace('"finish_reason":"tool_calls"', '"finish_reason":"stop"')
        .replace('"stop_reason":"tool_use"', '"stop_reason":"end_turn"')
    ),
    [{ case: "tool-result-roundtrip.streamed", code: "stop-reason" }],
  ),
  mutant(
    "relay-tools-executed",
    "answers tool results itself: sends them as the user's words",
    "R008",
    relayed((body) => {
      for (const one of history(body)) {
        if (!isObject(one) || one["role"] !== "tool") continue;
        one["role"] = "user";
        delete one["tool_call_id"];
      }
    }),
    [{ case: "tool-result-roundtrip", code: "role-changed" }],
  ),
  mutant(
    "relay-done-added",
    "ends every broken stream as a success",
    "R007",
    {
      relayGuard: {
        chat: () => ending("chat", CHAT_END),
        messages: () => ending("messages", MESSAGES_END),
        responses: () => ending("responses", RESPONSES_END),
      },
    },
    [{ case: "stream-truncated.eof-after-text", code: "false-success" }, {
      case: "stream-truncated.reset-after-text",
      code: "false-success",
    }],
  ),
];

const CHAT_END = 'data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m",' +
  '"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const MESSAGES_END =
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n' +
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn",' +
  '"stop_sequence":null},"usage":{"output_tokens":1}}\n\n' +
  'event: message_stop\ndata: {"type":"message_stop"}\n\n';
const RESPONSES_END = 'event: response.completed\ndata: {"type":"response.completed",' +
  '"response":{"id":"resp","object":"response","status":"completed","output":[]}}\n\n';

function ending(dialect: Dialect, end: string): RelayGuard {
  const guard = gatewayParts.relayGuard[dialect]();
  return { see: (event) => guard.see(event), fail: () => end };
}
