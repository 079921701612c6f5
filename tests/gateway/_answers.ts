/**
 * Whole answers of each dialect that say the same, with values that rounding or dropping would show.
 *
 * @module
 */
import { httpAnswer } from "../../lib/wire/raw_server.ts";

/** Arguments with what translators lose: big and exact numbers, null, empty values, other scripts. */
export const ARGUMENTS = '{"id":12345678901234567890,"d":1.10,"n":null,"s":"","l":[],"o":{},' +
  '"b":false,"z":0,"u":"Zürich 港 🚢"}';

/** A 200 with this JSON text. */
export function ok(text: string): { readonly send: Uint8Array } {
  return {
    send: httpAnswer(200, text, { "content-type": "application/json", "x-request-id": "r1" }),
  };
}

/** Text, two calls, and usage with all its parts, in Chat. */
export const CHAT_ANSWER =
  `{"id":"c1","object":"chat.completion","created":1,"model":"up","choices":[
  {"index":0,"message":{"role":"assistant","content":"On it","reasoning_content":"hm","tool_calls":[
    {"id":"a","type":"function","function":{"name":"find","arguments":${
    JSON.stringify(ARGUMENTS)
  }}},
    {"id":"b","type":"function","function":{"name":"list","arguments":""}}]},
  "finish_reason":"tool_calls"}],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,
  "prompt_tokens_details":{"cached_tokens":60,"cache_write_tokens":10},
  "completion_tokens_details":{"reasoning_tokens":5}},"system_fingerprint":"f"}`;

/** The same in Messages. */
export const MESSAGES_ANSWER =
  `{"id":"m1","type":"message","role":"assistant","model":"up","content":[
  {"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"On it"},
  {"type":"tool_use","id":"a","name":"find","input":${ARGUMENTS}},
  {"type":"tool_use","id":"b","name":"list","input":{}}],
  "stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":30,
  "cache_creation_input_tokens":10,"cache_read_input_tokens":60,"output_tokens":20,
  "output_tokens_details":{"thinking_tokens":5}}}`;

/** The same in Responses. */
export const RESPONSES_ANSWER =
  `{"id":"r1","object":"response","status":"completed","model":"up","error":null,
  "output":[{"type":"reasoning","id":"rs","summary":[]},
  {"type":"message","id":"x","status":"completed","role":"assistant","content":[
    {"type":"output_text","text":"On it","annotations":[]}]},
  {"type":"function_call","id":"y","call_id":"a","name":"find","status":"completed",
    "arguments":${JSON.stringify(ARGUMENTS)}},
  {"type":"function_call","id":"z","call_id":"b","name":"list","arguments":"{}"}],
  "usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":60},"output_tokens":20,
  "output_tokens_details":{"reasoning_tokens":5},"total_tokens":120}}`;
