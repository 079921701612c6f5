/**
 * Contract requests to an example endpoint, and raw ones.
 */
import { assertEquals } from "@std/assert";
import type { Endpoint } from "./runtimes.ts";

/** An inject answer, whose shape {@linkcode inject} has checked. */
export interface Answer {
  readonly reply: string;
  readonly tools: readonly (readonly [name: string, args: unknown])[];
  readonly error: string | undefined;
}

/** Sends a body as it is, and reads the answer's JSON. */
export async function post(
  endpoint: Endpoint,
  path: string,
  body: string | Uint8Array,
  // deno-lint-ignore no-explicit-any -- JSON of a peer, taken apart by assertions
): Promise<{ readonly status: number; readonly json: any }> {
  const response = await fetch(endpoint.url + path, {
    method: "POST",
    body: body as BodyInit,
    headers: { connection: "close" },
    signal: AbortSignal.timeout(20_000),
  });
  const bytes = await response.arrayBuffer();
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return { status: response.status, json: JSON.parse(text) };
}

/** One turn that must be answered with a whole envelope; `more` are further fields. */
export async function inject(
  endpoint: Endpoint,
  session: string,
  text: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const request = { wt_inject: 1, session_id: session, text, timeout_s: 20, ...more };
  const { status, json } = await post(endpoint, "/wt/inject", JSON.stringify(request));
  assertEquals(status, 200);
  assertEquals(json.wt_inject, 1);
  assertEquals(typeof json.reply, "string");
  assertEquals(Array.isArray(json.tool_calls), true);
  const keys = Object.keys(json).sort();
  assertEquals(keys, "error" in json ? ["error", "reply", "tool_calls", "wt_inject"] : keys);
  if (!("error" in json)) assertEquals(json.reply === "", false, "an empty reply needs an error");
  return {
    reply: json.reply,
    tools: json.tool_calls.map((call: { name: string; arguments: unknown }) => {
      assertEquals(Object.keys(call).sort(), ["arguments", "name"]);
      return [call.name, call.arguments];
    }),
    error: json.error,
  };
}

/** A reset that must succeed. */
export async function reset(
  endpoint: Endpoint,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { status, json } = await post(
    endpoint,
    "/wt/reset",
    JSON.stringify({ wt_inject: 1, ...more }),
  );
  assertEquals([status, json], [200, { wt_inject: 1 }]);
}

/**
 * Writes bytes on a connection of its own and reads until the peer closes it; a peer that never does
 * is an error after 10 s.
 */
export async function untilClose(endpoint: Endpoint, bytes: string): Promise<string> {
  const connection = await Deno.connect({ hostname: endpoint.hostname, port: endpoint.port });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    connection.close();
  }, 10_000);
  try {
    await connection.write(new TextEncoder().encode(bytes));
    return await new Response(connection.readable).text();
  } catch (error) {
    if (late) throw new Error("Cannot read to the end: the connection was never closed");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A POST as bytes, with a Content-Length. */
export function rawPost(path: string, body: string, connection: "close" | "keep-alive"): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n` +
    `Content-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`;
}
