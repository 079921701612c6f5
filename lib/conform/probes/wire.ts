/**
 * The probes that wire checks need: resets, ordinary turns, unknown fields, a version that doesn't
 * exist, broken requests, the surface.
 *
 * @module
 */
import { answered200, type Entry, errorOf, statusOf, wholeResponse } from "../evidence.ts";
import { ordinaryText, type Probe, type ProbeContext } from "../probe.ts";
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

/** Ordinary turns: two in one session, one in another. */
const firstTurn: Probe = {
  id: "first-turn",
  purpose: "two turns in a fresh session, one in another",
  turns: () => 3,
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
      await context.raw({
        role: "route-control",
        purpose: "a body that is no JSON, to tell a missing route from a refused session",
        route: "inject",
        body: "{",
        sent: "invalid",
      });
      return;
    }
    await context.inject({
      role: "second",
      purpose: "the second turn of that session",
      session,
      text,
    });
    await context.inject({
      role: "first",
      purpose: "the first turn of another session",
      session: context.session(),
      text,
    });
  },
};

const EXTRA = {
  wt_future_field: { nested: [1, null, "two"] },
  "x-trace": "unknown to version 1",
};

async function extraInject(context: ProbeContext): Promise<void> {
  const text = ordinaryText(context.settings);
  const ask = async (role: string, extra: boolean): Promise<Entry> =>
    await context.inject({
      role,
      purpose: extra ? "a turn with unknown fields beside the known" : "the same turn without them",
      session: context.session(),
      text,
      ...(extra ? { extra: EXTRA, sent: "extra" as const } : {}),
    });
  const control = await ask("control-inject", false);
  const extra = await ask("extra-inject", true);
  const suspicious = answered200(control) && errorOf(control) === undefined &&
    answered200(extra) && errorOf(extra) !== undefined;
  if (!suspicious) return;
  await ask("control-inject", false);
  await ask("extra-inject", true);
}

const unknownFields: Probe = {
  id: "unknown-fields",
  purpose: "each route with fields that version 1 doesn't know",
  turns: () => 4,
  async run(context) {
    await context.reset({ role: "control-reset", purpose: "a reset without unknown fields" });
    await context.reset({
      role: "extra-reset",
      purpose: "a reset with unknown fields",
      extra: EXTRA,
      sent: "extra",
    });
    const control = await context.surface({
      role: "control-surface",
      purpose: "a surface request without unknown fields",
    });
    if (answered200(control)) {
      await context.surface({
        role: "extra-surface",
        purpose: "a surface request with unknown fields",
        extra: EXTRA,
        sent: "extra",
      });
    }
    await extraInject(context);
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

/** Requests that break the envelope, each in one way. A missing timeout_s may be defaulted: not here. */
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

const brokenRequestsProbe: Probe = {
  id: "broken-requests",
  purpose: "requests that break the envelope, a reset after each",
  // A validating endpoint lets none of them near its agent.
  turns: () => 0,
  async run(context) {
    const text = ordinaryText(context.settings);
    for (const [purpose, body] of brokenRequests(text, context.session())) {
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
    }
  },
};

const surface: Probe = {
  id: "surface",
  purpose: "the surface before and after a session is opened",
  turns: () => 1,
  async run(context) {
    const first = await context.surface({
      role: "fresh",
      purpose: "the surface of a fresh endpoint",
    });
    if (!answered200(first)) return;
    await context.inject({
      role: "seeded",
      purpose: "a turn whose words must not turn up in the surface",
      session: context.session(),
      text: `${ordinaryText(context.settings)} (reference ${context.nonce()})`,
    });
    await context.surface({ role: "after-seed", purpose: "the surface while a session is open" });
  },
};

/** In the order in which they run. */
export const wireProbes: readonly Probe[] = [
  reset,
  firstTurn,
  unknownFields,
  unspokenVersion,
  brokenRequestsProbe,
  surface,
];
