/**
 * An endpoint that answers by a script, what it was asked, and a driver for it.
 *
 * @module
 */
import { HttpInject } from "../../lib/driver/http_inject.ts";
import { parseScenario } from "../../lib/scenario/parse.ts";
import type { Scenario } from "../../lib/scenario/scenario.ts";
import {
  httpAnswer,
  jsonAnswer,
  type RawServer,
  rawServer,
  type Received,
} from "../../lib/wire/raw_server.ts";

/** What the endpoint sends: for the nth inject (from 0), for a reset, for the surface. */
export interface Answers {
  readonly inject?: (turn: number) => Uint8Array;
  readonly reset?: () => Uint8Array;
  readonly surface?: () => Uint8Array;
}

/** A surface with nothing in it. */
export const EMPTY_SURFACE = {
  system_instructions: [],
  tool_definitions: [],
  extra_segments: [],
} as const;

/** Listens; without answers of its own it is a good endpoint that says "12" and serves no surface. */
export function endpoint(answers: Answers = {}): RawServer {
  let turn = 0;
  return rawServer(({ target }) => {
    if (target === "/wt/reset") {
      return [{ send: answers.reset?.() ?? jsonAnswer({ wt_inject: 1 }) }];
    }
    if (target === "/wt/surface") return [{ send: answers.surface?.() ?? httpAnswer(404, "") }];
    return [{ send: answers.inject?.(turn++) ?? reply("12") }];
  });
}

/** A good inject answer. */
export function reply(text: string, ...calls: string[]): Uint8Array {
  const tool_calls = calls.map((name) => ({ name, arguments: {} }));
  return jsonAnswer({ wt_inject: 1, reply: text, tool_calls });
}

/** A driver of the server, with nothing left to the environment. */
export function driverOf(server: { readonly url: string }): HttpInject {
  return new HttpInject({ baseUrl: server.url, timeoutS: 30 });
}

/** A scenario with these fields. */
export function scenario(fields: Record<string, unknown> = {}): Scenario {
  return parseScenario({ name: "stock", prompt: "How many lamps?", ...fields }, "test");
}

/** A request's body. */
export function bodyOf(request: Received | undefined): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(request?.body));
}

/** The routes that were asked, in order. */
export function routes(server: RawServer): readonly string[] {
  return server.requests.map(({ target }) => target);
}
