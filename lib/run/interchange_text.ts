/**
 * A run in Wind Tunnel's interchange format (Contract A): the conversation, with the manifest that the
 * endpoint reported.
 *
 * @module
 */
import { type JsonValue, stringifyJson } from "../contract/json.ts";
import type { ScenarioRun } from "../scenario/run.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Identity, isoTime } from "./identity.ts";
import { arrayText, indented, objectText } from "./json_text.ts";

const json = (value: unknown): string => JSON.stringify(value);

/** The file's text, a line feed at its end; undefined for a run that left no conversation. */
export function interchangeText(
  scenario: Scenario,
  run: ScenarioRun,
  identity: Identity,
): string | undefined {
  if (run.turns.length === 0) return undefined;
  const origin = scenario.tags.find((tag) => /^origin:./s.test(tag));
  const tools = toolsText(run);
  const text = objectText({
    windtunnel_interchange: "1",
    ...(origin === undefined ? {} : { source: json({ ref: origin.slice("origin:".length) }) }),
    session: json({
      model: identity.model,
      started_at: isoTime(run.startedAt),
      finished_at: isoTime(run.finishedAt),
    }),
    messages: arrayText(run.turns.map((turn, index) => {
      const said = objectText({ type: json("text"), content: json(turn.content) });
      const calls = turn.role === "user" ? [] : turn.toolCalls.map((call, nth) =>
        objectText({
          type: json("tool_call"),
          id: json(`turn_${(index - 1) / 2}_call_${nth}`),
          name: json(call.name),
          arguments: call.argumentsJson,
        })
      );
      // The calls came before the words that end the turn; an empty reply says nothing.
      const parts = turn.content === "" ? calls : [...calls, said];
      return objectText({ role: json(turn.role), parts: arrayText(parts) });
    })),
    ...(tools === undefined ? {} : { tool_definitions: tools }),
  });
  return `${indented(text)}\n`;
}

/** The reported manifest, with what the format has room for; undefined where none was reported. */
function toolsText({ surface }: ScenarioRun): string | undefined {
  if (surface.status !== "reported") return undefined;
  const { document } = surface;
  const isObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  return arrayText(surface.surface.tool_definitions.map((tool) => {
    const { name, description, input_schema, result_schema } = tool;
    return objectText({
      name: json(name),
      ...(typeof description === "string" ? { description: json(description) } : {}),
      ...(isObject(input_schema) ? { input_schema: stringifyJson(document, input_schema) } : {}),
      ...(isObject(result_schema) ? { result_schema: stringifyJson(document, result_schema) } : {}),
    });
  }));
}
