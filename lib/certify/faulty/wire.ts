/**
 * Drivers that send again, wander off, and wait too long or not long enough.
 *
 * @module
 */
import { type Exchange, header, type Transport } from "../../wire/exchange.ts";
import { overConnections } from "./conn.ts";
import type { Fault } from "./driver.ts";

/** What clients take for worth another try. */
const passing = ({ fault, response }: Exchange) =>
  fault === undefined
    ? [408, 425, 429, 500, 502, 503, 504].includes(response?.status ?? 0)
    : fault.kind !== "timeout";

/** Sends again where the first answer is such. */
function again(when: (exchange: Exchange) => boolean): (next: Transport) => Transport {
  return (next) => async (request, options) => {
    const first = await next(request, options);
    return when(first) ? await next(request, options) : first;
  };
}

/** Follows redirects as browsers do: 303, and 301 and 302 too, become a GET. */
function following(next: Transport): Transport {
  return async (request, options) => {
    const first = await next(request, options);
    const { status, headers } = first.response ?? { status: 0, headers: [] };
    const location = header(headers, "location");
    if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return first;
    const url = new URL(location, request.url).href;
    const get = { ...request, url, method: "GET", body: new Uint8Array() };
    return await next(status < 304 ? get : { ...request, url }, options);
  };
}

/** A deadline that begins anew with each read. */
const perRead = (_: Transport): Transport => async (request, { deadlineMs = 0, signal } = {}) => {
  const wire = overConnections({
    async read(conn, into) {
      const timer = setTimeout(() => conn.close(), deadlineMs);
      try {
        return await conn.read(into);
      } finally {
        clearTimeout(timer);
      }
    },
  });
  return await wire(request, signal === undefined ? {} : { signal });
};

/** The faults. */
export const wireFaults: readonly Fault[] = [
  {
    id: "sends-twice",
    breaks: "error.no-retry",
    what: "sends every request twice",
    transport: again(() => true),
    kills: ["**"],
  },
  {
    id: "retries-once",
    breaks: "error.no-retry",
    what: "sends again after a broken connection or a status that may pass",
    transport: again(passing),
    kills: [
      "status.408",
      "status.425",
      "status.429",
      "status.50*",
      "status.detail",
      "reset.500",
      "reset.dropped",
      "run.reset-500",
      "run.reset-dropped",
      "surface.status-500",
      "surface.dropped",
      "run.surface-status-500",
      "run.surface-dropped",
      "wire.*",
    ],
  },
  {
    id: "resends-on-reused",
    breaks: "error.no-retry",
    what: "sends again where a connection that was kept open turns out to be closed",
    transport: (next, { before }) =>
      header(before?.response?.headers ?? [["connection", "close"]], "connection") === undefined
        ? again(({ fault }) => fault?.kind === "no-response")(next)
        : next,
    kills: ["wire.dropped-reused"],
  },
  {
    id: "follows-redirects",
    breaks: "error.contract-level",
    what: "follows redirects",
    transport: following,
    kills: [
      "redirect.301",
      "redirect.302",
      "redirect.303",
      "redirect.307",
      "redirect.308",
      "redirect.reset",
      "surface.redirect",
    ],
  },
  {
    id: "deadline-per-read",
    breaks: "error.deadline",
    what: "has a deadline for each read, and none for the whole",
    transport: perRead,
    kills: ["deadline.dripped-body", "deadline.dripped-head", "deadline.endless-body"],
  },
  {
    id: "no-grace",
    breaks: "error.deadline",
    what: "gives up at timeout_s",
    grace: () => 0,
    kills: ["deadline.late-*", "deadline.grace-five"],
  },
  {
    id: "a-minute-of-grace",
    breaks: "error.deadline",
    what: "gives up a minute after timeout_s",
    grace: (graceS) => graceS * 12,
    kills: [
      "deadline.silence",
      "deadline.dripped-*",
      "deadline.endless-body",
      "deadline.reset",
      "deadline.grace-five",
    ],
  },
  {
    id: "double-grace",
    breaks: "error.grace-five",
    what: "gives up ten seconds after timeout_s",
    grace: (graceS) => graceS * 2,
    kills: ["deadline.grace-five"],
  },
];
