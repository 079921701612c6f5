/**
 * Plays a variant through an agent's loop: a scripted model on one side, made-up tools on the other, and
 * a deep copy of every request at the moment in which it was made.
 *
 * @module
 */
import type { runTurn, TurnOutcome } from "../agent/loop.ts";
import type { Message, ModelReply, ModelRequest } from "../agent/messages.ts";
import type { Tool } from "../agent/tools.ts";
import type { AgentScript, AgentTurn, ScriptedReply, ToolAnswer } from "./fixture.ts";

/** An agent's loop, as the reference agent has it. */
export type AgentUnderTest = typeof runTurn;

/** One request to the model. */
export interface Capture {
  /** As it was when it was made. */
  readonly copy: ModelRequest;
  /** As it is when the play is over: the same object that the loop handed out. */
  readonly later: ModelRequest;
  /** What the model answered; absent where its script was at an end. */
  readonly reply: ModelReply | undefined;
}

/** A user turn as it was played. */
export interface PlayedTurn {
  readonly turn: AgentTurn;
  readonly captures: readonly Capture[];
  /** Absent where the loop threw. */
  readonly outcome: TurnOutcome | undefined;
}

/** Plays every turn in order. A tool executes nothing: it says what the fixture says. */
export async function playAgent(
  script: AgentScript,
  agent: AgentUnderTest,
): Promise<readonly PlayedTurn[]> {
  const histories = new Map<string, readonly Message[]>();
  const start: readonly Message[] = script.system === undefined
    ? []
    : [{ role: "system", text: script.system }];
  const tools = Object.entries(script.tools).map(([name, answers]) => toolOf(name, answers));
  const played: { turn: AgentTurn; captures: Taken[]; outcome: TurnOutcome | undefined }[] = [];
  for (const turn of script.turns) {
    const { history, branch_of } = turn;
    const past = histories.get(history) ??
      (branch_of === undefined ? undefined : histories.get(branch_of)) ?? start;
    const captures: Taken[] = [];
    const call = (request: ModelRequest): Promise<ModelReply> => {
      const written = turn.model[captures.length];
      const reply = written === undefined ? undefined : replyOf(written);
      captures.push({ live: request, copy: structuredClone(request), reply });
      return reply === undefined
        ? Promise.reject(new Error("the script of the model is at its end"))
        // A copy: what the loop does to its answer must not reach the record.
        : Promise.resolve(structuredClone(reply));
    };
    const limit = script.max_steps === undefined ? {} : { maxSteps: script.max_steps };
    let outcome: TurnOutcome | undefined;
    try {
      outcome = await agent({ history: past, user: turn.user, tools, call, ...limit });
      histories.set(history, outcome.messages);
    } catch {
      // The captures say how far it came.
    }
    played.push({ turn, captures, outcome });
  }
  return played.map(({ turn, captures, outcome }) => ({
    turn,
    outcome,
    captures: captures.map(({ live, copy, reply }): Capture => ({ copy, later: live, reply })),
  }));
}

interface Taken {
  readonly live: ModelRequest;
  readonly copy: ModelRequest;
  readonly reply: ModelReply | undefined;
}

function replyOf({ text = "", calls = [], stop }: ScriptedReply): ModelReply {
  return { text, toolCalls: calls, stop: stop ?? (calls.length > 0 ? "tool_calls" : "end") };
}

function toolOf(name: string, answers: readonly ToolAnswer[]): Tool {
  let next = 0;
  return {
    name,
    description: "A made-up tool: it answers what the fixture says.",
    inputSchema: { type: "object" },
    run() {
      const answer = answers[Math.min(next++, answers.length - 1)]!;
      if ("error" in answer) throw new Error(answer.error);
      return structuredClone(answer.value);
    },
  };
}
