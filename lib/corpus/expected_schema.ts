/**
 * The strict schema of expectation files. Overrides are checked once they are applied.
 *
 * @module
 */
import * as z from "zod/mini";
import type { CorpusFaultKind } from "./fault.ts";
import { BASES, SUBJECTS } from "./expectation.ts";
import { ID } from "./manifest.ts";
import { isOracle } from "./oracle_names.ts";
import { PATH_PATTERNS } from "./paths.ts";
import { isRequirement } from "./requirements.ts";

const named = (kind: CorpusFaultKind, test: (text: string) => boolean) =>
  z.string().check(z.refine(test, { params: { kind } }));

const line = z.string().check(z.minLength(1));
const object = z.looseObject({});
const json = z.unknown().check(z.refine((value) => value !== undefined));
const basis = z.enum(BASES);

/** One value, `{"any_of": […]}`, or `{"any": true}`. */
function match<T extends z.ZodMiniType>(value: T) {
  return z.union([
    value,
    z.strictObject({ any_of: z.array(value).check(z.minLength(1)) }),
    z.strictObject({ any: z.literal(true) }),
  ]);
}

const text = z.union([
  match(z.string()),
  z.strictObject({ prefix_of: z.string() }),
  // Something stands in every text.
  z.strictObject({ contains: line, and_more: z.optional(z.literal(true)) }),
]);

/** An id; or any id, the same wherever this name stands. */
const id = z.optional(z.union([z.string(), z.strictObject({ any: line })]));

const part = z.union([
  z.strictObject({ text }),
  z.strictObject({
    call: z.strictObject({
      id,
      name: z.optional(z.string()),
      arguments: z.optional(object),
      raw: z.optional(z.string()),
    }).check(
      z.refine((call) => (call.arguments === undefined) !== (call.raw === undefined)),
    ),
  }),
  z.strictObject({
    result: z.strictObject({
      id,
      text,
      error: z.optional(z.literal(true)),
    }),
  }),
  z.strictObject({ other: json }),
  z.strictObject({ other_type: line }),
]);

const request = z.strictObject({
  turns: z.array(
    z.strictObject({
      role: z.enum(["system", "user", "assistant", "tool"]),
      parts: z.array(part).check(z.minLength(1)),
    }),
  ),
  tools: z.optional(
    z.array(z.strictObject({ name: line, description: z.optional(z.string()), schema: object })),
  ),
  choice: z.optional(
    z.union([z.enum(["auto", "none", "required"]), z.strictObject({ name: line })]),
  ),
  parallel: z.optional(z.boolean()),
  limit: z.optional(match(z.number())),
  stop: z.optional(z.array(z.string())),
  other: z.optional(object),
});

const usage = z.strictObject({
  input: z.optional(z.number()),
  cached: z.optional(z.number()),
  cache_write: z.optional(z.number()),
  output: z.optional(z.number()),
  reasoning: z.optional(z.number()),
  total: z.optional(z.number()),
});

const stopReason = z.string().check(
  z.regex(/^(?:stop|tool_calls|length|content_filter|other:.+)$/s),
);

const answer = z.strictObject({
  ending: match(z.enum(["complete", "incomplete", "error", "truncated"])),
  parts: match(z.array(part)),
  stop: z.optional(match(stopReason)),
  usage: z.optional(z.nullable(usage)),
  error: z.optional(z.strictObject({
    status: match(z.int()),
    type: z.optional(match(line)),
    code: z.optional(match(line)),
    retry_after: z.optional(match(line)),
  })),
}).check(
  // Forgotten, it would be judged by nobody.
  z.refine(({ ending, stop }) =>
    stop !== undefined || !["complete", "incomplete"].includes(
      typeof ending === "string" ? ending : "",
    ), { params: { kind: "missing-key" }, path: ["stop"] }),
);

const grounds = { basis, source: line };
const parts = z.optional(
  z.partialRecord(z.enum(SUBJECTS), z.strictObject(grounds)),
);

/** The exchanges of one outcome. */
const exchanges = z.array(
  z.strictObject({
    upstream: z.array(request),
    answer: z.union([z.literal("left"), answer]),
  }),
).check(z.minLength(1));

const outcome = { ...grounds, tolerated: z.optional(line), parts, exchanges };

/** What a variant, or an override of it, comes to once it is resolved. */
export const resolvedSchema = z.union([
  z.strictObject(outcome),
  z.strictObject({ one_of: z.array(z.strictObject(outcome)).check(z.minLength(2)) }),
]);

/** What is expected of an agent. */
export const agentSchema = z.strictObject({
  ...grounds,
  turns: z.array(
    z.strictObject({
      requests: z.array(request).check(z.minLength(1)),
      outcome: z.enum(["completed", "failed"]),
      reply: z.optional(text),
    }),
  ).check(z.minLength(1)),
});

const override = z.union([
  z.strictObject({
    ...grounds,
    set: z.record(z.string().check(z.regex(/^\//)), json),
  }),
  z.strictObject(outcome),
  z.strictObject({ one_of: z.array(z.strictObject(outcome)).check(z.minLength(2)) }),
]);

/** An expectation file. */
export const expectedSchema = z.strictObject({
  variants: z.record(
    z.string().check(z.regex(ID)),
    z.strictObject({
      requirement: named("unknown-requirement", isRequirement),
      oracle: named("unknown-oracle", isOracle),
      basis: z.optional(basis),
      source: z.optional(line),
      tolerated: z.optional(line),
      parts,
      exchanges: z.optional(exchanges),
      one_of: z.optional(z.array(z.strictObject(outcome)).check(z.minLength(2))),
      by_path: z.optional(
        z.record(
          named("unknown-override", (name) => (PATH_PATTERNS as readonly string[]).includes(name)),
          override,
        ),
      ),
      agent: z.optional(agentSchema),
    }),
  ),
});
