/**
 * How an error looks to a client of each dialect, by status and inside a stream.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { type Heard, heardEvents } from "./_client.ts";

/** What an error says. */
export interface SaidError {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

/** The error of an answer with a status, after making sure of its dialect's form: 4.0. */
export function errorOf(client: Dialect, { text }: Heard): SaidError {
  const body = JSON.parse(text);
  assertEquals(body.type, client === "messages" ? "error" : undefined, text);
  assertEquals(typeof body.error, "object", text);
  return body.error;
}

/** Names of the events that a success would end with, in any dialect. */
const SUCCESS =
  /"finish_reason":"|\[DONE\]|message_delta|message_stop|response\.(completed|incomplete)/;

/** The error that a stream ends with, after making sure that nothing says success: 4.1. */
export function lastError(client: Dialect, { status, text, fault }: Heard): SaidError {
  assertEquals([status, fault], [200, undefined], text);
  assertEquals(SUCCESS.exec(text)?.[0], undefined, text);
  const [name, data] = heardEvents(text).at(-1) ?? [];
  const said = data as { error?: SaidError; response?: { status: string; error: SaidError } };
  switch (client) {
    case "chat":
      assertEquals(name, "");
      return said.error ?? {};
    case "messages":
      assertEquals(name, "error");
      return said.error ?? {};
    case "responses":
      assertEquals([name, said.response?.status], ["response.failed", "failed"]);
      return said.response?.error ?? {};
  }
}
