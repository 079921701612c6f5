/**
 * The base URL, and whether we may destroy what stands behind it.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";

/** True for names and addresses that mean this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" ||
    /^127(?:\.\d{1,3}){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}

/**
 * The base URL without its trailing slash.
 *
 * @throws {UsageError} where it is no http or https URL, where it carries credentials, which a report
 * would repeat, or where it isn't on loopback and nobody agreed that all state behind it may be destroyed.
 */
export function checkTarget(text: string, mayDestroy: boolean): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(
      `Cannot use ${text} as a URL: it doesn't parse`,
      "Give it in full, like http://127.0.0.1:8647.",
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError(
      `Cannot use ${text} as a URL: its scheme is ${url.protocol.slice(0, -1)}`,
      "Give it in full, like http://127.0.0.1:8647.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      `Cannot use the URL of ${url.host}: it carries a user name or a password`,
      "The contract has no authentication: leave them out, and put a proxy that adds them " +
        "in front of the endpoint if it needs them.",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new UsageError(
      `Cannot use ${text} as a base URL: routes are appended to it, so it can't have a query or a fragment`,
    );
  }
  if (!mayDestroy && !isLoopback(url.hostname)) {
    throw new UsageError(
      `Cannot test ${text} without your consent: POST /wt/reset destroys all sessions, history and derived state of the endpoint, and it isn't on this machine`,
      "Add --destroy-state if that is what you want.",
    );
  }
  // An empty query or fragment leaves its mark in `href`.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
