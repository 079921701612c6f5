/**
 * Asks a model's server, in Chat Completions, Messages or Responses: one request, one attempt, no
 * stream. What can't be read is an error, never an answer.
 *
 * @module
 */
import { JsonSyntaxError, parseJson } from "../contract/json.ts";
import { once } from "../wire/client.ts";
import type { ModelCaller, ModelReply } from "./messages.ts";
import { chatModel } from "./model_chat.ts";
import { record, stringAt } from "./model_json.ts";
import { messagesModel } from "./model_messages.ts";
import { responsesModel } from "./model_responses.ts";
import type { ModelDialect } from "./model_json.ts";

/** What a model's server may speak. */
export const MODEL_DIALECTS = ["chat", "messages", "responses"] as const;

/** One of them. */
export type ModelDialectName = (typeof MODEL_DIALECTS)[number];

/** A model's server. */
export interface ModelEndpoint {
  /** Its base, with or without `/v1`, or the route itself. */
  readonly url: string;
  readonly dialect: ModelDialectName;
  /** The model to name (default `default`). */
  readonly model?: string;
  /** How long one request may take, ms (default 10 minutes): the turn's own deadline comes first. */
  readonly deadlineMs?: number;
}

const DIALECTS: Readonly<Record<ModelDialectName, ModelDialect>> = {
  chat: chatModel,
  messages: messagesModel,
  responses: responsesModel,
};

/** A caller of a model's server. Rejects where there is no whole answer, or one that says it failed. */
export function modelClient(endpoint: ModelEndpoint): ModelCaller {
  const { dialect, model = "default", deadlineMs = 600_000 } = endpoint;
  const { route, headers, write, read } = DIALECTS[dialect];
  const url = routeUrl(endpoint.url, route);
  const utf8 = new TextEncoder();
  return async (request, signal): Promise<ModelReply> => {
    const exchange = await once({
      method: "POST",
      url,
      headers: [["content-type", "application/json"], ...headers],
      body: utf8.encode(write(request, model)),
    }, { deadlineMs, signal });
    const { response, fault } = exchange;
    if (fault !== undefined || response === undefined) {
      throw new Error(`the model gave no whole answer: ${fault?.message ?? "nothing came"}`);
    }
    const text = new TextDecoder().decode(response.body);
    if (response.status !== 200) throw new Error(refusal(response.status, text));
    try {
      return read(parseJson(text));
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      throw new Error(`the model's answer is no JSON: ${error.message}`);
    }
  };
}

/**
 * The URL of a dialect's route.
 *
 * @throws TypeError where it is no http or https URL
 */
export function routeUrl(base: string, route: string): string {
  const url = URL.parse(base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new TypeError(`Cannot ask a model at ${base}: it isn't an http or https URL`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  const versioned = `/v1${route}`;
  url.pathname = path.endsWith(route)
    ? path
    : path.endsWith("/v1")
    ? path + route
    : path + versioned;
  return url.href;
}

function refusal(status: number, text: string): string {
  try {
    const error = record(record(parseJson(text).value)?.error);
    const message = stringAt(error, "message");
    if (message !== undefined) return `the model answered ${status}: ${message}`;
  } catch {
    // Its status says enough.
  }
  return `the model answered ${status}`;
}
