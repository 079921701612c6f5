/** What the tests of the endpoint share: requests, and agents made for a purpose. */
import type { Agent, Turn, TurnResult } from "../../lib/endpoint/handler.ts";

export type Handler = (request: Request) => Promise<Response>;

/** An answer, whole. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export function request(path: string, body: unknown, init: RequestInit = {}): Request {
  return new Request(`http://127.0.0.1:8647${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...init,
  });
}

export async function send(handler: Handler, path: string, body: unknown): Promise<Answer> {
  const response = await handler(request(path, body));
  return { status: response.status, body: await response.json() };
}

/** One turn with a whole envelope. */
export function inject(
  handler: Handler,
  text: string,
  { session = "s", timeout = 30 }: { session?: string; timeout?: number } = {},
): Promise<Answer> {
  const body = { wt_inject: 1, session_id: session, text, timeout_s: timeout };
  return send(handler, "/wt/inject", body);
}

export function reset(handler: Handler): Promise<Answer> {
  return send(handler, "/wt/reset", { wt_inject: 1 });
}

/** An agent whose turn is a function; its reset does nothing. */
export function agentOf(take: (turn: Turn) => unknown): Agent {
  return {
    inject: (turn) => Promise.resolve(turn).then(take) as Promise<TurnResult>,
    reset: () => {},
  };
}

/** A 200 with these fields. */
export function ok(reply: string, tool_calls: unknown[] = []): Answer {
  return { status: 200, body: { wt_inject: 1, reply, tool_calls } };
}

/** An agent-level error. */
export function agentError(error: string, tool_calls: unknown[] = [], reply = ""): Answer {
  return { status: 200, body: { wt_inject: 1, reply, tool_calls, error } };
}

/** Settles once the signal has fired. */
export function fired(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}

/** Lets everything that is ready run: a macrotask. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
