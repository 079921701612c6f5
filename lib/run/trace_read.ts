/**
 * Reads a native trace back, Wind Tunnel's as well as our own, as far as scores look at it.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import type { Transcript } from "../scenario/score.ts";

/** A trace that was kept. */
export interface KeptTrace {
  readonly scenario: string;
  readonly transcript: Transcript;
}

/** What stands in a file is no trace. */
export class TraceError extends Error {
  override readonly name = "TraceError";
}

type Fields = Readonly<Record<string, JsonValue>>;

/**
 * True for a name that a trace may have: it ends in `.json`, and has no other dot. `x.score.json` and
 * `x.wtin.json` are sidecars.
 */
export function isTraceName(name: string): boolean {
  return /^[^.]+\.json$/.test(name);
}

/**
 * Reads a trace's text.
 *
 * A run that failed (no turn, and a warning that begins with `runner_error: `) stays one. A server's own
 * log of calls, where there is one, outweighs what the transcript says.
 *
 * @throws {TraceError} for what isn't a trace of version 0 or 1
 */
export function parseTrace(text: string): KeptTrace {
  let value: JsonValue;
  try {
    value = parseJson(text).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new TraceError(`it isn't JSON ${error.message.replace(/^Cannot parse JSON /, "")}`);
  }
  const trace = fields(value, "it");
  const version = Object.hasOwn(trace, "windtunnel_trace") ? trace.windtunnel_trace : 0;
  if (version !== 0 && version !== 1) throw new TraceError("windtunnel_trace is neither 0 nor 1");
  const scenario = textIn(trace.scenario_id, "scenario_id");
  const turns = list(trace.turns ?? [], "turns").map(turnOf);
  const warnings = list(trace.worker_warnings ?? [], "worker_warnings");
  const failure = warnings.find((warning) =>
    typeof warning === "string" && warning.startsWith("runner_error: ")
  );
  const witnessed = list(trace.mcp_calls ?? [], "mcp_calls").map(callOf)
    .toSorted((one, other) => one.at - other.at);
  return {
    scenario,
    transcript: {
      turns,
      ...(turns.length === 0 && typeof failure === "string"
        ? { runnerError: failure.slice("runner_error: ".length) }
        : {}),
      ...(witnessed.length === 0 ? {} : { witnessed }),
    },
  };
}

function turnOf(value: JsonValue, index: number): Transcript["turns"][number] {
  const where = `turns[${index}]`;
  const turn = fields(value, where);
  return {
    role: textIn(turn.role, `${where}.role`),
    content: textIn(turn.content, `${where}.content`),
    toolCalls: list(turn.tool_calls ?? [], `${where}.tool_calls`).map((call, nth) => {
      const outer = fields(call, `${where}.tool_calls[${nth}]`);
      const inner = isFields(outer.function) ? outer.function : outer;
      return { name: typeof inner.name === "string" ? inner.name : "" };
    }),
  };
}

function callOf(value: JsonValue, index: number): { readonly name: string; readonly at: number } {
  const call = fields(value, `mcp_calls[${index}]`);
  const { tool_name, timestamp_ms } = call;
  return {
    name: typeof tool_name === "string" ? tool_name : "",
    at: typeof timestamp_ms === "number" ? timestamp_ms : 0,
  };
}

function isFields(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fields(value: JsonValue | undefined, where: string): Fields {
  if (!isFields(value)) throw new TraceError(`${where} is no object`);
  return value;
}

function list(value: JsonValue | undefined, where: string): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new TraceError(`${where} is no array`);
  return value;
}

function textIn(value: JsonValue | undefined, where: string): string {
  if (typeof value !== "string") throw new TraceError(`${where} is no string`);
  return value;
}
