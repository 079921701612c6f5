/**
 * A run as a trace, `windtunnel_trace: 1`. Keys and their order are Wind Tunnel's; numbers that the
 * endpoint sent are spelled as they came.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import { toOpenAiResponse } from "../driver/openai.ts";
import type { RunTurn, ScenarioRun, SurfaceRecord } from "../scenario/run.ts";
import { type Identity, isoTime, QUANT } from "./identity.ts";
import { arrayText, floatText, indented, objectText } from "./json_text.ts";

/** The hash of an empty tool manifest: no mock server of ours served a tool. */
const NO_TOOLS_HASH = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";

const json = (value: unknown): string => JSON.stringify(value);

/** The trace's text, no line feed at its end. Half a surrogate pair is written as its escape. */
export function traceText(run: ScenarioRun, runId: string, identity: Identity): string {
  return indented(objectText({
    windtunnel_trace: "1",
    run_id: json(runId),
    scenario_id: json(run.scenario),
    agent_id: json(identity.agent),
    variant_id: json(identity.variant),
    model: json(identity.model),
    quant: json(QUANT),
    sampler: "{}",
    started_at: json(isoTime(run.startedAt)),
    finished_at: json(isoTime(run.finishedAt)),
    turns: arrayText(run.turns.map(turnText)),
    tool_schema_hash: json(NO_TOOLS_HASH),
    worker_warnings: json(run.warnings),
    mcp_calls: "[]",
    observations: "{}",
    surface: surfaceText(run.surface),
    usage: "null",
    model_calls: "null",
  }));
}

function turnText(turn: RunTurn): string {
  const said = turn.role === "user";
  const calls = said ? [] : toOpenAiResponse({ reply: turn.content, toolCalls: turn.toolCalls })
    .choices[0].message.tool_calls;
  return objectText({
    role: json(turn.role),
    content: json(turn.content),
    tool_calls: json(calls),
    tool_results: "[]",
    latency_ms: floatText(said ? 0 : Math.round(turn.latencyMs * 1000) / 1000),
    rendered_prompt: "null",
    rendered_prompt_hash: "null",
  });
}

/** The surface block: a status, with the three lists where it is reported; never a malformed one. */
function surfaceText(surface: SurfaceRecord): string {
  switch (surface.status) {
    case "unavailable":
      return json({ status: "unavailable" });
    case "invalid":
      return json({ status: "invalid", detail: surface.detail });
    case "reported": {
      const { document } = surface;
      const list = (items: readonly unknown[]) => stringifyJson(document, items as never);
      return objectText({
        status: json("reported"),
        system_instructions: list(surface.surface.system_instructions),
        tool_definitions: list(surface.surface.tool_definitions),
        extra_segments: list(surface.surface.extra_segments),
      });
    }
  }
}
