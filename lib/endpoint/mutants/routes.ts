/**
 * Routes that aren't there, or are somewhere else.
 *
 * @module
 */
import { type Answer, type Asked, clean, fails, type Mutant, warns } from "../mutant.ts";
import { answers, bare, HTML, json, text } from "../mutant_seams.ts";

const INJECT = "transport.inject-route";
const RESET = "transport.reset-route";
const SURFACE = "transport.surface-route";

const to = (wanted: string) => ({ route }: Asked) => route === wanted;
const redirect = (status: number) => (asked: Asked) =>
  bare(status, [["location", `${asked.received.target}/`]]);

/** What can't be judged where no turn can be sent. */
const NO_TURNS = [
  "error.agent-level",
  "error.own-deadline",
  "error.turn-status",
  "response.error",
  "response.reply",
  "response.reply-empty",
  "response.tool-call-arguments",
  "response.tool-call-entry",
  "response.tool-call-name",
  "response.tool-calls-present",
  "session.unknown-is-fresh",
] as const;

/** What can't be shown where no reset is answered 200. */
const NO_RESETS = [
  "conformance.canary",
  "reset.echo",
  "reset.idempotent",
  "reset.no-scope",
  "reset.synchronous",
  "reset.total",
] as const;

function injectIs(id: string, what: string, make: (asked: Asked) => Answer): Mutant {
  return {
    id: `inject-${id}`,
    breaks: INJECT,
    what: `POST /wt/inject is ${what}`,
    ...answers(to("inject"), make),
    expect: { ...fails(INJECT), unproven: NO_TURNS },
  };
}

function resetIs(id: string, what: string, make: (asked: Asked) => Answer): Mutant {
  return {
    id: `reset-${id}`,
    breaks: RESET,
    what: `POST /wt/reset is ${what}`,
    ...answers(to("reset"), make),
    expect: { ...fails(RESET), unproven: NO_RESETS },
  };
}

function surfaceIs(id: string, status: number, make: () => Answer, expect = clean): Mutant {
  return {
    id: `surface-${id}`,
    breaks: expect === clean ? undefined : SURFACE,
    what: `POST /wt/surface is HTTP ${status}`,
    ...answers(to("surface"), make),
    expect,
  };
}

/** Every path the same. */
function everywhere(
  id: string,
  what: string,
  make: () => Answer,
  expect: Mutant["expect"],
  breaks = expect.failed[0],
): Mutant {
  return { id: `everywhere-${id}`, breaks, what, answer: make, expect };
}

const everyKey = [
  "reset.echo",
  "response.reply",
  "response.tool-calls-present",
  "surface.shape",
  "version.echo",
] as const;

/** Broken routes. */
export const routeMutants: readonly Mutant[] = [
  injectIs("404", "HTTP 404", () => text("Not Found", 404)),
  injectIs("405", "HTTP 405", () => bare(405, [["allow", "GET"]])),
  injectIs("410", "HTTP 410", () => bare(410)),
  injectIs("501", "HTTP 501", () => bare(501)),
  injectIs("301", "a redirect, HTTP 301", redirect(301)),
  injectIs("302", "a redirect, HTTP 302", redirect(302)),
  injectIs("307", "a redirect that keeps the method, HTTP 307", redirect(307)),
  injectIs("308", "a redirect that keeps the method, HTTP 308", redirect(308)),
  resetIs("404", "HTTP 404", () => text("Not Found", 404)),
  resetIs("405", "HTTP 405", () => bare(405)),
  resetIs("302", "a redirect, HTTP 302", redirect(302)),
  resetIs("308", "a redirect that keeps the method, HTTP 308", redirect(308)),
  everywhere("404", "every path is HTTP 404", () => text("Not Found", 404), {
    ...fails(INJECT, RESET),
    unproven: [...NO_TURNS, ...NO_RESETS],
    why: "two required routes aren't there; a surface needn't be",
  }),
  everywhere("405", "every POST is HTTP 405, as from a server of files", () => bare(405), {
    ...fails(INJECT, RESET),
    warned: [SURFACE],
    unproven: [...NO_TURNS, ...NO_RESETS],
    why: "an endpoint without a surface answers 404 or 501 there",
  }),
  everywhere("200-html", "every path is a page of HTML with status 200", () => text(HTML), {
    ...fails("transport.json-utf8"),
    warned: ["request.refused"],
    unproven: everyKey,
    why: "nothing there can be read; a broken request gets neither another status nor an error",
  }),
  everywhere("200-and-nothing", "every path is a 200 with an empty body", () => bare(200), {
    ...fails("transport.json-utf8"),
    warned: ["request.refused"],
    unproven: everyKey,
  }),
  everywhere("an-empty-object", "every path is a 200 with {}", () => json({}), {
    ...fails(...everyKey, "conformance.must-call"),
    warned: ["request.refused"],
  }),
  everywhere("500", "every path is HTTP 500", () => text("Internal Server Error", 500), {
    ...fails("error.turn-status", "reset.echo", "surface.shape"),
    warned: [SURFACE],
    unproven: [...NO_TURNS.filter((id) => id !== "error.turn-status"), "reset.idempotent"],
    why: "500 is no wall in front: something there runs, and fails at everything",
  }, "error.agent-level"),
  surfaceIs("404", 404, () => bare(404)),
  surfaceIs("404-in-json", 404, () => json({ wt_inject: 1, error: "no surface" }, 404)),
  surfaceIs("501", 501, () => bare(501)),
  surfaceIs("405", 405, () => bare(405), {
    ...warns(SURFACE),
    why: "it says that there is no surface, though not by 404 or 501",
  }),
  surfaceIs("302", 302, () => bare(302, [["location", "/docs"]]), {
    ...warns(SURFACE),
    why: "a driver follows no redirect, and what it finds is no surface",
  }),
  surfaceIs("401", 401, () => bare(401), {
    ...warns(SURFACE),
    why: "one route is no wall; a surface that nobody may see is as good as none",
  }),
];
