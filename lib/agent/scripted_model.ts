/**
 * A model without a model: it answers by plain rules, from the messages of the request and nothing
 * else. It keeps no state, so what it recalls it was really sent.
 *
 * @module
 */
import type {
  JsonObject,
  Message,
  ModelCaller,
  ModelReply,
  ModelRequest,
  ModelToolCall,
  ToolOutcome,
} from "./messages.ts";
import { intentOf, type PlannedCall, toldBy } from "./prompts.ts";

/** How long the scripted model takes its time, and what may cut that short. */
export interface ScriptedModelOptions {
  /** How long a turn that asks it to take its time lasts, ms (default 30,000). */
  readonly slowMs?: number;
  /** Ends the waiting as soon as it settles. */
  readonly gate?: Promise<unknown>;
}

const GREETING = "This is the freight desk. Ask me about a client, an order or a hub.";

/**
 * Makes a scripted model. Rejects with an error on a request to fail, and with the signal's reason
 * when the signal fires while it takes its time.
 */
export function scriptedModel(options: ScriptedModelOptions = {}): ModelCaller {
  return async (request, signal) => {
    const turn = turnOf(request.messages);
    const intent = intentOf(turn.user);
    switch (intent.kind) {
      case "echo":
        return say(intent.text === "" ? "There is nothing to repeat." : intent.text);
      case "remember":
        return say("I will keep that in mind.");
      case "recall":
        return say(recall(turn.earlier));
      case "calls":
        return turn.results.length === 0
          ? ask(request, intent.calls)
          : say(turn.results.map(report).join(" "));
      case "trace":
        if (turn.results.length > 0 && intent.then === "fail") throw failure();
        if (turn.results.length > 0 && intent.then === "wait") return await wait(signal, options);
        return trace(request, turn.results, intent.query);
      case "fail":
        throw failure();
      case "wait":
        return await wait(signal, options);
      case "other":
        return say(GREETING);
    }
  };
}

/** The newest user turn, what came before it, and the tool results since. */
interface CurrentTurn {
  readonly user: string;
  readonly earlier: readonly Message[];
  readonly results: readonly ToolOutcome[];
}

function turnOf(messages: readonly Message[]): CurrentTurn {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const newest = messages[at];
  return {
    user: newest?.role === "user" ? newest.text : "",
    earlier: messages.slice(0, Math.max(at, 0)),
    results: messages.slice(at + 1).flatMap((m) => m.role === "tool" ? [m.outcome] : []),
  };
}

// What the user asked it to keep in mind, in order; failing that, the last thing that they said.
function recall(earlier: readonly Message[]): string {
  const said = earlier.flatMap((m) => m.role === "user" ? [m.text] : []);
  const told = said.filter((text) => intentOf(text).kind === "remember").map(toldBy);
  if (told.length > 0) return `You told me: ${told.join("\n")}`;
  const last = said.filter((text) => intentOf(text).kind !== "recall").at(-1);
  return last === undefined ? "You have told me nothing yet." : `You told me: ${last}`;
}

function trace(request: ModelRequest, results: readonly ToolOutcome[], query: string): ModelReply {
  const [found, status] = results;
  if (found === undefined) return ask(request, [{ name: "client_lookup", args: { query } }]);
  const client = firstClient(found);
  if (client === undefined) return say(`I found no client for "${query}". ${report(found)}`);
  const { order_id } = client;
  if (status === undefined) return ask(request, [{ name: "order_status", args: { order_id } }]);
  if (!status.ok) return say(`${client.client} ordered it. ${report(status)}`);
  const hub = objectOf(status.value)?.hub;
  return say(`${client.client} — order #${order_id}, flagged at the ${hub} hub.`);
}

function firstClient(found: ToolOutcome): { client: string; order_id: string } | undefined {
  const clients = found.ok ? objectOf(found.value)?.clients : undefined;
  const first = Array.isArray(clients) ? objectOf(clients[0]) : undefined;
  return typeof first?.client === "string" && typeof first.order_id === "string"
    ? { client: first.client, order_id: first.order_id }
    : undefined;
}

function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as JsonObject
    : undefined;
}

function report(outcome: ToolOutcome): string {
  if (!outcome.ok) return `The tool failed: ${outcome.error}.`;
  const facts = Object.entries(objectOf(outcome.value) ?? { answer: outcome.value });
  return `${facts.map(([key, value]) => `${key} ${spoken(value)}`).join(", ")}.`;
}

function spoken(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// A model can only call what it was offered.
function ask(request: ModelRequest, calls: readonly PlannedCall[]): ModelReply {
  const missing = calls.find(({ name }) => !request.tools.some((tool) => tool.name === name));
  if (missing !== undefined) return say(`I have no tool named ${missing.name}.`);
  // The position in the conversation makes the id one of a kind in it, with no counter to keep.
  const toolCalls = calls.map(({ name, args }, index): ModelToolCall => ({
    id: `call_${request.messages.length}_${index}`,
    name,
    arguments: JSON.stringify(args),
  }));
  return { text: "", toolCalls, stop: "tool_calls" };
}

function say(text: string): ModelReply {
  return { text, toolCalls: [], stop: "end" };
}

function failure(): Error {
  return new Error("model failure: the model was asked to fail");
}

function wait(signal: AbortSignal, options: ScriptedModelOptions): Promise<ModelReply> {
  const { slowMs = 30_000, gate } = options;
  return new Promise<ModelReply>((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      how();
    };
    const done = () => settle(() => resolve(say("I have taken my time.")));
    const onAbort = () => settle(() => reject(signal.reason));
    const timer = setTimeout(done, slowMs);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    gate?.then(done, done);
  });
}
