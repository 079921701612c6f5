/**
 * Transport and versioning.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** Transport: its clauses. */
export const TRANSPORT: readonly Clause[] = section("Transport", [
  {
    id: "transport.inject-route",
    who: "E",
    level: "MUST",
    statement: "POST /wt/inject is served",
    sentence: "/wt/inject POST Deliver one user turn, get the agent's reply",
  },
  {
    id: "transport.reset-route",
    who: "E",
    level: "MUST",
    statement: "POST /wt/reset is served",
    sentence: "/wt/reset POST Destroy all bench-visible state, synchronously",
  },
  {
    id: "transport.surface-route",
    who: "E",
    level: "MAY",
    statement: "POST /wt/surface is served; 404 or 501 where it is not",
    also: ["Surface"],
    sentence:
      "The route is optional — a MAY, not a MUST. An endpoint that does not implement it returns 404 (or 501)",
  },
  {
    id: "transport.json-utf8",
    who: "B",
    level: "MUST",
    statement: "bodies are JSON in UTF-8 (an HTTP/1.0 status line is warned)",
    sentence: "HTTP/1.1, JSON bodies, UTF-8.",
  },
  {
    id: "transport.default-port",
    who: "E",
    level: "SHOULD",
    statement: "an endpoint's default bind is 8647",
    sentence:
      "a conforming endpoint that binds its default to 8647 works with a zero-config driver",
    excluded:
      "A judge is given a URL, so it can't see which port the endpoint would have chosen by itself.",
  },
  {
    id: "transport.base-url",
    who: "R",
    level: "MUST",
    statement: "the base URL can be overridden; its default is http://127.0.0.1:8647",
    also: ["Runtime"],
    sentence: "Runtimes must allow overriding the base URL",
  },
  {
    id: "transport.no-auth",
    who: [],
    level: "non-goal",
    statement: "authentication is out of scope in version 1",
    sentence: "Authentication is out of scope for version 1.",
    excluded: "A non-goal asks nothing of either side, so there is nothing to judge.",
  },
]);

/** Versioning: its clauses. */
export const VERSIONING: readonly Clause[] = section("Versioning", [
  {
    id: "version.request",
    who: "D",
    level: "MUST",
    statement: "every request carries wt_inject as an integer",
    sentence: "Every request and every response carries the protocol version as an integer field",
  },
  {
    id: "version.echo",
    who: "E",
    level: "MUST",
    statement: "every 200 response carries wt_inject, an integer equal to the request's version",
    sentence: "wt_inject — required, must equal the request's version",
  },
  {
    id: "version.echo-validated",
    who: "D",
    level: "MUST",
    statement: "the driver validates the echo on all three routes",
    sentence: "a driver validating the echo catches a stale server, not just a stale client.",
  },
  {
    id: "version.unknown-fields",
    who: "B",
    level: "MUST",
    statement: "unknown fields are ignored by both sides",
    sentence: "unknown fields must be ignored by both sides",
  },
  {
    id: "version.unspoken",
    who: "E",
    level: "SHOULD",
    derived: true,
    statement:
      "asked for a version that it doesn't speak, an endpoint answers non-200, an error envelope, or 200 with its own version; echoing the unspoken one beside a reply is warned",
    also: ["Errors"],
    sentence:
      "The response echo is deliberate: a driver validating the echo catches a stale server, not just a stale client.",
  },
  {
    id: "version.additive",
    who: [],
    level: "governance",
    statement: "within version 1, changes are additive",
    sentence: "Within version 1, changes are additive only",
    excluded: "It binds those who edit the contract; no message on a wire can keep or break it.",
  },
]);
