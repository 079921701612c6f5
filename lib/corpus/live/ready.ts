/**
 * Whether a gateway is there, and waiting until it is.
 *
 * @module
 */
import { once } from "../../wire/client.ts";
import type { ProcessOf } from "./target_file.ts";

/** How often somebody who starts is looked at, ms. */
const LOOK_MS = 50;
/** How long one look may take, ms. */
const GLANCE_MS = 2_000;

/** True where somebody accepts connections at a URL's host and port. */
export async function listens(url: string, signal?: AbortSignal): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const glance = new AbortController();
  const timer = setTimeout(() => glance.abort(), GLANCE_MS);
  try {
    const conn = await Deno.connect({
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      signal: signal === undefined ? glance.signal : AbortSignal.any([signal, glance.signal]),
    });
    conn.close();
    // Where nobody listens on a port that the system gives out, it may connect a socket to itself.
    return conn.localAddr.port !== conn.remoteAddr.port;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** True where it is ready, as its file has it. */
export async function isReady(
  url: string,
  ready: ProcessOf["ready"] = "tcp",
  signal?: AbortSignal,
): Promise<boolean> {
  if (ready === "tcp") return await listens(url, signal);
  const { response, fault } = await once({
    method: "GET",
    url: new URL(ready.get, url).href,
    headers: [],
    body: new Uint8Array(),
  }, { deadlineMs: GLANCE_MS, ...(signal === undefined ? {} : { signal }) });
  if (response === undefined || fault !== undefined) return false;
  const { status } = response;
  return ready.status === undefined ? status >= 200 && status < 300 : status === ready.status;
}

/** Looks again and again until it is so, or `stop` resolves, or time is up; true where it was so. */
export async function until(
  look: () => Promise<boolean>,
  boundMs: number,
  stop: Promise<unknown>,
): Promise<boolean> {
  const end = performance.now() + boundMs;
  let stopped = false;
  stop.then(() => stopped = true, () => stopped = true);
  for (;;) {
    if (await look()) return true;
    if (stopped || performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (stopped) return false;
  }
}

/** Resolves when a signal aborts; never without one. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) resolve();
  else signal?.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}
