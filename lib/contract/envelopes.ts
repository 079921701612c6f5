/**
 * The six envelopes of the contract as schemas. What a schema can't see (how a number was spelled, a
 * reply that is empty without an error) is judged in `violations.ts`. The only file that imports zod.
 *
 * @module
 */
import * as z from "zod/mini";

/** An envelope: which route, and which way it travels. */
export type EnvelopeKind =
  | "inject-request"
  | "inject-response"
  | "reset-request"
  | "reset-response"
  | "surface-request"
  | "surface-response";

/** All envelopes. */
export const ENVELOPE_KINDS: readonly EnvelopeKind[] = [
  "inject-request",
  "inject-response",
  "reset-request",
  "reset-response",
  "surface-request",
  "surface-response",
];

/** A list in an envelope, with the schema of any stretch of its entries. */
export interface EnvelopeList {
  /** Keys from the top level down. */
  readonly path: readonly string[];
  /** An array of such entries. */
  readonly schema: z.ZodMiniType;
}

/** Titles and descriptions for the JSON Schema; zod's own registry is global, so it isn't used. */
const notes = z.registry<{ title?: string; description?: string }>();

// Any JSON object. A record would refuse one with a "constructor" key; a loose object takes all keys.
const jsonObject = z.looseObject({});
const nonEmpty = z.string().check(z.minLength(1));

const toolCall = z.looseObject({
  name: z.string().register(notes, { description: "The bare tool name as the agent invoked it." }),
  arguments: jsonObject.clone().register(notes, {
    description: "A JSON object, never a stringified JSON blob.",
  }),
});

const systemPart = z.looseObject({ type: z.string(), content: z.string() });

const toolDefinition = z.looseObject({
  name: nonEmpty,
  description: z.optional(z.nullable(z.string())),
  input_schema: z.optional(z.nullable(jsonObject)),
  result_schema: z.optional(z.nullable(jsonObject)),
});

const extraSegment = z.looseObject({ name: z.string(), content: z.string() });

const lists: Readonly<Record<EnvelopeKind, readonly EnvelopeList[]>> = {
  "inject-request": [],
  "inject-response": [{ path: ["tool_calls"], schema: z.array(toolCall) }],
  "reset-request": [],
  "reset-response": [],
  "surface-request": [],
  "surface-response": [
    { path: ["surface", "system_instructions"], schema: z.array(systemPart) },
    { path: ["surface", "tool_definitions"], schema: z.array(toolDefinition) },
    { path: ["surface", "extra_segments"], schema: z.array(extraSegment) },
  ],
};

/** The lists of an envelope. Their entries can be many: judge them in pieces. */
export function envelopeLists(kind: EnvelopeKind): readonly EnvelopeList[] {
  return lists[kind];
}

/** What a schema finds: where, and nothing more; what to call it is for a table of ours to say. */
export interface EnvelopeIssue {
  /** zod's word for it. */
  readonly code: string;
  /** Keys and indices from the top level down. */
  readonly path: readonly (string | number)[];
}

/** All that a schema finds wrong with a value. */
export function issuesOf(schema: z.ZodMiniType, value: unknown): readonly EnvelopeIssue[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map(({ code, path }) => ({
    code: code ?? "custom",
    path: path.map((key) => typeof key === "number" ? key : String(key)),
  }));
}

/** The schema of an envelope that carries a version of the protocol. Unknown fields pass. */
export function envelopeSchema(kind: EnvelopeKind, version: number): z.ZodMiniType {
  const wt_inject = z.literal(version).register(notes, { description: "The protocol version." });
  switch (kind) {
    case "inject-request":
      return z.looseObject({
        wt_inject,
        session_id: z.string().register(notes, {
          description: "Opaque, minted by the driver. An unknown value is a fresh session.",
        }),
        text: z.string().register(notes, { description: "The newest user turn, and only that." }),
        timeout_s: z.number().check(z.positive()).register(notes, {
          description: "The endpoint's own deadline for producing a response, seconds.",
        }),
      });
    case "inject-response":
      return z.looseObject({
        wt_inject,
        reply: z.string().register(notes, {
          description: "The agent's final text. May be empty only when error is set.",
        }),
        tool_calls: z.array(toolCall).register(notes, {
          description: "Every call in invocation order. Required even when empty.",
        }),
        error: z.optional(
          nonEmpty.clone().register(notes, {
            description: "Set where the agent ran and failed.",
          }),
        ),
      });
    case "surface-response":
      return z.looseObject({
        wt_inject,
        surface: z.looseObject({
          system_instructions: z.array(systemPart),
          tool_definitions: z.array(toolDefinition),
          extra_segments: z.array(extraSegment),
        }),
      });
    case "reset-request":
    case "reset-response":
    case "surface-request":
      return z.looseObject({ wt_inject });
  }
}

/** The schemas of version 1. */
export const envelopeSchemas: Readonly<Record<EnvelopeKind, z.ZodMiniType>> = {
  "inject-request": envelopeSchema("inject-request", 1),
  "inject-response": envelopeSchema("inject-response", 1),
  "reset-request": envelopeSchema("reset-request", 1),
  "reset-response": envelopeSchema("reset-response", 1),
  "surface-request": envelopeSchema("surface-request", 1),
  "surface-response": envelopeSchema("surface-response", 1),
};

/**
 * The JSON Schema (draft 2020-12) of an envelope in version 1, for other languages. It can't say that
 * `reply` may be empty only where `error` is set, and accepts 1.0 for 1.
 */
export function envelopeJsonSchema(kind: EnvelopeKind): Record<string, unknown> {
  const schema = z.toJSONSchema(envelopeSchemas[kind], { metadata: notes });
  return { ...schema, title: `Contract C, version 1: ${kind}` };
}
