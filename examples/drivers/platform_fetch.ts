/**
 * Adapter for a driver of some forty lines over the platform's `fetch`, as one writes it by heart.
 * What fails here is fetch's doing: no code of this file sends twice, and none decodes.
 *
 *     wt-inject certify -- deno run --allow-net=127.0.0.1 \
 *       --allow-env=WT_INJECT_URL,WT_INJECT_TIMEOUT_S examples/drivers/platform_fetch.ts
 *
 * @module
 */

const base = (Deno.env.get("WT_INJECT_URL") || "http://127.0.0.1:8647").replace(/\/+$/, "");
const timeoutS = Number(Deno.env.get("WT_INJECT_TIMEOUT_S") ?? 120);

type Fields = Record<string, unknown>;

/** The endpoint's answer breaks the contract. */
class Refused extends Error {}

async function post(route: string, fields: Fields): Promise<Fields> {
  const response = await fetch(`${base}/wt/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wt_inject: 1, ...fields }),
    redirect: "manual",
    signal: AbortSignal.timeout((timeoutS + 5) * 1000),
  });
  const body = await response.text();
  const parsed: unknown = response.status === 200 ? JSON.parse(body) : undefined;
  if (isObject(parsed) && parsed.wt_inject === 1) return parsed;
  throw new Refused(`${route}: no good envelope: ${response.status} ${body.slice(0, 500)}`);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function inject(session_id: string, text: string) {
  const answer = await post("inject", { session_id, text, timeout_s: timeoutS });
  const { reply, tool_calls, error } = answer;
  const calls = Array.isArray(tool_calls) ? tool_calls : [null];
  const told = error === undefined ? reply : error; // a reply is empty beside an error alone
  const good = typeof reply === "string" && typeof told === "string" && told !== "" &&
    calls.every((one) => isObject(one) && typeof one.name === "string" && isObject(one.arguments));
  if (!good) throw new Refused(`inject: a broken envelope: 200 ${JSON.stringify(answer)}`);
  const toOpenAi = (call: Fields, index: number) => ({
    id: `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  });
  const message = { role: "assistant", content: reply, tool_calls: calls.map(toOpenAi) };
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  const worker_warnings: unknown[] = error === undefined ? [] : [error];
  return { choices: [{ message, finish_reason }], worker_warnings };
}

const outcome = (responses: { worker_warnings: unknown[] }[]) => {
  const [error] = responses.flatMap((one) => one.worker_warnings);
  return error === undefined ? { outcome: "ok" } : { outcome: "agent_error", detail: error };
};

type Asked = { op: string; session_id?: string; text?: string; texts?: string[] };

async function perform({ op, session_id, text = "", texts = [] }: Asked) {
  session_id ??= crypto.randomUUID();
  if (op === "surface") return { outcome: "unsupported", detail: "it has no surface probe" };
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
