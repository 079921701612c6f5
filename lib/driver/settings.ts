/**
 * The driver's two settings, where they come from and what they may be. There is no third: the
 * contract has no payload mapping.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";

/** Where an endpoint listens unless the user says otherwise: the contract's default port. */
export const DEFAULT_URL = "http://127.0.0.1:8647";
/** The contract's default for an endpoint's own deadline, seconds. */
export const DEFAULT_TIMEOUT_S = 120;
/** What the driver waits past timeout_s, so that an endpoint can report its own expiry, seconds. */
export const GRACE_S = 5;

/** Settings that were checked. */
export interface DriverSettings {
  /** Absolute http or https URL without a trailing slash; the routes are appended to it. */
  readonly baseUrl: string;
  /** The endpoint's own deadline for a turn, seconds; positive and finite. */
  readonly timeoutS: number;
}

/** What a caller may give; what it doesn't comes from the environment. */
export interface GivenSettings {
  readonly baseUrl?: string | undefined;
  readonly timeoutS?: number | undefined;
  /** Reads an environment variable; default `Deno.env.get`. Asked only for what isn't given. */
  readonly env?: ((name: string) => string | undefined) | undefined;
}

/**
 * The settings in force: options win over WT_INJECT_URL and WT_INJECT_TIMEOUT_S, those over the
 * defaults. An empty WT_INJECT_URL counts as unset.
 *
 * @throws {UsageError} that names the option or variable and its value.
 */
export function driverSettings(given: GivenSettings = {}): DriverSettings {
  const env = given.env ?? ((name: string) => Deno.env.get(name));
  return { baseUrl: baseUrl(given.baseUrl, env), timeoutS: timeoutS(given.timeoutS, env) };
}

function baseUrl(given: string | undefined, env: (name: string) => string | undefined): string {
  if (given !== undefined) return checkedUrl("baseUrl", given);
  const variable = env("WT_INJECT_URL") ?? "";
  return variable === "" ? DEFAULT_URL : checkedUrl("WT_INJECT_URL", variable);
}

function checkedUrl(name: string, value: string): string {
  const refuse = (reason: string): UsageError =>
    new UsageError(
      `Cannot use ${name} ${JSON.stringify(value)}: ${reason}`,
      `Give the endpoint's base URL without a route, for example ${DEFAULT_URL}.`,
    );
  const url = URL.parse(value);
  if (url === null) throw refuse("it is not an absolute URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refuse(`its scheme is ${url.protocol} and must be http: or https:`);
  }
  if (/[?#]/.test(value)) throw refuse("the routes are appended to it, so it can have no ? or #");
  return url.href.replace(/\/+$/, "");
}

function timeoutS(given: number | undefined, env: (name: string) => string | undefined): number {
  if (given !== undefined) return checkedTimeout("timeoutS", given, String(given));
  const variable = env("WT_INJECT_TIMEOUT_S");
  if (variable === undefined) return DEFAULT_TIMEOUT_S;
  const decimal = /^\s*\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(variable);
  const value = decimal ? Number(variable) : NaN;
  return checkedTimeout("WT_INJECT_TIMEOUT_S", value, JSON.stringify(variable));
}

function checkedTimeout(name: string, value: number, shown: string): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new UsageError(
    `Cannot use ${name} ${shown}: it must be a positive number of seconds`,
    `Give a decimal such as ${DEFAULT_TIMEOUT_S} or 0.5.`,
  );
}
