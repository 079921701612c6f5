/**
 * Which step of a script a request is answered with. The request itself tells, not a count of them: an
 * agent asks its model other things as well, and may ask the same again.
 *
 * @module
 */
import type { LiveRequest } from "./agent_live_record.ts";
import type { LiveStep } from "./agent_live_script.ts";
import type { ModelRequestIn } from "./players/model.ts";
import type { ModelOut } from "./players/model_reply.ts";
import { mergedTurns } from "./merge.ts";
import type { RequestTranscript, Turn } from "./transcript.ts";

/** How often a step is answered to requests alike before the script goes on. */
const AGAIN = 2;

/** The step for a request of a turn under way; undefined where the script has nothing for it. */
export function stepFor(
  { request, body }: Pick<ModelRequestIn, "request" | "body">,
  marker: string,
  given: readonly LiveRequest[],
  steps: readonly LiveStep[],
): number | undefined {
  const last = steps.length - 1;
  const text = new TextDecoder().decode(body);
  const traced = given.filter(({ token }) => text.includes(token)).map(({ step = -1 }) => step + 1);
  let step = Math.min(last, Math.max(answersAfter(request.turns, marker), ...traced, 0));
  const offers = JSON.stringify(request.tools.map(({ name }) => name));
  const alike = given.filter((one) =>
    one.step === step && JSON.stringify(one.request.tools.map(({ name }) => name)) === offers
  );
  if (alike.length >= AGAIN) step = Math.min(last, step + 1);
  return !asksForForm(request, steps[step]!) && offered(request, steps[step]!) ? step : undefined;
}

/** What wants JSON, or the call of a tool that the script doesn't mean, is asked beside the conversation. */
function asksForForm(request: RequestTranscript, { calls = [] }: LiveStep): boolean {
  const { choice } = request;
  const named = choice?.mode === "named" ? choice.name : undefined;
  return wantsJson(request) || (named !== undefined && !calls.some(({ name }) => name === named));
}

function wantsJson({ other }: RequestTranscript): boolean {
  return `${other.response_format ?? ""}${other.text ?? ""}`.includes('"json_');
}

/** A model can call only what it was offered; one that gets a name wrong was offered something. */
function offered({ tools }: RequestTranscript, { calls = [], unoffered }: LiveStep): boolean {
  if (unoffered) return tools.length > 0;
  return calls.every((call) => tools.some(({ name }) => name === call.name));
}

/** How many answers of the model stand behind the user's newest turn. */
function answersAfter(turns: readonly Turn[], marker: string): number {
  const merged = mergedTurns(turns);
  const at = merged.findLastIndex(({ role, parts }) =>
    role === "user" && parts.some((part) => "text" in part && part.text.includes(marker))
  );
  return at < 0 ? 0 : merged.slice(at + 1).filter(({ role }) => role === "assistant").length;
}

/** A step's answer. */
export function outOf(step: LiveStep, token: string): ModelOut {
  const { text, calls = [], stop = "stop", fault } = step;
  return {
    text: text(token),
    calls: calls.map((call, index) => ({ id: `call_${token}_${index}`, ...call })),
    stop,
    ...(fault === undefined ? {} : { fault }),
  };
}

/** An answer to what no script knows: short, and JSON where JSON is asked for. */
export function neutral(request: RequestTranscript, token: string): ModelOut {
  const text = wantsJson(request) ? "{}" : `Noted, entry ${token}.`;
  return { text, calls: [], stop: "stop" };
}
