/**
 * The adapter protocol: what a driver under test is told on its standard input, and the one line that
 * it answers with.
 *
 * @module
 */

/** What a driver is asked to do, as the one JSON line on its standard input says it. */
export type AdapterRequest =
  | { readonly op: "inject"; readonly session_id: string; readonly text: string }
  | { readonly op: "reset" }
  | { readonly op: "surface" }
  /** Reset, the surface once, then each text in one session; without an id the driver mints it. */
  | { readonly op: "run"; readonly texts: readonly string[]; readonly session_id?: string };

/** How the call ended, in the driver's own view. */
export type OutcomeWord =
  | "ok"
  | "agent_error"
  | "contract_failure"
  | "transport_failure"
  | "unsupported";

/** Every word that `outcome` may be. */
export const OUTCOME_WORDS: readonly OutcomeWord[] = [
  "ok",
  "agent_error",
  "contract_failure",
  "transport_failure",
  "unsupported",
];

/** What an in-process driver hands back: the outcome line's members. */
export interface AdapterAnswer {
  /** How the call ended. */
  readonly outcome: OutcomeWord;
  /** OpenAI-shaped; of an inject. */
  readonly response?: unknown;
  /** OpenAI-shaped; of a run, one a completed turn. */
  readonly responses?: readonly unknown[];
  /** What the driver recorded of the surface: `reported`, `unavailable` or `invalid`. */
  readonly surface?: { readonly status: string };
  /** Of an agent_error the error, word for word; of a failure what a log would say. */
  readonly detail?: string;
}

/** A JSON Schema, as data. */
export type AdapterSchema = { readonly [keyword: string]: unknown };

const text: AdapterSchema = { type: "string" };

function op(
  name: AdapterRequest["op"],
  description: string,
  properties: Readonly<Record<string, AdapterSchema>> = {},
  required: readonly string[] = [],
): AdapterSchema {
  return {
    type: "object",
    description,
    required: ["op", ...required],
    properties: { op: { const: name }, ...properties },
  };
}

const request: AdapterSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:wt-inject:adapter-input:1",
  title: "What a driver adapter reads: one line on its standard input",
  oneOf: [
    op("inject", "Deliver one user turn.", { session_id: text, text }, ["session_id", "text"]),
    op("reset", "Reset the endpoint."),
    op("surface", "Ask for the prompt surface once."),
    op("run", "Reset, then the surface once, then each text as a turn of one session.", {
      texts: { type: "array", items: text, minItems: 1 },
      session_id: { type: "string", description: "Absent: the driver mints it." },
    }, ["texts"]),
  ],
};

const answer: AdapterSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:wt-inject:adapter-output:1",
  title: "What a driver adapter prints: one line on its standard output",
  type: "object",
  required: ["outcome"],
  properties: {
    outcome: {
      enum: [...OUTCOME_WORDS],
      description: "contract_failure and transport_failure count alike: the run failed.",
    },
    response: {
      type: ["object", "null"],
      description: "Of an inject: the turn in OpenAI's shape, where the driver makes one.",
    },
    responses: {
      type: ["array", "null"],
      items: { type: "object" },
      description: "Of a run: one for each completed turn, in order.",
    },
    surface: {
      type: ["object", "null"],
      required: ["status"],
      properties: { status: text },
      description: "What the driver recorded: reported, unavailable or invalid.",
    },
    detail: {
      type: ["string", "null"],
      description: "Of an agent_error the error, word for word; of a failure its reason.",
    },
  },
};

/**
 * The JSON Schemas (draft 2020-12) of both lines. Unknown members pass in either.
 *
 * @example What an adapter reads
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { adapterSchemas } from "@wt/inject/certify";
 *
 * assertEquals(adapterSchemas().request.$id, "urn:wt-inject:adapter-input:1");
 * ```
 */
export function adapterSchemas(): {
  readonly request: AdapterSchema;
  readonly answer: AdapterSchema;
} {
  return { request: structuredClone(request), answer: structuredClone(answer) };
}
