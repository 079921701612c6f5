/**
 * A small agent behind Contract C, with its own loop over Chat Completions, and a seam at each place
 * where agents go wrong.
 */
import type { Report } from "../../lib/contract/report.ts";
import { type LiveRunOptions, runLiveAgent } from "../../lib/corpus/agent_live_run.ts";
import type { Agent, ToolCall, Turn, TurnResult } from "../../lib/endpoint/agent.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";
import { chat, type ChatCall, type ChatMessage, type Said } from "./agent_live_chat.ts";

/** Where an agent may differ from the plain one. */
export interface Seams {
  /** Asks for streams. */
  readonly stream?: true;
  /** The system text of a request. */
  readonly system?: () => string;
  /** What becomes of the user's words. */
  readonly user?: (text: string) => string;
  /** What is sent of a history. */
  readonly sends?: (history: readonly ChatMessage[]) => readonly ChatMessage[];
  /** What of an answer goes into the history. */
  readonly keeps?: (message: ChatMessage) => readonly ChatMessage[];
  /** What becomes of the results of one answer. */
  readonly results?: (results: readonly ChatMessage[]) => readonly ChatMessage[];
  /** Reads arguments; throws where they are none. */
  readonly parse?: (text: string) => Record<string, unknown>;
  /** What a call's error is told as. */
  readonly failure?: (message: string) => string;
  /** What is reported. */
  readonly reports?: (calls: readonly ToolCall[]) => readonly ToolCall[];
  /** What an answer that ends so comes to; undefined: what the plain agent makes of it. */
  readonly ends?: (said: Said) => TurnResult | undefined;
  /** What a failed request comes to. */
  readonly fails?: (message: string, text: string) => TurnResult;
  /** Under which name a session's history is kept. */
  readonly key?: (session: string) => string;
  /** What is left after a reset. */
  readonly resets?: (histories: Map<string, readonly ChatMessage[]>) => void;
  /** Asked before each turn, beside it. */
  readonly beside?: (text: string) => readonly ChatMessage[];
  /** Asked before each turn, for JSON that must parse. */
  readonly plans?: (text: string) => readonly ChatMessage[];
  /** Asked after each answer, beside the turn and with its tools: what came of it is for nobody. */
  readonly after?: (sent: readonly ChatMessage[], said: Said) => readonly ChatMessage[] | undefined;
  /** Asks the model once more, with what it said and these words of the user, or with nothing more. */
  readonly again?: (said: Said) => "the same" | string | undefined;
  /** Takes an answer that the limit cut for a whole one. */
  readonly limitless?: true;
  /** Never asks the model. */
  readonly mute?: true;
  /** Nothing is offered to the model. */
  readonly toolless?: true;
}

const BERTHS: Readonly<Record<string, number>> = { Halcyon: 7 };
const TOOLS: Readonly<Record<string, (args: Record<string, unknown>) => unknown>> = {
  berth_of: ({ ship }) => ({ ship, berth: BERTHS[String(ship)] ?? null }),
  pilot_of: ({ ship }) => ({ ship, pilot: "Ada" }),
};

/** What the scripted model may call. */
export const LIVE_TOOLS = [
  { name: "berth_of", arguments: '{"ship":"Halcyon","at":1.50}' },
  { name: "pilot_of", arguments: '{"ship":"Brisk"}' },
];

/** An agent that asks the model at this address. */
export function seamAgent(modelUrl: () => string, seams: Seams): Agent {
  const histories = new Map<string, readonly ChatMessage[]>();
  const {
    sends = (history) => history,
    keeps = (message) => [message],
    results = (list) => list,
    parse = parseObject,
    failure = (message) => message,
    reports = (calls) => calls,
    key = (session) => session,
    resets = (all) => all.clear(),
  } = seams;

  async function inject({ sessionId, text, signal }: Turn): Promise<TurnResult> {
    if (seams.mute) return { reply: "I know it all." };
    const ask = (messages: readonly ChatMessage[], tools: boolean) =>
      chat(modelUrl(), {
        messages,
        tools: tools ? Object.keys(TOOLS) : [],
        stream: seams.stream === true,
        signal,
      });
    const beside = seams.beside?.(text);
    if (beside !== undefined) await ask(beside, false);
    const plan = seams.plans?.(text);
    if (plan !== undefined) {
      const planned = await chat(modelUrl(), { messages: plan, tools: [], json: true, signal });
      if ("failed" in planned) throw new Error(planned.failed);
      JSON.parse(planned.text);
    }
    const user: ChatMessage = { role: "user", content: seams.user?.(text) ?? text };
    let history = [...histories.get(key(sessionId)) ?? [], user];
    const made: ToolCall[] = [];
    let begun = "";
    for (let step = 0; step < 6; step++) {
      const system = seams.system?.() ?? "You keep the harbour's book.";
      const sent = [{ role: "system" as const, content: system }, ...sends(history)];
      const asked = await ask(sent, seams.toolless !== true);
      const after = seams.after?.(sent, asked as Said);
      if (after !== undefined) await ask(after, true);
      if ("failed" in asked) {
        return seams.fails?.(asked.failed, asked.text) ??
          { reply: "", error: asked.failed, toolCalls: reports(made) };
      }
      const { text: content, calls, finish } = asked;
      const again = seams.again?.(asked);
      if (again !== undefined) {
        if (again === "the same") continue;
        const { text } = asked;
        history = [
          ...history,
          { role: "assistant", content: text },
          { role: "user", content: again },
        ];
        begun += text;
        continue;
      }
      const ended = seams.ends?.(asked);
      if (ended !== undefined) return { toolCalls: reports(made), ...ended };
      if (finish === "length" && seams.limitless !== true) {
        return { reply: "", error: "the model ran out of output", toolCalls: reports(made) };
      }
      history = [
        ...history,
        ...keeps({
          role: "assistant",
          content,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        }),
      ];
      if (calls.length === 0) {
        histories.set(key(sessionId), history);
        return { reply: begun + content, toolCalls: reports(made) };
      }
      const run = (call: ChatCall): ChatMessage => {
        const { name, arguments: args } = call.function;
        return { role: "tool", tool_call_id: call.id, content: told(name, args) };
      };
      history = [...history, ...results(calls.map(run))];
    }
    return { reply: "", error: "too many steps", toolCalls: reports(made) };

    function told(name: string, text: string): string {
      try {
        const args = parse(text);
        made.push({ name, arguments: args });
        const tool = TOOLS[name];
        if (tool === undefined) throw new Error(`there is no tool ${name}`);
        return JSON.stringify(tool(args));
      } catch (error) {
        return failure(`error: ${(error as Error).message}`);
      }
    }
  }

  return { inject, reset: () => resets(histories) };
}

function parseObject(text: string): Record<string, unknown> {
  return JSON.parse(text);
}

/** The report on an agent with these seams. */
export async function judgeSeams(
  seams: Seams,
  options: Partial<LiveRunOptions> = {},
): Promise<Report> {
  let url = "";
  const agent = seamAgent(() => url, seams);
  const endpoint = await serveEndpoint({ port: 0, handler: contractHandler(agent) });
  try {
    return await runLiveAgent({
      agentUrl: endpoint.url,
      listen: {},
      tools: LIVE_TOOLS,
      timeoutS: 10,
      onEvent: (event) => {
        if (event.type === "plan") url = event.modelUrl;
      },
      ...options,
    });
  } finally {
    await endpoint.close();
  }
}

/** What isn't passed, by check: the verdict, and the codes of its findings. */
export function verdictsOf(report: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(
    report.results.filter(({ verdict }) => verdict !== "passed").map((
      { id, verdict, findings, message },
    ) => {
      const codes = [...new Set(findings.map(({ code }) => code))].join(" ");
      const told = verdict === "could_not_run" || verdict === "harness_error" ? message : codes;
      return [id.replace("agent-live.", ""), `${verdict}: ${told}`];
    }),
  );
}
