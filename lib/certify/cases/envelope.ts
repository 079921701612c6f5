/**
 * Answers to a turn that break its envelope: each must fail the run.
 *
 * @module
 */
import type { DriverCase } from "../case.ts";
import { refusedBodies } from "./build.ts";

/** An answer whose one call is this text. */
const call = (entry: string) => `{"wt_inject":1,"reply":"Ok.","tool_calls":[${entry}]}`;

const versions = refusedBodies(
  "hostile",
  "version.echo-validated",
  "Take the echo only as the integer 1: no true, no string, no other version.",
  [
    ["version.missing", "no version", '{"reply":"Bay 4.","tool_calls":[]}'],
    ["version.string", 'the version as "1"', '{"wt_inject":"1","reply":"Bay 4.","tool_calls":[]}'],
    ["version.true", "the version as true", '{"wt_inject":true,"reply":"Bay 4.","tool_calls":[]}'],
    ["version.null", "the version as null", '{"wt_inject":null,"reply":"Bay 4.","tool_calls":[]}'],
    ["version.two", "version 2", '{"wt_inject":2,"reply":"Bay 4.","tool_calls":[]}'],
    ["version.fraction", "version 1.5", '{"wt_inject":1.5,"reply":"Bay 4.","tool_calls":[]}'],
    ["version.list", "the version as [1]", '{"wt_inject":[1],"reply":"Bay 4.","tool_calls":[]}'],
  ],
);

const CONTRACT = "error.contract-level";

const replies = refusedBodies(
  "hostile",
  CONTRACT,
  "Fail the run where the reply is missing, no string, or empty without an error.",
  [
    ["reply.missing", "no reply", '{"wt_inject":1,"tool_calls":[]}'],
    ["reply.null", "the reply as null", '{"wt_inject":1,"reply":null,"tool_calls":[]}'],
    ["reply.number", "the reply as a number", '{"wt_inject":1,"reply":4,"tool_calls":[]}'],
    [
      "reply.parts",
      "the reply as a list of parts",
      '{"wt_inject":1,"reply":[{"type":"text","text":"Bay 4."}],"tool_calls":[]}',
    ],
    ["reply.empty", "an empty reply and no error", '{"wt_inject":1,"reply":"","tool_calls":[]}'],
  ],
);

const calls = refusedBodies(
  "hostile",
  CONTRACT,
  'Fail the run where "tool_calls" is missing or not as the contract has it.',
  [
    ["calls.missing", "no tool_calls", '{"wt_inject":1,"reply":"Bay 4."}'],
    ["calls.null", "tool_calls as null", '{"wt_inject":1,"reply":"Bay 4.","tool_calls":null}'],
    ["calls.object", "tool_calls as {}", '{"wt_inject":1,"reply":"Bay 4.","tool_calls":{}}'],
    ["calls.string", 'tool_calls as "[]"', '{"wt_inject":1,"reply":"Bay 4.","tool_calls":"[]"}'],
    ["calls.entry-string", "a call as a string", call('"find_bay"')],
    ["calls.entry-null", "a call as null", call("null")],
    ["calls.entry-list", "a call as a list", call('["find_bay",{}]')],
    ["calls.no-name", "a call without a name", call('{"arguments":{}}')],
    ["calls.name-number", "a call whose name is a number", call('{"name":4,"arguments":{}}')],
    ["calls.no-arguments", "a call without arguments", call('{"name":"find_bay"}')],
    [
      "calls.arguments-string",
      "arguments as a string of JSON",
      call('{"name":"find_bay","arguments":"{\\"pallet\\":\\"4417\\"}"}'),
    ],
    [
      "calls.arguments-list",
      "arguments as a list",
      call('{"name":"find_bay","arguments":["4417"]}'),
    ],
    ["calls.arguments-null", "arguments as null", call('{"name":"find_bay","arguments":null}')],
    [
      "calls.openai-shape",
      "a call in OpenAI's shape",
      call('{"id":"c1","type":"function","function":{"name":"find_bay","arguments":"{}"}}'),
    ],
    [
      "calls.second-bad",
      "a good call, and one without arguments after it",
      call('{"name":"find_bay","arguments":{}},{"name":"find_client"}'),
    ],
  ],
);

const errors = refusedBodies(
  "hostile",
  CONTRACT,
  'Fail the run where "error" is there and isn\'t a string with something in it.',
  [
    [
      "error.null",
      "error as null",
      '{"wt_inject":1,"reply":"Bay 4.","tool_calls":[],"error":null}',
    ],
    ["error.empty", 'error as ""', '{"wt_inject":1,"reply":"Bay 4.","tool_calls":[],"error":""}'],
    [
      "error.object",
      "error as an object",
      '{"wt_inject":1,"reply":"","tool_calls":[],"error":{"message":"closed"}}',
    ],
    ["error.true", "error as true", '{"wt_inject":1,"reply":"","tool_calls":[],"error":true}'],
    [
      "error.without-calls",
      "an error, and no tool_calls",
      '{"wt_inject":1,"reply":"","error":"the freight desk is closed"}',
    ],
    [
      "error.without-reply",
      "an error, and no reply",
      '{"wt_inject":1,"tool_calls":[],"error":"x"}',
    ],
  ],
);

/** Cases of envelopes that break the contract. */
export const envelopeCases: readonly DriverCase[] = [
  ...versions,
  ...replies,
  ...calls,
  ...errors,
];
