/**
 * Drivers that read HTTP wrongly: statuses, interim answers, framing, headers.
 *
 * @module
 */
import { header } from "../../wire/exchange.ts";
import type { Fault } from "./driver.ts";
import { brokenOff, withoutFault, withResponse } from "./edit.ts";

/** The faults. */
export const httpFaults: readonly Fault[] = [
  {
    id: "any-2xx",
    breaks: "error.contract-level",
    what: "takes every 2xx for 200",
    came: (exchange) =>
      withResponse(exchange, ({ status }) => Math.floor(status / 100) === 2 ? { status: 200 } : {}),
    kills: ["status.201", "status.202", "status.206", "reset.202", "surface.status-201"],
  },
  {
    id: "no-content-as-done",
    breaks: "error.contract-level",
    what: "takes 204 for a good answer that has nothing to say",
    came: (exchange) =>
      withResponse(exchange, ({ status }) =>
        status === 204
          ? {
            status: 200,
            body: new TextEncoder().encode('{"wt_inject":1,"reply":"(none)","tool_calls":[]}'),
          }
          : {}),
    kills: ["status.204", "reset.204", "run.reset-204"],
  },
  {
    id: "any-status",
    breaks: "error.contract-level",
    what: "reads the envelope whatever the status",
    came: (exchange, { route }) =>
      route === "surface" ? exchange : withResponse(exchange, () => ({ status: 200 })),
    kills: [
      "status.201",
      "status.202",
      "status.206",
      "status.40*",
      "status.413",
      "status.425",
      "status.500",
      "status.502",
      "status.504",
      "status.detail",
      "redirect.*",
      "reset.500",
      "reset.202",
      "run.reset-500",
    ],
  },
  {
    id: "interim-as-final",
    breaks: "transport.json-utf8",
    what: "takes an interim answer other than 100 for the final one",
    came: (exchange) =>
      withResponse(exchange, ({ interim }) => {
        const status = interim.find((code) => code !== 100);
        return status === undefined ? {} : { status, body: new Uint8Array() };
      }),
    kills: ["http.interim-102", "http.interim-103"],
  },
  {
    id: "no-continue",
    breaks: "transport.json-utf8",
    what: "takes 100 for the final answer",
    came: (exchange) =>
      withResponse(exchange, ({ interim }) => interim.includes(100) ? { status: 100 } : {}),
    kills: ["http.interim-100"],
  },
  {
    id: "cut-body-as-whole",
    breaks: "error.contract-level",
    what: "takes what came of a body for the whole",
    came: (exchange) => exchange.fault?.kind === "cut-body" ? withoutFault(exchange) : exchange,
    kills: ["wire.long-length"],
  },
  {
    id: "no-chunks",
    breaks: "transport.json-utf8",
    what: "can't read chunks",
    came: (exchange) =>
      exchange.response?.framing === "chunked"
        ? brokenOff(exchange, "no Content-Length")
        : exchange,
    kills: ["http.chunked", "http.chunk-extensions"],
  },
  {
    id: "needs-length",
    breaks: "transport.json-utf8",
    what: "can't read a body that ends with the connection",
    came: (exchange) =>
      exchange.response?.framing === "until-close"
        ? brokenOff(exchange, "no Content-Length")
        : exchange,
    kills: ["http.until-close"],
  },
  {
    id: "waits-for-close",
    breaks: "transport.json-utf8",
    what: "reads until the connection closes, whatever the length",
    came: (exchange) =>
      header(exchange.response?.headers ?? [["connection", "close"]], "connection") === undefined
        ? brokenOff(exchange, "the connection stays open")
        : exchange,
    kills: ["http.keep-alive", "wire.dropped-reused"],
  },
  {
    id: "header-case",
    breaks: "transport.json-utf8",
    what: "knows Content-Length only as it is usually written",
    came: (exchange) =>
      exchange.response?.headers.some(([name]) =>
          name.toLowerCase() === "content-length" && !/^[Cc]ontent-[Ll]ength$/.test(name)
        )
        ? brokenOff(exchange, "no Content-Length")
        : exchange,
    kills: ["http.header-case"],
  },
  {
    id: "needs-reason",
    breaks: "transport.json-utf8",
    what: 'asks for "200 OK", reason and all',
    came: (exchange) =>
      exchange.response?.reason === "" ? brokenOff(exchange, "a bad status line") : exchange,
    kills: ["http.no-reason"],
  },
  {
    id: "needs-content-type",
    breaks: "transport.json-utf8",
    what: "asks for Content-Type application/json",
    came: (exchange) =>
      withResponse(
        exchange,
        ({ headers }) =>
          header(headers, "content-type")?.startsWith("application/json") ? {} : { status: 415 },
      ),
    kills: ["http.no-content-type", "http.other-content-type"],
  },
  {
    id: "few-reads",
    breaks: "transport.json-utf8",
    what: "reads three times and no more",
    came: (exchange) =>
      exchange.arrivals.length > 3 ? brokenOff(exchange, "no more reads") : exchange,
    kills: ["http.byte-by-byte", "http.large-reply", "deadline.late-body"],
  },
  {
    id: "small-bodies",
    breaks: "transport.json-utf8",
    what: "reads 64 KiB and no more",
    came: (exchange) =>
      (exchange.response?.body.length ?? 0) > 65_536 ? brokenOff(exchange, "too large") : exchange,
    kills: ["http.large-reply"],
  },
];
