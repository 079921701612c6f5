/**
 * What an upstream answers outside its script: gateways look around before they ask for anything.
 *
 * @module
 */
import { jsonAnswer, type Received, type Step } from "../../wire/raw_server.ts";
import { pathOf } from "./routes.ts";

/** A time that means nothing, 2024-01-01. */
const CREATED = 1_704_067_200;

/** Answers what is no post: lists of models, and whether somebody is there. */
export function probe({ method, target }: Received, models: readonly string[]): Iterable<Step> {
  return [{ send: bodiless(method, probeAnswer(pathOf(target), models)) }, { close: "fin" }];
}

function probeAnswer(path: string, models: readonly string[]): Uint8Array {
  const [, one] = /\/models(?:\/(.+))?$/.exec(path) ?? [];
  if (one !== undefined) return jsonAnswer(modelOf(decoded(one)));
  if (path.endsWith("/models")) return jsonAnswer(modelList(models));
  // Both vendors' own servers answer nothing else to a GET; a gateway that asks is told: alive.
  return /^\/(?:v1)?\/?$|\/(?:health|healthz|livez|readyz|ping|status)$/.test(path)
    ? jsonAnswer({ status: "ok" })
    : jsonAnswer({ error: { type: "not_found_error", message: "not here" } }, 404);
}

/** The list as either vendor writes it: each finds its own members. */
function modelList(models: readonly string[]) {
  const data = models.map(modelOf);
  const ends = { first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
  return { object: "list", data, has_more: false, ...ends };
}

function modelOf(id: string) {
  return {
    id,
    object: "model",
    type: "model",
    display_name: id,
    created: CREATED,
    created_at: new Date(CREATED * 1000).toISOString(),
    owned_by: "wt-inject",
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The answer to HEAD has a head alone. */
function bodiless(method: string, answer: Uint8Array): Uint8Array {
  if (method !== "HEAD") return answer;
  const text = new TextDecoder().decode(answer);
  return new TextEncoder().encode(text.slice(0, text.indexOf("\r\n\r\n") + 4));
}

/** A refusal that nobody has a reason to repeat. */
export function refusal(status: number): Iterable<Step> {
  const error = { type: "invalid_request_error", message: "not in this fixture's script" };
  return [{ send: jsonAnswer({ type: "error", error }, status) }, { close: "fin" }];
}
