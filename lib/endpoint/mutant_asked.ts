/**
 * What a mutant is told of each request: read once, apart from the reference, so that a mutant may
 * answer without it.
 *
 * @module
 */
import { readBody } from "../contract/body.ts";
import { envelopeViolations } from "../contract/violations.ts";
import type { Received } from "../wire/raw_server.ts";
import type { Asked, Route } from "./mutant.ts";
import { joined } from "./mutant_seams.ts";

const KNOWN: Readonly<Record<Route, readonly string[]>> = {
  inject: ["wt_inject", "session_id", "text", "timeout_s"],
  reset: ["wt_inject"],
  surface: ["wt_inject"],
};

/** Makes a reader that remembers what came before. */
export function askedReader(
  { closing, crash }: Pick<Asked, "closing" | "crash">,
): (received: Received) => Asked {
  const counts: Record<Route, number> = { inject: 0, reset: 0, surface: 0 };
  const extras: Record<Route, number> = { inject: 0, reset: 0, surface: 0 };
  const sessions = new Set<unknown>();
  let openTexts: readonly string[] = [];
  let resetsBefore = 0;
  let afterBroken = false;

  return (received) => {
    const route = routeOf(received);
    const { fields, valid } = read(received, route);
    const session = fields.session_id;
    const asked: Asked = {
      received,
      route,
      valid,
      fields,
      extra: route !== undefined && Object.keys(fields).some((key) => !KNOWN[route].includes(key)),
      earlier: route === undefined ? 0 : counts[route],
      extrasBefore: route === undefined ? 0 : extras[route],
      resetsBefore,
      newSession: route === "inject" && valid && !sessions.has(session),
      sessionsBefore: sessions.size,
      openTexts,
      afterBroken,
      closing,
      crash,
    };
    if (route !== undefined) counts[route]++;
    if (route !== undefined && asked.extra) extras[route]++;
    afterBroken ||= !valid;
    if (route === "reset" && valid) {
      resetsBefore++;
      openTexts = [];
    }
    if (route === "inject" && valid) {
      resetsBefore = 0;
      sessions.add(session);
      openTexts = [...openTexts, String(fields.text)];
    }
    return asked;
  };
}

function routeOf({ target }: Received): Route | undefined {
  const path = target.split("?")[0];
  return (["inject", "reset", "surface"] as const).find((route) => path === `/wt/${route}`);
}

/** The whole body. Where a byte had to stay unread it is a brace: all envelopes end in one. */
export function bodyOf({ body, unread }: Received): Uint8Array {
  return unread === 0 ? body : joined(body, "}");
}

function read(
  received: Received,
  route: Route | undefined,
): Pick<Asked, "fields" | "valid"> {
  const { method } = received;
  const read = readBody(bodyOf(received));
  const value = read.ok ? read.doc.value : undefined;
  const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const valid = read.ok && route !== undefined && method === "POST" &&
    envelopeViolations(`${route}-request`, read.doc).every((v) => v.severity !== "failed");
  return { fields, valid };
}
