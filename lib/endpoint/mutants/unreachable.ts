/**
 * What isn't an endpoint at all. Nothing is tested there, so nothing is found.
 *
 * @module
 */
import { type Answer, type Mutant, unreachable } from "../mutant.ts";
import { bare, joined, json, text } from "../mutant_seams.ts";

function wall(status: number, make: () => Answer): Mutant {
  return {
    id: `wall-of-${status}`,
    breaks: undefined,
    what: `every path is HTTP ${status}`,
    answer: make,
    expect: unreachable,
  };
}

const silent = { timeoutS: 0.3, graceS: 0.2 } as const;

/** Targets out of reach. */
export const unreachableTargets: readonly Mutant[] = [
  {
    id: "nothing-listens",
    breaks: undefined,
    what: "no one listens on the port",
    listens: "nothing",
    expect: unreachable,
  },
  {
    id: "accepts-and-never-answers",
    breaks: undefined,
    what: "connections are accepted, and that is all",
    listens: "silence",
    ...silent,
    expect: unreachable,
  },
  {
    id: "reads-and-never-answers",
    breaks: undefined,
    what: "requests are read, and never answered",
    wire: (_, { closing }) => [{ wait: closing }, { close: "fin" }],
    answer: () => bare(200),
    ...silent,
    expect: unreachable,
  },
  wall(401, () => text("Unauthorized", 401, [["www-authenticate", "Basic"]])),
  wall(403, () => text("Forbidden", 403)),
  wall(407, () => bare(407)),
  wall(502, () => text("Bad Gateway", 502)),
  wall(503, () => json({ error: "starting" }, 503)),
  wall(504, () => text("Gateway Time-out", 504)),
  {
    id: "closes-every-connection",
    breaks: undefined,
    what: "every connection is closed without a byte",
    answer: () => bare(200),
    wire: () => [{ close: "fin" }],
    expect: unreachable,
  },
  {
    id: "resets-every-connection",
    breaks: undefined,
    what: "every connection is reset",
    answer: () => bare(200),
    wire: () => [{ close: "rst" }],
    resets: true,
    expect: unreachable,
  },
  {
    id: "another-protocol",
    breaks: undefined,
    what: "a line of another protocol, and the connection closes",
    answer: () => bare(200),
    wire: () => [{ send: "220 mail.example ESMTP ready\r\n" }, { close: "fin" }],
    expect: unreachable,
  },
  {
    id: "another-protocol-that-waits",
    breaks: undefined,
    what: "a binary greeting, and then silence: a database waits for its client",
    answer: () => bare(200),
    wire: (_, { closing }) => [
      { send: joined(new Uint8Array([0x4a, 0, 0, 0, 0x0a]), "8.0.36", new Uint8Array([0, 8])) },
      { wait: closing },
      { close: "fin" },
    ],
    ...silent,
    expect: { ...unreachable, why: "what came is no HTTP, so nothing of the contract was tested" },
  },
  {
    id: "speaks-tls",
    breaks: undefined,
    what: "a TLS alert: the port takes https",
    answer: () => bare(200),
    wire: () => [{ send: new Uint8Array([0x15, 3, 1, 0, 2, 2, 0x50]) }, { close: "fin" }],
    expect: unreachable,
  },
];
