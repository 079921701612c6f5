/**
 * Turns that are meant to outlast their `timeout_s`. They run last, each in a session that is never used
 * again: whatever such a turn still does later can't touch another check.
 *
 * @module
 */
import { answered200, type Entry } from "../evidence.ts";
import { ordinaryText, type Probe } from "../probe.ts";

/** Below what an agent with a model behind it needs, and above what a clock can't tell from nothing. */
const SHORT_S = 0.05;
/** With a prompt that keeps the agent busy, or a declaration that nothing does. */
const SLOW_S = 1;

function outlasts(entry: Entry): boolean {
  return !answered200(entry) || entry.exchange.times.endMs >= (entry.timeoutS ?? 0) * 900;
}

/** The deadline probe. */
export const deadline: Probe = {
  id: "deadline",
  purpose: "a turn that outlasts its timeout_s, once more where one is no verdict",
  turns: () => 2,
  async run(context) {
    const { profile, declarations } = context.settings;
    const declared = declarations.includes("no-slow-turn");
    const timeoutS = profile.slow_prompt !== undefined || declared
      ? profile.slow_timeout_s ?? SLOW_S
      : SHORT_S;
    for (let attempt = 0; attempt < 2; attempt++) {
      const entry = await context.inject({
        role: "expiring",
        purpose: attempt === 0
          ? `a turn with timeout_s ${timeoutS}`
          : "the same, alone and once more",
        session: context.session(),
        text: profile.slow_prompt ?? ordinaryText(context.settings),
        timeoutS,
        sent: "deadline",
      });
      // A declaration is contradicted by two turns, never by one.
      const again = entry.exchange.fault?.kind === "timeout" || declared && outlasts(entry);
      if (!again) break;
    }
    await context.reset({
      role: "liveness",
      purpose: "a reset after the turn that ran out of time",
    });
  },
};
