/**
 * The strict schema of target files, and the JSON Schema that is published of it.
 *
 * @module
 */
import * as z from "zod/mini";
import { GATEWAY_PATHS, type GatewayPath } from "../paths.ts";
import type { TargetFile } from "./target_file.ts";

/** Descriptions, for the published schema; zod's own registry is global, so it isn't used. */
const notes = z.registry<{ readonly description: string }>();

function told<T extends z.ZodMiniType>(schema: T, description: string): T {
  notes.add(schema, { description });
  return schema;
}

const line = () => z.string().check(z.minLength(1));
const seconds = () => z.number().check(z.positive(), z.maximum(3_600));
const count = () => z.int().check(z.minimum(1), z.maximum(10_000));
const argv = () => z.array(line()).check(z.minLength(1));
const texts = (key: RegExp) => z.record(z.string().check(z.regex(key)), z.string());
const url = () => z.string().check(z.regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/));

/** A header's name. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A relative path without `..`, of plain characters. */
const FILE = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[A-Za-z0-9._@-][A-Za-z0-9._@/-]*$/;

const KINDS = ["value", "file", "env"] as const;

const auth = z.nullable(
  z.strictObject({
    header: z.optional(told(z.string().check(z.regex(HEADER)), "Default Authorization.")),
    prefix: z.optional(told(
      z.string(),
      "Before the credential. Default: Bearer and a blank in Authorization, nothing elsewhere.",
    )),
    value: z.optional(told(line(), "The credential itself.")),
    file: z.optional(told(line(), "A file that holds it and nothing else.")),
    env: z.optional(told(
      z.string().check(z.regex(VARIABLE)),
      "An environment variable that holds it.",
    )),
  }).check(
    z.refine((one) => KINDS.filter((kind) => one[kind] !== undefined).length === 1, {
      params: { says: `must have one of ${KINDS.join(", ")}, and no more than one` },
    }),
  ),
);

const capacity = z.union([
  count(),
  z.strictObject({
    requests: count(),
    model: z.optional(told(line(), "Only this model is bounded so.")),
  }),
]);

const way = () => ({
  model: z.optional(told(line(), "The model that clients name, in place of the fixture's.")),
  upstream_model: z.optional(told(
    line(),
    "What must arrive upstream in its place. Left out with model: anything may.",
  )),
  headers: z.optional(told(texts(HEADER), "Sent with each request.")),
  auth: z.optional(told(auth, "The client's credential; null: none.")),
  capacity: z.optional(told(
    capacity,
    "How many requests the gateway admits at once; with a model where only that one is bounded.",
  )),
});

const path = () =>
  z.strictObject({
    route: z.optional(told(
      z.string().check(z.regex(/^(?:\/|https?:\/\/)\S*$/)),
      "Where clients post to, below gateway, or a whole URL. Default: the dialect's own.",
    )),
    ...way(),
  });

const content = z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]);

const process = z.strictObject({
  argv: told(argv(), "The program and its arguments. No shell has a part in it."),
  cwd: z.optional(told(line(), "Where it runs; relative to this file. Default: its folder.")),
  env: z.optional(told(
    texts(VARIABLE),
    "Set on top of the environment. HOME is a fresh folder unless it is set here.",
  )),
  before: z.optional(told(argv(), "Run to its end before each start, in the same place.")),
  ready: z.optional(told(
    z.union([
      z.literal("tcp"),
      z.strictObject({
        get: z.string().check(z.regex(/^\//)),
        status: z.optional(z.int().check(z.minimum(100), z.maximum(599))),
      }),
    ]),
    "When it counts as started: when it accepts connections (tcp, the default), or answers a GET.",
  )),
  settle_s: z.optional(told(
    z.number().check(z.minimum(0), z.maximum(60)),
    "How long it is left alone once it is ready, in seconds (default 0).",
  )),
  stop_s: z.optional(told(
    z.number().check(z.minimum(0), z.maximum(60)),
    "How long it may take to end on SIGTERM before it is killed, in seconds (default 1).",
  )),
  restart: z.optional(told(
    z.enum(["never", "after-errors", "always"]),
    "When it is started anew: after each cell in which its upstream failed or a client left " +
      "(default), after every cell, or never.",
  )),
  deaths: z.optional(told(count(), "After so many deaths nothing more is played (default 5).")),
});

const paths = Object.fromEntries(
  GATEWAY_PATHS.map((name) => [name, z.optional(path())]),
) as Record<GatewayPath, z.ZodMiniOptional<ReturnType<typeof path>>>;

const target = z.strictObject({
  $schema: z.optional(told(z.string(), "For editors; not read.")),
  name: told(line(), "The gateway's name, for reports."),
  version: z.optional(told(line(), "Its version, for reports.")),
  about: z.optional(told(
    z.union([z.string(), z.array(z.string())]),
    "For readers: where it comes from, and how it is installed.",
  )),
  gateway: told(
    url(),
    "Where it listens. Port 0, with a process: a free port, which ${GATEWAY_PORT} stands for.",
  ),
  upstream: told(
    z.strictObject({
      listen: told(
        z.string().check(z.regex(/^(?:\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/)),
        "HOST:PORT, where the scripted upstream listens. Port 0, with a process: a free one.",
      ),
      url: z.optional(told(url(), "As the gateway reaches it, where that is another address.")),
    }),
    "The scripted upstream, to which the gateway must be pointed.",
  ),
  files: z.optional(told(
    z.record(z.string().check(z.regex(FILE)), content),
    "Written into a fresh folder, ${FOLDER}, before each start: a text, a list of lines, or a " +
      "value that is written as JSON.",
  )),
  process: z.optional(told(process, "How the gateway is started. Left out: it runs already.")),
  patience: z.optional(told(
    z.strictObject({
      any_s: z.optional(told(seconds(), "Any one wait (default 5).")),
      error_s: z.optional(told(seconds(), "The answer to an upstream's error (default any_s).")),
      disconnect_s: z.optional(told(
        seconds(),
        "Leaving the upstream once the client has left (default any_s).",
      )),
      start_s: z.optional(told(
        seconds(),
        "Being ready after a start (default 30); without a process, coming up at all (default 0).",
      )),
    }),
    "How long things may take, in seconds.",
  )),
  features: z.optional(told(
    z.array(line()),
    "What the gateway says it can do, for reports. It excuses nothing.",
  )),
  retries: z.optional(told(
    z.boolean(),
    "True where its operator configured retries. They are hidden retries all the same.",
  )),
  ...way(),
  paths: told(
    z.strictObject(paths),
    "The ways through it, by adapter path. One that it doesn't serve fails.",
  ),
});

/** The schema; `TargetFile` is what passes it. */
export const targetSchema = target as unknown as z.ZodMiniType<TargetFile>;

/** The JSON Schema (draft 2020-12) of target files. A new object at each call. */
export function targetJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(target, { metadata: notes, io: "input" });
  return {
    ...schema,
    title: "wt-inject target",
    description: "A gateway that wt-inject corpus run is to judge. docs/targets.md says more.",
  };
}
