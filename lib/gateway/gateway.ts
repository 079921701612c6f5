/**
 * The reference gateway on a port: Chat, Messages and Responses to clients, any one of them upstream.
 * It keeps nothing of a request once it is answered, and asks the upstream once for each.
 *
 * @module
 */
import { closeQuietly } from "../wire/connect.ts";
import { header, type HeaderList, MAX_BODY_BYTES } from "../wire/exchange.ts";
import { requestMessage } from "../wire/http_write.ts";
import type { LeaseCounts } from "./admission.ts";
import { Client } from "./client.ts";
import { BadRequest, type ClientRequest } from "./client_request.ts";
import { type Dialect, dialectAt, upstreamUrl } from "./dialect.ts";
import { kindOfStatus } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { type GatewayParts, gatewayParts } from "./parts.ts";
import type { Setting } from "./setting.ts";
import { ClientGone } from "./trouble.ts";

/** Where the gateway listens, and whom it asks. */
export interface GatewayOptions {
  /** Default `127.0.0.1`. */
  readonly hostname?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** Whom the gateway asks, and in which dialect. */
  readonly upstream: {
    /** A base, with or without `/v1`, or the route itself. */
    readonly url: string;
    readonly dialect: Dialect;
    /** Sent with every request, in place of the client's of the same name; credentials, say. */
    readonly headers?: HeaderList;
  };
  /** How many attempts may be under way at once. No bound when absent. */
  readonly capacity?: number;
  /** The largest request, and the largest answer that isn't a stream. Default {@linkcode MAX_BODY_BYTES}. */
  readonly maxBodyBytes?: number;
  /** How long the upstream may say nothing, ms. Default ten minutes, as the vendors' clients wait. */
  readonly silenceMs?: number;
  /** Closes the gateway at once. */
  readonly signal?: AbortSignal;
}

/** A gateway that is listening. */
export interface Gateway extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Leases now, and since the start. */
  leases(): LeaseCounts;
  /** Takes no more connections, cuts those that stand, and settles when nothing is left of them. */
  close(): Promise<void>;
}

/** Ten minutes. */
const SILENCE_MS = 600_000;

/**
 * Starts a gateway. With other `parts` it is another gateway: one with a fault on purpose, say.
 *
 * @throws {TypeError} where the upstream's URL is none, or its headers can't be sent.
 * @throws {Deno.errors.AddrInUse} and its kin where the address can't be listened on.
 */
// deno-lint-ignore require-await -- so that a failure is a rejection, as the caller expects
export async function startGateway(
  options: GatewayOptions,
  parts: GatewayParts = gatewayParts,
): Promise<Gateway> {
  const { hostname = "127.0.0.1", port = 0, upstream, capacity = Infinity, signal } = options;
  const own = upstream.headers ?? [];
  const url = upstreamUrl(upstream.url, upstream.dialect);
  // A head that can't be sent is found here, and not by the first client.
  requestMessage({ method: "POST", url, headers: own, body: new Uint8Array() });
  const setting: Setting = {
    parts,
    admission: parts.admission(capacity),
    upstream: { url, dialect: upstream.dialect, headers: own },
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    silenceMs: options.silenceMs ?? SILENCE_MS,
  };
  signal?.throwIfAborted();
  const listener = Deno.listen({ hostname, port });
  const stopping = new AbortController();
  const conversations = new Set<Promise<void>>();

  async function acceptAll(): Promise<void> {
    for (;;) {
      let conn: Deno.Conn;
      try {
        conn = await listener.accept();
      } catch {
        // A client that hung up while it waited is no reason to stop; a closed listener is.
        if (stopping.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, 0));
        continue;
      }
      const conversation = converse(setting, conn, stopping.signal);
      conversations.add(conversation);
      conversation.finally(() => conversations.delete(conversation));
    }
  }

  const accepting = acceptAll();
  async function end(): Promise<void> {
    signal?.removeEventListener("abort", close);
    stopping.abort();
    closeQuietly(listener);
    await accepting;
    await Promise.all(conversations);
  }
  let ended: Promise<void> | undefined;
  function close(): Promise<void> {
    return ended ??= end();
  }
  signal?.addEventListener("abort", close);

  const bound = (listener.addr as Deno.NetAddr).port;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return {
    url: `http://${host}:${bound}`,
    port: bound,
    leases: () => setting.admission.counts(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** One connection: a request, an answer, the end. Never rejects. */
async function converse(setting: Setting, conn: Deno.Conn, stopping: AbortSignal): Promise<void> {
  const client = new Client(conn, stopping);
  try {
    const request = await client.request(setting.maxBodyBytes);
    if (request !== undefined) await answer(setting, request, client);
  } catch (error) {
    if (error instanceof BadRequest) await refuse(setting, client, error.status, error);
    // A fault of ours ends the connection without an end: the client sees that it has no answer.
    else if (!(error instanceof ClientGone)) closeQuietly(conn);
  } finally {
    await client.close();
  }
}

async function answer(setting: Setting, request: ClientRequest, client: Client): Promise<void> {
  client.watch();
  const { method, target, headers } = request;
  const dialect = dialectAt(target);
  if (dialect === undefined) throw new BadRequest(404, "nothing is served at its path", target);
  if (method !== "POST") throw new BadRequest(405, "only POST is served here", target);
  const coding = header(headers, "content-encoding")?.toLowerCase() ?? "identity";
  if (coding !== "identity") throw new BadRequest(415, `its body is coded as ${coding}`, target);
  const delivery = setting.parts.deliver(client, dialect);
  await exchange(setting, dialect, request, delivery, client.gone);
}

/** Refuses in the dialect of the request's route; in Chat's where it has none. */
async function refuse(
  { parts }: Setting,
  client: Client,
  status: number,
  { message, target }: BadRequest,
): Promise<void> {
  const kind = kindOfStatus(status);
  const text = parts.writeError[dialectAt(target) ?? "chat"]({ status, kind, message });
  const allow = status === 405 ? [["allow", "POST"] as const] : [];
  const head = [["content-type", "application/json"] as const, ...allow];
  try {
    await client.whole(status, head, new TextEncoder().encode(text));
    await client.linger();
  } catch (error) {
    if (!(error instanceof ClientGone)) throw error;
  }
}
