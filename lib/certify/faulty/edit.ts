/**
 * Ways to change requests, answers and outcomes, for drivers that do so wrongly.
 *
 * @module
 */
import type { Exchange, WireRequest, WireResponse } from "../../wire/exchange.ts";
import type { AdapterAnswer } from "../protocol.ts";
import type { Seams } from "./driver.ts";

type Fields = Record<string, unknown>;

const utf8 = new TextEncoder();

/** The text of a body, bytes that aren't UTF-8 replaced. */
export function looseText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A seam that changes the fields of each request to one of the routes. */
export function sendFields(
  change: (fields: Fields, texts: readonly string[]) => Fields,
  routes: readonly string[] = ["inject", "reset", "surface"],
): NonNullable<Seams["send"]> {
  return (request, { route, texts }) =>
    routes.includes(route) ? withFields(request, (fields) => change(fields, texts)) : request;
}

function withFields(request: WireRequest, change: (fields: Fields) => Fields): WireRequest {
  const fields: Fields = JSON.parse(looseText(request.body));
  return { ...request, body: utf8.encode(JSON.stringify(change(fields))) };
}

/** A seam that changes the text of each turn. */
export function sendText(change: (text: string) => string): NonNullable<Seams["send"]> {
  return sendFields((fields) => ({ ...fields, text: change(String(fields.text)) }), ["inject"]);
}

/** The exchange with another response, where it has one. */
export function withResponse(
  exchange: Exchange,
  change: (response: WireResponse) => Partial<WireResponse>,
): Exchange {
  const { response } = exchange;
  return response === undefined
    ? exchange
    : { ...exchange, response: { ...response, ...change(response) } };
}

/** The exchange without its fault. */
export function withoutFault({ fault: _, ...exchange }: Exchange): Exchange {
  return exchange;
}

/** The exchange as one that broke off. */
export function brokenOff(exchange: Exchange, message: string): Exchange {
  return { ...exchange, fault: { kind: "io", phase: "body", message } };
}

/** A seam that changes the text of each body. */
export function cameText(change: (text: string) => string): NonNullable<Seams["came"]> {
  return (exchange) =>
    withResponse(exchange, ({ body }) => {
      const text = looseText(body);
      const changed = change(text);
      return changed === text ? {} : { body: utf8.encode(changed) };
    });
}

/** A seam that changes the fields of each answer that is a JSON object; others stay as they are. */
export function cameFields(
  change: (fields: Fields, route: string) => Fields | undefined,
): NonNullable<Seams["came"]> {
  return (exchange, { route }) =>
    withResponse(exchange, ({ body, status }) => {
      const fields = status === 200 ? objectIn(body) : undefined;
      const changed = fields === undefined ? undefined : change(fields, route);
      // An answer that needs no change keeps its spelling, numbers and all.
      const same = changed === undefined || JSON.stringify(changed) === JSON.stringify(fields);
      return same ? {} : { body: utf8.encode(JSON.stringify(changed)) };
    });
}

function objectIn(body: Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A turn in OpenAI's shape, to be changed in place. */
export interface Turn {
  choices: {
    message: {
      role: string;
      content: string | null;
      tool_calls: { id: string; type: string; function: { name: string; arguments: string } }[];
    };
    finish_reason: string;
  }[];
  worker_warnings?: string[];
}

/** A seam that changes each turn that is handed on. */
export function handTurns(
  change: (turn: Turn, answer: AdapterAnswer) => void,
): NonNullable<Seams["hand"]> {
  return (answer) => {
    const made = structuredClone(answer) as { response?: Turn; responses?: Turn[] } & AdapterAnswer;
    for (const turn of [...(made.responses ?? []), ...(made.response ? [made.response] : [])]) {
      change(turn, answer);
    }
    return made;
  };
}

/** A seam that changes the arguments' text of each call. */
export function handArguments(change: (json: string) => string): NonNullable<Seams["hand"]> {
  return handTurns((turn) => {
    for (const call of turn.choices[0]?.message.tool_calls ?? []) {
      call.function.arguments = change(call.function.arguments);
    }
  });
}

/** A seam that changes the error that is handed on, wherever it stands. */
export function handError(change: (error: string) => string): NonNullable<Seams["hand"]> {
  return (answer) => {
    if (answer.outcome !== "agent_error") return answer;
    const made = handTurns((turn) => {
      if (turn.worker_warnings) turn.worker_warnings = turn.worker_warnings.map(change);
    })(answer);
    return { ...made, detail: change(answer.detail ?? "") };
  };
}
