/**
 * One conversation that answers most cooperative questions at once: is a session remembered, is it kept
 * apart from others, is it gone after a reset. Roles tell the judges which turn was which; the nonces
 * are in the entries' texts.
 *
 * The order is chosen: twins of a session's id are asked while it is alive; after the reset its own id
 * is asked first, since a reset that is still under way shows there; a long text is seeded too, and an
 * older session beside a newer one.
 *
 * @module
 */
import { longSeedText, recallText, seedText, toldText } from "../conversation.ts";
import { answered200, type Settings } from "../evidence.ts";
import { sightIn } from "../nonce.ts";
import type { Probe, ProbeContext } from "../probe.ts";

/** Turns of {@linkcode conversation}: without the agent's error. */
const TURNS = 12;

function remembers(settings: Settings): boolean {
  return !settings.declarations.includes("no-recall");
}

/** Ids that agree in their first 64 characters, or in everything but letter case. */
function twinIds(
  uuid: string,
): { readonly own: string; readonly longTwin: string; readonly caseTwin: string } {
  const stem = `wt-Session-${uuid}-`.padEnd(64, "x");
  return { own: `${stem}-One`, longTwin: `${stem}-Two`, caseTwin: `${stem}-one` };
}

/** True where the answer that plays this role holds a session's nonce. */
function remembered({ evidence }: ProbeContext, role: string, seed = "seed-a"): boolean {
  const nonce = evidence.of("memory", seed)[0]?.nonce;
  const entry = evidence.of("memory", role)[0];
  return nonce !== undefined && entry !== undefined && sightIn(nonce, entry) !== undefined;
}

async function conversation(context: ProbeContext): Promise<void> {
  const { profile } = context.settings;
  const a = twinIds(crypto.randomUUID());
  const c = context.session();
  const b = context.session();
  const turn = (role: string, session: string, text: string, purpose: string) =>
    context.inject({ role, session, text, purpose });
  const seed = (role: string, session: string, purpose: string, words = seedText) => {
    const nonce = context.nonce();
    return context.inject({ role, session, purpose, nonce, text: words(profile, nonce) });
  };

  await context.reset({ role: "reset-before", purpose: "a reset before the conversation" });
  await seed("seed-a", a.own, "session A is told a nonce");
  await turn(
    "recall-a",
    a.own,
    recallText(profile),
    "session A is asked for its nonce: can this agent recall?",
  );
  if (profile.error_prompt !== undefined) {
    await turn("error", a.own, profile.error_prompt, "session A is made to fail");
  }
  await turn(
    "recall-a-later",
    a.own,
    recallText(profile),
    "session A is asked again, some turns later",
  );
  // Asked twice before it counts as lost: one answer may just not name it.
  if (
    remembered(context, "recall-a") && !remembered(context, "recall-a-later") && context.retry()
  ) {
    await turn(
      "recall-a-again",
      a.own,
      recallText(profile),
      "session A is asked once more, since it didn't say",
    );
  }
  await seed("seed-c", c, "session C is told another nonce in a long text", longSeedText);
  await turn(
    "ask-long-twin",
    a.longTwin,
    recallText(profile),
    "a new session, whose id agrees with A's in 64 characters, is asked for the nonce",
  );
  await turn(
    "ask-case-twin",
    a.caseTwin,
    recallText(profile),
    "a new session, whose id is A's but for letter case, is asked for the nonce",
  );
  const surface = await context.surface({
    role: "surface-open",
    purpose: "the surface while sessions A and C are open",
  });
  const nonce = context.evidence.of("memory", "seed-a")[0]?.nonce ?? "";
  await context.look("before", nonce);
  await context.reset({ role: "reset", purpose: "the reset that must wipe A and C" });
  await context.look("after", nonce);
  await turn(
    "after-a",
    a.own,
    recallText(profile),
    "A's own id is asked for its nonce right after the reset",
  );
  // Late, or left behind? A second look tells.
  if (remembered(context, "after-a") && context.retry()) {
    await turn(
      "after-a-again",
      a.own,
      recallText(profile),
      "A's own id is asked once more, since it still knew",
    );
  }
  await turn("after-told", b, toldText(profile), "a new session B is asked what it was told");
  await turn("after-recall", b, recallText(profile), "session B is asked for the nonce");
  if (answered200(surface)) {
    await context.surface({ role: "surface-after", purpose: "the surface after the reset" });
  }
  await seed("seed-b", b, "session B is told a nonce of its own");
  await turn("recall-b", b, recallText(profile), "session B is asked for its nonce");
  await context.reset({
    role: "reset-scoped",
    purpose: "a reset with a scope field, which version 1 doesn't know",
    extra: { scope: "session", session_id: c },
    sent: "extra",
  });
  await turn(
    "after-scoped",
    b,
    recallText(profile),
    "B's own id is asked for its nonce after the scoped reset",
  );
  // Late, or narrowed? A second look tells.
  if (remembered(context, "after-scoped", "seed-b") && context.retry()) {
    await turn(
      "after-scoped-again",
      b,
      recallText(profile),
      "B's own id is asked once more, since it still knew",
    );
  }
  // Or left behind by any reset? One without a scope tells.
  if (remembered(context, "after-scoped-again", "seed-b") && context.retry()) {
    await context.reset({ role: "reset-control", purpose: "a reset without a scope" });
    await turn(
      "after-control",
      b,
      recallText(profile),
      "B's own id is asked for its nonce after a reset without a scope",
    );
  }
}

/** With no-recall declared: two turns, to see whether that is true. */
async function declaration(context: ProbeContext): Promise<void> {
  const { profile } = context.settings;
  const session = context.session();
  const nonce = context.nonce();
  await context.inject({
    role: "seed-a",
    purpose: "a session is told a nonce, though no-recall is declared",
    session,
    nonce,
    text: seedText(profile, nonce),
  });
  await context.inject({
    role: "recall-a",
    purpose: "the session is asked for its nonce",
    session,
    text: recallText(profile),
  });
}

/** The memory probe. */
export const memory: Probe = {
  id: "memory",
  purpose: "sessions that are told nonces, asked for them, reset, and asked again",
  turns: (settings) =>
    remembers(settings) ? TURNS + (settings.profile.error_prompt === undefined ? 0 : 1) : 2,
  retries: (settings) => remembers(settings) ? 4 : 0,
  run: (context) => remembers(context.settings) ? conversation(context) : declaration(context),
};
