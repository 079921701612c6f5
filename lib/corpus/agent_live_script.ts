/**
 * What is said to a live agent, and what its scripted model answers: plays as data.
 *
 * @module
 */
import type { AgentTool } from "./agent_live_record.ts";
import type { ModelOut } from "./players/model_reply.ts";

/** One answer of the script; `token` is unlike any other answer's. */
export interface LiveStep {
  readonly text: (token: string) => string;
  readonly calls?: readonly AgentTool[];
  readonly stop?: ModelOut["stop"];
  readonly fault?: ModelOut["fault"];
  /** Its calls name what nobody offers. */
  readonly unoffered?: true;
}

/** One user turn of a play. */
export interface LiveScriptTurn {
  readonly session: string;
  /** Reset the agent first. */
  readonly reset?: true;
  readonly say: (marker: string) => string;
  /** Answered one after another; the last one again where more is asked. */
  readonly steps: readonly LiveStep[];
}

/** The names of the plays. */
export const LIVE_PLAYS = [
  "conversation",
  "reset",
  "length",
  "model-error",
  "cut",
  "tools",
  "malformed",
  "unknown-tool",
] as const;

/** A play's name. */
export type LivePlayName = (typeof LIVE_PLAYS)[number];

/** A name that no agent has a tool by. */
export const NO_SUCH_TOOL = "wt_inject_no_such_tool";

const answer: LiveStep = {
  text: (token) => `The Halcyon lies at berth 7, says entry ${token}.`,
};

const ask = (session: string, say: (marker: string) => string, steps = [answer]) => ({
  session,
  say,
  steps,
});

/** The turns of a play. Each play begins with a reset of its own. */
export function livePlay(
  name: LivePlayName,
  tools: readonly AgentTool[],
): readonly LiveScriptTurn[] {
  const [first, second] = tools;
  const solo = (tool: AgentTool) =>
    ask("a", (m) => `Use ${tool.name} once, please (ref ${m}).`, [calling([tool]), answer]);
  switch (name) {
    case "conversation":
      return [
        ask("a", (m) => `Where does the "Halcyon" lie, 7 or 8½? 你好 (ref ${m})`),
        ask("b", (m) => `And what of the Brisk? (ref ${m})`),
        ask("a", (m) => `Since when does she lie there? (ref ${m})`),
        ask("b", (m) => `Who is the pilot of the Brisk? (ref ${m})`),
        ask("a", (m) => `Thank you. And until when? (ref ${m})`),
      ];
    case "reset":
      return [
        ask("a", (m) => `My berth is the one of entry ${m}.`),
        { ...ask("a", (m) => `Which berth did I name? (ref ${m})`), reset: true },
        ask("c", (m) => `Which berth was named before? (ref ${m})`),
      ];
    case "length":
      return [ask("a", (m) => `Tell me all about the Halcyon (ref ${m}).`, [
        {
          text: (t) => `Entry ${t} says that the Halcyon was built in the yard of Nor`,
          stop: "length",
        },
        answer,
      ])];
    case "model-error":
      return [ask("a", (m) => `Who built the Halcyon? (ref ${m})`, [
        { text: (t) => `Entry ${t} says that the Halcyon was built by`, fault: "error" },
      ])];
    case "cut":
      return [ask("a", (m) => `Who sails the Halcyon? (ref ${m})`, [
        { text: (t) => `Entry ${t} says that the Halcyon is sailed by`, fault: "cut" },
      ])];
    case "tools":
      return first === undefined ? [] : [
        solo(first),
        ...(second === undefined ? [] : [
          solo(second),
          ask("a", (m) => `Now both at once, please (ref ${m}).`, [
            calling([first, second]),
            answer,
          ]),
        ]),
        ask("a", (m) => `Thank you (ref ${m}).`),
      ];
    case "malformed": {
      if (first === undefined) return [];
      const bad = calling([{ ...first, arguments: malformed(first.arguments) }]);
      return [
        solo(first),
        ask("a", (m) => `Once more, please (ref ${m}).`, [bad, answer]),
        ask("a", (m) => `And once more (ref ${m}).`, [{ ...bad, stop: "length" }, answer]),
      ];
    }
    case "unknown-tool":
      return first === undefined ? [] : [
        solo(first),
        ask("a", (m) => `And by other means? (ref ${m})`, [
          { ...calling([{ name: NO_SUCH_TOOL, arguments: "{}" }]), unoffered: true },
          answer,
        ]),
      ];
  }
}

/** How many user turns a play has. */
export function turnsOf(name: LivePlayName, tools: readonly AgentTool[]): number {
  return livePlay(name, tools).length;
}

/** The arguments without their last brace: what a repair would make of them is what was allowed. */
export function malformed(json: string): string {
  return json.trimEnd().slice(0, -1).trimEnd();
}

function calling(calls: readonly AgentTool[]): LiveStep {
  return { text: (token) => `Let me look that up, entry ${token}.`, calls, stop: "tool_calls" };
}
