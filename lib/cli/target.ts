/**
 * Which endpoint, and for how long: from the command line, the environment, or the contract's
 * defaults, in this order.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { DEFAULT_TIMEOUT_S, DEFAULT_URL } from "../driver/settings.ts";
import type { Io } from "./io.ts";
import { numberIn } from "./number.ts";

/**
 * The endpoint's base URL, without a slash at its end.
 *
 * @param given from the command line
 * @throws UsageError on what isn't an http or https URL that routes can be added to
 */
export function targetUrl(given: string | undefined, io: Io): string {
  if (given !== undefined) return baseUrl(given, given);
  const named = io.env("WT_INJECT_URL");
  return named === undefined || named === ""
    ? DEFAULT_URL
    : baseUrl(named, `WT_INJECT_URL=${named}`);
}

function baseUrl(text: string, shown: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    const withScheme = /^[\w.[\]:-]+(\/|$)/.test(text) && URL.canParse(`http://${text}`);
    throw new UsageError(
      `Cannot use ${shown}: it isn't an http or https URL`,
      withScheme ? `Did you mean http://${text}?` : `Write ${DEFAULT_URL}, for instance.`,
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
      `Cannot use ${shown}: a base URL has no ${url.search !== "" ? "query" : "fragment"}`,
      `Write ${url.origin}${url.pathname}.`,
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/**
 * The timeout that the environment asks for, seconds.
 *
 * @throws UsageError where WT_INJECT_TIMEOUT_S isn't a number above 0
 */
export function timeoutFromEnvironment(io: Io): number | undefined {
  const text = io.env("WT_INJECT_TIMEOUT_S");
  if (text === undefined || text === "") return undefined;
  const fault = numberIn(text, { above: 0 });
  if (fault === undefined) return Number(text);
  throw new UsageError(
    `Cannot use WT_INJECT_TIMEOUT_S=${text}: ${fault}`,
    `Set it to seconds, such as ${DEFAULT_TIMEOUT_S}, or leave it out.`,
  );
}
