/**
 * The probes that wire checks need: resets, ordinary turns, unknown fields, a version that doesn't
 * exist, broken requests, the surface.
 *
 * @module
 */
import {
  answered200,
  type Entry,
  errorOf,
  type Settings,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import { ordinaryText, type Probe } from "../probe.ts";
import { routeMissing } from "../checks/shared.ts";

/** Two resets in a row; a third where the second was slow, so that slowness is judged twice. */
const reset: Probe = {
  id: "reset",
  purpose: "two resets in a row",
  turns: () => 0,
  async run(context) {
    // The preflight has sent the first.
    if (context.evidence.of("reset").length === 0) {
      await context.reset({ role: "first", purpose: "the first reset" });
    }
    const second = await context.reset({ role: "again", purpose: "a reset right after a reset" });
    if (answered200(second) && second.exchange.times.endMs > 1000) {
      await context.reset({ role: "again", purpose: "the same once more, since it was slow" });
    }
  },
};

/** Ordinary turns: two in one session. Every later probe opens sessions of its own. */
const firstTurn: Probe = {
  id: "first-turn",
  purpose: "two turns in a fresh session",
  turns: () => 2,
  async run(context) {
    const text = ordinaryText(context.settings);
    const session = context.session();
    const first = await context.inject({
      role: "first",
      purpose: "the first turn of a session never seen before",
      session,
      text,
    });
    const status = statusOf(first);
    if (wholeResponse(first) !== undefined && status !== undefined && routeMissing(status)) {
      // Is the route missing, or only the session? A body that no endpoint can like tells them apart.
      const control = await context.raw({
        role: "route-control",
        purpose: "a body that is no JSON, to tell a missing route from a refused session",
        route: "inject",
        body: "{",
        sent: "invalid",
      });
      const other = statusOf(control);
      if (other === undefined || routeMissing(other)) {
        context.giveUp("inject", "POST /wt/inject is not served");
      }
      return;
    }
    await context.inject({
      role: "second",
      purpose: "the second turn of that session",
      session,
      text,
    });
  },
};

const EXTRA = {
  wt_future_field: { nested: [1, null, "two"] },
  "x-trace": "unknown to version 1",
};

/**
 * Each request with unknown fields has a control that is alike in everything else: the turn goes into the
 * session of the first two, the reset follows a plain one, the surface follows two.
 */
const unknownFields: Probe = {
  id: "unknown-fields",
  purpose: "each route with fields that version 1 doesn't know",
  turns: () => 1,
  retries: () => 1,
  async run(context) {
    const extra = { extra: EXTRA, sent: "extra" as const };
    const session = context.evidence.of("first-turn", "second")[0]?.session;
    if (session !== undefined) {
      const ask = () =>
        context.inject({
          role: "inject",
          purpose: "a turn with unknown fields beside the known",
          session,
          text: ordinaryText(context.settings),
          ...extra,
        });
      const entry = await ask();
      // Once may be chance.
      if ((!answered200(entry) || errorOf(entry) !== undefined) && context.retry()) await ask();
    }
    const known = context.evidence.of("surface", "fresh")[0];
    if (known !== undefined && answered200(known)) {
      const ask = () =>
        context.surface({
          role: "surface",
          purpose: "a surface request with unknown fields",
          ...extra,
        });
      if (!answered200(await ask())) await ask();
    }
    for (let attempt = 0; attempt < 2; attempt++) {
      await context.reset({ role: "control", purpose: "a plain reset" });
      const entry = await context.reset({
        role: "reset",
        purpose: "a reset with unknown fields",
        ...extra,
      });
      if (answered200(entry)) return;
    }
  },
};

const unspokenVersion: Probe = {
  id: "unspoken-version",
  purpose: "a turn and a reset in a version that doesn't exist",
  turns: () => 1,
  async run(context) {
    await context.inject({
      role: "inject",
      purpose: "a turn in version 2",
      session: context.session(),
      text: ordinaryText(context.settings),
      version: 2,
      sent: "unspoken",
    });
    await context.reset({
      role: "reset",
      purpose: "a reset in version 2",
      version: 2,
      sent: "unspoken",
    });
  },
};

/**
 * Requests that break the envelope, each in one way; those with a text last. A missing timeout_s may be
 * defaulted: not here.
 */
function brokenRequests(text: string, session: string): readonly (readonly [string, string])[] {
  const whole = { wt_inject: 1, session_id: session, text, timeout_s: 30 };
  const without = (key: string) =>
    JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([k]) => k !== key)));
  const having = (key: string, value: unknown) => JSON.stringify({ ...whole, [key]: value });
  return [
    ["a body that isn't JSON", '{"wt_inject": 1, "session_id": '],
    ["an empty body", ""],
    ["a body that is a JSON array", "[1]"],
    ["a request without text", without("text")],
    ["a request without session_id", without("session_id")],
    ["a request without wt_inject", without("wt_inject")],
    ["a text that is a number", having("text", 7)],
    ["a session_id that is an object", having("session_id", {})],
    ["a wt_inject that is a string", having("wt_inject", "1")],
  ];
}

/** How many broken requests have a text, which an endpoint that validates nothing hands to its agent. */
const WITH_TEXT = 5;

/** An answer that isn't a refusal: an agent may have seen the request. */
function taken(entry: Entry): boolean {
  return answered200(entry) && errorOf(entry) === undefined;
}

const brokenRequestsProbe: Probe = {
  id: "broken-requests",
  purpose: "requests that break the envelope, a reset after each",
  // A validating endpoint lets none of them near its agent; of another, one is enough to know it.
  turns: () => 0,
  retries: ({ thorough }) => thorough ? WITH_TEXT : 1,
  async run(context) {
    const text = ordinaryText(context.settings);
    const requests = brokenRequests(text, context.session());
    for (const [index, [purpose, body]] of requests.entries()) {
      const entry = await context.raw({
        role: "broken",
        purpose,
        route: "inject",
        body,
        sent: "invalid",
      });
      if (statusOf(entry) !== undefined && routeMissing(statusOf(entry)!)) return;
      await context.reset({
        role: "liveness",
        purpose: `a reset, to see that ${purpose} broke nothing`,
      });
      const hasText = index >= requests.length - WITH_TEXT;
      if (hasText && taken(entry) && !(context.retry() && context.settings.thorough)) return;
    }
  },
};

/** The memory probe opens sessions beside a surface anyway; where it doesn't run, this one does. */
function opensSession(settings: Settings, beside: ReadonlySet<string>): boolean {
  return !beside.has("memory") || settings.declarations.includes("no-recall");
}

const surface: Probe = {
  id: "surface",
  purpose: "the surface of a fresh endpoint, and once more",
  turns: (settings, beside) => opensSession(settings, beside) ? 1 : 0,
  async run(context) {
    const first = await context.surface({
      role: "fresh",
      purpose: "the surface of a fresh endpoint",
    });
    if (!answered200(first)) return;
    if (opensSession(context.settings, context.beside)) {
      const nonce = context.nonce();
      await context.inject({
        role: "seeded",
        purpose: "a turn whose words must not turn up in the surface",
        session: context.session(),
        text: `${ordinaryText(context.settings)} (reference ${nonce})`,
        nonce,
      });
    }
    await context.surface({ role: "again", purpose: "the surface once more" });
  },
};

/** In the order in which they run. */
export const wireProbes: readonly Probe[] = [
  reset,
  firstTurn,
  surface,
  unknownFields,
  unspokenVersion,
  brokenRequestsProbe,
];
