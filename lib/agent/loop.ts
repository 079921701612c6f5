/**
 * The agent loop: ask the model, run the tools it calls, ask again with the results, until it
 * answers. The history only ever grows, and each request to the model is a deep copy, so a
 * captured request shows what was sent and nothing that came later.
 *
 * @module
 */
import type {
  JsonObject,
  Message,
  ModelCaller,
  ModelReply,
  ModelToolCall,
  StopReason,
} from "./messages.ts";
import { definitionOf, messageOf, runToolCall, type Tool } from "./tools.ts";

/** How many model requests a turn may take unless told otherwise. */
export const MAX_STEPS = 8;

/** One user turn. */
export interface TurnInput {
  /** The conversation so far, system messages included. Read, never changed. */
  readonly history: readonly Message[];
  readonly user: string;
  readonly tools: readonly Tool[];
  readonly call: ModelCaller;
  /** Ends the turn: no request and no tool starts after it, and {@linkcode runTurn} rejects. */
  readonly signal?: AbortSignal;
  /** Model requests at most (default {@linkcode MAX_STEPS}). */
  readonly maxSteps?: number;
  /** Told of each tool call before it runs: see {@linkcode runToolCall}. */
  readonly called?: (name: string, args: JsonObject) => void;
}

/**
 * How a turn ended. `messages` is the input's history followed by all that the turn added. A failed
 * turn has no answer: whatever text the model gave is in `messages` alone, never a reply.
 */
export type TurnOutcome =
  | { readonly kind: "completed"; readonly reply: string; readonly messages: readonly Message[] }
  | { readonly kind: "failed"; readonly error: string; readonly messages: readonly Message[] };

/**
 * Runs one user turn. Each model request holds the messages of the one before, then the model's
 * actual answer, then one result for each of its calls, in call order.
 *
 * Fails, as an outcome, when the model can't be asked, answers out of form, answers nothing, runs
 * out of output, declines, or still calls tools at the step limit (those calls aren't run: no
 * request could carry their results).
 *
 * @throws the signal's reason, when it fires; what the model does afterwards is not waited for, what a
 * tool does is.
 */
export async function runTurn(input: TurnInput): Promise<TurnOutcome> {
  const { tools, call, maxSteps = MAX_STEPS, called } = input;
  const signal = input.signal ?? new AbortController().signal;
  const messages: Message[] = [...structuredClone(input.history), {
    role: "user",
    text: input.user,
  }];
  const failed = (error: string): TurnOutcome => ({ kind: "failed", error, messages });

  for (let step = 0; step < maxSteps; step++) {
    signal.throwIfAborted();
    let reply: ModelReply;
    try {
      const request = { messages: structuredClone(messages), tools: tools.map(definitionOf) };
      reply = readReply(await unlessAborted(() => call(request, signal), signal));
    } catch (error) {
      signal.throwIfAborted();
      return failed(messageOf(error));
    }
    messages.push({ role: "assistant", text: reply.text, toolCalls: reply.toolCalls });

    const fault = faultOf(reply);
    if (fault !== undefined) return failed(fault);
    if (reply.toolCalls.length === 0) return { kind: "completed", reply: reply.text, messages };
    if (step === maxSteps - 1) break;

    for (const toolCall of reply.toolCalls) {
      signal.throwIfAborted();
      const outcome = await runToolCall(toolCall, { tools, signal, called });
      messages.push({ role: "tool", callId: toolCall.id, name: toolCall.name, outcome });
    }
  }
  signal.throwIfAborted();
  return failed(`the step limit was reached: no answer after ${maxSteps} model requests`);
}

// "A length/step limit does not become a completed answer", and neither does a refusal or a blank.
function faultOf(reply: ModelReply): string | undefined {
  if (reply.stop === "length") return "the model ran out of output before it finished its answer";
  if (reply.stop === "refused") return "the model declined to answer";
  const seen = new Set<string>();
  for (const { id, name } of reply.toolCalls) {
    // The result of a call without an id of its own could be taken for another's.
    if (id === "") return `the model called ${JSON.stringify(name)} without an id`;
    if (seen.has(id)) return `the model gave two calls the same id ${JSON.stringify(id)}`;
    seen.add(id);
  }
  if (reply.toolCalls.length > 0) return undefined;
  if (reply.stop === "tool_calls") return "the model stopped to call tools, and called none";
  if (reply.text === "") return "the model answered with an empty text";
  return undefined;
}

const STOPS: readonly string[] = ["end", "tool_calls", "length", "refused"] satisfies StopReason[];

// Built afresh out of strings: the caller may keep what it returned, and change it later.
function readReply(value: unknown): ModelReply {
  const { text, toolCalls, stop } = record(value, "the reply");
  if (typeof text !== "string") throw malformed("text is not a string");
  if (!isStop(stop)) throw malformed(`stop is not one of ${STOPS.join(", ")}`);
  if (!Array.isArray(toolCalls)) throw malformed("toolCalls is not an array");
  return { text, toolCalls: toolCalls.map(readCall), stop };
}

function readCall(value: unknown, index: number): ModelToolCall {
  const { id, name, arguments: args } = record(value, `toolCalls[${index}]`);
  if (typeof id !== "string" || typeof name !== "string" || typeof args !== "string") {
    throw malformed(`toolCalls[${index}] needs id, name and arguments, each a string`);
  }
  return { id, name, arguments: args };
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null) return { ...value };
  throw malformed(`${what} is not an object`);
}

function isStop(value: unknown): value is StopReason {
  return typeof value === "string" && STOPS.includes(value);
}

function malformed(reason: string): Error {
  return new Error(`Cannot read the model's reply: ${reason}`);
}

/** Settles with `work`, or rejects with the signal's reason, whichever is first. */
function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    // In a then() so that a caller that throws rather than rejects is told of like any other.
    Promise.resolve().then(work).then(resolve, reject).finally(() =>
      signal.removeEventListener("abort", onAbort)
    );
  });
}
