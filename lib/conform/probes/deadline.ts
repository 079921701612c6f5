/**
 * Turns that are meant to outlast their `timeout_s`. They run last, each in a session that is never used
 * again: whatever such a turn still does later can't touch another check.
 *
 * @module
 */
import { ordinaryText, type Probe } from "../probe.ts";

/** Below what an agent with a model behind it needs, and above what a clock can't tell from nothing. */
const SHORT_S = 0.05;
/** With a prompt that keeps the agent busy, or a declaration that nothing does. */
const SLOW_S = 1;

/** The deadline probe. */
export const deadline: Probe = {
  id: "deadline",
  purpose: "a turn that outlasts its timeout_s, once more where no answer comes",
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
          : "the same, alone and once more, since no answer came",
        session: context.session(),
        text: profile.slow_prompt ?? ordinaryText(context.settings),
        timeoutS,
        sent: "deadline",
      });
      if (entry.exchange.fault?.kind !== "timeout") break;
    }
    await context.reset({
      role: "liveness",
      purpose: "a reset after the turn that ran out of time",
    });
  },
};
