/**
 * Is there anything to judge? Asked once, apart from judgement: a target that can't be reached has
 * broken no clause.
 *
 * @module
 */
import type { Entry } from "./evidence.ts";
import { statusOf, wholeResponse } from "./evidence.ts";
import { ProbeStopped } from "./probe.ts";
import type { Sender } from "./sender.ts";

/** What the preflight found. */
export type Preflight =
  | { readonly reachable: true }
  | { readonly reachable: false; readonly reason: string; readonly retry: boolean };

/** Statuses of something that stands in front of an endpoint and doesn't let anyone through. */
const WALL = [401, 403, 407, 502, 503, 504];

const HINTS: Readonly<Record<string, string>> = {
  refused: "Is the endpoint running, and on this port? The contract's default is 8647.",
  dns: "Check the host name.",
  unreachable: "Check the address and the network between.",
  tls: "Check the certificate, or use an http URL.",
};

function isWall(entry: Entry): boolean {
  const status = wholeResponse(entry)?.status;
  return status !== undefined && WALL.includes(status);
}

/** No HTTP came at all, though something accepted the connection. */
function speaksNoHttp(entry: Entry): boolean {
  const kind = entry.exchange.fault?.kind;
  return entry.exchange.response === undefined &&
    (kind === "no-response" || kind === "bad-head" || kind === "cut-head" || kind === "reset" ||
      kind === "head-too-large");
}

/** No turn: what stands in front answers before it reads, and no agent is asked. Undefined for silence. */
async function brokenInject(sender: Sender): Promise<Entry | undefined> {
  try {
    return await sender.raw({
      role: "preflight",
      purpose: "a body that is no JSON, to see whether every route answers like this",
      route: "inject",
      body: "{",
      sent: "invalid",
    });
  } catch (error) {
    if (error instanceof ProbeStopped && !error.everything) return undefined;
    throw error;
  }
}

/**
 * Sends the first reset, and where that is odd asks the other routes too. The entries are part of the
 * `reset` probe: nothing is asked twice.
 */
export async function preflight(sender: Sender, url: string): Promise<Preflight> {
  sender.begin("reset");
  const first = await sender.reset({ role: "first", purpose: "the first reset" });
  const { fault } = first.exchange;
  if (fault?.phase === "connect") {
    return {
      reachable: false,
      retry: true,
      reason: `${url} is not reachable (${fault.message}); nothing was tested. ${
        HINTS[fault.kind] ?? ""
      }`.trim(),
    };
  }
  if (fault?.kind === "timeout" && first.exchange.raw.length === 0) {
    return {
      reachable: false,
      retry: true,
      reason: `${url} accepted the connection and answered nothing in ${
        (first.exchange.times.endMs / 1000).toFixed(1)
      } s; nothing was tested. Is this the endpoint's port? --timeout shortens the wait.`,
    };
  }
  if (!isWall(first) && !speaksNoHttp(first)) return { reachable: true };
  // One odd route is a violation; all of them are a wall.
  const surface = await sender.surface({
    role: "preflight",
    purpose: "the surface, to see whether every route answers like this",
  });
  const inject = await brokenInject(sender);
  if (inject === undefined) return { reachable: true };
  const all = [first, surface, inject];
  if (all.every(isWall)) {
    return {
      reachable: false,
      retry: all.some((e) => (statusOf(e) ?? 0) >= 500),
      reason: `${url} answers HTTP ${
        statusOf(first)
      } on every route: a wall in front of the endpoint; nothing was tested. ${
        statusOf(first)! < 500
          ? "The contract has no authentication: point at the endpoint behind the proxy."
          : "Is the endpoint behind this proxy running?"
      }`,
    };
  }
  if (all.every((e) => isWall(e) || speaksNoHttp(e))) {
    return {
      reachable: false,
      retry: true,
      reason: `${url} accepts connections and speaks no HTTP/1.1 there (${
        first.exchange.fault?.message ?? `HTTP ${statusOf(first)}`
      }); nothing was tested. Is this the endpoint's port, and http rather than https?`,
    };
  }
  return { reachable: true };
}
