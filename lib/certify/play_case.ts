/**
 * Plays one case: a server of its own, one call of the driver, and all that was seen.
 *
 * @module
 */
import { LagWatch } from "../conform/lag.ts";
import type { Level } from "../contract/result.ts";
import { canReset } from "../wire/raw_server.ts";
import type { DriverCase } from "./case.ts";
import { boundMs, type Clock } from "./clock.ts";
import type { DriverRun, DriverUnderTest } from "./driver.ts";
import { type Player, type PlayOptions, playScript } from "./player.ts";
import type { CaseRecord } from "./record.ts";
import { resets, type Script } from "./script.ts";

/** The contract's defaults for the two settings. */
const DEFAULT_PORT = 8647;
const DEFAULT_TIMEOUT_S = 120;

/** Variables that would lead a driver elsewhere, whatever a case says. */
const PROXIES = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"];

/** What playing needs besides the case. */
export interface PlayContext {
  readonly driver: DriverUnderTest;
  readonly level: Level;
  readonly clock: Clock;
  readonly lag: LagWatch;
  readonly signal: AbortSignal;
  /** Where the driver starts itself: the one address, and the one time-out, that it has been given. */
  readonly attach?: Attachment | undefined;
  /** A port to be used where it is free; 0 for any. */
  readonly port: number;
}

/** What a driver that starts itself was given once, for all cases. */
export interface Attachment {
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly hostname?: string;
  /** Its WT_INJECT_TIMEOUT_S, seconds; default that of cases that wait for a deadline. */
  readonly timeoutS?: number;
}

/** The settings of a case as a driver gets them. */
export interface Given {
  readonly timeoutS: number;
  readonly basePath: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly hostname?: string | undefined;
}

/** How a case is to be served and which time-out its driver is given. */
export function givenOf(
  { timeoutS, settings = {} }: DriverCase,
  clock: Clock,
  attach?: Attachment,
): Given {
  const { url } = settings;
  if (attach !== undefined) {
    const { port, hostname, timeoutS: given = clock.shortTimeoutS } = attach;
    return { timeoutS: given, basePath: "", port, hostname };
  }
  return {
    timeoutS: settings.timeout === "default"
      ? DEFAULT_TIMEOUT_S
      : timeoutS === "short"
      ? clock.shortTimeoutS
      : timeoutS ?? clock.timeoutS,
    basePath: typeof url === "object" ? url.append.replace(/\/$/, "") : "",
    port: url === "default" ? DEFAULT_PORT : 0,
  };
}

/**
 * Plays a case once.
 *
 * @throws {CannotStart} where there is no driver to call.
 */
export async function playCase(one: DriverCase, context: PlayContext): Promise<CaseRecord> {
  const given = givenOf(one, context.clock, context.attach);
  const about = { case: one, level: context.level, clock: context.clock, timeoutS: given.timeoutS };
  const nothing = { ...about, url: "", seen: [], unreadable: [], run: undefined, lagMs: 0 };
  if (resets(one.script) && !canReset) {
    return { ...nothing, blocked: `Connections can't be reset on ${Deno.build.os}` };
  }
  if (context.attach !== undefined && one.settings !== undefined) {
    return {
      ...nothing,
      blocked: "The case is about the driver's environment, which is set already",
    };
  }
  const options = { clock: context.clock, ...given };
  const player = given.port === 0
    ? listening(one.script, { ...options, port: context.port }) ?? listening(one.script, options)
    : listening(one.script, options);
  if (player === undefined) {
    return { ...nothing, blocked: `Port ${given.port} is taken: stop what listens there` };
  }
  const window = context.lag.begin();
  let run: DriverRun | undefined;
  try {
    run = await callDriver(one, given, player, context);
  } catch (error) {
    // A server that stays would keep the process alive.
    await player.close().catch(() => {});
    throw error;
  }
  const lagMs = window.end();
  const record = {
    ...about,
    url: urlOf(one, player.url),
    seen: [...player.seen],
    unreadable: [...player.server.unreadable],
    run,
    lagMs,
  };
  try {
    await player.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...record, fault: `The endpoint's script failed: ${reason}` };
  }
  return record;
}

/** A script that is being played; undefined where its port is taken. */
function listening(script: Script, options: PlayOptions): Player | undefined {
  try {
    return playScript(script, options);
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return undefined;
    throw error;
  }
}

function urlOf({ settings }: DriverCase, url: string): string {
  const { url: wish } = settings ?? {};
  return typeof wish === "object" ? url + wish.append : url;
}

function callDriver(
  one: DriverCase,
  { timeoutS }: Given,
  { url, settled }: Player,
  { driver, clock, signal }: PlayContext,
): Promise<DriverRun | undefined> {
  const { settings = {} } = one;
  const least = one.expect.requests.filter((request) => !request.endsWith("?")).length;
  const noUrl = settings.url === "default";
  const noTimeout = settings.timeout === "default";
  const proxied = settings.proxy === true;
  return driver.call({
    id: one.id,
    title: one.title,
    line: JSON.stringify(one.op),
    env: {
      ...(noUrl ? {} : { WT_INJECT_URL: urlOf(one, url) }),
      ...(noTimeout ? {} : { WT_INJECT_TIMEOUT_S: String(timeoutS) }),
      ...(proxied ? { http_proxy: url, HTTP_PROXY: url } : {}),
    },
    unset: ["WT_INJECT_URL", "WT_INJECT_TIMEOUT_S", ...PROXIES],
    // A case that leaves the time-out at its default is answered at once.
    boundMs: boundMs(clock, noTimeout ? clock.timeoutS : timeoutS),
    graceS: clock.graceS,
    signal,
    settled: () => settled(least),
  });
}
