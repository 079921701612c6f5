/**
 * Exchanges with /wt/surface, made by hand, and what they say.
 *
 * @module
 */
import type { SurfaceState } from "../../lib/surface/state.ts";
import { surfaceState } from "../../lib/surface/state.ts";
import type { Exchange, Fault } from "../../lib/wire/exchange.ts";

/** An exchange in which a body came back. */
export function answered(body: string | Uint8Array, status = 200): Exchange {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    request: asked,
    response: {
      httpVersion: "1.1",
      status,
      reason: "",
      headers: [],
      body: bytes,
      framing: "content-length",
      trailers: [],
      interim: [],
    },
    startedAt: "2030-01-02T03:04:05.678Z",
    times: { endMs: 5 },
    arrivals: [],
    raw: bytes,
  };
}

/** An exchange that a fault ended before a response. */
export function faulty(kind: Fault["kind"], phase: Fault["phase"] = "head"): Exchange {
  return {
    request: asked,
    fault: { kind, phase, message: `a ${kind}` },
    startedAt: "2030-01-02T03:04:05.678Z",
    times: { endMs: 1500 },
    arrivals: [],
    raw: new Uint8Array(),
  };
}

const asked = {
  method: "POST",
  url: "http://127.0.0.1:8647/wt/surface",
  headers: [],
  body: new TextEncoder().encode('{"wt_inject":1}'),
} as const;

/** The body of a good answer with these lists as JSON texts. */
export function surfaceBody(instructions = "[]", tools = "[]", segments = "[]"): string {
  return `{"wt_inject":1,"surface":{"system_instructions":${instructions},` +
    `"tool_definitions":${tools},"extra_segments":${segments}}}`;
}

/** The state that a good answer with these lists shows. */
export function reported(instructions?: string, tools?: string, segments?: string): SurfaceState {
  return surfaceState(answered(surfaceBody(instructions, tools, segments)));
}

/** A surface that has a text of its own wherever one can stand. All of them hold `hush`. */
export const PRIVATE_SURFACE = surfaceBody(
  '[{"type":"text","content":"hush-instruction","hush-key":"hush-extra","a/hush":1,"a/hush":2}]',
  '[{"name":"hush_tool","description":"hush-description","input_schema":{"type":"object",' +
    '"properties":{"hush_property":{"default":12345678901234567890}}},"result_schema":{}}]',
  '[{"name":"hush:segment","content":"hush-content\\nhush-\\u202eline"}]',
);

/** An invalid surface that has a text of its own wherever something is wrong. */
export const PRIVATE_INVALID = surfaceBody(
  '["hush-part",{"type":["hush-type"],"content":{"hush-key":"hush-content"}}]',
  '[{"name":"","description":7311355,"input_schema":"hush-schema"},{"hush":1},"hush"]',
  '{"hush-name":"hush-content"}',
);
