/**
 * Request cases: what a client says in one dialect, and what the upstream must hear in another.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { jsonAnswer } from "../../lib/wire/raw_server.ts";
import { ask } from "./_client.ts";
import { bodies, pair } from "./_upstream.ts";

/** What is said and what must be heard; the model is in both unless the case has its own. */
export interface RequestCase {
  readonly name: string;
  readonly said: Readonly<Record<string, unknown>>;
  readonly heard: Readonly<Record<string, unknown>>;
}

/** What an upstream says that is asked only for what it hears. */
export const HEARD = { send: jsonAnswer({ error: { message: "heard", type: "x" } }, 422) };

/** Registers the cases of one path. */
export function requestCases(client: Dialect, upstream: Dialect, cases: readonly RequestCase[]) {
  for (const { name, said, heard } of cases) {
    Deno.test(`startGateway() carries a ${client} request to ${upstream}: ${name}`, async () => {
      await using ends = await pair(upstream, [HEARD]);
      const answer = await ask(ends.gateway.port, client, { model: "m", ...said });
      const [body] = bodies(ends.upstream);
      assertEquals(body, { model: "m", ...heard }, answer.text);
      assertEquals(answer.status, 422);
    });
  }
}
