/**
 * The strict schema of fixture files.
 *
 * @module
 */
import * as z from "zod/mini";
import type { JsonDocument } from "../contract/json.ts";
import { checkedValue } from "./document.ts";
import { CorpusError } from "./fault.ts";
import type { Fixture } from "./fixture.ts";
import { ID } from "./manifest.ts";

// A schema of its own for "anything at all" would let the key be left out.
const json = z.unknown().check(z.refine((value) => value !== undefined));
const object = z.looseObject({});
const key = z.string().check(z.regex(ID));
const line = z.string().check(z.minLength(1));
// What can stand in a head, and no more: the upstream writes it as it is.
const headers = z.optional(z.record(
  z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)),
  z.string().check(z.regex(/^[\t\x20-\x7e]*$/)),
));
const status = z.optional(z.int().check(z.minimum(200), z.maximum(599)));

const step = z.union([
  z.strictObject({ event: object, name: z.optional(line) }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64: z.string() }),
  z.strictObject({ head: z.literal(true) }),
  z.strictObject({ hold: z.enum(["first-text", "gateway-leaves"]) }),
]);

const positive = z.int().check(z.minimum(1));
const writes = z.union([
  z.enum(["events", "whole"]),
  z.strictObject({ bytes: positive }),
  z.strictObject({
    cut: z.array(z.strictObject({ in: line, byte: positive, nth: z.optional(positive) })).check(
      z.minLength(1),
    ),
  }),
]);

const body = { status, headers, body: json };
const text = z.strictObject({ status, headers, text: z.string() });
const stream = {
  status,
  headers,
  stream: z.array(step),
  writes: z.optional(writes),
  framing: z.optional(z.enum(["chunked", "close"])),
  end: z.optional(z.enum(["whole", "cut", "reset"])),
};
const answer = z.union([z.strictObject(body), text, z.strictObject(stream)]);

// Only in Chat does a request say whether a stream has counts.
const usage = z.optional(z.literal("as-written"));
const chatAnswer = z.union([
  z.strictObject({ ...body, usage }),
  text,
  z.strictObject({ ...stream, usage }),
]);

const exchange = z.strictObject({
  request: z.strictObject({
    chat: z.optional(object),
    messages: z.optional(object),
    responses: z.optional(object),
  }),
  answer: z.strictObject({
    chat: z.optional(chatAnswer),
    messages: z.optional(answer),
    responses: z.optional(answer),
  }),
  history: z.optional(key),
  marker: z.optional(line),
  leave: z.optional(z.enum(["sent", "first-text"])),
  replay: z.optional(z.literal(true)),
});

const reply = z.strictObject({
  text: z.optional(z.string()),
  calls: z.optional(
    z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() })),
  ),
  stop: z.optional(z.enum(["end", "tool_calls", "length", "refused"])),
});

const agent = z.strictObject({
  system: z.optional(z.string()),
  tools: z.record(
    line,
    z.array(z.union([z.strictObject({ value: json }), z.strictObject({ error: z.string() })]))
      .check(z.minLength(1)),
  ),
  max_steps: z.optional(positive),
  turns: z.array(
    z.strictObject({
      history: key,
      branch_of: z.optional(key),
      user: z.string(),
      model: z.array(reply).check(z.minLength(1)),
    }),
  ).check(z.minLength(1)),
});

const fixture = z.strictObject({
  variants: z.record(
    key,
    z.strictObject({
      about: line,
      exchanges: z.optional(z.array(exchange).check(z.minLength(1))),
      together: z.optional(z.literal(true)),
      agent: z.optional(agent),
    }),
  ),
});

/**
 * A fixture out of its document.
 *
 * @throws {CorpusError}
 */
export function readFixture(doc: JsonDocument, path: string): Fixture {
  const read = checkedValue(fixture, doc.value, path) as Fixture;
  if (Object.keys(read.variants).length === 0) throw new CorpusError("no-variants", path);
  return read;
}
