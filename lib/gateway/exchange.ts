/**
 * One request of a client's, from its body to the end of its answer.
 *
 * @module
 */
import { attempt } from "./attempt.ts";
import type { Delivery } from "./client.ts";
import type { ClientRequest } from "./client_request.ts";
import type { Dialect } from "./dialect.ts";
import { prepare } from "./prepare.ts";
import { type Farewell, troubleOf } from "./pump.ts";
import type { Setting } from "./setting.ts";
import { ClientGone, Trouble } from "./trouble.ts";

const encoder = new TextEncoder();

/** Answers one request. Rejects with {@linkcode ClientGone} where nobody waits for the answer. */
export async function exchange(
  setting: Setting,
  dialect: Dialect,
  request: ClientRequest,
  client: Delivery,
  gone: AbortSignal,
): Promise<void> {
  const { parts, admission } = setting;
  let farewell: Farewell;
  try {
    const prepared = prepare(setting, dialect, request.body);
    const lease = admission.take();
    if (lease === undefined) throw new Full();
    try {
      const { headers } = request;
      farewell = await attempt({ setting, dialect, prepared, headers, client, gone });
    } finally {
      // Before the end is written: whoever has seen the end finds the lease back.
      lease.release();
    }
  } catch (error) {
    if (error instanceof ClientGone || gone.aborted) throw new ClientGone("The client has gone");
    const { error: told } = troubleOf(error);
    const body = encoder.encode(parts.writeError[dialect](told));
    const more = error instanceof Full ? [["retry-after", "1"] as const] : [];
    const headers = [["content-type", "application/json"] as const, ...more];
    farewell = () => client.whole(parts.errorStatus(told, dialect), headers, body);
  }
  await farewell();
}

/** The gateway's own refusal for want of a lease. */
class Full extends Trouble {
  constructor() {
    super({
      kind: "overloaded",
      message: "Cannot carry the request: the gateway is at its capacity; try again later",
    });
  }
}
