/**
 * Contract C around an agent, as one web-standard function from Request to Response: for
 * Deno.serve, Hono, Bun, Workers, or no server at all.
 *
 * @module
 */
import { parseJson } from "../contract/json.ts";
import { envelopeViolations } from "../contract/violations.ts";
import type { Agent, Turn } from "./agent.ts";
import { callLog } from "./call_log.ts";
import { envelopeOf, VERSION, wordsOf } from "./envelope.ts";
import { readRequest, type Refusal } from "./request.ts";
import { type Job, turnKeeper } from "./turns.ts";

export type { Agent, Surface, ToolCall, Turn, TurnResult } from "./agent.ts";

/** Settings of {@linkcode contractHandler}. All have defaults. */
export interface HandlerOptions {
  /** Path in front of `/wt/…`, such as `/bench` (default none). */
  readonly prefix?: string;
  /** The largest request body that is read, bytes (default 16 MiB); past it the answer is 413. */
  readonly maxBodyBytes?: number;
  /** Taken where a request lacks `timeout_s`, seconds (default 120). `"refuse"` answers 400 instead. */
  readonly defaultTimeoutS?: number | "refuse";
  /** Turns of one session that may wait behind the one at work (default 16); past it: 429. */
  readonly queueLimit?: number;
  /** How long a reset waits for aborted turns, ms (default 5,000); past it the answer is 500. */
  readonly resetPatienceMs?: number;
  /**
   * Told of each thing that the agent threw, stack and all, for a log: the wire gets the message only.
   * A turn that ends with the very reason of its signal did as it was told, and isn't reported.
   */
  readonly onError?: (error: unknown, during: "inject" | "reset" | "surface") => void;
}

const JSON_TYPE = { "content-type": "application/json" };

/**
 * Serves an agent over Contract C.
 *
 * - A request that breaks the contract gets 400 and `{"wt_inject": 1, "error": …}` naming the field.
 * - A turn that isn't answered by `timeout_s` gets an agent-level error with the calls witnessed so far,
 *   at the deadline, whatever the agent does; its `signal` fires.
 * - What the agent throws is an agent-level error; what it returns off contract is one that names
 *   its bug. Neither ever breaks the wire.
 * - A reset ends all turns, waits until the agent has let go of them, and only then calls
 *   `agent.reset()`. Where it can't keep that promise it answers 500, never 200.
 * - `/wt/surface` is 404 where the agent has no `surface`.
 *
 * The promise never rejects.
 *
 * @example An agent of one line, asked once
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { contractHandler } from "@wt/inject/endpoint";
 *
 * const handler = contractHandler({
 *   inject: ({ text }) => Promise.resolve({ reply: `You said: ${text}` }),
 *   reset: () => {},
 * });
 *
 * const response = await handler(
 *   new Request("http://127.0.0.1:8647/wt/inject", {
 *     method: "POST",
 *     body: JSON.stringify({ wt_inject: 1, session_id: "s", text: "hello", timeout_s: 120 }),
 *   }),
 * );
 * assertEquals(await response.json(), { wt_inject: 1, reply: "You said: hello", tool_calls: [] });
 * ```
 */
export function contractHandler(
  agent: Agent,
  options: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  const {
    prefix = "",
    maxBodyBytes = 16 * 1024 * 1024,
    defaultTimeoutS = 120,
    queueLimit = 16,
    resetPatienceMs = 5_000,
  } = options;
  const turns = turnKeeper({ queueLimit, resetPatienceMs });

  function told(error: unknown, during: "inject" | "reset" | "surface"): void {
    try {
      options.onError?.(error, during);
    } catch {
      // A logger that fails must not change what goes over the wire.
    }
  }

  async function inject(request: Request): Promise<Response> {
    const fallbackS = defaultTimeoutS === "refuse" ? undefined : defaultTimeoutS;
    const mayLackTimeout = fallbackS !== undefined;
    const read = await readRequest(request, "inject-request", { maxBodyBytes, mayLackTimeout });
    if (!read.ok) return refused(read.refusal);
    // The envelope holds, so each field is there with its type.
    const { session_id, text, timeout_s } = {
      timeout_s: fallbackS,
      ...read.doc.value as object,
    } as InjectFields;
    const log = callLog();
    const work: Job["work"] = async (signal) => {
      const turn: Turn = {
        sessionId: session_id,
        text,
        timeoutS: timeout_s,
        signal,
        called: (name, args) => log.add(name, args),
      };
      try {
        return await agent.inject(turn);
      } catch (error) {
        if (!signal.aborted || error !== signal.reason) told(error, "inject");
        throw error;
      }
    };
    const clientGone = request.signal;
    const end = turns.take({ sessionId: session_id, timeoutS: timeout_s, clientGone, work });
    if (end === undefined) {
      return refused({
        status: 429,
        error: `Cannot take the turn: ${queueLimit} turns of this session are waiting already`,
      });
    }
    return answer(200, envelopeOf(await end, log));
  }

  async function reset(request: Request): Promise<Response> {
    const read = await readRequest(request, "reset-request", { maxBodyBytes });
    if (!read.ok) return refused(read.refusal);
    try {
      await turns.reset(() => agent.reset());
    } catch (error) {
      told(error, "reset");
      return refused({ status: 500, error: wordsOf(error) });
    }
    return answer(200, { wt_inject: VERSION });
  }

  async function surface(request: Request): Promise<Response> {
    const read = await readRequest(request, "surface-request", { maxBodyBytes });
    if (!read.ok) return refused(read.refusal);
    try {
      const text = JSON.stringify({ wt_inject: VERSION, surface: await agent.surface?.() });
      const [fault] = envelopeViolations("surface-response", parseJson(text))
        .filter(({ severity }) => severity === "failed");
      if (fault === undefined) return new Response(text, { status: 200, headers: JSON_TYPE });
      throw new Error(
        `the agent has a bug: surface() is off contract at ${fault.pointer}: ` +
          `expected ${fault.expected}, received ${fault.received}`,
      );
    } catch (error) {
      told(error, "surface");
      return refused({ status: 500, error: wordsOf(error) });
    }
  }

  const base = prefix.replace(/^\/*/, "/").replace(/\/+$/, "");
  const routes = new Map([[`${base}/wt/inject`, inject], [`${base}/wt/reset`, reset]]);
  if (agent.surface !== undefined) routes.set(`${base}/wt/surface`, surface);

  return async function handleContract(request) {
    const { pathname } = new URL(request.url);
    const route = routes.get(pathname);
    if (route === undefined) {
      return refused({
        status: 404,
        error: `Cannot find ${pathname}: this endpoint has no such route`,
      });
    }
    if (request.method !== "POST") {
      return refused({
        status: 405,
        error: `Cannot ${request.method} ${pathname}: this route takes POST`,
        headers: { allow: "POST" },
      });
    }
    try {
      return await route(request);
    } catch (error) {
      return refused({ status: 500, error: `Cannot answer: ${wordsOf(error)}` });
    }
  };
}

interface InjectFields {
  readonly session_id: string;
  readonly text: string;
  readonly timeout_s: number;
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });
}

function refused({ status, error, headers }: Refusal): Response {
  return answer(status, { wt_inject: VERSION, error }, headers);
}
