/**
 * Adapter for a driver of about forty lines over the platform's `fetch`, as one writes it by heart. What
 * fails here is fetch's doing: no code of this file sends twice, and none decodes.
 *
 *     wt-inject certify -- deno run --allow-net=127.0.0.1 --allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S \
 *       examples/drivers/platform_fetch.ts
 *
 * @module
 */

const base = (Deno.env.get("WT_INJECT_URL") || "http://127.0.0.1:8647").replace(/\/+$/, "");
const timeoutS = Number(Deno.env.get("WT_INJECT_TIMEOUT_S") ?? 120);

type Fields = Record<string, unknown>;

/** The endpoint's answer breaks the contract. */
class Refused extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

async function post(route: string, fields: Fields): Promise<Fields> {
  const response = await fetch(`${base}/wt/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wt_inject: 1, ...fields }),
    redirect: "manual",
    signal: AbortSignal.timeout((timeoutS + 5) * 1000),
  });
  const body = await response.text();
  const refuse = (why: string) => {
    throw new Refused(`${route}: ${why}: ${response.status} ${body.slice(0, 500)}`, response.status);
  };
  if (response.status !== 200) refuse("status");
  const parsed: unknown = JSON.parse(body);
  if (!isObject(parsed)) return refuse("no object");
  if (parsed.wt_inject !== 1) refuse("version");
  return parsed;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function inject(session_id: string, text: string) {
  const { reply, tool_calls, error } = await post("inject", { session_id, text, timeout_s: timeoutS });
  const calls = Array.isArray(tool_calls) ? tool_calls : [null];
  const good = typeof reply === "string" && (error === undefined ? reply !== "" : error !== "") &&
    (error === undefined || typeof error === "string") &&
    calls.every((call) => isObject(call) && typeof call.name === "string" && isObject(call.arguments));
  if (!good) throw new Refused("inject: the envelope breaks the contract", 200);
  const toOpenAi = (call: Fields, index: number) => ({
    id: `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  });
  const message = { role: "assistant", content: reply, tool_calls: calls.map(toOpenAi) };
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  const response = { choices: [{ message, finish_reason }] };
  return error === undefined ? response : { ...response, worker_warnings: [error] };
}

const outcome = (responses: { worker_warnings?: unknown[] }[]) => {
  const error = responses.flatMap((one) => one.worker_warnings ?? [])[0];
  return error === undefined ? { outcome: "ok" } : { outcome: "agent_error", detail: error };
};

async function perform(request: { op: string; session_id?: string; text?: string; texts?: string[] }) {
  const { op, session_id = crypto.randomUUID(), text = "", texts = [] } = request;
  if (op === "surface") return { outcome: "unsupported", detail: "this driver has no surface probe" };
  if (op === "inject") {
    const response = await inject(session_id, text);
    return { ...outcome([response]), response };
  }
  await post("reset", {});
  const responses = [];
  for (const one of texts) responses.push(await inject(session_id, one));
  return op === "reset" ? { outcome: "ok" } : { ...outcome(responses), responses };
}

try {
  const line = await new Response(Deno.stdin.readable).text();
  console.log(JSON.stringify(await perform(JSON.parse(line))));
} catch (error) {
  const word = error instanceof Refused || error instanceof SyntaxError ? "contract" : "transport";
  console.log(JSON.stringify({ outcome: `${word}_failure`, detail: String(error) }));
}
